import { deviceTypesPort } from '@lamplight/devices/model'
import { pick } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/** Returns the label of a device type by its code, in the language of the call. */
export const typeNames = (ctx: Ctx): ((code: number) => string) => {
  const types = ctx.platform.port(deviceTypesPort)
  return (code) => {
    const label = types.typeOf(code)?.label
    return label ? pick(label, ctx.lang) : String(code)
  }
}
