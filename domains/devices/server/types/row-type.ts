import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, errors, inputIn } from '@lamplight/server-kit'
import { devicesErrors } from '../../model/index.ts'
import { type DeviceOrder, deviceTypesPort } from '../../model/ports.ts'
import { argsOf } from './on-device.ts'

/** Returns a type made at run time, even if another process has just made it. */
export const typeWith = async (
  { platform }: Pick<Ctx, 'platform'>,
  code: number | undefined,
): Promise<DeviceTypeDefinition | undefined> => {
  const types = platform.port(deviceTypesPort)
  if (code !== undefined) await types.need([code])
  return code === undefined ? undefined : types.typeOf(code)
}

const BY = {
  id: 'select code from devices_type where id = $1 and code is not null',
  unitProductCode: 'select code from devices_type where unit_product_code = $1 and not is_deleted',
  code: 'select code from devices_type where code = $1 and not is_deleted',
} as const
/** Returns the type of the user's tenant with this row id, product code or type code; undefined if there is none. */
export const rowTypeBy = async (ctx: Ctx, by: keyof typeof BY, value: string | number): Promise<DeviceTypeDefinition | undefined> => {
  const [row] = await ctx.query<{ code: number }>(BY[by], [value])
  return typeWith(ctx, row?.code)
}

/**
 * Returns the order of a command of a type made at run time, with the input as the user sent it. `field`: the parameter that names the command. Refuses
 * an unknown command and wrong input; the refusal names the field.
 */
export const orderOf = (
  ctx: Ctx,
  type: DeviceTypeDefinition,
  { cmd, values, field }: { readonly cmd: string; readonly values: Readonly<Record<string, unknown>>; readonly field: string },
): Pick<DeviceOrder, 'type' | 'cmd' | 'args'> => {
  const command = Object.hasOwn(type.commands, cmd) ? type.commands[cmd] : undefined
  if (!command) throw errors.badParameter({ field }, field)
  const fields = command.input ?? {}
  const strange = Object.keys(values).find((key) => !Object.hasOwn(fields, key))
  if (strange !== undefined) throw errors.badParameter({ field: strange }, strange)
  return { type, cmd, args: argsOf(ctx, fields, inputIn(fields, values, ctx)) }
}

/** Parses the arguments of a call; throws unless they are a JSON object. */
const objectIn = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(String(text ?? '{}'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Invalid JSON is refused below, like JSON that is not an object.
  }
  throw errors.badParameter({ field: 'args' }, 'args')
}

/** Returns the order of the command `cmd` of the type with this code. `args`: JSON text. Throws an error that names the wrong part. */
export const typedOrder = async (
  ctx: Ctx,
  code: number | undefined,
  { cmd, args }: { readonly cmd: string; readonly args?: string | null },
): Promise<Pick<DeviceOrder, 'type' | 'cmd' | 'args'>> => {
  const type = await typeWith(ctx, code)
  if (!type) throw devicesErrors.deviceMissing({}, 'ids')
  return orderOf(ctx, type, { cmd, values: objectIn(args), field: 'cmd' })
}
