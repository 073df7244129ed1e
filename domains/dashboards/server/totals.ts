import { gateway } from '@lamplight/devices/model'
import {
  type Ctx,
  grantedOnly,
  mayList,
  type Platform,
  type ResourceServer,
  registryPort,
  seenRows,
  tableOf,
  treeIds,
} from '@lamplight/server-kit'
import { createAnswerCache } from './kept.ts'
import { troublesSql } from './troubles.ts'

export type Rows = readonly Readonly<Record<string, unknown>>[]
/** Limits of a query; empty: none. An area includes the areas below it. */
export interface Places {
  readonly projectId: string
  readonly areaId: string
}

/** Conditions on lamps (alias l) for what the user sees within `places`; the parameters are appended. */
export const lampsWhere = (ctx: Ctx, { projectId, areaId }: Places, params: unknown[]): string => {
  const cut = grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })
  const project = projectId
    ? ` and l.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})`
    : ''
  const area = areaId ? ` and l.area_id in (${treeIds({ table: 'places_areas', from: { id: `$${params.push(areaId)}` } })})` : ''
  return `${cut}${project}${area}`
}

/**
 * Conditions on rows `t` of a resource: those that the user sees within `places`. A resource without the field of the place has no rows
 * there.
 */
export const rowsWhere = (ctx: Ctx, served: ResourceServer, { projectId, areaId }: Places, params: unknown[]): string => {
  const { fields } = served.resource
  const below = (name: string, column: string, table: string, id: string): string => {
    if (!id) return ''
    return name in fields ? ` and t.${column} in (${treeIds({ table, from: { id: `$${params.push(id)}` } })})` : ' and false'
  }
  const seen = seenRows(served, ctx.user, params)
  return `${seen}${below('projectId', 'project_id', 'places_projects', projectId)}${below('areaId', 'area_id', 'places_areas', areaId)}`
}

const KINDS = (where: string): string => `select coalesce(l.kind, 1) as kind, coalesce(s.state, 5) as state, count(*)::int as lamps,
    coalesce(sum(l.power), 0) / 1000 as nominal, coalesce(sum(s.power) filter (where s.online), 0) / 1000 as active, count(*) filter (where s.online)::int as online
  from lighting_lamps l left join devices_states s on s.device_id = l.controller_id where not l.is_deleted${where} group by 1, 2`

/**
 * Totals over a million lamps take seconds, so users who see a whole tenant share one cached answer. Users limited by grants
 * have fewer lamps: theirs are queried each time.
 */
const caches = new WeakMap<Platform, ReturnType<typeof createAnswerCache<Rows[]>>>()

/** Lamps by kind and state (kW, counts), and troubles by cause. */
export const lampTotals = async (ctx: Ctx, places: Places): Promise<{ readonly kinds: Rows; readonly troubles: Rows }> => {
  const { tenantId, user, platform } = ctx
  const load = (): Promise<Rows[]> => {
    const params: unknown[] = []
    const where = lampsWhere(ctx, places, params)
    return ctx.queries([[KINDS(where), params], troublesSql(where, params, ctx)])
  }
  const cache = caches.get(platform) ?? createAnswerCache<Rows[]>()
  caches.set(platform, cache)
  const isCut = user.cut.projects || user.cut.areas || user.scopes
  const [kinds = [], troubles = []] = await (isCut ? load() : cache(`${tenantId} ${places.projectId} ${places.areaId}`, load))
  return { kinds, troubles }
}

export const sum = (rows: Rows, of: string, when: (row: Rows[number]) => boolean = () => true): number =>
  rows.filter(when).reduce((total, row) => total + Number(row[of]), 0)
const STATE = { on: 1, off: 2, fault: 3, offline: 4, inactive: 5 } as const
export const stateCounts = (kinds: Rows): { readonly [K in keyof typeof STATE]: number } => {
  const of = (state: number): number => sum(kinds, 'lamps', (row) => row.state === state)
  return { on: of(STATE.on), off: of(STATE.off), fault: of(STATE.fault), offline: of(STATE.offline), inactive: of(STATE.inactive) }
}

export const FAULTY = (where: string, tenant: number, limit: number): string =>
  `select l.id, l.controller_id, l.name, coalesce(a.area_full_name, '') as area, s.faults, s.fault_since from devices_states s
   join lighting_lamps l on l.controller_id = s.device_id and not l.is_deleted left join places_areas a on a.id = l.area_id
   where s.tenant_id = $${tenant} and s.state = 3${where} order by s.fault_since desc nulls last limit ${limit}`

/** SQL from `from`: the gateways `t` in use that the user sees within `places`. Gateways are no registered devices, and are counted apart from them. */
const gatewaysFrom = (ctx: Ctx, places: Places, params: unknown[]): string => {
  const served = ctx.platform.port(registryPort).resources.get(gateway.name)
  const where = served && mayList(ctx.user, gateway) ? rowsWhere(ctx, served, places, params) : 'false'
  return `from ${tableOf(gateway)} t where t.tenant_id = $${params.push(ctx.tenantId)} and t.status = 1 and ${where}`
}
export const gatewayCounts = (ctx: Ctx, places: Places): [sql: string, params: unknown[]] => {
  const params: unknown[] = []
  const from = gatewaysFrom(ctx, places, params)
  return [`select count(*)::int as total, count(*) filter (where t.online)::int as online ${from}`, params]
}
export const offlineGateways = (ctx: Ctx, places: Places, limit: number): [sql: string, params: unknown[]] => {
  const params: unknown[] = []
  const from = gatewaysFrom(ctx, places, params)
  return [`select t.id, t.sn, t.name, t.children, t.last_seen ${from} and not t.online order by t.children desc limit ${limit}`, params]
}
