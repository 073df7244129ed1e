import { actionPermission, exampleDevice, exampleId, permissionOf, pick, type ResourceDefinition, snake, type Text } from '@lamplight/kit'
import {
  A,
  type Ctx,
  changeRow,
  errors,
  idsIn,
  inTransaction,
  mayUse,
  type Route,
  refuseUnseen,
  registryPort,
  route,
  T,
  tableOf,
} from '@lamplight/server-kit'
import { controllerType, gateway, gatewayType } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { viewsOf } from './device-sight.ts'
import { knownDevices } from './register-rows.ts'
import { deviceLists, refuseWithout } from './register-type.ts'

/*
 * Calls for chosen devices of any type (device.devPloy.batch, deviceManage.moveArea, deviceManage.moveProject). They are written by hand, because the resource and the right depend on each
 * device. Each change has the checks, hooks and audit entry of the resource.
 */

const MAX_IDS = 1000
export const Ids = T.Union([T.String({ maxLength: 20_000 }), T.Array(T.String(), { maxItems: MAX_IDS })], {
  description: `ids of devices, comma-joined or an array, at most ${MAX_IDS}`,
})
/** Answer of calls for several rows, as that of transitions. */
export const Each = A.of({ successCount: A.int, failCount: A.int, failures: A.list(A.of({ id: A.id, msg: A.text })) })

export const someIds = (value: unknown): string[] => {
  const ids = idsIn(value)
  if (ids.length > MAX_IDS) throw errors.badParameter({ field: 'ids' }, 'ids')
  return ids
}

interface Chosen {
  readonly id: string
  readonly type: number
  readonly tenantId: string
  readonly resource: ResourceDefinition
}
interface Sorted {
  readonly devices: readonly Chosen[]
  readonly failures: { id: string; msg: string }[]
}
const UNKNOWN: Text = ['设备不存在', 'The device does not exist']
const FOREIGN: Text = ['目标属于其他租户', 'The target belongs to another tenant']
const FOLLOWS: Text = ['该类设备的归属随其所属设备', 'Devices of this type are at the location of the device they belong to']

/** The chosen devices that the user sees, and a failure for each other id. */
export const chosenDevices = async (ctx: Ctx, ids: readonly string[]): Promise<Sorted> => {
  const types = ctx.platform.port(deviceTypesPort)
  const known = new Map((await knownDevices(ctx, ids)).map((device) => [device.id, device]))
  const failures: Sorted['failures'] = []
  const devices = ids.flatMap((id) => {
    const device = known.get(id)
    const resource = device && (device.type === gatewayType.code ? gateway : types.resourceOf(device.type))
    if (device && resource) return [{ ...device, resource }]
    failures.push({ id, msg: pick(UNKNOWN, ctx.lang) })
    return []
  })
  return { devices, failures }
}

/** Refuses users without the right to edit one of the resources. */
export const needEdit = (ctx: Ctx, resources: Iterable<ResourceDefinition>): void => {
  for (const one of resources) if (!mayUse(ctx.user, permissionOf(one, 'put'))) throw errors.noRight()
}

/** Rows that show a device, such as its lamps, and that stand elsewhere: they move with it. */
const showing = async (ctx: Ctx, { id, type }: Chosen, field: 'areaId' | 'projectId', to: string) => {
  const views = viewsOf(ctx, type).filter(({ served, column }) => column !== 'id' && field in served.resource.fields)
  const found = []
  for (const { served, column } of views) {
    const rows = await ctx.query<{ id: string }>(
      `select t.id::text as id from ${tableOf(served.resource)} t where t.${column} = $1 and not t.is_deleted and t.${snake(field)} is distinct from $2`,
      [id, to],
    )
    found.push(...rows.map((row) => ({ resource: served.resource, id: row.id })))
  }
  return found
}

const PLACES = {
  areaId: { resource: 'places.area', table: 'places_areas' },
  projectId: { resource: 'places.project', table: 'places_projects' },
} as const

/** Moves devices, with the rows that show them, in one transaction. Devices that cannot move are named in the answer; the others move. */
const move = async (ctx: Ctx, ids: readonly string[], field: 'areaId' | 'projectId', to: string) => {
  const { resource: place, table } = PLACES[field]
  await refuseUnseen(ctx, ctx.query, place, [to], field)
  const [target] = await ctx.query<{ tenantId: string }>(`select tenant_id as "tenantId" from ${table} where id = $1`, [to])
  const { devices, failures } = await chosenDevices(ctx, ids)
  const movable = devices.filter(({ id, tenantId, resource }) => {
    const own = resource.fields[field]
    const why = !own || own.options.readonly ? FOLLOWS : tenantId === target?.tenantId ? undefined : FOREIGN
    if (why) failures.push({ id, msg: pick(why, ctx.lang) })
    return why === undefined
  })
  needEdit(ctx, new Set(movable.map(({ resource }) => resource)))
  await inTransaction(ctx, async (inside) => {
    for (const device of movable) {
      const shown = await showing(inside, device, field, to)
      needEdit(ctx, new Set(shown.map(({ resource }) => resource)))
      await changeRow(inside, device.resource, { id: device.id, [field]: to })
      for (const { resource, id } of shown) await changeRow(inside, resource, { id, [field]: to })
    }
  })
  return { successCount: movable.length, failCount: failures.length, failures }
}

const moveRoute = (path: 'moveArea' | 'moveProject', field: 'areaId' | 'projectId', summary: Text): Route =>
  route({
    method: 'POST',
    path: `/api/blade-device/deviceManage/${path}`,
    summary,
    example: { body: { ids: [exampleDevice(controllerType)], [field]: exampleId(PLACES[field].resource) } },
    permission: 'signed-in',
    refuses: refuseWithout('put'),
    body: T.Object({ ids: Ids, [field]: T.String({ pattern: '^\\d{1,19}$' }) }),
    returns: Each,
    handler: async ({ ctx, body }) => {
      const { ids, [field]: to } = body as { ids: unknown; areaId: string; projectId: string }
      return move(ctx, someIds(ids), field, to)
    },
  })

const ACTIVATE = 'activated'
const NOT_ACTIVATED: Text = ['该类设备没有激活状态', 'Devices of this type are not activated']
type Perform = (call: {
  ctx: Ctx
  ids: readonly string[]
  input: { activated: boolean }
  body: object
  headers: object
}) => Promise<unknown>

const activation = route({
  method: 'POST',
  path: '/api/blade-device/device/devPloy/batch',
  summary: ['批量激活或停用设备', 'Activate or deactivate devices'],
  example: { body: { ids: [exampleDevice(controllerType)], activated: 1 } },
  permission: 'signed-in',
  refuses: (ctx) => {
    const may = (one: ResourceDefinition): boolean => !!one.actions?.[ACTIVATE] && mayUse(ctx.user, actionPermission(one, ACTIVATE))
    if (!deviceLists(ctx).some(may)) throw errors.noRight()
  },
  body: T.Object({ ids: Ids, activated: T.Integer({ minimum: 0, maximum: 1, description: '1 active, 0 not: the state afterwards' }) }),
  returns: Each,
  handler: async ({ ctx, body, headers }) => {
    const { devices, failures } = await chosenDevices(ctx, someIds(body.ids))
    const byResource = Map.groupBy(devices, ({ resource }) => resource.name)
    const done = await inTransaction(ctx, async (inside) => {
      let count = 0
      for (const [name, rows] of byResource) {
        const served = ctx.platform.port(registryPort).resources.get(name)
        const perform = (served?.implementation.actions as Readonly<Record<string, Perform>> | undefined)?.[ACTIVATE]
        const ids = rows.map(({ id }) => id)
        if (!served || !perform) {
          failures.push(...ids.map((id) => ({ id, msg: pick(NOT_ACTIVATED, ctx.lang) })))
          continue
        }
        if (!mayUse(ctx.user, actionPermission(served.resource, ACTIVATE))) throw errors.noRight()
        await refuseUnseen(inside, inside.query, name, ids, 'ids')
        await perform({ ctx: inside, ids, input: { activated: body.activated === 1 }, body, headers })
        count += ids.length
      }
      return count
    })
    return { successCount: done, failCount: failures.length, failures }
  },
})

export const registerMoveRoutes: readonly Route[] = [
  moveRoute('moveArea', 'areaId', ['移动设备到区域', 'Move devices to another area']),
  moveRoute('moveProject', 'projectId', ['移动设备到项目', 'Move devices to another project']),
  activation,
]
