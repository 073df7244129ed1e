import { permissionOf } from '@lamplight/kit'
import { type Ctx, errors, seenRows, T, tableOf, timeIn, treeIds } from '@lamplight/server-kit'
import { alarm } from '../model/index.ts'
import { alarmServer } from './alarm.server.ts'

export const table = tableOf(alarm)
/** The right of all statistics of alarms. */
export const permission = permissionOf(alarm, 'page')
const DAYS = 30
const DAY_MS = 86_400_000

const Id = T.Optional(T.String({ pattern: '^[0-9]{0,19}$' }))
const Time = T.Optional(T.String({ description: 'yyyy-MM-dd or yyyy-MM-dd HH:mm:ss, zone of the tenant' }))
/** Parameters of a span, and of an area and a project with all below them. */
export const PlaceParams = { startDate: Time, endDate: Time, areaId: Id, projectId: Id }
/** Parameters of the statistics: a span (default: the last 30 days), a place, and a type of alarm (100: all). */
export const StatisticsParams = { ...PlaceParams, alarmType: T.Optional(T.Integer({ minimum: 1, maximum: 100 })) }
export interface StatisticsQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly areaId?: string | undefined
  readonly projectId?: string | undefined
  readonly alarmType?: number | undefined
}

const ALL_TYPES = 100

type Span = { readonly from: Date; readonly to: Date }
const ordered = (span: Span): Span => {
  if (span.from > span.to) throw errors.badParameter({ field: 'startDate' }, 'startDate')
  return span
}

/** The span of a query. Throws `badParameter` if it cannot be read or is reversed. */
export const spanOf = (ctx: Ctx, { startDate, endDate }: StatisticsQuery): Span => {
  const to = new Date(timeIn(endDate, 'endDate', ctx.zone, true) ?? ctx.now())
  return ordered({ from: new Date(timeIn(startDate, 'startDate', ctx.zone) ?? to.getTime() - DAYS * DAY_MS), to })
}

/**
 * Returns the span of a query; undefined if it names neither begin nor end. A missing begin is `from`, a missing end is now. Throws like
 * `spanOf`.
 */
export const givenSpan = (ctx: Ctx, { startDate, endDate }: StatisticsQuery, from: Date = new Date(0)): Span | undefined => {
  const [begin, end] = [timeIn(startDate, 'startDate', ctx.zone), timeIn(endDate, 'endDate', ctx.zone, true)]
  return begin || end ? ordered({ from: begin ? new Date(begin) : from, to: end ? new Date(end) : new Date(ctx.now()) }) : undefined
}

/** SQL condition over the alarms `t` that the user sees, of a place and a type. Adds to `params`. */
export const statisticsSql = (ctx: Ctx, { areaId, projectId, alarmType }: StatisticsQuery, params: unknown[]): string => {
  const where = [seenRows(alarmServer, ctx.user, params)]
  if (areaId) where.push(`t.area_id = any(array(${treeIds({ table: 'places_areas', from: { id: `$${params.push(areaId)}` } })}))`)
  if (projectId)
    where.push(`t.project_id = any(array(${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })}))`)
  if (alarmType && alarmType !== ALL_TYPES) where.push(`t.alarm_type = $${params.push(alarmType)}`)
  return where.join(' and ')
}
