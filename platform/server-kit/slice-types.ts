import type { ActionInput, ActionsOf, Domain, Draft, PortKey, ResourceDefinition, Row } from '@lamplight/kit'
import type { TSchema } from 'typebox'
import type { ActionCall } from './action-call.ts'
import type { Returns } from './answer-schema.ts'
import type { Ctx } from './context-types.ts'
import type { DeviceDriver } from './driver.ts'
import type { PlaceColumns } from './grants.ts'
import type { JobSource } from './job-source.ts'
import type { LifeSource } from './life-source.ts'
import type { LifecycleServer } from './lifecycle-types.ts'
import type { LiveTopic } from './live-audience.ts'
import type { Platform, Role } from './platform-types.ts'
import type { Provided } from './ports.ts'
import type { Query } from './query.ts'
import type { Route } from './route-types.ts'
import type { SliceData } from './slice-data.ts'

/** Attaches behaviour to a resource; leaving an action out does not compile. */
export type ServerImplementation<D extends ResourceDefinition> = {
  /** Three hooks, and only three. They run inside the writing transaction. */
  beforeWrite?: (given: {
    ctx: Ctx
    query: Query
    draft: Draft<D> & Record<string, unknown>
    old: Row<D> | null
  }) => Promise<Draft<D> & Record<string, unknown>> | (Draft<D> & Record<string, unknown>)
  afterWrite?: (given: { ctx: Ctx; query: Query; row: Row<D>; old: Row<D> | null }) => Promise<void>
  beforeRemove?: (given: { ctx: Ctx; query: Query; rows: Row<D>[] }) => Promise<void>
  /** Fields whose value in this write is a secret that a hook puts away: the audit log tells that it changed, and no more. */
  conceals?: (given: { draft: Readonly<Record<string, unknown>>; old: Row<D> | null }) => readonly string[]
  /** Where fields with `from` come from: a join on the table alias `t` and one expression per field. */
  joined?: {
    readonly sql: string
    readonly fields: Readonly<Record<string, string>>
    /** The values of fields where the join, a left one, finds no row; else they are null. */
    readonly absent?: Readonly<Record<string, number | boolean>>
    /** By field: a column that is null only if the left join finds no row. The list adds `is not null` to conditions on the field, so that the planner filters before it joins. */
    readonly present?: Readonly<Record<string, string>>
    /**
     * A field, a choice, by whose values totals are kept in `kit_counter` (resource `{table}:{value}`). Changes that are not in them yet are rows of
     * `changes`, under the alias `f` with `was` and `state`, each for the rows that `on` finds over `t`.
     */
    readonly kept?: { readonly field: string; readonly changes: string; readonly on: string }
  }
  /**
   * Where a row stands, for people whom grants cut to projects or areas: SQL over `t`, its own `projectId` and `areaId` unless told;
   * `author`: they see only rows they made.
   */
  place?: PlaceColumns | 'author'
  lifecycle?: LifecycleServer<D>
  /** Totals of its lists are counted, not kept. */
  uncounted?: true
  /** Wire parameters of lists that are no fields: each gives a condition over alias `t`; `$` stands for the value. */
  filters?: Readonly<Record<string, { readonly sql: string; readonly type: 'id' | 'ids' | 'int' | 'text'; readonly join?: boolean }>>
} & (keyof ActionsOf<D> extends never
  ? { actions?: undefined; returns?: undefined }
  : {
      /** What actions answer, where it is not how many rows they changed. */
      returns?: { readonly [A in keyof ActionsOf<D>]?: Returns | TSchema }
      actions: {
        [A in keyof ActionsOf<D>]: (given: ActionCall<ActionInput<ActionsOf<D>[A]>>) => Promise<unknown>
      }
    })

export interface ResourceServer {
  readonly resource: ResourceDefinition
  readonly implementation: ServerImplementation<ResourceDefinition>
}

/** A background part of a slice. `start` resolves when it works; what it returns stops it. */
export interface Task {
  readonly name: string
  /** Role of the process that runs it; of those with `schedule` only one at a time does. */
  readonly role: Role
  readonly start: (platform: Platform) => Promise<() => Promise<void>>
}

export interface ServerSlice extends SliceData {
  readonly domain: Domain
  readonly resources?: readonly ResourceServer[]
  readonly routes?: readonly Route[]
  readonly drivers?: readonly DeviceDriver[]
  readonly tasks?: readonly Task[]
  /** Topics of the live socket and who may hear them, by name; a name that ends with a colon is followed by an id. */
  readonly live?: Readonly<Record<string, LiveTopic>>
  /** Ports that this slice provides to others: `provide(nightsPort, createNights)`. */
  readonly ports?: readonly Provided[]
  /** Ports of other slices that this one calls, and own ones that a higher slice provides. Without a provider the server does not start. */
  readonly needs?: readonly PortKey<object>[]
  /** Long work of this slice, for the list of jobs. */
  readonly jobs?: readonly JobSource[]
  /** What this slice knows of the lives of devices. */
  readonly life?: readonly LifeSource[]
  /** Fills an empty database; order by level. */
  readonly seed?: (platform: Platform) => Promise<void>
}
