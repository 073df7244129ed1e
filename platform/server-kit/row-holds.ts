import { pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import { registryPort } from './ports.ts'
import type { Query } from './query.ts'
import { errors } from './refuse.ts'

/** Says which rows of a lower slice's resource a slice uses (`ServerSlice.holds`). The kit refuses to remove a row that is used. */
export interface RowHold {
  /** Name of the resource whose rows are used. */
  readonly resource: string
  /**
   * Returns the name of something that uses one of the rows; undefined if nothing does. It runs in the transaction that removes the rows and has locked
   * them. A slice must lock a row too before it begins to use it.
   */
  readonly usedBy: (ctx: Ctx, query: Query, ids: readonly string[]) => Promise<Text | undefined>
}

export const holdsOf = ({ platform }: Ctx, resource: ResourceDefinition): readonly RowHold[] =>
  platform.port(registryPort).slices.flatMap(({ holds = [] }) => holds.filter((hold) => hold.resource === resource.name))

/** Throws if another slice uses one of the rows. The refusal says what uses it. */
export const refuseHeld = async (ctx: Ctx, query: Query, holds: readonly RowHold[], ids: readonly string[]): Promise<void> => {
  for (const hold of holds) {
    const by = await hold.usedBy(ctx, query, ids)
    if (by) throw errors.inUse({ by: pick(by, ctx.lang) }, 'ids')
  }
}
