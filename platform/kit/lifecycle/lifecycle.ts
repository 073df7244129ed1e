import type { ActionDefinition } from '../action.ts'
import type { Fields, Shape } from '../field.ts'
import type { MatrixRow } from '../roles.ts'
import type { Text } from '../text.ts'

/** Tone of a state: selects the icon beside its label. */
export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad' | 'lit'

export interface LifecycleState {
  readonly text: Text
  /** Default `neutral`. */
  readonly tone?: Tone
  /** No transition leaves this state. */
  readonly final?: true
  /** Fields that may not be empty in this state. A transition into the state is refused while one is empty, and so is a write that empties one. A list needs one entry. */
  readonly requires?: readonly string[]
}

/** The address of a transition. */
export interface TransitionCall {
  /** Default POST. */
  readonly method?: 'POST' | 'PUT'
  /** Path below `api.base`; with a leading slash, below `/api`. */
  readonly path: string
  /** Wire name of the row's id (`id` by default), or of the ids (`ids` by default). */
  readonly key?: string
  /** Unique text field by which a call for one row selects it, instead of by its id. */
  readonly by?: string
  /** Parameters that distinguish transitions with the same address: `{ check: 1 }`. */
  readonly with?: Readonly<Record<string, number>>
}

/**
 * The state after a transition. `former`: the state that the row had before it entered the `from` states. A table `former` maps that state to
 * the next one, with `other` for states that are not listed.
 */
export type NextState = number | 'former' | { readonly former: Readonly<Record<number, number>>; readonly other: number }

export interface TransitionDefinition {
  readonly label: Text
  readonly from: readonly number[]
  readonly to: NextState
  /** Row of the permission matrix for its right; default: that of `right`. */
  readonly roles?: MatrixRow
  /** The right that it needs, if several transitions share one; default: a right with the transition's own name and label. */
  readonly right?: { readonly name: string; readonly label: Text; readonly about: Text; readonly roles: MatrixRow }
  /** Relation that the user must have to the row. */
  readonly only?: string
  /** Relation that the user must not have to the row. */
  readonly never?: string
  /** Relation that allows the transition to users without the right. */
  readonly also?: string
  /** Fields that the user fills in. The history keeps them, except secrets. */
  readonly input?: Fields
  readonly confirm?: Text
  /** The console marks it as dangerous. */
  readonly danger?: true
  /** The call for one row; a refusal is an HTTP 400. */
  readonly one?: TransitionCall
  /** The call for several rows: each succeeds or fails alone, and the answer counts and explains the failures. */
  readonly many?: TransitionCall
  /** The server makes this transition; it has no call. */
  readonly automatic?: true
  /** Conditions of the lifecycle that forbid it. */
  readonly unless?: readonly string[]
  /** Text if the state forbids it, instead of the general refusal. */
  readonly refused?: Text
  /**
   * Only one row may be in the `to` state among those that agree in the fields `within` and share an element of the list field `overlap`: the
   * other rows make the transition `by` in the same transaction.
   */
  readonly sole?: { readonly within: readonly string[]; readonly overlap?: string; readonly by: string }
}

/** States of the rows of a resource and the transitions between them. */
export interface LifecycleDefinition {
  /** Field that holds the state: `f.state(lifecycle, …)`. */
  readonly field: string
  readonly states: Readonly<Record<number, LifecycleState>>
  /** State of a row that a person adds. */
  readonly initial: number
  /** Initial states of rows that the system adds, for example a gateway that signs in. */
  readonly found?: readonly number[]
  /** Relations of users to a row: the field with the user's id, and the label of the relation. */
  readonly relations?: Readonly<Record<string, { readonly field: string; readonly label: Text }>>
  /** Conditions that the server checks, with the text of the refusal. `{row}` is the name of the row. */
  readonly conditions?: Readonly<Record<string, Text>>
  readonly transitions: Readonly<Record<string, TransitionDefinition>>
  /** States in which rows may be changed; default: all. */
  readonly edit?: { readonly in: readonly number[] }
  /** States in which rows may be removed, and conditions that forbid it; default: always allowed. */
  readonly remove?: { readonly in: readonly number[]; readonly unless?: readonly string[] }
}

export type TransitionsOf<D> = D extends { readonly lifecycle: { readonly transitions: infer T } } ? T : Record<never, never>
export type TransitionInput<T> = T extends { readonly input: infer I extends Fields } ? Shape<I> : Record<never, never>

/** Declares a lifecycle. `checkLifecycle` reports its faults when the server starts. */
export const defineLifecycle = <const L extends LifecycleDefinition>(lifecycle: L): L => lifecycle

/** The transitions that users make, as actions of the resource: buttons, rights and dialogs follow from them. */
export const transitionActions = ({ transitions }: LifecycleDefinition): Record<string, ActionDefinition> =>
  Object.fromEntries(
    Object.entries(transitions)
      .filter(([, { automatic }]) => !automatic)
      .map(([name, { label, input, confirm, danger, right, roles, one, many }]): [string, ActionDefinition] => [
        name,
        {
          label,
          on: many ? 'rows' : 'row',
          path: (many ?? one)?.path ?? name,
          transition: true,
          ...(input && { input }),
          ...(confirm && { confirm }),
          ...(danger && { danger }),
          ...(right && { right }),
          ...(roles && { roles }),
        },
      ]),
  )

/** The states in which a transition may end; none for `former`, which returns to a state that the row had. */
export const targetsOf = ({ to }: Pick<TransitionDefinition, 'to'>): readonly number[] =>
  to === 'former' ? [] : typeof to === 'number' ? [to] : [...Object.values(to.former), to.other]

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
/** Names of the fields that a state requires and that the row does not have. */
export const missingIn = (
  { states }: Pick<LifecycleDefinition, 'states'>,
  state: number,
  row: Readonly<Record<string, unknown>>,
): readonly string[] => (states[state]?.requires ?? []).filter((name) => isBlank(row[name]))

/** The user who requests a transition. */
export interface Caller {
  readonly id: string
  readonly permissions: ReadonlySet<string>
}

/**
 * Returns why the definition refuses a transition of a row: the user lacks the right, the state forbids it, or the user
 * lacks the relation `only` or has the relation `never`. Null if it is allowed; the server also checks conditions.
 * `permission`: the right that the transition needs.
 */
export const transitionRefusal = (
  lifecycle: LifecycleDefinition,
  name: string,
  row: Readonly<Record<string, unknown>>,
  caller: Caller,
  permission: string,
): 'right' | 'state' | 'only' | 'never' | null => {
  const transition = lifecycle.transitions[name]
  if (!transition) return 'state'
  const is = (relation: string | undefined): boolean => {
    const field = relation === undefined ? undefined : lifecycle.relations?.[relation]?.field
    return field !== undefined && caller.id !== '' && row[field] === caller.id
  }
  if (!caller.permissions.has(permission) && !is(transition.also)) return 'right'
  if (!transition.from.includes(row[lifecycle.field] as number)) return 'state'
  if (transition.only !== undefined && !is(transition.only)) return 'only'
  return is(transition.never) ? 'never' : null
}
