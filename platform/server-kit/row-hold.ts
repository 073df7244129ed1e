import type { Text } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import type { Query } from './query.ts'

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
