import { modelOf } from '@lamplight/fields/model'
import { actionPermission, type Field, missingIn, pick, type Refusal, type TransitionDefinition, transitionRefusal } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import { errors } from '../http/refuse.ts'
import type { Writing } from '../resource/resource-rows.ts'
import { behaviourOf, lifecycleOf, nameOf } from './lifecycle-parts.ts'

type Values = Record<string, unknown>

/** Makes the refusal that names the row and its state. */
export const wrongState = (writing: Writing, row: Values, ctx: Ctx, refused?: TransitionDefinition['refused']): Refusal => {
  const lifecycle = lifecycleOf(writing)
  const text = lifecycle.states[row[lifecycle.field] as number]?.text
  const values = { row: nameOf(writing, row), state: text ? pick(text, ctx.lang) : '' }
  const made = errors.wrongState(values)
  return refused ? { ...made, refusal: { ...made.refusal, text: refused } } : made
}

/** Returns a refusal that names the empty fields of `row` that the state requires; null if there is none. `only` limits the check to some fields. */
export const lackOf = (
  writing: Writing,
  ctx: Ctx,
  row: Values,
  state: number,
  only: (name: string) => boolean = () => true,
): Refusal | null => {
  const lifecycle = lifecycleOf(writing)
  const { fields } = writing.served.resource
  const missing = missingIn(lifecycle, state, row).filter(only)
  const [first] = missing
  if (first === undefined) return null
  const labels = missing.map((name) => pick(fields[name]?.options.label ?? [name, name], ctx.lang))
  const { kind, options } = fields[first] as Field
  return errors.stateNeeds(
    {
      row: nameOf(writing, row),
      state: pick(lifecycle.states[state]?.text ?? ['', ''], ctx.lang),
      field: labels.join(ctx.lang === 'zh' ? '、' : ', '),
    },
    modelOf({ kind, options }).wireNames(first, options)[0],
  )
}

/** Returns for each id that meets one of the conditions the refusal of that condition. */
export const conditionsHeld = async (
  writing: Writing,
  ctx: Ctx,
  query: Query,
  names: readonly string[],
  rows: readonly Values[],
): Promise<Map<string, Refusal>> => {
  const found = new Map<string, Refusal>()
  const checks = behaviourOf(writing).conditions as
    | Readonly<Record<string, (call: { ctx: Ctx; query: Query; ids: readonly string[] }) => Promise<ReadonlySet<string>>>>
    | undefined
  for (const name of names) {
    const text = lifecycleOf(writing).conditions?.[name]
    const check = checks?.[name]
    if (!text || !check) throw new Error(`${writing.served.resource.name}: nothing checks the condition ${name}`)
    const held = await check({ ctx, query, ids: rows.map(({ id }) => String(id)) })
    for (const row of rows)
      if (held.has(String(row.id)))
        found.set(String(row.id), { refusal: { status: 400, text }, code: name, values: { row: nameOf(writing, row) } })
  }
  return found
}

/** Returns why the lifecycle definition refuses the transition of a row; null if it allows it. */
export const refusalOf = (writing: Writing, ctx: Ctx, name: string, row: Values): Refusal | null => {
  const lifecycle = lifecycleOf(writing)
  const transition = lifecycle.transitions[name] as TransitionDefinition
  const why = transitionRefusal(lifecycle, name, row, ctx.user, actionPermission(writing.served.resource, name))
  if (why === null) return null
  if (why === 'right') return errors.noRight()
  if (why === 'state') return wrongState(writing, row, ctx, transition.refused)
  const relation = lifecycle.relations?.[String(transition[why])]
  const values = { row: nameOf(writing, row), who: relation ? pick(relation.label, ctx.lang) : '' }
  return why === 'only' ? errors.onlyFor(values) : errors.neverFor(values)
}
