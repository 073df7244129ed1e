import { definePort } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

/** Change of an interface of the category 2; a member that does not change is missing. */
export interface InterfaceChange {
  readonly id: string
  readonly name?: string
  readonly enable?: boolean
}
/** Changes what stands behind an interface of the category 2. Throws unless the user may do so. */
export interface ForwardedInterfaces {
  readonly change: (ctx: Ctx, change: InterfaceChange) => Promise<void>
}
/** Provided by the slice that forwards alarms. */
export const forwardedInterfacesPort = definePort<ForwardedInterfaces>('products.forwardedInterfaces')
