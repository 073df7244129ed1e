import { EXCEPTIONS, KIND_NAMES, SEVERITIES } from '@lamplight/alarms/model'
import { typeNames } from '@lamplight/devices/server'
import { addDays, addMonths, bucketOf, bucketsOf, type DayRange, pick, type Text } from '@lamplight/kit'
import { A, type Ctx, formatTime, grantedOnly, type Route, route, T } from '@lamplight/server-kit'
import { CLOSED } from '../model/texts/reports.ts'
import { GrainQuery, grainIn, instantSql, placeSql, RangeQuery, rangeIn } from './range.ts'

/*
 * Analysis of faults and the report of their months (report.fault.*). Written by hand: medians, ages of open faults and
 * what was open at the end of a month are no sums by day.
 */

const FAULT = 2
const FALSE_ALARM = 2
const REPEAT_DAYS = 90
const REPEATS = 3
const RANKS = 20
const MONTHS = 12
/** Upper bounds of the ages of open faults, days; the last class has none. */
const AGES: readonly (readonly [days: number | null, label: Text])[] = [
  [1, ['24 小时内', 'Less than a day']],
  [3, ['1–3 天', '1 to 3 days']],
  [7, ['3–7 天', '3 to 7 days']],
  [30, ['7–30 天', '7 to 30 days']],
  [null, ['30 天以上', '30 days or more']],
]
const WORDS = {
  opened: ['新增故障', 'Opened'],
  closed: CLOSED,
  open: ['期末未关闭', 'Open at the end'],
} as const satisfies Record<string, Text>

type Values = Readonly<Record<string, unknown>>
const Alarms = {
  alarmType: T.Optional(T.String({ pattern: '^([1-4]|100)?$', description: '1 offline, 2 fault (default), 3 threshold, 4 SOS, 100 all' })),
  devType: T.Optional(T.String({ pattern: '^\\d{0,5}$' })),
  subAlarmType: T.Optional(T.String({ pattern: '^(\\d{1,5}(,\\d{1,5}){0,99})?$', description: 'kinds, comma-joined' })),
}
const nullable = A.nullable(A.number)
const Duration = { medianHours: nullable, p90Hours: nullable, longestHours: nullable }
const Group = A.of({ code: A.int, name: A.text, opened: A.int, closed: A.int, open: A.int, ...Duration })
const Chart = {
  times: A.list(A.text),
  series: A.list(A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(nullable) })),
}

/** Condition of the alarms that the user sees and the call asks for, without the time. */
export const among = (ctx: Ctx, query: Values, params: unknown[]): string => {
  const type = query.alarmType === '100' ? '' : ` and f.alarm_type = $${params.push(Number(query.alarmType || FAULT))}::int`
  const device = query.devType ? ` and f.device_type = $${params.push(query.devType)}::int` : ''
  const kinds = query.subAlarmType ? ` and f.sub_alarm_type = any($${params.push(String(query.subAlarmType).split(','))}::int[])` : ''
  const columns = { project: 'f.project_id', area: 'f.area_id' }
  return `f.tenant_id = $${params.push(ctx.tenantId)} and not f.is_deleted${type}${device}${kinds}${placeSql(query, params, { device: 'f.device_id', ...columns })}${grantedOnly(ctx.user, params, columns)}`
}

/** CTE `f`: alarms that were open at some time of the range, with `begins` and `ends` of the range, whether they began and were closed in it, and their hours. */
const faultsIn = (ctx: Ctx, query: Values, { from, to }: DayRange, params: unknown[]): string => {
  const zone = `$${params.push(ctx.zone)}`
  const begins = instantSql(`$${params.push(from)}`, zone)
  const ends = `least(${instantSql(`$${params.push(addDays(to, 1))}`, zone)}, $${params.push(ctx.now())}::timestamptz)`
  return `f as materialized (
    select f.*, f.began_at >= ${begins} as opened, f.closed_at < ${ends} as closed, ${ends} as ends,
      (f.began_at at time zone ${zone})::date as began_day, (f.closed_at at time zone ${zone})::date as closed_day,
      case when f.closed_at < ${ends} and coalesce(f.result, 0) <> ${FALSE_ALARM} then extract(epoch from f.closed_at - f.began_at) / 3600 end as hours
    from alarms_faults f where ${among(ctx, query, params)} and f.began_at < ${ends} and (f.closed_at is null or f.closed_at >= ${begins})
  )`
}
const SUMS = `count(*) filter (where opened)::int as opened, count(*) filter (where closed)::int as closed,
  count(*) filter (where closed is not true)::int as open,
  percentile_cont(0.5) within group (order by hours)::float8 as median, percentile_cont(0.9) within group (order by hours)::float8 as p90,
  max(hours)::float8 as longest`

interface Sums {
  readonly opened: number
  readonly closed: number
  readonly open: number
  readonly median: number | null
  readonly p90: number | null
  readonly longest: number | null
}
interface RepeatRow {
  readonly id: string
  readonly sn: string | null
  readonly name: string | null
  readonly type: number
  readonly area: string | null
  readonly count: number
  readonly last: Date
  readonly open: boolean
  readonly devices: number
}
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(Number(value) * 10) / 10
const wire = ({ opened, closed, open, median, p90, longest }: Partial<Sums>) => ({
  opened: opened ?? 0,
  closed: closed ?? 0,
  open: open ?? 0,
  medianHours: rounded(median),
  p90Hours: rounded(p90),
  longestHours: rounded(longest),
})
const named = (names: Readonly<Record<number, Text>>, rows: readonly (Sums & { readonly code: number | null })[], ctx: Ctx) =>
  rows.map((row) => {
    const code = Number(row.code)
    return { code, name: names[code] ? pick(names[code], ctx.lang) : String(code), ...wire(row) }
  })

/** Faults of a range: figures, groups, ages of what is open, devices with repeated faults. */
const faultFigures = async (ctx: Ctx, query: Values, range: DayRange) => {
  const withFaults = (rest: string, more: readonly unknown[] = []): [string, unknown[]] => {
    const params: unknown[] = []
    const base = faultsIn(ctx, query, range, params)
    let sql = rest
    for (const [n, value] of more.entries()) sql = sql.replaceAll(`:${n}:`, `$${params.push(value)}`)
    return [`with ${base} ${sql}`, params]
  }
  const by = (column: string): [string, unknown[]] =>
    withFaults(`select ${column}::int as code, ${SUMS} from f group by 1 order by opened desc, open desc, code`)
  const age = AGES.flatMap(([days], n) => (days === null ? [] : [`when f.began_at > f.ends - interval '${days} days' then ${n}`])).join(' ')
  const repeatParams: unknown[] = []
  const repeatWhere = among(ctx, query, repeatParams)
  const [zone, first, last] = [ctx.zone, addDays(range.to, 1 - REPEAT_DAYS), addDays(range.to, 1)].map(
    (value) => `$${repeatParams.push(value)}`,
  ) as [string, string, string]
  type Group = Sums & { readonly code: number | null }
  type OfDay = { readonly day: string; readonly n: number }
  return ctx.queries<
    [
      Sums & { readonly falseAlarms: number },
      Group,
      Group,
      Group,
      { readonly code: number; readonly n: number },
      Sums & { readonly id: string | null; readonly name: string | null },
      OfDay,
      OfDay,
      RepeatRow,
    ]
  >([
    withFaults(`select ${SUMS}, count(*) filter (where closed and result = ${FALSE_ALARM})::int as "falseAlarms" from f`),
    by('sub_alarm_type'),
    by('city_exception_type'),
    by('severity'),
    withFaults(`select case ${age} else ${AGES.length - 1} end as code, count(*)::int as n from f where closed is not true group by 1`),
    withFaults(
      `select s.area_id::text as id, a.area_name as name, s.* from (select area_id, ${SUMS} from f group by 1) s
       left join places_areas a on a.id = s.area_id order by s.opened desc, s.open desc, id limit ${RANKS}`,
    ),
    withFaults(`select to_char(began_day, 'YYYY-MM-DD') as day, count(*)::int as n from f where opened group by 1`),
    withFaults(`select to_char(closed_day, 'YYYY-MM-DD') as day, count(*)::int as n from f where closed group by 1`),
    [
      `select f.device_id::text as id, max(f.sn) as sn, max(coalesce(f.name, '')) as name, max(f.device_type)::int as type, max(f.area_id)::text as area,
         sum(f.count)::int as count, max(f.last_began) as last, bool_or(f.closed_at is null) as open, count(*) over ()::int as devices
       from alarms_faults f where ${repeatWhere} and f.began_at >= ${instantSql(first, zone)} and f.began_at < ${instantSql(last, zone)}
         and coalesce(f.result, 0) <> ${FALSE_ALARM}
       group by f.device_id having sum(f.count) >= ${REPEATS} order by count desc, id limit ${RANKS}`,
      repeatParams,
    ],
  ] as const)
}

/** The answer of the analysis of a range. */
export const faultAnswer = async (ctx: Ctx, query: Values, range: DayRange) => {
  const wanted = grainIn(query)
  const grain = wanted === 'hour' ? 'day' : wanted
  const [[total], kinds, categories, severities, ages, areas, opened, closed, repeats] = await faultFigures(ctx, query, range)
  const times = bucketsOf(range, grain)
  const valuesOf = (rows: typeof opened): number[] => {
    const sums = new Map<string, number>()
    for (const { day, n } of rows) {
      const bucket = bucketOf(day, grain)
      sums.set(bucket, (sums.get(bucket) ?? 0) + n)
    }
    return times.map((time) => sums.get(time) ?? 0)
  }
  const names = await typeNames(ctx, repeats)
  const open = new Map(ages.map(({ code, n }) => [code, n]))
  return {
    startDate: range.from,
    endDate: range.to,
    ...wire(total ?? {}),
    falseAlarms: total?.falseAlarms ?? 0,
    kinds: named(KIND_NAMES, kinds, ctx),
    categories: named(EXCEPTIONS, categories, ctx),
    severities: named(SEVERITIES, severities, ctx).toSorted((a, b) => a.code - b.code),
    ages: AGES.map(([, label], n) => ({ code: n + 1, name: pick(label, ctx.lang), count: open.get(n) ?? 0 })),
    areas: areas.map((row) => ({ areaId: row.id ?? '', areaName: row.name ?? '', ...wire(row) })),
    times,
    series: [
      { code: 'opened', name: pick(WORDS.opened, ctx.lang), unit: '', values: valuesOf(opened) },
      { code: 'closed', name: pick(WORDS.closed, ctx.lang), unit: '', values: valuesOf(closed) },
    ],
    repeatDevices: repeats[0]?.devices ?? 0,
    repeats: repeats.map((row) => ({
      deviceId: row.id,
      sn: row.sn ?? '',
      name: row.name ?? '',
      devType: row.type,
      devTypeName: names(row.type),
      areaId: row.area ?? '',
      count: row.count,
      lastTime: formatTime(row.last, ctx.zone),
      open: row.open,
    })),
  }
}

export const faultAnalysis = route({
  method: 'GET',
  path: '/api/blade-report/fault/analysis',
  summary: [
    '故障分析',
    'Analysis of faults: how many, of which kind and where, how long they lasted, and which devices have them again and again',
  ],
  permission: 'report_fault_view',
  query: T.Object({ ...RangeQuery, ...GrainQuery, ...Alarms }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    opened: A.int,
    closed: A.int,
    open: A.int,
    falseAlarms: A.int,
    ...Duration,
    kinds: A.list(Group),
    categories: A.list(Group),
    severities: A.list(Group),
    /** Open faults by age at the end of the range. */
    ages: A.list(A.of({ code: A.int, name: A.text, count: A.int })),
    areas: A.list(A.of({ areaId: A.id, areaName: A.text, opened: A.int, closed: A.int, open: A.int, ...Duration })),
    ...Chart,
    /** Devices with three faults or more in the 90 days before the end; `repeatDevices`: their number. */
    repeatDevices: A.int,
    repeats: A.list(
      A.of({
        deviceId: A.id,
        sn: A.text,
        name: A.text,
        devType: A.int,
        devTypeName: A.text,
        areaId: A.id,
        count: A.int,
        lastTime: A.time,
        open: A.yes,
      }),
    ),
  }),
  handler: ({ ctx, query }) => faultAnswer(ctx, query, rangeIn(ctx, query)),
})

interface OfMonth {
  readonly month: string
  readonly n: number
}
export const faultMonths = route({
  method: 'GET',
  path: '/api/blade-report/fault/month/report',
  summary: [
    '故障月报',
    'Faults of each month: opened, closed, open at its end, how long they lasted, and their kinds; default: the last 12 months',
  ],
  permission: 'report_fault_view',
  query: T.Object({ ...RangeQuery, ...Alarms }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    months: A.list(
      A.of({
        month: A.text,
        opened: A.int,
        closed: A.int,
        open: A.int,
        ...Duration,
        /** Compared with the month before, %. */
        change: nullable,
        kinds: A.list(A.of({ code: A.int, name: A.text, opened: A.int })),
      }),
    ),
    ...Chart,
  }),
  handler: async ({ ctx, query }) => {
    const today = formatTime(ctx.now(), ctx.zone).slice(0, 10)
    const given = query.startDate || query.endDate
    const asked = given ? rangeIn(ctx, query) : { from: addMonths(bucketOf(today, 'month'), 1 - MONTHS), to: today }
    const range: DayRange = { from: bucketOf(asked.from, 'month'), to: asked.to }
    // The month before the first one is read too: the first one is compared with it.
    const read: DayRange = { from: addMonths(range.from, -1), to: range.to }
    const params: unknown[] = []
    const base = faultsIn(ctx, query, read, params)
    const month = (column: string): string => `to_char(${column}, 'YYYY-MM-01')`
    const [opened, closed] = await ctx.queries<[OfMonth & { code: number }, OfMonth & Pick<Sums, 'median' | 'p90' | 'longest'>]>([
      [`with ${base} select ${month('began_day')} as month, sub_alarm_type::int as code, count(*)::int as n from f group by 1, 2`, params],
      [
        `with ${base} select ${month('closed_day')} as month, count(*)::int as n, percentile_cont(0.5) within group (order by hours)::float8 as median,
           percentile_cont(0.9) within group (order by hours)::float8 as p90, max(hours)::float8 as longest
         from f where closed group by 1`,
        params,
      ],
    ])
    const sumOf = (rows: readonly OfMonth[], fits: (month: string) => boolean): number =>
      rows.reduce((sum, row) => sum + (fits(row.month) ? row.n : 0), 0)
    const months = bucketsOf(range, 'month')
    const openedIn = (wanted: string): number => sumOf(opened, (one) => one === wanted)
    const found = months.map((one) => {
      const ended = closed.find((row) => row.month === one)
      const before = openedIn(addMonths(one, -1))
      return {
        month: one.slice(0, 7),
        ...wire({
          ...ended,
          opened: openedIn(one),
          closed: ended?.n ?? 0,
          // Alarms that began before and were not closed until the end; those closed before the range are not among the rows.
          open: sumOf(opened, (other) => other <= one) - sumOf(closed, (other) => other <= one),
        }),
        change: before === 0 ? null : rounded((100 * (openedIn(one) - before)) / before),
        kinds: opened
          .filter((row) => row.month === one)
          .map((row) => ({ code: row.code, opened: row.n }))
          .toSorted((a, b) => b.opened - a.opened || a.code - b.code)
          .map(({ code, opened: count }) => ({
            code,
            name: KIND_NAMES[code] ? pick(KIND_NAMES[code], ctx.lang) : String(code),
            opened: count,
          })),
      }
    })
    return {
      startDate: range.from,
      endDate: range.to,
      months: found,
      times: months,
      series: (['opened', 'closed', 'open'] as const).map((code) => ({
        code,
        name: pick(WORDS[code], ctx.lang),
        unit: '',
        values: found.map((one) => one[code]),
      })),
    }
  },
})

export const faultRoutes: readonly Route[] = [faultAnalysis, faultMonths]
