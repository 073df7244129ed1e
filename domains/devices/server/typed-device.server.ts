import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type ActionCall, type Ctx, errors, inputIn, type Query } from '@lamplight/server-kit'
import { devicesErrors, typedDevice } from '../model/index.ts'
import { commandsPort, deviceTypesPort } from '../model/ports.ts'
import { BatchReturns } from './commands.ts'
import { argsOf, onDevice } from './on-device.ts'

const typeWith = async ({ platform }: Ctx, code: number | undefined): Promise<DeviceTypeDefinition | undefined> => {
  const types = platform.port(deviceTypesPort)
  if (code !== undefined) await types.need([code])
  return code === undefined ? undefined : types.typeOf(code)
}
const typeOfRow = async (ctx: Ctx, query: Query, { typeId }: Readonly<Record<string, unknown>>): Promise<DeviceTypeDefinition> => {
  const [row] = await query<{ code: number }>('select code from devices_type where id = $1 and not is_deleted', [typeId ?? null])
  const type = await typeWith(ctx, row?.code)
  if (!type) throw errors.badParameter({ field: 'typeId' }, 'typeId')
  return type
}

/** Parses the arguments of a call; throws unless they are a JSON object. */
const objectIn = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(String(text ?? '{}'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Invalid JSON is refused below, like any other text that is no object.
  }
  throw errors.badParameter({ field: 'args' }, 'args')
}

const send = async ({ ctx, headers, ids, input, body }: ActionCall<{ cmd: string; args?: string | null }>) => {
  const codes = await ctx.query<{ code: number }>(
    'select distinct type as code from devices_registry where device_id = any($1::bigint[])',
    [ids],
  )
  if (codes.length > 1) throw devicesErrors.oneType({}, 'ids')
  const type = await typeWith(ctx, codes[0]?.code)
  if (!type) throw devicesErrors.deviceMissing({}, 'ids')
  const command = Object.hasOwn(type.commands, input.cmd) ? type.commands[input.cmd] : undefined
  if (!command) throw errors.badParameter({ field: 'cmd' }, 'cmd')
  const fields = command.input ?? {}
  const values = objectIn(input.args)
  const strange = Object.keys(values).find((key) => !Object.hasOwn(fields, key))
  if (strange !== undefined) throw errors.badParameter({ field: strange }, strange)
  const commands = ctx.platform.port(commandsPort)
  return commands.send(
    ctx,
    { type, cmd: input.cmd, args: argsOf(fields, inputIn(fields, values, ctx.lang)), deviceIds: ids },
    commands.requestOf(ctx, headers, `${typedDevice.name}.send`, body),
  )
}

export const typedDeviceServer = onDevice(typedDevice, typeOfRow, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    if (old && draft.typeId !== undefined && draft.typeId !== old.typeId) throw devicesErrors.typeFixed({}, 'typeId')
    const { address, gatewayId } = { ...old, ...draft }
    if (address && !gatewayId && !(await typeOfRow(ctx, query, { ...old, ...draft })).driver) throw devicesErrors.noDriver({}, 'address')
    return draft
  },
  actions: { send },
  returns: { send: BatchReturns },
})
