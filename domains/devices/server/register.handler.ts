import { exampleDevice, exampleId, type Verb } from '@lamplight/kit'
import { A, errors, type Route, type RouteInput, route, runVerb, T } from '@lamplight/server-kit'
import { controllerType, gateway, gatewayType } from '../model/index.ts'
import { familyIn, refuseWithout } from './register-type.ts'
import { deviceSeen, refuseBlind } from './seen-device.ts'

/*
 * The register of all devices (slice D2, answer 1). These routes are written by hand because the resource, and with it the row, the filters and
 * the right, depend on a parameter; each runs the verb of that resource.
 */

const TYPE = T.Object({ type: T.String({ maxLength: 40, description: 'code or name of the device type' }) })
const ROW = T.Object({ ...TYPE.properties, id: T.String() })
/** The id (GET) and the type (other methods) share one name, because OpenAPI allows one parameter name at a position of a path. */
const KEY = T.Object({
  key: T.String({ maxLength: 40, description: 'GET: id of the device. POST, PUT, DELETE: code or name of the device type (devType)' }),
})
const CODE = String(gatewayType.code)
const ID = exampleId(gateway.name)
const common = { permission: 'signed-in', checksItself: true } as const
const text = T.Optional(T.String())
const PAGE = T.Object({ current: T.Optional(T.Integer({ minimum: -1 })), size: T.Optional(T.Integer({ minimum: -1 })), projectId: text })
/** The other fields are those of the type, as in its own calls. */
const ADDED = T.Object({ sn: T.String(), name: text, projectId: text, areaId: text }, { additionalProperties: true })
const CHANGED = T.Object({ id: T.String(), sn: text, name: text, projectId: text, areaId: text }, { additionalProperties: true })

const run = async <V extends Verb>(input: RouteInput, field: 'type' | 'devType', verb: V) =>
  runVerb((await familyIn(input.ctx, input.params[field === 'type' ? field : 'key'] ?? '', field)).resource, verb, input)

const CATEGORY = T.Optional(T.String({ maxLength: 40, description: 'code or name of the device type' }))
/** Refuses what cannot be an id. */
function refuseForm(id: unknown): asserts id is string {
  if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) throw errors.badParameter({ field: 'id' }, 'id')
}
/** The row of a device of any type; `category`, if given, must be its type. */
const registered = async (input: Omit<RouteInput, 'query'> & { readonly query: { readonly category?: string } }, id: unknown) => {
  const { category } = input.query
  const wanted = category ? (await familyIn(input.ctx, category, 'category')).resource : undefined
  if (id === undefined || id === '') throw errors.missingParameter({ field: 'id' }, 'id')
  refuseForm(id)
  const { resource } = await deviceSeen(input.ctx, id)
  if (wanted && wanted.name !== resource.name) throw errors.notFound()
  return runVerb(resource, 'get', { ...input, params: { id } })
}

export const registerRoutes: readonly Route[] = [
  route({
    ...common,
    method: 'GET',
    path: '/api/blade-device/device/page/{type}',
    summary: ['某类设备分页列表', 'Page of devices of a type'],
    example: { path: { type: CODE }, query: { current: 1, size: 10 } },
    refuses: refuseBlind,
    params: TYPE,
    query: PAGE,
    returns: A.page(A.open),
    handler: (input) => run(input, 'type', 'page'),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/blade-device/dev/{type}/{id}',
    summary: ['某类设备详情', 'One device of a type'],
    example: { path: { type: CODE, id: ID } },
    refuses: refuseBlind,
    params: ROW,
    returns: A.open,
    handler: (input) => {
      refuseForm(input.params.id)
      return run(input, 'type', 'get')
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/blade-device/device/detail',
    summary: ['设备详情', 'One device'],
    example: { query: { id: ID } },
    refuses: refuseBlind,
    query: T.Object({ id: T.Optional(T.String()), category: CATEGORY }),
    returns: A.open,
    handler: (input) => registered(input, input.query.id),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/blade-device/device/{key}',
    summary: ['设备详情', 'One device by its id'],
    example: { path: { key: exampleDevice(controllerType) }, query: { category: String(controllerType.code) } },
    refuses: refuseBlind,
    params: KEY,
    query: T.Object({ category: CATEGORY }),
    returns: A.open,
    handler: (input) => registered(input, input.params.key),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/blade-device/device/{key}',
    summary: ['某类设备新增', 'Add a device of a type'],
    example: { path: { key: CODE }, body: { sn: 'GW-REGISTER-1' } },
    refuses: refuseWithout('save'),
    params: KEY,
    body: ADDED,
    returns: A.made,
    handler: (input) => run(input, 'devType', 'save'),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/api/blade-device/device/{key}',
    summary: ['某类设备修改', 'Change a device of a type'],
    example: { path: { key: CODE }, body: { id: ID, name: '登记处网关' } },
    refuses: refuseWithout('put'),
    params: KEY,
    body: CHANGED,
    returns: A.made,
    handler: (input) => run(input, 'devType', 'put'),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/api/blade-device/device/{key}',
    summary: ['某类设备删除', 'Remove devices of a type'],
    example: { path: { key: CODE }, query: { ids: ID } },
    refuses: refuseWithout('delete'),
    params: KEY,
    query: T.Object({ ids: T.Optional(T.String({ description: 'comma-joined' })) }),
    returns: A.count,
    handler: (input) => {
      if (Array.isArray(input.query.ids)) throw errors.badParameter({ field: 'ids' }, 'ids')
      return run(input, 'devType', 'delete')
    },
  }),
]
