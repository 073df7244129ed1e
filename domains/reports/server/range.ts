import { addDays, type DayRange, daysIn, GRAINS, type Grain } from '@lamplight/kit'
import { type Ctx, dayIn, fieldError, formatTime, T, treeIds } from '@lamplight/server-kit'

const DEFAULT_DAYS = 30
const LONGEST_DAYS = 3660
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const Day = T.Optional(T.String({ maxLength: 19, description: 'yyyy-MM-dd' }))
export const ROWS_AT_MOST = 1000

/** Parameters of time and place that all calls of reports share. */
export const RangeQuery = {
  startDate: Day,
  endDate: Day,
  areaId: Id,
  projectId: Id,
  groupId: Id,
  statisticsGroupId: Id,
  systemType: T.Optional(T.String({ pattern: '^(2|3|4|200)?$', description: '2 city lighting, 3 smart poles, 4 institutes, 200 solar' })),
}
export const PageQuery = {
  current: T.Optional(T.Integer({ minimum: -1, maximum: 1_000_000, description: 'page, from 1' })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: ROWS_AT_MOST, description: 'rows of a page; -1: all, at most 1,000' })),
}
export const GrainQuery = { dateType: T.Optional(T.String({ pattern: '^[0-4]?$', description: '1 hour, 2 day, 3 month, 4 year' })) }

type Values = Readonly<Record<string, unknown>>

/** The days of a call, both included; default: the last 30 days with today. */
export const rangeIn = (ctx: Ctx, query: Values, most = LONGEST_DAYS): DayRange => {
  const to = dayIn(query.endDate, 'endDate') ?? formatTime(ctx.now(), ctx.zone).slice(0, 10)
  const from = dayIn(query.startDate, 'startDate') ?? addDays(to, 1 - Math.min(DEFAULT_DAYS, most))
  if (from > to) throw fieldError('endDate', ['不能早于开始日期', 'must not be before the first day'], ctx.lang)
  if (daysIn({ from, to }) > most)
    throw fieldError('endDate', [`时间范围最多 ${most} 天`, `the range may cover at most ${most} days`], ctx.lang)
  return { from, to }
}

/** Length of the periods of a call; `hour` only if the call has it. */
export const grainIn = (query: Values, fallback: Grain | 'hour' = 'day'): Grain | 'hour' => {
  const text = String(query.dateType ?? '')
  if (text === '' || text === '0') return fallback
  return text === '1' ? 'hour' : GRAINS[Number(text) as keyof typeof GRAINS]
}

export const pageOf = ({ current, size }: Values): { readonly current: number; readonly size: number } => ({
  current: Number(current ?? 1),
  size: Number(size ?? 10),
})

/** SQL of the first instant of a day in the tenant's zone. */
export const instantSql = (day: string, zone: string): string => `(${day}::date::timestamp at time zone ${zone})`

/**
 * Conditions by the place of devices, each beginning with ` and `: area and project with those below, group, statistics group and system. `columns`: SQL of
 * device, area and project.
 */
export const placeSql = (
  query: Values,
  params: unknown[],
  columns: { readonly device: string; readonly area: string; readonly project: string },
): string => {
  const given = (name: string): string => {
    const value = String(query[name] ?? '')
    return value === '' ? '' : `$${params.push(value)}`
  }
  const tree = (name: string, table: string, column: string): string => {
    const id = given(name)
    return id ? ` and ${column} = any(array(${treeIds({ table, from: { id } })}))` : ''
  }
  const among = (name: string, column: string, view: string, key: string, match: string): string => {
    const id = given(name)
    if (!id) return ''
    const none = name === 'systemType' && query[name] === '2' ? ` or coalesce(${column}, 0) = 0` : ''
    return ` and (${column} = any(array(select f.${key} from ${view} f where f.${match} = ${id}::bigint))${none})`
  }
  return [
    tree('areaId', 'places_areas', columns.area),
    tree('projectId', 'places_projects', columns.project),
    among('groupId', columns.device, 'devices_group_members', 'device_id', 'group_id'),
    among('statisticsGroupId', columns.device, 'lighting_statistics_members', 'controller_id', 'group_id'),
    among('systemType', columns.project, 'places_project_systems', 'id', 'system'),
  ].join('')
}
