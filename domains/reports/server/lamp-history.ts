import { controllerType } from '@lamplight/devices/model'
import { placesOfType, seenOfType } from '@lamplight/devices/server'
import { addDays, bucketsOf, type DayRange, pick, type Text } from '@lamplight/kit'
import { type Ctx, formatTime, parseTime } from '@lamplight/server-kit'
import { placeSql } from './range.ts'

/** What rollups of lamp controllers hold: label, unit, decimals, and SQL over the sums of a span. */
const MEASURES: readonly {
  readonly code: string
  readonly name: Text
  readonly unit: string
  readonly sql: string
  readonly decimals: number
}[] = [
  { code: 'energy', name: ['用电量', 'Energy'], unit: 'kWh', sql: 'sum(y.energy) / 1e6', decimals: 3 },
  { code: 'power', name: ['平均功率', 'Mean power'], unit: 'W', sql: 'sum(y.power_sum) / nullif(sum(y.powers), 0) / 1e3', decimals: 1 },
  { code: 'onHours', name: ['亮灯时长', 'Lit time'], unit: 'h', sql: 'sum(y.on_ms) / 36e5', decimals: 2 },
  { code: 'onlineHours', name: ['在线时长', 'Online time'], unit: 'h', sql: 'sum(y.online_ms) / 36e5', decimals: 2 },
]
const rounded = (value: unknown, decimals: number): number | null =>
  value === null || value === undefined ? null : Math.round(Number(value) * 10 ** decimals) / 10 ** decimals

/** Figures of a lamp controller over the days of a range. `decided`: what the counter rules decided about its energy, in words. */
export const lampFigures = async (ctx: Ctx, deviceId: string, { from, to }: DayRange, decided: string) => {
  const columns = MEASURES.map(({ sql }) => sql)
  const [row] = await ctx.query<Record<string, number | null>>(
    `select ${columns.map((_, n) => `min(m${n})::float8 as least${n}, max(m${n})::float8 as most${n}, avg(m${n})::float8 as mean${n}, sum(m${n})::float8 as sum${n}`).join(', ')}
     from (select ${columns.map((sql, n) => `${sql} as m${n}`).join(', ')} from devices_days y
       where y.device_id = $1 and y.tenant_id = $4 and y.day between $2::date and $3::date group by y.day) d`,
    [deviceId, from, to, ctx.tenantId],
  )
  return MEASURES.map(({ code, name, unit, decimals }, n) => ({
    code,
    name: pick(name, ctx.lang),
    unit,
    least: rounded(row?.[`least${n}`], decimals),
    most: rounded(row?.[`most${n}`], decimals),
    mean: rounded(row?.[`mean${n}`], decimals),
    increase: code === 'power' ? null : rounded(row?.[`sum${n}`], decimals),
    decided: code === 'energy' ? decided : '',
  }))
}

/** Chart of one lamp controller (`deviceId`), or of those that the filters of place leave. */
export const lampChart = async (ctx: Ctx, query: Readonly<Record<string, unknown>>, range: DayRange, grain: 'hour' | 'day') => {
  const params: unknown[] = [range.from, range.to, ctx.zone]
  const one = query.deviceId ? ` and y.device_id = $${params.push(query.deviceId)}` : ''
  const place = placeSql(query, params, { device: 'p.device_id', area: 'p.area_id', project: 'p.project_id' })
  const among = place
    ? ` and y.device_id in (select p.device_id from (${placesOfType(ctx.platform, controllerType.code)}) p where true${place})`
    : ''
  const seen = seenOfType(ctx, params, controllerType.code, 'y.device_id', query.deviceId ? `= $4` : '')
  const columns = MEASURES.map(({ sql }, n) => `(${sql})::float8 as m${n}`).join(', ')
  const [table, time, span] =
    grain === 'day'
      ? ['devices_days', `to_char(y.day, 'YYYY-MM-DD')`, 'y.day between $1::date and $2::date and $3::text is not null']
      : [
          'devices_hours',
          `to_char(date_trunc('hour', y.hour at time zone $3), 'YYYY-MM-DD HH24:MI:SS')`,
          'y.hour >= $1::date::timestamp at time zone $3 and y.hour < ($2::date + 1)::timestamp at time zone $3',
        ]
  const rows = await ctx.query<Record<string, unknown>>(
    `select ${time} as time, ${columns} from ${table} y where ${span}${one}${among}${seen} group by 1 order by 1`,
    params,
  )
  const byTime = new Map(rows.map((row) => [String(row.time), row]))
  const times = grain === 'day' ? bucketsOf(range, 'day') : hoursOf(ctx, range)
  return {
    times,
    series: MEASURES.map(({ code, name, unit, decimals }, n) => ({
      code,
      name: pick(name, ctx.lang),
      unit,
      values: times.map((at) => rounded(byTime.get(at)?.[`m${n}`], decimals)),
    })),
  }
}

/** Local times of all hours of a range; on the day of a clock change 23 or 25. */
const hoursOf = (ctx: Ctx, { from, to }: DayRange): string[] => {
  const at = (day: string): number => Date.parse(parseTime(`${day} 00:00:00`, ctx.zone) ?? day)
  const [begin, end] = [at(from), at(addDays(to, 1))]
  return Array.from({ length: Math.round((end - begin) / 3_600_000) }, (_, n) => formatTime(begin + n * 3_600_000, ctx.zone))
}
