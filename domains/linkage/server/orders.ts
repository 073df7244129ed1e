import { createBatch, type OrderInput } from '@lamplight/control/server'
import {
  type BatchAnswer,
  commandsPort,
  deviceTypesPort,
  FIRST_ROW_TYPE,
  type KeyedRequest,
  LAMP_CONTROLLER,
  TYPED_SEND,
  typedDevice,
} from '@lamplight/devices/model'
import { orderOf } from '@lamplight/devices/server'
import { actionPermission, type DeviceTypeDefinition, isRefusal } from '@lamplight/kit'
import { type Ctx, errors, fieldError, type Platform } from '@lamplight/server-kit'
import { linkageErrors } from '../model/index.ts'
import { typeSeen } from './types.ts'

/** Commands of lamps that the ledger knows itself, with their rights. */
const LAMP_RIGHTS: Readonly<Record<string, string>> = { dim: 'lamp_dim', switch: 'lamp_switch', release: 'lamp_release' }

const rightOf = (platform: Pick<Platform, 'port'>, { code }: DeviceTypeDefinition, cmd: string): string | undefined => {
  if (code === LAMP_CONTROLLER && cmd in LAMP_RIGHTS) return LAMP_RIGHTS[cmd]
  if (code >= FIRST_ROW_TYPE) return actionPermission(typedDevice, TYPED_SEND)
  const resource = platform.port(deviceTypesPort).resourceOf(code)
  const name = Object.entries(resource?.actions ?? {}).find(([, { command }]) => command === cmd)?.[0]
  return resource && name !== undefined ? actionPermission(resource, name) : undefined
}

/** May the user send the command to devices of the type? */
export const mayCommand = (ctx: Pick<Ctx, 'platform' | 'user'>, type: DeviceTypeDefinition, cmd: string): boolean => {
  const right = rightOf(ctx.platform, type, cmd)
  return right !== undefined && ctx.user.permissions.has(right)
}

/** A command of an action as it is stored. */
export interface StoredCommand {
  readonly devType: number
  readonly cmd: string
  /** JSON text; empty: no arguments. */
  readonly args?: string | null
}
interface Order {
  readonly type: DeviceTypeDefinition
  readonly cmd: string
  readonly args: Readonly<Record<string, unknown>>
}

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Checks a command. Throws an error that names `field`, the list of the actions, and the number of the action. */
export const readCommand = async (ctx: Ctx, { devType, cmd, args }: StoredCommand, field: string, at: number): Promise<Order> => {
  const wrong = (zh: string, en: string) => fieldError(field, [`第${at + 1}项${zh}`, `item ${at + 1}: ${en}`], ctx.lang)
  const type = await typeSeen(ctx.platform, ctx.query, devType)
  if (!type) throw wrong('设备类型不存在', 'there is no such device type')
  const values = objectIn(args || '{}')
  if (!values) throw wrong('参数应为 JSON 对象', 'the arguments must be a JSON object')
  try {
    return orderOf(ctx, type, { cmd, values, field: 'cmd' })
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    throw thrown.field === 'cmd'
      ? wrong(`设备类型没有指令 ${cmd}`, `the device type has no command ${cmd}`)
      : wrong(`参数 ${thrown.field ?? ''} 不正确`, `the argument ${thrown.field ?? ''} is not valid`)
  }
}

const lampOrder = ({ cmd, args }: Order, deviceIds: readonly string[]): OrderInput => ({
  command: cmd === 'switch' ? (args.on ? 'on' : 'off') : cmd === 'dim' ? 'dim' : 'release',
  level: cmd === 'dim' ? Number(args.level) : null,
  duration: null,
  until: typeof args.until === 'number' ? args.until : null,
  lampSelect: typeof args.head !== 'number' ? null : args.head === 0 ? 2 : args.head - 1,
  selector: { controllerIds: deviceIds },
  target: null,
  again: null,
})

/** Sends a command through the ledger with the rights of the user of `ctx`. The same key sends it only once. */
export const sendCommand = async (
  ctx: Ctx,
  command: StoredCommand,
  deviceIds: readonly string[],
  request: KeyedRequest | null,
): Promise<BatchAnswer> => {
  const order = await readCommand(ctx, command, 'actions', 0)
  if (!mayCommand(ctx, order.type, order.cmd)) throw linkageErrors.mayNotSend({ cmd: order.cmd })
  if (deviceIds.length === 0) throw errors.notFound()
  if (order.type.code === LAMP_CONTROLLER && order.cmd in LAMP_RIGHTS) return createBatch(ctx, lampOrder(order, deviceIds), request)
  return ctx.platform.port(commandsPort).send(ctx, { ...order, deviceIds }, request)
}
