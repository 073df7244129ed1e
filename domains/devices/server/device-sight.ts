import { permissionOf, type ResourceDefinition, snake } from '@lamplight/kit'
import {
  type Ctx,
  mayList,
  mayUse,
  type Platform,
  type ResourceServer,
  registryPort,
  seenRows,
  seesWhole,
  tableOf,
} from '@lamplight/server-kit'
import { FIRST_ROW_TYPE, gateway, gatewayType, ROW_TYPES } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'

/**
 * Who sees which device: a user sees a device exactly if a list shows him its row, or a row that shows it (`shows` of a resource, such as a lamp). Right,
 * tenant, granted places and data scopes are those of that row; the place of the gateway counts for nothing.
 */

/** Rows by which a device is seen. */
interface View {
  readonly served: ResourceServer
  /** Column with the id of the device. */
  readonly column: string
  /** Code of the device type; FIRST_ROW_TYPE stands for all types that are rows. */
  readonly code: number
}

const codeOf = (code: number): number => Math.min(code, FIRST_ROW_TYPE)

const viewsIn = ({ platform }: { readonly platform: Pick<Platform, 'port'> }): readonly View[] => {
  const { resources } = platform.port(registryPort)
  const types = platform.port(deviceTypesPort)
  const view = (served: ResourceServer, device: string | undefined, column: string): View[] => {
    const found = device === ROW_TYPES ? FIRST_ROW_TYPE : types.named(device ?? '')?.code
    return found === undefined ? [] : [{ served, column, code: found }]
  }
  return [...resources.values()].flatMap((served) => {
    const { device, shows, fields } = served.resource
    const to = (fields[shows ?? '']?.options as { readonly to?: string } | undefined)?.to
    return [...view(served, device, 'id'), ...(shows ? view(served, resources.get(to ?? '')?.resource.device, snake(shows)) : [])]
  })
}

/** The views by registry, which does not change while a process runs. */
const known = new WeakMap<object, readonly View[]>()

/** The views of all devices of the registry, or of those of one type. */
export const viewsOf = (ctx: { readonly platform: Pick<Platform, 'port'> }, code?: number): readonly View[] => {
  const registry = ctx.platform.port(registryPort)
  const views = known.get(registry) ?? viewsIn(ctx)
  known.set(registry, views)
  return code === undefined ? views : views.filter((view) => view.code === codeOf(code))
}

const isOwn = ({ column }: View): boolean => column === 'id'
const ofType = (alias: string, code: number): string => (code === FIRST_ROW_TYPE ? `${alias}.type >= ${code}` : `${alias}.type = ${code}`)

/** The right to list a resource, for calls that check it themselves (`permission: 'signed-in'`). */
export const mayRead = ({ user }: Pick<Ctx, 'user'>, resource: ResourceDefinition): boolean => mayUse(user, permissionOf(resource, 'list'))
/** May the user see devices of this type, somewhere? */
export const maySeeType = (ctx: Pick<Ctx, 'platform' | 'user'>, code: number): boolean =>
  viewsOf(ctx, code).some(({ served }) => mayRead(ctx, served.resource))

interface Sight {
  /** Types of which the user sees every device of the tenant. */
  readonly whole: readonly number[]
  /** Queries of the ids of the other devices that the user sees. */
  readonly parts: readonly string[]
}
const sightOf = (ctx: Ctx, params: unknown[], { among = '', code }: Among): Sight => {
  const views = viewsOf(ctx, code).filter(({ served }) => mayList(ctx.user, served.resource))
  const whole = views.filter((view) => isOwn(view) && seesWhole(view.served, ctx.user)).map((view) => view.code)
  const parts = views
    .filter((view) => !whole.includes(view.code))
    .map(({ served, column }) => {
      const few = among && ` and t.${column} ${among}`
      return `select t.${column} from ${tableOf(served.resource)} t where ${seenRows(served, ctx.user, params)}${few}`
    })
  return { whole, parts }
}

interface Among {
  /** SQL operator and operand that the device ids match anyway (`= $1`, `= any($1::bigint[])`), so that only their rows are looked up. */
  readonly among?: string
  /** Code of the type of all devices of the query. */
  readonly code?: number | undefined
}

/** Limits a query over the registry `r` to the devices that the user sees; begins with ` and `, adds to `params`. */
export const seenDevices = (ctx: Ctx, params: unknown[], given: Among = {}): string => {
  const { whole, parts } = sightOf(ctx, params, given)
  const types = (alias: string): string => `(${whole.map((code) => ofType(alias, code)).join(' or ')})`
  if (parts.length === 0) return whole.length > 0 ? ` and ${types('r')}` : ' and false'
  const { among } = given
  const rest =
    whole.length > 0 ? [`select w.device_id from devices_registry w where ${types('w')}${among ? ` and w.device_id ${among}` : ''}`] : []
  return ` and r.device_id in (${[...parts, ...rest].join(' union all ')})`
}

/** The same for a query over devices of one type, whose device id is the SQL `id`. */
export const seenOfType = (ctx: Ctx, params: unknown[], code: number, id: string, among = ''): string => {
  const { whole, parts } = sightOf(ctx, params, { among, code })
  if (whole.length > 0) return ''
  return parts.length > 0 ? ` and ${id} in (${parts.join(' union all ')})` : ' and false'
}

const column = ({ fields }: ResourceDefinition, name: string): string => (name in fields ? `t.${snake(name)}` : 'null::bigint')

const NO_PLACES = `select device_id, tenant_id, null::bigint as project_id, null::bigint as area_id, null::bigint as supplier_id, activated,
  null::timestamptz as created, null::bigint as creator, null::timestamptz as removed from devices_registry where false`
/** SQL of the time at which a row `t` was removed; null if it was not. */
const REMOVED = 'case when t.is_deleted then t.update_time end'

/**
 * SQL of the devices of a type and of those that were removed, with `removed`: the time of the removal, or null. For figures of a time in
 * which they were there.
 */
export const placesWithRemoved = (platform: Pick<Platform, 'port'>, code: number): string => {
  const resource = platform.port(deviceTypesPort).resourceOf(code)
  if (!resource) return NO_PLACES
  const [project, area, supplier] = ['projectId', 'areaId', 'supplierId'].map((name) => column(resource, name))
  return `select t.id as device_id, t.tenant_id, ${project} as project_id, ${area} as area_id, ${supplier} as supplier_id, t.activated, t.create_time as created, t.create_user as creator,
    ${REMOVED} as removed from ${tableOf(resource)} t`
}

/**
 * Returns SQL that selects the devices of a type, without removed ones: device_id, tenant_id, project_id, area_id, supplier_id, activated, created, creator,
 * removed (null). It selects nothing for a type that no resource lists.
 */
export const placesOfType = (platform: Pick<Platform, 'port'>, code: number): string => {
  const resource = platform.port(deviceTypesPort).resourceOf(code)
  return resource ? `${placesWithRemoved(platform, code)} where not t.is_deleted` : NO_PLACES
}

/** Codes of all types that a resource lists. FIRST_ROW_TYPE stands for all types that are rows. */
const listedCodes = ({ port }: Pick<Platform, 'port'>): readonly number[] => {
  const types = port(deviceTypesPort)
  return [...types.all.map(({ code }) => code), FIRST_ROW_TYPE].filter((code) => types.resourceOf(code))
}

/**
 * SQL of the devices of all types, also of those that are rows, as `placesOfType` gives them, with `kind`: the code of the type, or
 * FIRST_ROW_TYPE. Users see more than their own: combine it with `seenDevices`.
 */
export const placesOfAll = (platform: Pick<Platform, 'port'>): string =>
  listedCodes(platform)
    .map((code) => `select ${code} as kind, p.* from (${placesOfType(platform, code)}) p`)
    .join(' union all ')

const typeOf = (code: number): string =>
  code === FIRST_ROW_TYPE ? '(select y.code from devices_type y where y.id = t.type_id)::int' : `${code}::int`
/** SQL of the devices of all types that were removed at or after the SQL `since`: device_id, tenant_id, type, removed. */
export const removedSince = (platform: Pick<Platform, 'port'>, since: string): string => {
  const parts = listedCodes(platform).map((code) => {
    const table = tableOf(platform.port(deviceTypesPort).resourceOf(code) as ResourceDefinition)
    return `select t.id as device_id, t.tenant_id, ${typeOf(code)} as type, t.update_time as removed from ${table} t where t.is_deleted and t.update_time >= ${since}`
  })
  return parts.length > 0
    ? parts.join(' union all ')
    : 'select null::bigint as device_id, null::text as tenant_id, null::int as type, null::timestamptz as removed where false'
}

/**
 * SQL of all devices that the user sees: registered devices of every type, with their state and place. Every number of "all devices" counts
 * its rows. `where`: conditions over the registry `r`, the place `p` and the state `s`, each beginning with ` and `.
 */
export const allDevices = (ctx: Ctx, params: unknown[], where = ''): string =>
  `select r.device_id, r.sn, r.name, r.type::int as type, r.gateway_id, r.activated, p.kind, p.area_id, p.project_id, p.supplier_id, p.created, p.creator,
     coalesce(s.state, 5)::int as state, coalesce(s.online, false) as online, s.reported_at, s.received_at, p.removed
   from devices_registered r join (${placesOfAll(ctx.platform)}) p on p.device_id = r.device_id left join devices_states s on s.device_id = r.device_id
   where true${where}${seenDevices(ctx, params)}`

const [CONNECTED, LOST, INACTIVE] = [2, 4, 5]
/** State of a gateway that belongs to a tenant (decisions.md C8). */
const ASSIGNED = 1
/**
 * SQL of the gateways that the user sees, with the columns of `allDevices` for a union with it: no registry holds them. Only those of the
 * tenant of the request, as for devices: the policy of their table lets the platform read all. `where`: conditions over `r` (with the
 * columns of the registry), the place `p` and the state `s`, each beginning with ` and `.
 */
export const seenGateways = (ctx: Ctx, params: unknown[], where = ''): string => {
  const served = ctx.platform.port(registryPort).resources.get(gateway.name)
  const seen = served && mayList(ctx.user, gateway) ? seenRows(served, ctx.user, params) : 'false'
  const state = `case when not r.activated then ${INACTIVE} when r.online then ${CONNECTED} else ${LOST} end`
  return `select r.device_id, r.sn, r.name, r.type, r.gateway_id, r.activated, r.type as kind, p.area_id, p.project_id, p.supplier_id, p.created, p.creator,
     s.state, s.online, s.reported_at, s.received_at, p.removed
   from (select t.*, t.id as device_id, ${gatewayType.code} as type, null::bigint as gateway_id, t.status = ${ASSIGNED} as activated from ${tableOf(gateway)} t where t.tenant_id = $${params.push(ctx.tenantId)} and ${seen}) r
   cross join lateral (select r.area_id, r.project_id, null::bigint as supplier_id, r.create_time as created, r.create_user as creator, null::timestamptz as removed) p
   cross join lateral (select ${state} as state, r.online, r.last_seen as reported_at, r.last_seen as received_at) s where true${where}`
}

/**
 * SQL of the devices that were removed at or after the SQL `since` and that the user would see, with the columns of `allDevices` for a
 * union with it. Their last state is not stored: it is null, or not activated. `where`: conditions over `r` (with the columns of the
 * registry) and the place `p`, each beginning with ` and `.
 */
export const removedDevices = (ctx: Ctx, params: unknown[], since: string, where = ''): string => {
  const parts = viewsOf(ctx)
    .filter((view) => isOwn(view) && mayList(ctx.user, view.served.resource))
    .map(({ served, code }) => {
      const { resource } = served
      const name = 'name' in resource.fields ? 't.name' : 'null::text'
      const seen = seenRows(served, ctx.user, params, { removed: true })
      return `select t.id as device_id, t.sn, ${name} as name, ${typeOf(code)} as type, ${column(resource, 'gatewayId')} as gateway_id, t.activated, ${code} as kind,
        ${column(resource, 'areaId')} as area_id, ${column(resource, 'projectId')} as project_id, ${column(resource, 'supplierId')} as supplier_id,
        t.create_time as created, t.create_user as creator, t.update_time as removed from ${tableOf(resource)} t where t.update_time >= ${since} and ${seen}`
    })
  if (parts.length === 0) return allDevices(ctx, params, ' and false')
  return `select r.device_id, r.sn, coalesce(r.name, '') as name, r.type, r.gateway_id, r.activated, r.kind, r.area_id, r.project_id, r.supplier_id, r.created, r.creator,
     case when r.activated then null else ${INACTIVE} end::int as state, false as online, null::timestamptz as reported_at, null::timestamptz as received_at, r.removed
   from (${parts.join(' union all ')}) r cross join lateral (select r.area_id, r.project_id, r.supplier_id) p where true${where}`
}

/** SQL of the area or project id of the registered device `r`, read from the rows of its type: a query. */
export const devicePlace = (ctx: Ctx, field: 'areaId' | 'projectId'): string => {
  const parts = viewsOf(ctx)
    .filter((view) => isOwn(view) && field in view.served.resource.fields)
    .map(
      ({ served, code }) =>
        `select t.${snake(field)} from ${tableOf(served.resource)} t where ${ofType('r', code)} and t.id = r.device_id and not t.is_deleted`,
    )
  return parts.length > 0 ? parts.join(' union all ') : 'select null::bigint'
}

/** SQL of all devices whose rows have a project: device_id, type, project_id. */
export const deviceProjects = (platform: Pick<Platform, 'port'>): string => {
  const parts = listedCodes(platform).flatMap((code) => {
    const resource = platform.port(deviceTypesPort).resourceOf(code)
    if (!resource || !('projectId' in resource.fields)) return []
    return [`select t.id as device_id, ${code} as type, t.project_id from ${tableOf(resource)} t where not t.is_deleted`]
  })
  return parts.length > 0
    ? parts.join(' union all ')
    : 'select null::bigint as device_id, null::int as type, null::bigint as project_id where false'
}
