import { deviceTypesPort, FIRST_ROW_TYPE, typedDevice } from '@lamplight/devices/model'
import { namedValues, placesOfType, seenDevices } from '@lamplight/devices/server'
import { exampleId, permissionOf, pick, type Shape, type Text, unitSymbol } from '@lamplight/kit'
import {
  A,
  bodySchema,
  type Ctx,
  changeRow,
  countedRows,
  errors,
  inputIn,
  type ListingRow,
  onListing,
  type Route,
  type RouteInput,
  registryPort,
  route,
  T,
  tableOf,
  treeIds,
} from '@lamplight/server-kit'
import { registration } from '../model/index.ts'
import { thing } from '../model/thing.listing.ts'

const BASE = `/api/${thing.api.base}`
const VIEW = permissionOf(thing, 'page')
const DOWNLOADED_MOST = 50_000
type Thing = ListingRow<typeof thing>

/** A device with its values by slot, as they are stored. */
interface Found
  extends Pick<
    Thing,
    'id' | 'sn' | 'name' | 'online' | 'deviceState' | 'reportedAt' | 'projectId' | 'projectId$title' | 'areaId' | 'areaId$title' | 'remark'
  > {
  readonly type: number
  readonly lng: number | null
  readonly lat: number | null
  readonly v: readonly (number | null)[]
  readonly texts: Readonly<Record<string, unknown>>
}
const FLAG: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Adds to devices their types, and their values in words. */
const withValues = async (ctx: Ctx, rows: readonly Found[]): Promise<Thing[]> => {
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(rows.map(({ type }) => type))
  return rows.map(({ lng, lat, v, texts, ...row }) => {
    const type = types.typeOf(row.type)
    const properties = Object.entries(namedValues(type, v, texts)).map(([name, value]) => {
      const property = type?.properties[name]
      const word = property?.type === 'boolean' ? FLAG[value === 1 ? 1 : 0] : property?.values?.[Number(value)]
      return {
        name,
        label: property ? pick(property.label, ctx.lang) : name,
        value: word ? pick(word, ctx.lang) : shown(value),
        unit: property?.unit ? unitSymbol(property.unit) : '',
      }
    })
    const place = { longitude: lng === null ? '' : String(lng), latitude: lat === null ? '' : String(lat) }
    const named = { typeName: type ? pick(type.label, ctx.lang) : '', unitProductCode: type?.name ?? '' }
    return { ...row, ...place, ...named, properties }
  })
}

type Filter = Shape<typeof thing.filters>

/** SQL from `from`: the things that the user sees and the filter finds. `joins`: further tables. */
const thingsFrom = (
  ctx: Ctx,
  params: unknown[],
  { keyword, type, deviceState, id, projectId, areaId }: Filter = {},
  joins = '',
): string => {
  const $ = (value: unknown): string => `$${params.push(value)}`
  const at = (column: string, table: string, place: unknown): string =>
    place
      ? ` and r.device_id in (select p.device_id from (${placesOfType(ctx.platform, FIRST_ROW_TYPE)}) p
          where p.${column} = any(array(${treeIds({ table, from: { id: $(place) } })})))`
      : ''
  const part = keyword ? $(keyword.toLowerCase()) : ''
  const where = [
    seenDevices(ctx, params, { code: FIRST_ROW_TYPE }),
    keyword ? ` and (strpos(lower(r.sn), ${part}) > 0 or strpos(lower(r.name), ${part}) > 0)` : '',
    type ? ` and r.type = ${$(type)}::int` : '',
    deviceState ? ` and coalesce(s.state, 5) = ${$(deviceState)}::int` : '',
    id ? ` and r.device_id = ${$(id)}` : '',
    at('project_id', 'places_projects', projectId),
    at('area_id', 'places_areas', areaId),
  ]
  return `from devices_registered r left join devices_states s on s.device_id = r.device_id ${joins} where r.type >= ${FIRST_ROW_TYPE}${where.join('')}`
}

const ROWS = `join ${tableOf(typedDevice)} t on t.id = r.device_id left join devices_values l on l.device_id = r.device_id
  left join places_projects p on p.id = t.project_id left join places_areas a on a.id = t.area_id`
export const thingServer = onListing(thing, {
  read: async (ctx, filter, part) => {
    const params: unknown[] = []
    const { rows, total } = await countedRows<Found>(
      ctx,
      {
        select: `r.device_id::text as id, r.type::int as type, t.sn, t.name, coalesce(s.state, 5) as "deviceState", coalesce(s.state, 5) < 4 as online,
          s.reported_at as "reportedAt", t.project_id::text as "projectId", p.name as "projectId$title", t.area_id::text as "areaId",
          a.area_name as "areaId$title", t.lng, t.lat, t.remark, coalesce(l.v, '{}') as v, coalesce(l.texts, '{}') as texts`,
        from: thingsFrom(ctx, params, filter, ROWS),
        order: 'r.device_id desc',
        params,
      },
      part,
    )
    return { rows: await withValues(ctx, rows), total }
  },
})

const COUNTS = `count(*)::int as total, (count(*) filter (where s.state < 4))::int as online, (count(*) filter (where s.state = 4))::int as offline,
  (count(*) filter (where s.state = 3))::int as fault, (count(*) filter (where s.state is null or s.state = 5))::int as inactive`
const COUNTED = A.each(['total', 'online', 'offline', 'fault', 'inactive'], A.int)
type Counted = Record<keyof typeof COUNTED, number>
export const thingTypes = route({
  method: 'GET',
  path: `${BASE}/type`,
  summary: ['综合设备的单元产品', 'Unit products of integrated devices'],
  permission: VIEW,
  returns: A.list(A.of({ code: A.int, unitProductCode: A.text, name: A.text, ...COUNTED })),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const rows = await ctx.query<Counted & { code: number }>(
      `select r.type::int as code, ${COUNTS} ${thingsFrom(ctx, params)} group by r.type order by r.type`,
      params,
    )
    const known = ctx.platform.port(deviceTypesPort)
    await known.need(rows.map(({ code }) => code))
    return rows.flatMap((row) => {
      const type = known.typeOf(row.code)
      return type ? [{ ...row, unitProductCode: type.name, name: pick(type.label, ctx.lang) }] : []
    })
  },
})

export const thingCount = route({
  method: 'GET',
  path: `${BASE}/count`,
  summary: ['综合设备数量', 'Number of integrated devices'],
  permission: VIEW,
  returns: A.of(COUNTED),
  handler: async ({ ctx }) => {
    const params: unknown[] = []
    const [row] = await ctx.query<Counted>(`select ${COUNTS} ${thingsFrom(ctx, params)}`, params)
    return row!
  },
})

const text = T.Optional(T.String({ maxLength: 80 }))
const Coordinate = T.Optional(T.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] }))
const EDITED = ['name', 'remark', 'longitude', 'latitude'] as const
const edit = route({
  method: 'POST',
  path: `${BASE}/edit`,
  summary: ['修改综合设备', 'Change an integrated device'],
  permission: 'typed_device_edit',
  body: T.Object({
    id: T.String({ pattern: '^\\d{1,19}$' }),
    name: text,
    remark: T.Optional(T.String({ maxLength: 255 })),
    longitude: Coordinate,
    latitude: Coordinate,
  }),
  example: { body: { id: exampleId(typedDevice.name), name: '河道液位计' } },
  returns: A.made,
  handler: async ({ ctx, body }) => {
    const draft = Object.fromEntries(EDITED.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
    // A registration copies its name and place to its device at each write, so the registration is changed if there is one.
    const [own] = await ctx.query<{ id: string }>('select id::text as id from iot_registration where device_id = $1 and not is_deleted', [
      body.id,
    ])
    if (own) await changeRow(ctx, registration, { id: own.id, ...draft })
    else await changeRow(ctx, typedDevice, { id: body.id, ...draft })
    return { id: body.id }
  },
})

const download = route({
  method: 'GET',
  path: `${BASE}/download`,
  summary: ['下载综合设备数据', 'Integrated devices as a workbook'],
  permission: 'typed_device_export',
  answers: 'raw',
  query: T.Unsafe<Record<string, unknown>>(bodySchema({ fields: thing.filters }, null)),
  returns: A.file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  handler: async (input) => {
    const { ctx } = input
    const exported = ctx.platform
      .port(registryPort)
      .routes.find(({ method, path }) => method === 'GET' && path === `/api/${typedDevice.api.base}/export`)
    if (!exported) throw errors.noRoute()
    const params: unknown[] = []
    const rows = await ctx.query<{ id: string }>(
      `select r.device_id::text as id ${thingsFrom(ctx, params, inputIn(thing.filters, input.query, ctx))} order by r.device_id desc limit ${DOWNLOADED_MOST}`,
      params,
    )
    // An empty filter would export all devices. No device has the id 0.
    const ids = rows.map(({ id }) => id).join() || '0'
    return exported.handler({ ...(input as unknown as RouteInput), query: { ids, format: 'xlsx' } })
  },
})

export const thingRoutes: readonly Route[] = [thingTypes, thingCount, edit, download]
