import type { Platform } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { bandOfHour, hourPrices, nightPrice, readTariff } from '../model/tariff.ts'

type Needs = Pick<Platform, 'system' | 'port' | 'clock' | 'newId'>
/** Months in which late readings still change the charge of a day. */
const LOOKED_BACK = "interval '62 days'"

/** Days whose energy by hour differs from the energy of the rollup, or that have none. $1 tenant, $2 number, $3 day before the first. */
const STALE = `
select to_char(a.day, 'YYYY-MM-DD') as day from (
  select day, sum(energy) as energy from devices_area_days where tenant_id = $1 and devices > 0 group by day
) a left join (
  select day, sum(energy) as energy from reports_charge_daily where tenant_id = $1 group by day
) c on c.day = a.day
where (c.day is null or (c.energy <> a.energy and a.day > current_date - ${LOOKED_BACK})) and a.day > $3::date order by a.day limit $2`

const hourSums = Array.from({ length: 24 }, (_, hour) => `coalesce(sum(h.energy) filter (where h.slot = ${hour}), 0)::bigint`).join(', ')
/** Energy of a day by hour and place. $1 tenant, $2 day, $3 zone. The place is that of the rollup of the day. */
const HOURS = `
with y as materialized (
  select device_id, project_id, area_id, supplier_id, energy from devices_days where tenant_id = $1 and day = $2::date
), h as (
  select y.project_id, y.area_id, y.supplier_id, extract(hour from h.hour at time zone $3)::int as slot, sum(h.energy) as energy
  from y join devices_hours h on h.tenant_id = $1 and h.device_id = y.device_id
    and h.hour >= $2::date::timestamp at time zone $3 and h.hour < ($2::date + 1)::timestamp at time zone $3
  group by 1, 2, 3, 4
), slots as (
  select project_id, area_id, supplier_id, array[${hourSums}] as hours from h group by 1, 2, 3
)
insert into reports_charge_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, energy, hours, money, peak, flat, valley)
select $1, $2::date, d.*, coalesce(s.hours, array_fill(0::bigint, array[24])), 0, 0, 0, 0
from (select project_id, area_id, supplier_id, count(*)::int as lamps, sum(energy)::bigint as energy from y group by 1, 2, 3) d
left join slots s using (project_id, area_id, supplier_id)`

/**
 * Price of the rows of a month. $1 tenant, $2 month, $3 prices by hour, $4 to $6: 1 for each hour of the band, $7 price of energy whose hours are not known
 * (days older than the hourly rollups).
 */
const PRICE = `
update reports_charge_daily c set money = s.money, peak = s.peak, flat = s.flat, valley = s.valley
from (
  select d.day, d.project_id, d.area_id, d.supplier_id,
    (sum(h.energy * p.price) + greatest(min(d.energy) - sum(h.energy), 0) * $7::float8) / 1e6 as money, sum(h.energy * p.peak)::bigint as peak,
    sum(h.energy * p.flat)::bigint as flat, sum(h.energy * p.valley)::bigint as valley
  from reports_charge_daily d cross join lateral unnest(d.hours) with ordinality as h (energy, slot)
  join unnest($3::float8[], $4::int[], $5::int[], $6::int[]) with ordinality as p (price, peak, flat, valley, slot) on p.slot = h.slot
  where d.tenant_id = $1 and d.day >= $2::date and d.day < $2::date + interval '1 month' group by 1, 2, 3, 4
) s where c.tenant_id = $1 and (c.day, c.project_id, c.area_id, c.supplier_id) = (s.day, s.project_id, s.area_id, s.supplier_id)`

/** Coarser sums of a month. $1 tenant, $2 first day of the month. */
const COARSER = [
  ['reports_charge_monthly', "date_trunc('month', day::timestamp)::date", 'project_id, area_id, supplier_id'],
  ['reports_charge_project_daily', 'day', 'project_id'],
] as const
const OF_MONTH = "tenant_id = $1 and day >= $2::date and day < $2::date + interval '1 month'"
const coarser = (table: string, day: string, key: string): string => `
insert into ${table} (tenant_id, day, ${key}, lamps, energy, money, peak, flat, valley)
select $1, ${day}, ${key}, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley)
from reports_charge_daily where ${OF_MONTH} group by 2, ${key}`

interface MonthRow {
  readonly month: string
  readonly tariff: string
  readonly state: number
}

const price = async ({ system }: Pick<Platform, 'system'>, tenantId: string, month: string, tariff: string): Promise<void> => {
  const prices = hourPrices(readTariff(tariff))
  const inBand = (band: string): number[] => prices.map((_, hour) => (bandOfHour(prices, hour) === band ? 1 : 0))
  const first = `${month}-01`
  await system.tx(async (query) => {
    await query(PRICE, [tenantId, first, prices, inBand('peak'), inBand('flat'), inBand('valley'), nightPrice(prices)])
    for (const [table, day, key] of COARSER) {
      await query(`delete from ${table} where ${OF_MONTH}`, [tenantId, first])
      await query(coarser(table, day, key), [tenantId, first])
    }
  })
}

/** First instant of the day from which on a month is closed: `closing` of the next month, UTC. */
const closesAt = (month: string, closing: number): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Date.UTC(year, number, closing)
}

/**
 * Gives each month its tariff: open months follow the settings and are priced again when these change, closed ones keep theirs. Days of `fresh` are new
 * and get the tariff of their month.
 */
const priceMonths = async (platform: Needs, tenantId: string, fresh: ReadonlySet<string>): Promise<void> => {
  const { system, port, clock, newId } = platform
  const params = port(paramsPort)
  const [tariff, co2, closing] = [
    await params.text('strategy.tariff', ''),
    Number(await params.text('strategy.co2', '0')),
    Number(await params.text('reports.close.day', '5')) || 5,
  ]
  const known = new Map(
    (
      await system.query<MonthRow>(
        'select month, coalesce(tariff, $2) as tariff, state::int as state from reports_month where tenant_id = $1 and not is_deleted',
        [tenantId, ''],
      )
    ).map((row) => [row.month, row]),
  )
  for (const month of [...fresh].filter((one) => !known.has(one))) {
    await system.query('insert into reports_month (id, tenant_id, month, tariff, co2, state) values ($1, $2, $3, $4, $5, 1)', [
      newId(),
      tenantId,
      month,
      tariff,
      co2,
    ])
    known.set(month, { month, tariff, state: 1 })
  }
  for (const { month, tariff: own, state } of known.values()) {
    const changed = state === 1 && own !== tariff
    if (changed)
      await system.query('update reports_month set tariff = $3, co2 = $4, update_time = now() where tenant_id = $1 and month = $2', [
        tenantId,
        month,
        tariff,
        co2,
      ])
    if (changed || fresh.has(month)) await price(platform, tenantId, month, changed ? tariff : own)
    if (state === 1 && clock.now() >= closesAt(month, closing))
      await system.query(
        'update reports_month set state = 2, closed_at = $3, tariff = $4, co2 = $5, update_time = now() where tenant_id = $1 and month = $2 and state = 1',
        [tenantId, month, new Date(clock.now()), changed ? tariff : own, co2],
      )
  }
}

const DAYS_AT_ONCE = 20

/** Sums up the days of a tenant after `since` that are missing or changed, and prices their months. Returns their number. */
export const rollCharges = async (platform: Needs, tenantId: string, zone: string, since: string): Promise<number> => {
  const { system } = platform
  let done = 0
  for (let after = since; ; ) {
    const days = (await system.query<{ day: string }>(STALE, [tenantId, DAYS_AT_ONCE, after])).map(({ day }) => day)
    for (const day of days)
      await system.tx(async (query) => {
        await query('delete from reports_charge_daily where tenant_id = $1 and day = $2', [tenantId, day])
        await query(HOURS, [tenantId, day, zone])
      })
    await priceMonths(platform, tenantId, new Set(days.map((day) => day.slice(0, 7))))
    done += days.length
    after = days.at(-1) ?? after
    if (days.length < DAYS_AT_ONCE) return done
  }
}
