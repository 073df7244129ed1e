import { pick, type ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import { registryPort } from './ports.ts'
import type { Query } from './query.ts'
import { errors } from './refuse.ts'
import type { RowHold } from './row-hold.ts'

export const holdsOf = ({ platform }: Ctx, resource: ResourceDefinition): readonly RowHold[] =>
  platform.port(registryPort).slices.flatMap(({ holds = [] }) => holds.filter((hold) => hold.resource === resource.name))

/** Throws if another slice uses one of the rows. The refusal says what uses it. */
export const refuseHeld = async (ctx: Ctx, query: Query, holds: readonly RowHold[], ids: readonly string[]): Promise<void> => {
  for (const hold of holds) {
    const by = await hold.usedBy(ctx, query, ids)
    if (by) throw errors.inUse({ by: pick(by, ctx.lang) }, 'ids')
  }
}
