import { DEMO_NIGHTS } from '@lamplight/devices/model'
import { seedRows } from '@lamplight/devices/server'
import { formatTime, type Platform } from '@lamplight/server-kit'
import { bill } from '../model/bill.resource.ts'
import { carbonFactor } from '../model/carbon-factor.resource.ts'
import { monthly } from '../model/monthly.resource.ts'
import { startMonthly } from './monthly.server.ts'

/** Areas that have a bill. */
const BILLS = 3
const DAY_MS = 86_400_000
const ACTUAL = 1
const MILLIWATT_HOURS_PER_KWH = 1_000_000
/** Energy of the lamps by area, on days whose hours are all stored, for the areas that used most. Sums of days do not exist yet when the demo is made. */
const ENERGY = `with local as (select c.area_id, (h.hour at time zone $2)::date as day, (h.hour at time zone $2)::time as at, h.energy
    from devices_hours h join lighting_controllers c on c.id = h.device_id where h.tenant_id = $1 and not c.is_deleted),
  whole as (select day from local where day < (now() at time zone $2)::date group by day having min(at) < '02:00' and max(at) > '21:00')
  select a.area_name as name, to_char(min(d.day), 'YYYY-MM-DD') as first, to_char(max(d.day), 'YYYY-MM-DD') as last, sum(d.energy)::float8 as energy
  from local d join whole w on w.day = d.day join places_areas a on a.id = d.area_id
  group by a.id, a.area_name having sum(d.energy) > 0 order by sum(d.energy) desc, a.area_name limit ${BILLS}`
const ADDRESS = ['路灯', 'street lighting'] as const
/** Numbers of supply points are these digits and the number of the bill. */
const SUPPLY = '31000001'

const FACTORS = {
  region: ['全国', 'China'],
  source: ['生态环境部、国家统计局公告', 'Ministry of Ecology and Environment, National Bureau of Statistics'],
  /** Average factor of the Chinese grid, kg/kWh, by year. */
  average: { 2021: 0.5568, 2022: 0.5366, 2023: 0.5306 },
} as const
const AVERAGE = 1

/** In a demo: bills with the energy that the platform measured, published carbon factors, and the report of the month of yesterday. */
export const seedReports = async (platform: Platform): Promise<void> => {
  const nights = platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS)
  await seedRows(platform, bill, async (ctx) => {
    const areas = await ctx.query<{ name: string; first: string; last: string; energy: number }>(ENERGY, [ctx.tenantId, ctx.zone])
    return areas.map(({ name, first, last, energy }, at) => ({
      billNo: `Z${last.replaceAll('-', '')}-${at + 1}`,
      supply: `${SUPPLY}${String(at + 1).padStart(2, '0')}`,
      supplyName: `${name}${ADDRESS[0]}`,
      startDay: first,
      endDay: last,
      kwh: Number((energy / MILLIWATT_HOURS_PER_KWH).toFixed(2)),
      reading: ACTUAL,
    }))
  })
  await seedRows(platform, carbonFactor, () =>
    Object.entries(FACTORS.average).map(([year, value]) => ({
      region: FACTORS.region[0],
      year: Number(year),
      kind: AVERAGE,
      value,
      source: FACTORS.source[0],
    })),
  )
  await seedRows(platform, monthly, async (ctx) => {
    const yesterday = formatTime(ctx.now().getTime() - DAY_MS, ctx.zone)
    if (nights > 0) await startMonthly(ctx, yesterday.slice(0, 7), null)
    return []
  })
}
