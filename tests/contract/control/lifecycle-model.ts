import type { LifecycleDefinition, ResourceDefinition } from '@lamplight/kit'
import { mayBe, type Role, type Row } from '../rights/role-matrix.ts'

/** A row in the model. */
export interface ModelRow {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
  tenantId: string
  state: number
  readonly history: { readonly transition: string; readonly from: number | null; readonly to: number }[]
}
export interface ModelActor {
  readonly role: Role
  readonly id: string
  readonly tenantId: string
}
/** Rules that a slice adds to its definition. */
export interface Beyond {
  readonly refuses?: (row: ModelRow, name: string, input: Readonly<Record<string, unknown>>) => boolean
  /** Tenant of the row after the transition. */
  readonly tenant?: (row: ModelRow, name: string, input: Readonly<Record<string, unknown>>) => string
}

/** Model of a lifecycle in few lines; it shares no code with the kit. */
export const modelOf = ({ scope, lifecycle }: ResourceDefinition & { readonly lifecycle: LifecycleDefinition }, beyond: Beyond = {}) => {
  const { states, transitions, relations = {} } = lifecycle
  const known = (name: string) => {
    const found = transitions[name]
    if (!found) throw new Error(`no transition ${name}`)
    return found
  }
  const isRelated = (actor: ModelActor, row: ModelRow, relation: string | undefined): boolean =>
    relation !== undefined && row.values[relations[relation]?.field ?? ''] === actor.id
  const sees = (actor: ModelActor, row: ModelRow): boolean =>
    actor.tenantId === row.tenantId || (scope === 'platform' && actor.role === 'administrator')

  /** Returns the state that the row had before it entered one of `states`. */
  const former = (row: ModelRow, states: readonly number[]): number | undefined => {
    for (let at = row.history.length - 1; at >= 0; at--) {
      const step = row.history[at]
      if (step?.from === null || step === undefined) return undefined
      if (states.includes(step.to) && !states.includes(step.from)) return step.from
    }
    return undefined
  }
  const next = (row: ModelRow, name: string): number | undefined => {
    const { to, from } = known(name)
    if (typeof to === 'number') return to
    const before = former(row, from)
    if (to === 'former') return before
    return before !== undefined && before in to.former ? to.former[before] : to.other
  }
  /** Fields that the state requires and that are empty on the wire. */
  const lacking = (row: ModelRow, state: number): string[] =>
    (states[state]?.requires ?? []).filter((field) => ['', -1, null, undefined].includes(row.values[field] as string))
  /** Returns why a request is refused; null if it is accepted. */
  const refusal = (actor: ModelActor, row: ModelRow, name: string, input: Readonly<Record<string, unknown>>): string | null => {
    const { from, roles, right, also, only, never, input: fields = {} } = known(name)
    if (!mayBe((roles ?? right?.roles) as Row, actor.role) && !isRelated(actor, row, also)) return 'right'
    for (const [field, { options }] of Object.entries(fields)) if (options.required && input[field] === undefined) return 'input'
    if (!sees(actor, row)) return 'unseen'
    if (!from.includes(row.state)) return 'state'
    if (only !== undefined && !isRelated(actor, row, only)) return 'person'
    if (isRelated(actor, row, never)) return 'person'
    const to = next(row, name)
    if (to === undefined) return 'state'
    if (lacking(row, to).length > 0) return 'lack'
    return beyond.refuses?.(row, name, input) ? 'rule' : null
  }
  const move = (row: ModelRow, name: string, input: Readonly<Record<string, unknown>>, all: readonly ModelRow[]): void => {
    const to = next(row, name) as number
    row.history.push({ transition: name, from: row.state, to })
    row.tenantId = beyond.tenant?.(row, name, input) ?? row.tenantId
    row.state = to
    const { sole } = known(name)
    if (!sole) return
    const list = (one: ModelRow): string[] => String(one.values[sole.overlap ?? ''] ?? '').split(',')
    for (const other of all) {
      if (other === row || other.state !== to || other.tenantId !== row.tenantId) continue
      if (sole.within.some((field) => String(other.values[field]) !== String(row.values[field]))) continue
      if (sole.overlap && !list(other).some((id) => id !== '' && list(row).includes(id))) continue
      move(other, sole.by, {}, all)
    }
  }
  return { refusal, move, next, sees, lacking }
}
