import { deviceTypesPort, FIRST_ROW_TYPE, typedDevice } from '@lamplight/devices/model'
import { namedValues, placesOfType, seenDevices } from '@lamplight/devices/server'
import { exampleId, pick, type Text, unitSymbol } from '@lamplight/kit'
import {
  A,
  type AnswerOf,
  type Ctx,
  changeRow,
  errors,
  pagedRows,
  type Route,
  type RouteInput,
  registryPort,
  route,
  runVerb,
  T,
  treeIds,
} from '@lamplight/server-kit'
import { registration } from '../model/index.ts'

/*
 * Things (gc-web.thing.*) are devices whose product type is a row, with their latest values. No resource can serve these calls: their paths are under
 * `gc-web`, and the rows of one list have different types with different properties.
 */

const BASE = '/api/blade-device/gc-web/thing'
const VIEW = 'typed_device_view'
const DOWNLOADED_MOST = 50_000

const Property = A.of({ name: A.text, label: A.text, value: A.text, unit: A.text })
const Thing = A.named(
  'Thing',
  A.of({
    id: A.id,
    sn: A.text,
    name: A.text,
    type: A.int,
    typeName: A.text,
    unitProductCode: A.text,
    online: A.int,
    deviceState: A.int,
    reportedAt: A.time,
    properties: A.list(Property),
    projectId: A.id,
    projectName: A.text,
    areaId: A.id,
    areaName: A.text,
    longitude: A.text,
    latitude: A.text,
    remark: A.text,
  }),
)
interface Latest {
  readonly id: string
  readonly type: number
  readonly v: readonly (number | null)[]
  readonly texts: Readonly<Record<string, unknown>>
}

/** Keys that a thing takes unchanged from its row of `typedDevice`. */
const ROW_KEYS = [
  'id',
  'sn',
  'name',
  'unitProductCode',
  'online',
  'deviceState',
  'reportedAt',
  'projectId',
  'projectName',
  'areaId',
  'areaName',
  'longitude',
  'latitude',
  'remark',
] as const
type Row = Pick<AnswerOf<typeof Thing>, (typeof ROW_KEYS)[number]>

const FLAG: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Adds to rows of devices their types and latest values. */
const withValues = async (ctx: Ctx, rows: readonly Row[]): Promise<AnswerOf<typeof Thing>[]> => {
  const latest = await ctx.query<Latest>(
    `select r.device_id::text as id, r.type::int as type, coalesce(v.v, '{}') as v, coalesce(v.texts, '{}') as texts
     from devices_registered r left join devices_values v on v.device_id = r.device_id where r.device_id = any($1::bigint[])`,
    [rows.map(({ id }) => id)],
  )
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(latest.map(({ type }) => type))
  const byId = new Map(latest.map((one) => [one.id, one]))
  return rows.map((row) => {
    const one = byId.get(row.id)
    const type = types.typeOf(one?.type ?? 0)
    const values = one ? namedValues(type, one.v, one.texts) : {}
    const properties = Object.entries(values).map(([name, value]) => {
      const property = type?.properties[name]
      const word = property?.type === 'boolean' ? FLAG[value === 1 ? 1 : 0] : property?.values?.[Number(value)]
      return {
        name,
        label: property ? pick(property.label, ctx.lang) : name,
        value: word ? pick(word, ctx.lang) : shown(value),
        unit: property?.unit ? unitSymbol(property.unit) : '',
      }
    })
    const own = Object.fromEntries(ROW_KEYS.map((name) => [name, row[name]])) as Row
    return { ...own, type: one?.type ?? 0, typeName: type ? pick(type.label, ctx.lang) : '', properties }
  })
}

const text = T.Optional(T.String({ maxLength: 80 }))
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
const FILTER = {
  keyword: T.Optional(T.String({ maxLength: 80, description: 'part of the serial number or name' })),
  type: T.Optional(T.String({ pattern: '^\\d{0,5}$', description: 'code of the type' })),
  deviceState: T.Optional(T.String({ pattern: '^[1345]?$', description: '1 normal, 3 fault, 4 offline, 5 not activated' })),
  id: Id,
  projectId: Id,
  areaId: Id,
}
const PAGE = T.Object({
  ...FILTER,
  current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: T.Optional(T.Integer({ minimum: 1, maximum: 200 })),
})
type Filter = Partial<Record<keyof typeof FILTER, string>>

/** Returns the FROM and WHERE clauses for the things that the user may see. Appends their parameters to `params`. */
const thingsFrom = (ctx: Ctx, params: unknown[], { keyword, type, deviceState, id, projectId, areaId }: Filter = {}): string => {
  const $ = (value: unknown): string => `$${params.push(value)}`
  const at = (column: string, table: string, place: string | undefined): string =>
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
  return `from devices_registered r left join devices_states s on s.device_id = r.device_id where r.type >= ${FIRST_ROW_TYPE}${where.join('')}`
}

export const thingInfo = route({
  method: 'GET',
  path: `${BASE}/info`,
  summary: ['综合设备信息', 'Integrated devices with their values'],
  permission: VIEW,
  query: PAGE,
  returns: A.page(Thing),
  handler: async (input) => {
    const { ctx, query } = input
    const { current = 1, size = 10, ...filter } = query
    const params: unknown[] = []
    const from = thingsFrom(ctx, params, filter)
    return pagedRows(
      ctx,
      { select: 'r.device_id::text as id', from, order: 'r.device_id desc', params, current, size },
      async (rows: readonly { id: string }[]) => {
        if (rows.length === 0) return []
        const ids = rows.map(({ id }) => id)
        const read = await runVerb<'select', Row>(typedDevice, 'select', {
          ...(input as unknown as RouteInput),
          query: { ids: ids.join() },
        })
        const byId = new Map(read.map((row) => [row.id, row]))
        return withValues(
          ctx,
          ids.flatMap((id) => byId.get(id) ?? []),
        )
      },
    )
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
  query: T.Object(FILTER),
  returns: A.file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  handler: async (input) => {
    const { ctx } = input
    const exported = ctx.platform
      .port(registryPort)
      .routes.find(({ method, path }) => method === 'GET' && path === `/api/${typedDevice.api.base}/export`)
    if (!exported) throw errors.noRoute()
    const params: unknown[] = []
    const rows = await ctx.query<{ id: string }>(
      `select r.device_id::text as id ${thingsFrom(ctx, params, input.query)} order by r.device_id desc limit ${DOWNLOADED_MOST}`,
      params,
    )
    // An empty filter would export all devices. No device has the id 0.
    const ids = rows.map(({ id }) => id).join() || '0'
    return exported.handler({ ...(input as unknown as RouteInput), query: { ids, format: 'xlsx' } })
  },
})

export const thingRoutes: readonly Route[] = [thingInfo, thingTypes, thingCount, edit, download]
