import type { ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import type { Writing } from '../resource/resource-rows.ts'
import { writeHistory } from './lifecycle-history.ts'
import { conditionsHeld, lackOf, wrongState } from './lifecycle-refusals.ts'

type Values = Record<string, unknown>

/** Returns the initial state of a row that a person adds; an empty object if the resource has no lifecycle. */
export const initialState = ({ lifecycle }: ResourceDefinition): Values => (lifecycle ? { [lifecycle.field]: lifecycle.initial } : {})

/** Throws if the lifecycle forbids changes of a row in its present state. */
export const refuseEdit = (writing: Writing, ctx: Ctx, row: Values): void => {
  const { lifecycle } = writing.served.resource
  if (lifecycle?.edit && !lifecycle.edit.in.includes(row[lifecycle.field] as number)) throw wrongState(writing, row, ctx)
}

/** Throws if a write empties a field that the state of the row requires, or puts the row into a state whose fields are empty. Fields that are not written are not checked while the state stays. */
export const refuseEmptied = (writing: Writing, ctx: Ctx, draft: Values, old: Values | null): void => {
  const { lifecycle } = writing.served.resource
  if (!lifecycle) return
  const written = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))
  const row: Values = { ...old, ...written }
  const state = row[lifecycle.field] as number
  const isEntered = state !== old?.[lifecycle.field]
  const why = lackOf(writing, ctx, row, state, (name) => isEntered || name in written)
  if (why) throw why
}

/** Throws if the lifecycle forbids the removal of one of the rows, by its state or by a condition. */
export const refuseRemoval = async (writing: Writing, ctx: Ctx, query: Query, rows: readonly Values[]): Promise<void> => {
  const { lifecycle } = writing.served.resource
  if (!lifecycle?.remove) return
  for (const row of rows) if (!lifecycle.remove.in.includes(row[lifecycle.field] as number)) throw wrongState(writing, row, ctx)
  // Conditions are queried by the same role as for transitions.
  const readQuery = writing.served.implementation.lifecycle?.across ? ctx.platform.system.query : query
  const held = await conditionsHeld(writing, ctx, readQuery, lifecycle.remove.unless ?? [], rows)
  for (const why of held.values()) throw why
}

/** Writes the first history entry of a row that a person added. */
export const recordAdded = async (writing: Writing, ctx: Ctx, query: Query, id: string, draft: Values): Promise<void> => {
  const { lifecycle } = writing.served.resource
  if (lifecycle) await writeHistory(writing, ctx, query, 'add', [{ id, from: null, to: draft[lifecycle.field] as number }])
}
