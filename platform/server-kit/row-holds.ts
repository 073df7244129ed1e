import { pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import { registryPort } from './ports.ts'
import type { Query } from './query.ts'
import { errors } from './refuse.ts'

/** Rows of a lower slice that a slice uses (`ServerSlice.holds`): they cannot be removed while `usedBy` names a user of them. */
export interface RowHold {
  /** Name of the resource whose rows are used. */
  readonly resource: string
  /**
   * What uses one of the rows; undefined if nothing does. It runs in the transaction of the removal, with the rows locked: whoever begins to use a row
   * locks it too.
   */
  readonly usedBy: (ctx: Ctx, query: Query, ids: readonly string[]) => Promise<Text | undefined>
}

export const holdsOf = ({ platform }: Ctx, resource: ResourceDefinition): readonly RowHold[] =>
  platform.port(registryPort).slices.flatMap(({ holds = [] }) => holds.filter((hold) => hold.resource === resource.name))

/** Throws if another slice uses one of the rows; the refusal names the user. */
export const refuseHeld = async (ctx: Ctx, query: Query, holds: readonly RowHold[], ids: readonly string[]): Promise<void> => {
  for (const hold of holds) {
    const by = await hold.usedBy(ctx, query, ids)
    if (by) throw errors.inUse({ by: pick(by, ctx.lang) }, 'ids')
  }
}
