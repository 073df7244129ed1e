import { modelOf } from '@lamplight/fields/model'
import type { ResourceDefinition, TransitionDefinition } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import type { DataAccess } from '../platform-types.ts'
import type { Writing } from '../resource/resource-rows.ts'
import { tableOf } from '../resource/tables.ts'
import { lifecycleOf } from './lifecycle-parts.ts'

type Values = Record<string, unknown>

/** Returns for each row the state that it had before it entered one of the `from` states. */
export const formerStates = async (
  writing: Writing,
  query: Query,
  from: readonly number[],
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await query<{ id: string; state: number }>(
    `select distinct on (h.row_id) h.row_id as id, h.from_state as state from kit_transition h
     where h.resource = $1 and h.row_id = any($2) and h.to_state = any($3) and h.from_state is not null and not h.from_state = any($3)
     order by h.row_id, h.id desc`,
    [writing.served.resource.name, ids, from],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Input of a transition as the history stores it: wire values without secrets. */
export const keptInput = (fields: TransitionDefinition['input'] = {}, input: Values): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = input[name]
      if (value === null || value === undefined || field.kind === 'secret') return []
      const model = modelOf(field)
      const parts = model.toWire(value, field.options)
      return model.wireNames(name, field.options).map((wire, at) => [wire, parts[at]])
    }),
  )

/** Writes entries to the history of rows; `from` is null if a person added the row. The entry belongs to the present tenant of the row. */
export const writeHistory = async (
  writing: Writing,
  ctx: Ctx,
  query: Query,
  name: string,
  rows: readonly { readonly id: string; readonly from: number | null; readonly to: number }[],
  input: Values = {},
): Promise<void> => {
  const { resource } = writing.served
  await query(
    `insert into kit_transition (id, tenant_id, resource, row_id, transition, from_state, to_state, at, user_id, user_name, input)
     select n.key, t.tenant_id, $1, t.id, $2, n.was, n.state, $7, $8, $9, $10
     from unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::smallint[]) n (key, id, was, state) join ${writing.store.table} t on t.id = n.id`,
    [
      resource.name,
      name,
      rows.map(() => ctx.platform.newId()),
      rows.map(({ id }) => id),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      ctx.now(),
      ctx.user.id || null,
      ctx.user.name || ctx.user.account,
      JSON.stringify(keptInput(lifecycleOf(writing).transitions[name]?.input, input)),
    ],
  )
}

const lastMove = (column: string, { name }: ResourceDefinition, transition: string): string =>
  `(select h.${column} from kit_transition h where h.row_id = t.id and h.resource = '${name}' and h.transition = '${transition}' order by h.id desc limit 1)`
/** SQL of the id of the user who was the last to move the row `t` of the resource by this transition; null if no person did. */
export const lastMover = (resource: ResourceDefinition, transition: string): string => lastMove('user_id', resource, transition)
/** SQL of the time of the last such move; null if there was none. */
export const lastMoveAt = (resource: ResourceDefinition, transition: string): string => lastMove('at', resource, transition)

/**
 * Writes transitions that a slice made in its own code (`automatic`) to the history of the rows, without a user. `from` is null for a row that the
 * slice has added.
 */
export const recordTransitions = async (
  { newId }: Pick<DataAccess, 'newId'>,
  query: Query,
  resource: ResourceDefinition,
  moves: readonly {
    readonly id: string
    readonly transition: string
    readonly from: number | null
    readonly to: number
    readonly at: Date
  }[],
): Promise<void> => {
  await query(
    `insert into kit_transition (id, tenant_id, resource, row_id, transition, from_state, to_state, at, user_id, user_name, input)
     select n.key, t.tenant_id, $1, t.id, n.name, n.was, n.state, n.at, null, '', '{}'
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::smallint[], $7::timestamptz[]) n (key, id, name, was, state, at)
     join ${tableOf(resource)} t on t.id = n.id`,
    [
      resource.name,
      moves.map(() => newId()),
      moves.map(({ id }) => id),
      moves.map(({ transition }) => transition),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ at }) => at),
    ],
  )
}
