import type { Refusal, ResourceDefinition, Row, TransitionInput, TransitionsOf } from '@lamplight/kit'
import type { Change } from './audit-change.ts'
import type { Ctx } from './context-types.ts'
import type { Query } from './query.ts'

/** Rows in transition. They are locked; their values are those before the transition. */
export interface TransitionGiven<D extends ResourceDefinition, I> {
  /** Its statements are part of the transaction, unless that is the worker role's. What it emits is told after the commit. */
  readonly ctx: Ctx
  readonly query: Query
  readonly rows: readonly Row<D>[]
  readonly input: I
}

/** Behaviour of one transition. `before` and `after` run in its transaction: what they throw undoes the transition of all rows. */
export interface TransitionBehaviour<D extends ResourceDefinition, I> {
  /** Before the state is written. `refuse` leaves out one row with a reason. */
  readonly before?: (given: TransitionGiven<D, I> & { readonly refuse: (id: string, why: Refusal) => void }) => Promise<void>
  /** After the state is written. What it answers stands in the audit entry; the states do otherwise. */
  readonly after?: (given: TransitionGiven<D, I>) => Promise<Change | undefined>
  /** After the commit: what cannot be undone. */
  readonly done?: (given: Omit<TransitionGiven<D, I>, 'query'>) => Promise<void> | void
}

type ConditionsOf<D> = D extends { readonly lifecycle: { readonly conditions: infer C } } ? C : Record<never, never>

/** What a slice attaches to the lifecycle of a resource. */
export interface LifecycleServer<D extends ResourceDefinition> {
  /**
   * The transaction is the worker role's: behaviours may write tables that requests may not, and rows of other tenants. Only rows that the asker sees are
   * taken.
   */
  readonly across?: true
  /** Ids of the rows that meet the condition. */
  readonly conditions?: {
    readonly [C in keyof ConditionsOf<D>]: (given: {
      readonly ctx: Ctx
      readonly query: Query
      readonly ids: readonly string[]
    }) => Promise<ReadonlySet<string>>
  }
  readonly transitions?: {
    readonly [T in keyof TransitionsOf<D>]?: TransitionBehaviour<D, TransitionInput<TransitionsOf<D>[T]>>
  }
}

/** Attaches behaviour to the lifecycle of a resource; handed to `onServer(resource, { lifecycle })`. */
export const onLifecycle = <const D extends ResourceDefinition>(_resource: D, behaviour: LifecycleServer<D>): LifecycleServer<D> =>
  behaviour
