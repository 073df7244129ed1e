import { deviceTypesPort } from '@lamplight/devices/model'
import { pick } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/** Loads the device types of these rows. Returns a function that gives the label of a type by its code, in the language of the call. */
export const typeNames = async (ctx: Ctx, rows: readonly { readonly type?: unknown }[]): Promise<(code: number) => string> => {
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(rows.map(({ type }) => Number(type)))
  return (code) => {
    const label = types.typeOf(code)?.label
    return label ? pick(label, ctx.lang) : String(code)
  }
}
