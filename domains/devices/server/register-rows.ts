import { pick, type ResourceDefinition, snake, type Text } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, mayList, page, pageWindow, registryPort, seenRows, tableOf, treeIds } from '@lamplight/server-kit'
import { FIRST_ROW_TYPE, gateway, gatewayType } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { type DeviceRow, wireDevice } from './device-row.ts'
import { seenDevices, viewsOf } from './device-sight.ts'

/** Filter of the register of all devices; ids as text. */
export interface RegisterFilter {
  readonly code?: number | undefined
  readonly projectId?: string | undefined
  readonly areaId?: string | undefined
  /** State of decisions.md B2 (currentControllerStatus). */
  readonly state?: number | undefined
  /** Part of the serial number or name. */
  readonly keyword?: string | undefined
  readonly gatewayId?: string | undefined
  readonly ids?: readonly string[] | undefined
}
interface PlaceRow {
  readonly id: string
  readonly project_id: string | null
  readonly project_name: string | null
  readonly area_id: string | null
  readonly area_name: string | null
}

/** A device of the register: `resource` is the list to which it belongs, `stateName` the state in the words of that list. */
export const RegisterReturns = A.named(
  'RegisteredDevice',
  A.of({
    id: A.id,
    sn: A.text,
    name: A.text,
    devType: A.int,
    devTypeName: A.text,
    resource: A.text,
    gwId: A.id,
    gwSn: A.text,
    projectId: A.id,
    projectName: A.text,
    areaId: A.id,
    areaName: A.text,
    activated: A.int,
    online: A.int,
    currentControllerStatus: A.int,
    stateName: A.text,
    dim: A.int,
    power: A.text,
    reportedAt: A.time,
  }),
)
export type RegisteredDevice = AnswerOf<typeof RegisterReturns>
const [ONLINE, OFFLINE] = [1, 4]
/** SQL of the state of a gateway `t`: as that of a device. */
const GATEWAY_STATE = `case when t.online then ${ONLINE} else ${OFFLINE} end`

const COLUMNS = `r.device_id::text as device_id, r.sn, r.name, r.type::int as type, r.gateway_id::text as gateway_id, r.gateway_sn, r.activated,
  s.state::int as state, s.online, s.dim, s.power, s.reported_at`
const GATEWAY_COLUMNS = `t.id::text as device_id, t.sn, coalesce(t.name, '') as name, ${gatewayType.code} as type, null::text as gateway_id, '' as gateway_sn,
  t.status = 1 as activated, ${GATEWAY_STATE} as state, t.online, null::smallint as dim, null::float8 as power, t.last_seen as reported_at`

/** SQL of the ids of registered devices whose own rows stand at a place. */
const atPlace = (ctx: Ctx, field: 'projectId' | 'areaId', place: string): string => {
  const parts = viewsOf(ctx)
    .filter(({ served, column }) => column === 'id' && field in served.resource.fields)
    .map(({ served }) => `select t.id from ${tableOf(served.resource)} t where t.${snake(field)} ${place} and not t.is_deleted`)
  return `(${parts.join(' union all ')})`
}

const placesIn = ({ projectId, areaId }: RegisterFilter, params: unknown[]): readonly (readonly ['projectId' | 'areaId', string])[] => {
  const tree = (table: string, id: string): string => `= any(array(${treeIds({ table, from: { id: `$${params.push(id)}` } })}))`
  return [
    ...(projectId ? [['projectId', tree('places_projects', projectId)] as const] : []),
    ...(areaId ? [['areaId', tree('places_areas', areaId)] as const] : []),
  ]
}
const textOf = (alias: string, { keyword }: RegisterFilter, params: unknown[]): string => {
  if (!keyword) return ''
  const part = `$${params.push(keyword.toLowerCase())}`
  return ` and (strpos(lower(${alias}.sn), ${part}) > 0 or strpos(lower(coalesce(${alias}.name, '')), ${part}) > 0)`
}

/** SQL from `from` on of the registered devices that the user sees. */
const devicesFrom = (ctx: Ctx, filter: RegisterFilter, params: unknown[]): string => {
  const { code, state, gatewayId, ids } = filter
  const among = ids ? `= any($${params.push(ids)}::bigint[])` : undefined
  const where = [
    ...(among ? [` and r.device_id ${among}`] : []),
    ...(code === undefined ? [] : [` and r.type = ${code}`]),
    ...(gatewayId ? [` and r.gateway_id = $${params.push(gatewayId)}`] : []),
    ...(state === undefined
      ? []
      : [` and r.device_id in (select x.device_id from devices_state x where x.state = $${params.push(state)})`]),
    ...placesIn(filter, params).map(([field, place]) => ` and r.device_id in ${atPlace(ctx, field, place)}`),
    textOf('r', filter, params),
    seenDevices(ctx, params, { ...(among && { among }), code }),
  ]
  return `from devices_registry r left join devices_state s on s.device_id = r.device_id where true${where.join('')}`
}

/** The same of the gateways; undefined if the user may not list them or the filter leaves none. */
const gatewaysFrom = (ctx: Ctx, filter: RegisterFilter, params: unknown[]): string | undefined => {
  const { code, state, gatewayId, ids } = filter
  const served = ctx.platform.port(registryPort).resources.get(gateway.name)
  if (!served || !mayList(ctx.user, gateway) || gatewayId || (code !== undefined && code !== gatewayType.code)) return undefined
  const where = [
    seenRows(served, ctx.user, params),
    ...(ids ? [`t.id = any($${params.push(ids)}::bigint[])`] : []),
    ...(state === undefined ? [] : [`${GATEWAY_STATE} = $${params.push(state)}`]),
    ...placesIn(filter, params).map(([field, place]) => `t.${snake(field)} ${place}`),
  ]
  return `from devices_gateway t where ${where.join(' and ')}${textOf('t', filter, params)}`
}

/** Project and area of these devices, from their own rows. */
const placesOf = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, PlaceRow>> => {
  const column = ({ fields }: ResourceDefinition, name: string): string => (name in fields ? `t.${snake(name)}` : 'null::bigint')
  const own = [gateway, ...viewsOf(ctx).flatMap(({ served, column: key }) => (key === 'id' ? [served.resource] : []))]
  const parts = own.map(
    (resource) =>
      `select t.id, ${column(resource, 'projectId')} as project_id, ${column(resource, 'areaId')} as area_id from ${tableOf(resource)} t where t.id = any($1::bigint[])`,
  )
  const rows = await ctx.query<PlaceRow>(
    `select d.id::text as id, d.project_id::text as project_id, p.name as project_name, d.area_id::text as area_id, a.area_name
     from (${parts.join(' union all ')}) d left join places_projects p on p.id = d.project_id left join places_areas a on a.id = d.area_id`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The word for a state: that of the list of the device, so that only lamps are on or off. */
const stateWord = (resource: ResourceDefinition | undefined, state: number): Text => {
  const field = resource?.fields.currentControllerStatus ?? resource?.fields.deviceState ?? resource?.fields.online
  const { values, words } = (field?.options ?? {}) as { values?: Readonly<Record<number, Text>>; words?: readonly [Text, Text] }
  return values?.[state] ?? words?.[state === OFFLINE ? 0 : 1] ?? ['', '']
}

const wireRows = async (ctx: Ctx, rows: readonly DeviceRow[]) => {
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(rows.map(({ type }) => type))
  const places = await placesOf(
    ctx,
    rows.map((row) => row.device_id),
  )
  return rows.map((row) => {
    const place = places.get(row.device_id)
    const resource = row.type === gatewayType.code ? gateway : types.resourceOf(row.type)
    const label = row.type >= FIRST_ROW_TYPE || !resource ? types.typeOf(row.type)?.label : resource.label
    const device = wireDevice(row, ctx.zone)
    return {
      ...device,
      name: row.name ?? '',
      devTypeName: label ? pick(label, ctx.lang) : '',
      resource: resource?.name ?? '',
      projectId: place?.project_id ?? '',
      projectName: place?.project_name ?? '',
      areaId: place?.area_id ?? '',
      areaName: place?.area_name ?? '',
      stateName: pick(stateWord(resource, device.currentControllerStatus), ctx.lang),
    }
  })
}

/**
 * A page of the register of all devices that the user sees, the latest first. Devices and gateways stand in two tables: each side is read by its index up to
 * the end of the page.
 */
export const registerPage = async (ctx: Ctx, filter: RegisterFilter, at: { readonly current: number; readonly size: number }) => {
  const { limit, offset } = pageWindow(at)
  const params: unknown[] = []
  const devices = devicesFrom(ctx, filter, params)
  const gates = gatewaysFrom(ctx, filter, params)
  const most = offset + limit
  const sides = [
    `(select ${COLUMNS}, r.device_id as key ${devices} order by r.device_id desc limit ${most})`,
    ...(gates ? [`(select ${GATEWAY_COLUMNS}, t.id as key ${gates} order by t.id desc limit ${most})`] : []),
  ]
  const counts = [devices, ...(gates ? [gates] : [])].map((from) => `(select count(*) ${from})`)
  const [rows, [counted]] = await ctx.queries<[DeviceRow, { n: number }]>([
    [`select * from (${sides.join(' union all ')}) d order by key desc limit ${limit} offset ${offset}`, params],
    [`select (${counts.join(' + ')})::int as n`, params],
  ])
  return page(await wireRows(ctx, rows), counted?.n ?? 0, at.current, at.size)
}

/** Ids, types and tenants of those of the given devices that the user sees. */
export const knownDevices = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly type: number; readonly tenantId: string; readonly sn: string }[]> => {
  const params: unknown[] = []
  const devices = devicesFrom(ctx, { ids }, params)
  const gates = gatewaysFrom(ctx, { ids }, params)
  const sides = [
    `select r.device_id::text as id, r.type::int as type, r.tenant_id as "tenantId", r.sn ${devices}`,
    ...(gates ? [`select t.id::text, ${gatewayType.code}, t.tenant_id, t.sn ${gates}`] : []),
  ]
  return ctx.query(sides.join(' union all '), params)
}
