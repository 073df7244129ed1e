import { addDays, addMonths, type DayRange, pick, type Text } from '@lamplight/kit'
import { A, type Ctx, errors, fieldError, grantedOnly, mayUse, type Route, route, T } from '@lamplight/server-kit'
import { billMonths, wholeMonths } from '../model/bill-months.ts'
import type { Bill } from '../model/bills.ts'
import { type CarbonFactor, carbonOf, savedByDimming } from '../model/carbon.ts'
import { FACTOR_KINDS } from '../model/carbon-factor.resource.ts'
import { type EnergyPeriod, fitBaseline, savingsOf } from '../model/savings.ts'
import { ENERGY_WORDS } from '../model/texts/reports.ts'
import { readBills } from './bills.handler.ts'
import { nightHours } from './night-hours.ts'
import { placeSql, RangeQuery, rangeIn } from './range.ts'

/* Savings against a baseline and carbon of the energy (issue of the reports, section 2). They fit and multiply rollups, which no report definition does. */

const { groupId: _group, statisticsGroupId: _statistics, ...Place } = RangeQuery
type Query = Readonly<Record<string, unknown>>
const nullable = A.nullable(A.number)
function rounded(value: number, decimals?: number): number
function rounded(value: number | null, decimals?: number): number | null
function rounded(value: number | null, decimals = 1): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals
}
const WORDS = { measured: ['实测', 'Measured'], baseline: ['基线', 'Baseline'], carbon: ENERGY_WORDS.carbon } as const satisfies Record<
  string,
  Text
>
/** Smallest number of days with energy for a fit. */
const FEWEST_DAYS = 14
/** Smallest number of months with bills for a fit. */
const FEWEST_MONTHS = 6
const YEAR_MONTHS = 12
/** Share of the known days that a proposal takes as baseline if the time before the reporting time is too short. */
const BASELINE_SHARE = 2 / 3
/** Where the energy comes from. */
const SOURCES = { meters: 1, bills: 2 } as const

interface Daily {
  readonly day: string
  readonly kwh: number
  readonly lamps: number
}
const dailyEnergy = (ctx: Ctx, query: Query, from: string, to: string): Promise<Daily[]> => {
  const params: unknown[] = [ctx.tenantId, from, to]
  const place = placeSql(query, params, { device: 'null::bigint', area: 'a.area_id', project: 'a.project_id' })
  const cut = grantedOnly(ctx.user, params, { project: 'a.project_id', area: 'a.area_id' })
  return ctx.query<Daily>(
    `select to_char(a.day, 'YYYY-MM-DD') as day, sum(a.energy)::float8 / 1e6 as kwh, sum(a.due)::int as lamps from devices_area_days a
     where a.tenant_id = $1 and a.day between $2::date and $3::date and a.devices > 0${place}${cut} group by a.day order by a.day`,
    params,
  )
}

/** A period of the comparison, called by its day (`yyyy-MM-dd`, meters) or month (`yyyy-MM`, bills). */
interface Period extends EnergyPeriod {
  readonly name: string
}
interface Compared {
  readonly range: DayRange
  readonly before: readonly Period[]
  readonly now: readonly Period[]
  readonly baseline: DayRange
  /** Only for bills: number of supply points whose bills cover all months, and of the others. */
  readonly supplies?: number
  readonly leftOut?: number
}
/** Number of years before the reporting time that can be proposed as baseline. */
const YEARS_BACK = 10
/** Share of the periods of the best year that is enough for a baseline. */
const ENOUGH = 0.9

/**
 * Proposes a year as baseline: the latest one before the reporting time that has nearly as many periods with energy as the best year. If no
 * year has energy, the year before the reporting time. `count`: number of periods with energy in a year.
 */
const proposedBaseline = (range: DayRange, count: (year: DayRange) => number): DayRange => {
  // Calendar years: 365 days would begin a year with a leap day one day late, and its first month of bills would be lost.
  const years = Array.from({ length: YEARS_BACK }, (_, n) => ({
    from: addMonths(range.from, -12 * (n + 1)),
    to: addDays(addMonths(range.from, -12 * n), -1),
  }))
  const counts = years.map(count)
  const most = Math.max(...counts)
  return years[most === 0 ? 0 : counts.findIndex((one) => one >= ENOUGH * most)] as DayRange
}
const statedBaseline = (ctx: Ctx, query: Query): DayRange | null =>
  query.baselineStart || query.baselineEnd ? rangeIn(ctx, { startDate: query.baselineStart, endDate: query.baselineEnd }) : null

/**
 * Proposes the reporting time of meters: the last 30 days, or fewer where the energy is not known long enough: then the first days become the
 * baseline. `days`: days with energy up to today, in order.
 */
const proposedDays = (range: DayRange, days: readonly Daily[]): DayRange => {
  if (days.filter(({ day }) => day < range.from).length >= FEWEST_DAYS) return range
  const first = days[Math.max(FEWEST_DAYS, Math.floor(days.length * BASELINE_SHARE))]
  return first ? { ...range, from: first.day } : range
}
const comparedMeters = async (ctx: Ctx, query: Query): Promise<Compared> => {
  const asked = rangeIn(ctx, query)
  const stated = statedBaseline(ctx, query)
  const days = stated
    ? [...(await dailyEnergy(ctx, query, stated.from, stated.to)), ...(await dailyEnergy(ctx, query, asked.from, asked.to))]
    : await dailyEnergy(ctx, query, addMonths(asked.from, -12 * YEARS_BACK), asked.to)
  const range = stated || query.startDate || query.endDate ? asked : proposedDays(asked, days)
  const within = ({ from, to }: DayRange) => days.filter(({ day }) => day >= from && day <= to)
  const baseline = stated ?? proposedBaseline(range, (year) => within(year).length)
  const hoursOf = await nightHours(ctx)
  const periods = (all: readonly Daily[]): Period[] => all.map(({ day, kwh, lamps }) => ({ name: day, kwh, driver: lamps * hoursOf(day) }))
  return { range, baseline, before: periods(within(baseline)), now: periods(within(range)) }
}

/** Sum of the night hours of a month (`yyyy-MM`). */
const monthHours = (hoursOf: (day: string) => number, month: string): number => {
  let sum = 0
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) sum += hoursOf(day)
  return sum
}
/**
 * Proposes the reporting time of bills: the latest months with bills, at most a year, so that a year before them is left for the baseline. Null
 * without bills.
 */
const proposedMonths = (bills: readonly Bill[], monthsOf: ReturnType<typeof billMonths>): DayRange | null => {
  if (bills.length === 0) return null
  const starts = bills.map(({ from }) => from).sort()
  const ends = bills.map(({ to }) => to).sort()
  const { months } = monthsOf(wholeMonths({ from: starts[0] as string, to: ends.at(-1) as string }))
  const last = months.at(-1)?.month
  if (!last) return null
  const count = Math.min(YEAR_MONTHS, Math.max(1, months.length - YEAR_MONTHS))
  const first = months[months.length - count]?.month ?? last
  return { from: `${first}-01`, to: addDays(addMonths(`${last}-01`, 1), -1) }
}
const comparedBills = async (ctx: Ctx, query: Query): Promise<Compared> => {
  if (!mayUse(ctx.user, 'report_bill_view')) throw errors.noRight()
  for (const field of ['areaId', 'projectId', 'systemType'])
    if (query[field]) throw fieldError(field, ['账单按户号统计，不能按区域筛选', 'bills belong to supply points, not to places'], ctx.lang)
  const bills = await readBills(ctx)
  const monthsOf = billMonths(bills)
  const range = (query.startDate || query.endDate ? null : proposedMonths(bills, monthsOf)) ?? rangeIn(ctx, query)
  const hoursOf = await nightHours(ctx)
  const months = wholeMonths(range)
  const baseline = statedBaseline(ctx, query) ?? proposedBaseline(range, (year) => monthsOf(wholeMonths(year)).months.length)
  const both = monthsOf([...wholeMonths(baseline), ...months])
  const periods: Period[] = both.months.map(({ month, kwh }) => ({ name: month, kwh, driver: monthHours(hoursOf, month) }))
  return {
    range,
    baseline,
    before: periods.filter(({ name }) => !months.includes(name)),
    now: periods.filter(({ name }) => months.includes(name)),
    supplies: both.supplies,
    leftOut: both.leftOut,
  }
}

/**
 * Energy saved in a range against its baseline, with the interval and the adjustments. `source` 1: the meters of the lamps by day; 2:
 * imported bills by month. Default baseline: the latest year before the range that has data. Default range: the last 30 days or the latest months with bills, so that there is a
 * baseline before it.
 */
export const savingsFigures = async (ctx: Ctx, query: Query) => {
  const isOfBills = Number(query.source) === SOURCES.bills
  const { range, baseline, before, now, supplies = 0, leftOut = 0 } = await (isOfBills ? comparedBills : comparedMeters)(ctx, query)
  if (baseline.to >= range.from && baseline.from <= range.to)
    throw fieldError('baselineEnd', ['基线不能与统计时间重叠', 'the baseline overlaps the reporting time'], ctx.lang)
  const fewest = isOfBills ? FEWEST_MONTHS : FEWEST_DAYS
  const fit = before.length >= fewest && now.length > 0 ? fitBaseline(before) : null
  const adjustments = await ctx.query<{ id: string; day: string; kwh: number; reason: string }>(
    'select id::text as id, day, kwh, reason from reports_adjustment where not is_deleted and day between $1 and $2 order by day',
    [range.from, range.to],
  )
  const found = fit && savingsOf(fit, now, adjustments)
  const expected = ({ driver }: Period): number | null => (fit ? rounded(fit.a + fit.b * driver, 2) : null)
  return {
    startDate: range.from,
    endDate: range.to,
    baselineStart: baseline.from,
    baselineEnd: baseline.to,
    source: isOfBills ? SOURCES.bills : SOURCES.meters,
    supplies,
    leftOut,
    baselineDays: before.length,
    days: now.length,
    state: found ? 1 : 2,
    measured: rounded(now.reduce((sum, { kwh }) => sum + kwh, 0)),
    expected: rounded(found?.expected ?? null),
    avoided: rounded(found?.avoided ?? null),
    adjusted: rounded(found?.adjusted ?? null),
    share: rounded(found?.share ?? null, 2),
    margin: rounded(found?.margin ?? null),
    cv: rounded(fit?.cv ?? null, 2),
    correlation: rounded(fit?.correlation ?? null, 3),
    effective: rounded(found?.effective ?? null),
    times: now.map(({ name }) => name),
    series: [
      { code: 'measured', name: pick(WORDS.measured, ctx.lang), unit: 'kWh', values: now.map(({ kwh }) => rounded(kwh, 2)) },
      { code: 'expected', name: pick(WORDS.baseline, ctx.lang), unit: 'kWh', values: now.map(expected) },
    ],
    adjustments,
  }
}

export const savings = route({
  method: 'GET',
  path: '/api/blade-report/savings/analysis',
  summary: ['节能量分析', 'Energy saved against a baseline, with its 90 % interval'],
  permission: 'report_efficiency_view',
  query: T.Object({
    ...Place,
    source: T.Optional(T.String({ pattern: '^[12]?$', description: '1 meters of the lamps by day (default), 2 imported bills by month' })),
    baselineStart: T.Optional(
      T.String({ maxLength: 19, description: 'yyyy-MM-dd; default: the nearest year before startDate that has data' }),
    ),
    baselineEnd: T.Optional(T.String({ maxLength: 19 })),
  }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    baselineStart: A.text,
    baselineEnd: A.text,
    baselineDays: A.int,
    days: A.int,
    /** `supplies`, `leftOut`: number of supply points whose bills cover all months, and of the others; 0 for meters. */
    source: A.int,
    supplies: A.int,
    leftOut: A.int,
    /** 1: calculated; 2: the baseline or the reporting time has too few days or months with energy. */
    state: A.int,
    measured: nullable,
    expected: nullable,
    avoided: nullable,
    adjusted: nullable,
    share: nullable,
    margin: nullable,
    cv: nullable,
    correlation: nullable,
    effective: nullable,
    times: A.list(A.text),
    series: A.list(A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(nullable) })),
    adjustments: A.list(A.of({ id: A.id, day: A.text, kwh: A.number, reason: A.text })),
  }),
  handler: ({ ctx, query }) => savingsFigures(ctx, query),
})

interface FactorRow {
  readonly region: string
  readonly year: number
  readonly kind: keyof typeof FACTOR_KINDS
  readonly value: number
  readonly hours: string | null
}
const factorsOf = (rows: readonly FactorRow[]): CarbonFactor[] =>
  rows.flatMap(({ region, year, kind, value, hours }) => {
    const common = { region, year: Number(year), kind: FACTOR_KINDS[kind] }
    const list = (hours ?? '')
      .split(/[,\s]+/)
      .filter(Boolean)
      .map(Number)
    const hourly = list.flatMap((one, hour) => (Number.isFinite(one) ? [{ ...common, hour, value: one }] : []))
    return [{ ...common, hour: null, value: Number(value) }, ...hourly]
  })

/** Carbon of the energy of a range by the factors of a region, and what dimming from 23:00 to 05:00 would save. */
export const carbonFigures = async (ctx: Ctx, query: Query) => {
  const range = rangeIn(ctx, query)
  const params: unknown[] = [ctx.tenantId, range.from, range.to]
  const place = placeSql(query, params, { device: 'null::bigint', area: 'c.area_id', project: 'c.project_id' })
  const cut = grantedOnly(ctx.user, params, { project: 'c.project_id', area: 'c.area_id' })
  const [hours, rows] = await ctx.queries<[{ time: string; kwh: number }, FactorRow]>([
    [
      `select to_char(c.day, 'YYYY-MM-DD') || ' ' || lpad((h.slot - 1)::text, 2, '0') || ':00:00' as time, sum(h.energy)::float8 / 1e6 as kwh
       from reports_charge_daily c cross join lateral unnest(c.hours) with ordinality as h (energy, slot)
       where c.tenant_id = $1 and c.day between $2::date and $3::date${place}${cut} group by c.day, h.slot having sum(h.energy) > 0
       union all
       select to_char(c.day, 'YYYY-MM-DD'), greatest(sum(c.energy) - sum(h.energy), 0)::float8 / 1e6
       from reports_charge_daily c cross join lateral (select sum(h.energy) as energy from unnest(c.hours) as h (energy)) h
       where c.tenant_id = $1 and c.day between $2::date and $3::date${place}${cut} group by c.day having sum(c.energy) - sum(h.energy) >= 1000 order by 1`,
      params,
    ],
    ['select region, year, kind, value, hours from reports_carbon_factor where not is_deleted order by year desc, id', []],
  ])
  const regions = [...new Set(rows.map(({ region }) => region))]
  const region = String(query.region || regions[0] || '')
  if (query.region && !regions.includes(region)) throw errors.badParameter({ field: 'region' }, 'region')
  const kind = (Number(query.kind) || 1) as keyof typeof FACTOR_KINDS
  const factors = factorsOf(rows)
  const { kg, kwh, missingKwh, missingHours, noHoursKwh, borrowed } = carbonOf(hours, factors, region, FACTOR_KINDS[kind])
  const dim = query.dim ? Number(query.dim) : 10
  const byDay = Map.groupBy(hours, ({ time }) => time.slice(0, 10))
  const days = [...byDay.keys()].toSorted()
  return {
    startDate: range.from,
    endDate: range.to,
    region,
    kind,
    kwh: rounded(kwh, 2),
    kg: rounded(kg, 2),
    perKwh: kwh - missingKwh > 0 ? rounded(kg / (kwh - missingKwh), 4) : null,
    missingKwh: rounded(missingKwh, 2),
    missingHours,
    noHoursKwh: rounded(noHoursKwh, 2),
    borrowed,
    dim,
    regions,
    saved: rounded(
      savedByDimming(hours, dim / 100, (hour) => hour >= 23 || hour < 5, factors, region, FACTOR_KINDS[kind]),
      2,
    ),
    times: days,
    series: [
      {
        code: 'kg',
        name: pick(WORDS.carbon, ctx.lang),
        unit: 'kg',
        values: days.map((day) => rounded(carbonOf(byDay.get(day) ?? [], factors, region, FACTOR_KINDS[kind]).kg, 2)),
      },
    ],
  }
}

export const carbon = route({
  method: 'GET',
  path: '/api/blade-report/carbon/analysis',
  summary: ['碳排放分析', 'Carbon of the energy of lamps, by the factors of the tenant'],
  permission: 'report_efficiency_view',
  query: T.Object({
    ...Place,
    region: T.Optional(T.String({ maxLength: 60 })),
    kind: T.Optional(T.String({ pattern: '^[1-3]?$', description: '1 average, 2 without traded non-fossil, 3 fossil' })),
    dim: T.Optional(
      T.String({ pattern: '^(\\d{1,2}|100)?$', description: '% by which the energy from 23:00 to 05:00 would be lower; default 10' }),
    ),
  }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    region: A.text,
    kind: A.int,
    kwh: A.number,
    kg: A.number,
    perKwh: nullable,
    /** `noHoursKwh`: energy whose hours are not known. It takes the factor of its year; `missingHours` includes all hours of its days. */
    missingKwh: A.number,
    missingHours: A.int,
    noHoursKwh: A.number,
    borrowed: A.list(A.int),
    dim: A.int,
    saved: A.number,
    regions: A.list(A.text),
    times: A.list(A.text),
    series: A.list(A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(nullable) })),
  }),
  handler: ({ ctx, query }) => carbonFigures(ctx, query),
})

export const efficiencyRoutes: readonly Route[] = [savings, carbon]
