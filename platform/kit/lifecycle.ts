import type { Fields, Shape } from './field.ts'
import type { ActionDefinition } from './resource.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/** Tone of a state: it picks the mark beside the word. */
export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad' | 'lit'

export interface LifecycleState {
  readonly text: Text
  /** `neutral` by default. */
  readonly tone?: Tone
  /** No transition leaves it. */
  readonly final?: true
}

/** The address of a transition. */
export interface TransitionCall {
  /** POST by default. */
  readonly method?: 'POST' | 'PUT'
  /** Below `api.base`; with a slash in front, below `/api`. */
  readonly path: string
  /** Wire name of the row's id (`id` by default), or of the ids (`ids` by default). */
  readonly key?: string
  /** Parameters that tell transitions with the same address apart: `{ check: 1 }`. */
  readonly with?: Readonly<Record<string, number>>
}

/**
 * The state after a transition. `former`: the state before the row entered the `from` states. With `former` as a table: by the former state, else
 * `other`.
 */
export type NextState = number | 'former' | { readonly former: Readonly<Record<number, number>>; readonly other: number }

export interface TransitionDefinition {
  readonly label: Text
  readonly from: readonly number[]
  readonly to: NextState
  /** Row of the permission matrix that its right belongs to; that of `right` by default. */
  readonly roles?: MatrixRow
  /** The right it needs, where several transitions share one; its own name and label by default. */
  readonly right?: { readonly name: string; readonly label: Text; readonly about: Text; readonly roles: MatrixRow }
  /** Relation that the asker must have to the row. */
  readonly only?: string
  /** Relation that the asker must not have to the row. */
  readonly never?: string
  /** Relation that opens the transition to askers without the right. */
  readonly also?: string
  /** What the asker enters. It is kept in the history, except secrets. */
  readonly input?: Fields
  readonly confirm?: Text
  /** Shown as harmful. */
  readonly danger?: true
  /** The call for one row: it is refused with HTTP 400. */
  readonly one?: TransitionCall
  /** The call for several rows: each stands alone, and the answer counts and explains the failures. */
  readonly many?: TransitionCall
  /** Made by the server only; it has no call. */
  readonly automatic?: true
  /** Conditions of the lifecycle under which it is refused. */
  readonly unless?: readonly string[]
  /** Said where the state forbids it, in place of the general refusal. */
  readonly refused?: Text
  /**
   * Only one row may stand in the `to` state among those that agree in the fields `within` and share an element of the list field `overlap`:
   * the others make the transition `by` in the same transaction.
   */
  readonly sole?: { readonly within: readonly string[]; readonly overlap?: string; readonly by: string }
}

/** States of the rows of a resource and the transitions between them. */
export interface LifecycleDefinition {
  /** Field that keeps the state: `f.state(lifecycle, …)`. */
  readonly field: string
  readonly states: Readonly<Record<number, LifecycleState>>
  /** State of a row that a person adds. */
  readonly initial: number
  /** States of rows that come otherwise: a gateway that signs in. */
  readonly found?: readonly number[]
  /** People of a row: the field with the user's id, and the word for them. */
  readonly relations?: Readonly<Record<string, { readonly field: string; readonly label: Text }>>
  /** Names of conditions that the server checks, with what is said where one holds. `{row}` is the name of the row. */
  readonly conditions?: Readonly<Record<string, Text>>
  readonly transitions: Readonly<Record<string, TransitionDefinition>>
  /** States in which rows may be changed; all by default. */
  readonly edit?: { readonly in: readonly number[] }
  /** States in which rows may be removed, and conditions under which they may not; always by default. */
  readonly remove?: { readonly in: readonly number[]; readonly unless?: readonly string[] }
}

export type TransitionsOf<D> = D extends { readonly lifecycle: { readonly transitions: infer T } } ? T : Record<never, never>
export type TransitionInput<T> = T extends { readonly input: infer I extends Fields } ? Shape<I> : Record<never, never>

/** Declares a lifecycle. Its faults are told when the server starts (`checkLifecycle`). */
export const defineLifecycle = <const L extends LifecycleDefinition>(lifecycle: L): L => lifecycle

/** The transitions that people make, as actions of the resource: buttons, rights and dialogs follow from these. */
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

/** Who asks for a transition. */
export interface Asker {
  readonly id: string
  readonly permissions: ReadonlySet<string>
}

/**
 * Why the definition refuses a transition of a row: the asker has no right, the state forbids it, the asker must have the relation `only`, or must
 * not have `never`. Null if it allows it; conditions are the server's to check. `permission`: the right that the transition needs.
 */
export const transitionRefusal = (
  lifecycle: LifecycleDefinition,
  name: string,
  row: Readonly<Record<string, unknown>>,
  asker: Asker,
  permission: string,
): 'right' | 'state' | 'only' | 'never' | null => {
  const transition = lifecycle.transitions[name]
  if (!transition) return 'state'
  const is = (relation: string | undefined): boolean => {
    const field = relation === undefined ? undefined : lifecycle.relations?.[relation]?.field
    return field !== undefined && asker.id !== '' && row[field] === asker.id
  }
  if (!asker.permissions.has(permission) && !is(transition.also)) return 'right'
  if (!transition.from.includes(row[lifecycle.field] as number)) return 'state'
  if (transition.only !== undefined && !is(transition.only)) return 'only'
  return is(transition.never) ? 'never' : null
}
