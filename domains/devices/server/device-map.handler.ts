import { type DeviceTypeDefinition, exampleDevice, pick } from '@lamplight/kit'
import { A, type Ctx, errors, type ResourceServer, route, seenRows, T, tableOf, treeIds } from '@lamplight/server-kit'
import { controllerType, ROW_TYPES, typedDevice } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { mayRead, viewsOf } from './device-sight.ts'
import { refuseBlind } from './seen-device.ts'

/** Maximum number of devices in one answer; `isCut` tells that there are more. */
const MAX_DEVICES = 20_000
/** Units per degree on the wire; 1e-7 degrees are about 1 cm. */
const DEGREES = 1e7
/** State of a device that never reported: not activated (decisions.md B2). */
const SILENT = 5

interface Kind {
  /** Name of the type; one name for all types made at run time. */
  readonly name: string
  readonly type: DeviceTypeDefinition | undefined
  readonly served: ResourceServer
  /** Id of the row of `devices.type`, if the layer shows the devices of one product. */
  readonly typeId?: string
}
/** Resources other than lamp controllers whose rows are devices with a location, and that the user may list. */
const kindsFor = (ctx: Ctx): readonly Kind[] => {
  const types = ctx.platform.port(deviceTypesPort)
  return viewsOf(ctx).flatMap(({ served }) => {
    const { device: name, fields } = served.resource
    const isShown = name !== undefined && name !== controllerType.name && fields.location?.kind === 'geo'
    return isShown && mayRead(ctx, served.resource) ? [{ name, type: types.named(name), served }] : []
  })
}

/** The layers of the map: one for each kind, but for product devices one for each product. */
const layersFor = async (ctx: Ctx): Promise<readonly Kind[]> => {
  const kinds = kindsFor(ctx)
  const [any] = kinds.filter(({ name }) => name === ROW_TYPES)
  if (!any) return kinds
  const rows = await ctx.query<{ id: string; code: number }>(
    'select id::text as id, code from devices_type where code is not null and not is_deleted order by code',
  )
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(rows.map(({ code }) => code))
  const products = rows.map(({ id, code }) => ({ ...any, name: `${ROW_TYPES}.${code}`, type: types.typeOf(code), typeId: id }))
  return [...kinds.filter((kind) => kind !== any), ...products]
}

const placed = (ctx: Ctx, { served, typeId }: Kind, params: unknown[]): string =>
  `${seenRows(served, ctx.user, params)} and t.lng is not null and t.lat is not null${typeId ? ` and t.type_id = $${params.push(typeId)}` : ''}`
const projectOf = (projectId: string | undefined, params: unknown[]): string =>
  projectId ? ` and t.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})` : ''
const Project = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))

/** The types of devices that the map can show, each with the number of devices that have a location. */
export const mapKindsRoute = route({
  method: 'GET',
  path: '/api/blade-device/map/kinds',
  summary: ['地图设备图层', 'Layers of devices on the map'],
  // The right is that to list devices: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({ projectId: Project }),
  returns: A.list(A.of({ type: A.text, resource: A.text, label: A.text, icon: A.text, total: A.int })),
  handler: async ({ ctx, query }) => {
    const kinds = await layersFor(ctx)
    if (kinds.length === 0) return []
    const counted = await ctx.queries(
      kinds.map((kind) => {
        const params: unknown[] = []
        const where = `${placed(ctx, kind, params)}${projectOf(query.projectId, params)}`
        return [`select count(*)::int as n from ${tableOf(kind.served.resource)} t where ${where}`, params] as const
      }),
    )
    return kinds.map(({ name, type, typeId, served: { resource } }, at) => ({
      type: name,
      resource: resource.name,
      label: pick((typeId && type?.label) || resource.label, ctx.lang),
      icon: type?.icon ?? 'chip',
      total: Number(counted[at]?.[0]?.n ?? 0),
    }))
  },
})

const Degrees = T.Number({ minimum: -180, maximum: 180 })

/** Devices of one type, in a box of the map or all, as columns of equal length. `lng` and `lat` are in 1e-7 degrees. */
export const mapPointsRoute = route({
  method: 'GET',
  path: '/api/blade-device/map/points',
  summary: ['地图设备位置与状态', 'Places and states of devices on the map'],
  example: { query: { type: typedDevice.device ?? '' } },
  // The right is that to list devices: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({
    type: T.String({ maxLength: 64, description: '设备类型 / name of the device type' }),
    projectId: Project,
    west: T.Optional(Degrees),
    south: T.Optional(Degrees),
    east: T.Optional(Degrees),
    north: T.Optional(Degrees),
  }),
  returns: A.of({
    ids: A.list(A.id),
    lng: A.list(A.int),
    lat: A.list(A.int),
    states: A.list(A.int),
    isCut: A.int,
  }),
  handler: async ({ ctx, query }) => {
    const { type: requestedType, projectId, west, south, east, north } = query
    const kind = [...(await layersFor(ctx)), ...kindsFor(ctx)].find(({ name }) => name === requestedType)
    if (!kind) throw errors.notFound()
    const params: unknown[] = []
    const corners = [west, south, east, north]
    const isBox = corners.every((one) => one !== undefined)
    if (!isBox && corners.some((one) => one !== undefined)) throw errors.missingParameter({ field: 'west, south, east, north' }, 'west')
    const box = isBox
      ? ` and t.lng between $${params.push(west)} and $${params.push(east)} and t.lat between $${params.push(south)} and $${params.push(north)}`
      : ''
    const [found] = await ctx.query<{ ids: string[]; lng: number[]; lat: number[]; states: number[] }>(
      `select coalesce(array_agg(id::text), '{}') as ids, coalesce(array_agg(lng), '{}') as lng, coalesce(array_agg(lat), '{}') as lat,
         coalesce(array_agg(state), '{}') as states
       from (select t.id, round(t.lng * ${DEGREES})::int as lng, round(t.lat * ${DEGREES})::int as lat, coalesce(s.state, ${SILENT})::int as state
         from ${tableOf(kind.served.resource)} t left join devices_state s on s.device_id = t.id
         where ${placed(ctx, kind, params)}${box}${projectOf(projectId, params)} order by t.id limit ${MAX_DEVICES + 1}) d`,
      params,
    )
    const { ids = [], lng = [], lat = [], states = [] } = found ?? {}
    const first = <V>(all: readonly V[]): V[] => all.slice(0, MAX_DEVICES)
    return { ids: first(ids), lng: first(lng), lat: first(lat), states: first(states), isCut: ids.length > MAX_DEVICES ? 1 : 0 }
  },
})

/** One device for the map: its type, resource and place. */
export const mapDeviceRoute = route({
  method: 'GET',
  path: '/api/blade-device/map/device',
  summary: ['地图单个设备', 'A device on the map'],
  example: { query: { id: exampleDevice({ name: typedDevice.device ?? '' }) } },
  // The right is that to list devices: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: A.of({ id: A.id, type: A.text, resource: A.text, lng: A.nullable(A.number), lat: A.nullable(A.number) }),
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.id]
    const [device] = await ctx.query<{ type: number }>('select type from devices_registry where device_id = $1', params)
    const resource = device && ctx.platform.port(deviceTypesPort).resourceOf(device.type)
    const kind = kindsFor(ctx).find(({ served }) => served.resource === resource)
    if (!kind) throw errors.notFound()
    const [row] = await ctx.query<{ lng: number | null; lat: number | null }>(
      `select t.lng, t.lat from ${tableOf(kind.served.resource)} t where t.id = $1 and ${seenRows(kind.served, ctx.user, params)}`,
      params,
    )
    if (!row) throw errors.notFound()
    const type = kind.name === ROW_TYPES ? `${ROW_TYPES}.${device?.type}` : kind.name
    return { id: query.id, type, resource: kind.served.resource.name, lng: row.lng, lat: row.lat }
  },
})
