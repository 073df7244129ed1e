import { pick, type Refusal, type ResourceDefinition, type Row, type TransitionDefinition } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import { type AfterCommit, ctxWithin, runAll } from '../database/within.ts'
import { errors } from '../http/refuse.ts'
import { type Change, changedEach } from '../resource/audit-change.ts'
import { lockRows, rowsById, type Writing, writingOf } from '../resource/resource-rows.ts'
import { formerStates, keptInput, writeHistory } from './lifecycle-history.ts'
import { behaviourOf, columnNamed, lifecycleOf, nameOf } from './lifecycle-parts.ts'
import { conditionsHeld, lackOf, refusalOf, wrongState } from './lifecycle-refusals.ts'
import type { TransitionBehaviour } from './lifecycle-types.ts'

type Values = Record<string, unknown>
type AnyRow = Row<ResourceDefinition>
/** Result of a transition: the old and new state of each moved row, and the refusal of each other row. */
export interface TransitionResult {
  readonly moved: ReadonlyMap<string, { readonly from: number; readonly to: number }>
  readonly refused: ReadonlyMap<string, Refusal>
}
const LOCK = 7_263_640
/** Number of rows that the target of an audit entry names. */
const NAMED_AT_MOST = 50

/** Returns the next state of each row; a row whose former state is unknown has none. */
const nextStates = async (writing: Writing, query: Query, name: string, ids: readonly string[]): Promise<Map<string, number>> => {
  const { from, to } = lifecycleOf(writing).transitions[name] as TransitionDefinition
  if (typeof to === 'number') return new Map(ids.map((id) => [id, to]))
  const former = await formerStates(writing, query, from, ids)
  if (to === 'former') return former
  return new Map(ids.map((id) => [id, to.former[former.get(id) ?? -1] ?? to.other]))
}

/** Writes the states; updates only rows that are still in a `from` state. */
const writeStates = async (
  writing: Writing,
  ctx: Ctx,
  query: Query,
  name: string,
  moved: ReadonlyMap<string, { readonly to: number }>,
): Promise<void> => {
  const { field, transitions } = lifecycleOf(writing)
  const column = columnNamed(writing.served.resource, field)
  const taken = await query(
    `update ${writing.store.table} t set ${column} = n.state, update_user = $4, update_time = now()
     from unnest($1::bigint[], $2::smallint[]) n (id, state) where t.id = n.id and t.${column} = any($3) and not t.is_deleted returning t.id`,
    [[...moved.keys()], [...moved.values()].map(({ to }) => to), transitions[name]?.from ?? [], ctx.user.id || null],
  )
  if (taken.length !== moved.size) throw new Error(`${name}: a locked row has left its state`)
}

/** Returns the rows in the state that the row has just entered that may not share this state with it (`sole`). */
const rivals = (writing: Writing, query: Query, sole: NonNullable<TransitionDefinition['sole']>, id: string): Promise<{ id: string }[]> => {
  const { resource } = writing.served
  const state = columnNamed(resource, lifecycleOf(writing).field)
  const same = sole.within.map((name) => columnNamed(resource, name)).map((one) => `o.${one} is not distinct from t.${one}`)
  const overlap = sole.overlap === undefined ? [] : [columnNamed(resource, sole.overlap)].map((one) => `o.${one} && t.${one}`)
  const where = [`o.${state} = t.${state}`, 'o.id <> t.id', 'o.tenant_id = t.tenant_id', 'not o.is_deleted', ...same, ...overlap]
  return query(
    `select o.id from ${writing.store.table} t join ${writing.store.table} o on ${where.join(' and ')} where t.id = $1 order by o.id`,
    [id],
  )
}

interface Move {
  readonly writing: Writing
  readonly ctx: Ctx
  readonly query: Query
  readonly name: string
  readonly input: Values
  readonly later: AfterCommit
}

/** Moves locked rows that no check refuses: runs the slice's behaviour, writes the history and moves rows that must leave the state. */
const moveRows = async (
  move: Move,
  rows: readonly AnyRow[],
): Promise<{ moved: Map<string, { from: number; to: number }>; refused: Map<string, Refusal> }> => {
  const { writing, ctx, query, name, input, later } = move
  const { field, transitions } = lifecycleOf(writing)
  const { unless = [], sole, refused: text } = transitions[name] as TransitionDefinition
  const behaviour = (
    behaviourOf(writing).transitions as Readonly<Record<string, TransitionBehaviour<ResourceDefinition, Values>>> | undefined
  )?.[name]
  const refused = await conditionsHeld(writing, ctx, query, unless, rows)
  const free = (): AnyRow[] => rows.filter(({ id }) => !refused.has(id))
  const next = await nextStates(
    writing,
    query,
    name,
    free().map(({ id }) => id),
  )
  // These checks run before the hook `before`: what it writes for a row would stay even if the row were refused afterwards.
  for (const row of free()) {
    const to = next.get(row.id)
    const why = to === undefined ? wrongState(writing, row as Values, ctx, text) : lackOf(writing, ctx, row as Values, to)
    if (why) refused.set(row.id, why)
  }
  if (behaviour?.before && free().length > 0)
    await behaviour.before({ ctx, query, rows: free(), input, refuse: (id, why) => void refused.set(id, why) })
  const moved = new Map(free().map((row) => [row.id, { from: (row as Values)[field] as number, to: next.get(row.id) as number }] as const))
  if (moved.size === 0) return { moved, refused }
  await writeStates(writing, ctx, query, name, moved)
  const call = { ctx, rows: free(), input }
  if (sole) for (const id of moved.keys()) await displace(move, sole, id)
  const change = await behaviour?.after?.({ ...call, query })
  await writeHistory(
    writing,
    ctx,
    query,
    name,
    [...moved].map(([id, { from, to }]) => ({ id, from, to })),
    input,
  )
  await audit(move, rows, moved, change)
  const done = behaviour?.done
  if (done) later.push(() => done(call))
  return { moved, refused }
}

/** Moves the rows that may not share the state with the given row (`sole`) out of it. */
const displace = async (move: Move, sole: NonNullable<TransitionDefinition['sole']>, id: string): Promise<void> => {
  const { writing, ctx, query } = move
  const others = (await rivals(writing, query, sole, id)).map((one) => one.id)
  if (others.length === 0) return
  const locked = await lockRows(writing, query, others)
  const rows = (await rowsById(writing, ctx, query, locked)) as AnyRow[]
  const { refused } = await moveRows({ ...move, name: sole.by, input: {} }, rows)
  for (const why of refused.values()) throw why
}

/**
 * Makes a transition of each row, in one transaction: locks the rows, checks and moves them, writes the history and the audit log. Of two
 * concurrent requests for the same row the second sees the state after the first. Throws if the user does not see one of the rows.
 */
export const runTransition = async (
  writing: Writing,
  ctx: Ctx,
  name: string,
  ids: readonly string[],
  input: Values,
  alone = false,
): Promise<TransitionResult> => {
  const { store } = writing
  const behaviour = behaviourOf(writing)
  await rowsById(writing, ctx, ctx.query, ids)
  const later: AfterCommit = []
  const open = behaviour.across ? ctx.platform.system.tx : ctx.tx
  const passage = await open(async (query) => {
    const inner = behaviour.across ? ctx : ctxWithin(ctx, query, later)
    const sole = lifecycleOf(writing).transitions[name]?.sole
    if (sole) await query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, `${store.table}/${ctx.tenantId}`])
    const locked = await lockRows(writing, query, ids)
    const rows = (await rowsById(writing, ctx, query, locked)) as AnyRow[]
    const refused = new Map<string, Refusal>()
    for (const id of ids) if (!locked.includes(id)) refused.set(id, errors.notFound())
    for (const row of rows) {
      const why = refusalOf(writing, ctx, name, row as Values)
      if (why) refused.set(row.id, why)
    }
    const move: Move = { writing, ctx: inner, query, name, input, later }
    const allowed = rows.filter(({ id }) => !refused.has(id))
    const moved = new Map<string, { from: number; to: number }>()
    // If rows exclude each other from the state, they move one by one, and later rows of the call displace earlier ones.
    for (const group of sole ? allowed.map((row) => [row]) : [allowed]) {
      if (group.length === 0) continue
      const made = await moveRows(move, group)
      for (const [id, one] of made.moved) moved.set(id, one)
      for (const [id, why] of made.refused) refused.set(id, why)
    }
    // A call for a single row throws its refusal.
    for (const why of alone ? refused.values() : []) throw why
    return { moved, refused }
  })
  await runAll(ctx, later)
  return passage
}

/** Makes a transition of one row, with the checks, hooks, history and audit entry of its own call, for code that is no call of the resource. */
export const makeTransition = (
  ctx: Ctx,
  resource: Pick<ResourceDefinition, 'name'>,
  { name, id, input = {} }: { readonly name: string; readonly id: string; readonly input?: Values },
): Promise<TransitionResult> => runTransition(writingOf(ctx, resource), ctx, name, [id], input, true)

const audit = (
  { writing, ctx, query, name, input }: Move,
  rows: readonly AnyRow[],
  moved: TransitionResult['moved'],
  change: Change | undefined,
): Promise<void> => {
  const { resource } = writing.served
  const lifecycle = lifecycleOf(writing)
  const word = (state: number): string => pick(lifecycle.states[state]?.text ?? ['', ''], 'zh')
  const entries = rows.flatMap((row): [string, string, string][] => {
    const one = moved.get(row.id)
    return one ? [[nameOf(writing, row as Values), word(one.from), word(one.to)]] : []
  })
  const kept = keptInput(lifecycle.transitions[name]?.input, input)
  const { before, after } = change ?? changedEach(entries)
  return ctx.audit(
    {
      what: `${resource.name}.${name}`,
      target: rows
        .flatMap((row) => (moved.has(row.id) ? [nameOf(writing, row as Values)] : []))
        .slice(0, NAMED_AT_MOST)
        .join(','),
      count: moved.size,
      detail: { before, after: { ...after, ...kept } },
    },
    query,
  )
}

/** The answer of a call for several rows: success or failure per id (decisions.md C, general). */
export const outcomeOf = (ids: readonly string[], { refused }: TransitionResult, ctx: Ctx) => {
  const failures = ids.flatMap((id) => {
    const why = refused.get(id)
    return why ? [{ id, msg: pick(why.refusal.text, ctx.lang, why.values) }] : []
  })
  return { successCount: ids.length - failures.length, failCount: failures.length, failures }
}
