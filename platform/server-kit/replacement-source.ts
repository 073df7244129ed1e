import type { ResourceDefinition, Text } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'

/** A device that takes the place of another of its type. Both are registered, and the caller has checked that the user may see and edit them. */
export interface Replaced {
  readonly resource: ResourceDefinition
  readonly tenantId: string
  readonly from: { readonly id: string; readonly sn: string }
  readonly to: { readonly id: string; readonly sn: string }
}
/** What followed of one kind, and what could not, with the reason. */
export interface Followed {
  readonly count: number
  readonly left?: readonly Text[]
}
/** Rows of a slice that name a device and follow its replacement (`ServerSlice.replacement`; docs/adr/0021). */
export interface ReplacementFollower {
  readonly name: string
  /** What follows: groups, parameters, lamps. */
  readonly label: Text
  /** Moves the rows of the old device to the new one, within the transaction of `ctx`. The same call with exchanged devices undoes it. */
  readonly follow: (ctx: Ctx, replaced: Replaced) => Promise<Followed>
}
