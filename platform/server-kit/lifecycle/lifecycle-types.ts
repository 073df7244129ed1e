import type { Refusal, ResourceDefinition, Row, TransitionInput, TransitionsOf } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { Query } from '../database/query.ts'
import type { Change } from '../resource/audit-change.ts'

/** Locked rows in a transition, with their values from before it. */
export interface TransitionCall<D extends ResourceDefinition, I> {
  /** Its statements are part of the transaction, except where the transaction runs as the worker role. Its events are emitted after the commit. */
  readonly ctx: Ctx
  readonly query: Query
  readonly rows: readonly Row<D>[]
  readonly input: I
}

/** Behaviour of one transition. `before` and `after` run in its transaction: an error in them rolls the transition of all rows back. */
export interface TransitionBehaviour<D extends ResourceDefinition, I> {
  /** Runs before the state is written. `refuse` excludes one row with a reason. */
  readonly before?: (call: TransitionCall<D, I> & { readonly refuse: (id: string, why: Refusal) => void }) => Promise<void>
  /** Runs after the state is written. The returned change goes into the audit entry; without one, the entry holds the states. */
  readonly after?: (call: TransitionCall<D, I>) => Promise<Change | undefined>
  /** Runs after the commit, for effects that cannot be rolled back. */
  readonly done?: (call: Omit<TransitionCall<D, I>, 'query'>) => Promise<void> | void
}

type ConditionsOf<D> = D extends { readonly lifecycle: { readonly conditions: infer C } } ? C : Record<never, never>

/** Behaviour that a slice attaches to the lifecycle of a resource. */
export interface LifecycleServer<D extends ResourceDefinition> {
  /**
   * Runs the transaction as the worker role: behaviours may write tables that requests may not write, and rows of other
   * tenants. Only rows that the user sees take part.
   */
  readonly across?: true
  /** Returns the ids of the rows that meet the condition. */
  readonly conditions?: {
    readonly [C in keyof ConditionsOf<D>]: (call: {
      readonly ctx: Ctx
      readonly query: Query
      readonly ids: readonly string[]
    }) => Promise<ReadonlySet<string>>
  }
  readonly transitions?: {
    readonly [T in keyof TransitionsOf<D>]?: TransitionBehaviour<D, TransitionInput<TransitionsOf<D>[T]>>
  }
}

/** Types the behaviour for the lifecycle of a resource; pass the result to `onServer(resource, { lifecycle })`. */
export const onLifecycle = <const D extends ResourceDefinition>(_resource: D, behaviour: LifecycleServer<D>): LifecycleServer<D> =>
  behaviour
