import { seedRows } from '@lamplight/devices/server'
import { addDays, addMonths, type DayRange } from '@lamplight/kit'
import { formatTime, type PastSpan, type PastStep, type Platform } from '@lamplight/server-kit'
import { chance } from '@lamplight/town'
import { bill } from '../model/bill.resource.ts'
import { carbonFactor } from '../model/carbon-factor.resource.ts'
import { monthly } from '../model/monthly.resource.ts'
import { startMonthly } from './monthly.server.ts'
import { nightHours } from './night-hours.ts'

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
/** Months of bills before the measured time: a year with the former lamps and a year with the present ones. */
const PAST_MONTHS = 24
const YEAR_MONTHS = 12
/** Additional energy of the former lamps, as a share of the energy of the present ones. */
const FORMER = 0.7
/** Largest deviation of a monthly bill from the hours of its nights. */
const DEVIATION = 0.02
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

const hoursIn = ({ from, to }: DayRange, hoursOf: (day: string) => number): number => {
  let sum = 0
  for (let day = from; day <= to; day = addDays(day, 1)) sum += hoursOf(day)
  return sum
}
/** Periods of the bills before a day, the latest first: its month until the day before, then whole months. */
const pastMonths = (day: string): DayRange[] => {
  const month = `${day.slice(0, 7)}-01`
  const whole = Array.from({ length: PAST_MONTHS }, (_, back) => ({
    from: addMonths(month, -back - 1),
    to: addDays(addMonths(month, -back), -1),
  }))
  return day === month ? whole : [{ from: month, to: addDays(day, -1) }, ...whole]
}

/** In a demo: published carbon factors. */
export const seedReports = (platform: Platform): Promise<void> =>
  seedRows(platform, carbonFactor, () =>
    Object.entries(FACTORS.average).map(([year, value]) => ({
      region: FACTORS.region[0],
      year: Number(year),
      kind: AVERAGE,
      value,
      source: FACTORS.source[0],
    })),
  )

/** In a demo: bills with the energy that the platform measured in the past nights and of two years before them, and the report of the month of yesterday. */
const storePast = async (platform: Platform, at: number): Promise<void> => {
  await seedRows(platform, bill, async (ctx) => {
    const areas = await ctx.query<{ name: string; first: string; last: string; energy: number }>(ENERGY, [ctx.tenantId, ctx.zone])
    const hoursOf = await nightHours(ctx)
    return areas.flatMap(({ name, first, last, energy }, at) => {
      const billOf = ({ from, to }: DayRange, kwh: number) => ({
        billNo: `Z${to.replaceAll('-', '')}-${at + 1}`,
        supply: `${SUPPLY}${String(at + 1).padStart(2, '0')}`,
        supplyName: `${name}${ADDRESS[0]}`,
        startDay: from,
        endDay: to,
        kwh: Number(kwh.toFixed(2)),
        reading: ACTUAL,
      })
      const measured = { from: first, to: last }
      const kwh = energy / MILLIWATT_HOURS_PER_KWH
      const perHour = kwh / hoursIn(measured, hoursOf)
      // The last twelve whole months have the present lamps, the months before them the former ones.
      const changed = addMonths(`${addDays(last, 1).slice(0, 7)}-01`, -YEAR_MONTHS)
      const past = pastMonths(first).map((month) =>
        billOf(
          month,
          perHour *
            hoursIn(month, hoursOf) *
            (month.from < changed ? 1 + FORMER : 1) *
            (1 + DEVIATION * (2 * chance('bill', at, month.from) - 1)),
        ),
      )
      return [billOf(measured, kwh), ...past]
    })
  })
  await seedRows(platform, monthly, async (ctx) => {
    const yesterday = formatTime(at - DAY_MS, ctx.zone)
    await startMonthly(ctx, yesterday.slice(0, 7), null)
    return []
  })
}

/** The step of the past of a demo that its reports need. */
export const pastOfReports = async (platform: Platform, { at }: PastSpan): Promise<readonly PastStep[]> => [() => storePast(platform, at)]
