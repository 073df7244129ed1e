import type {
  ActionInput,
  ActionsOf,
  Domain,
  Draft,
  Fields,
  ListingDefinition,
  PortKey,
  ResourceDefinition,
  Row,
  Shape,
  ValueOf,
} from '@lamplight/kit'
import type { TSchema } from 'typebox'
import type { BindingSource } from './binding-source.ts'
import type { Ctx, User } from './context-types.ts'
import type { Query } from './database/query.ts'
import type { DeviceDriver } from './driver.ts'
import type { FindingSource } from './finding-source.ts'
import type { Returns } from './http/answer-schema.ts'
import type { Route } from './http/route-types.ts'
import type { JobSource } from './job-source.ts'
import type { LifeSource } from './life-source.ts'
import type { LifecycleServer } from './lifecycle/lifecycle-types.ts'
import type { LiveTopic } from './live/live-audience.ts'
import type { Platform, Role } from './platform-types.ts'
import type { WithPast } from './process/past.ts'
import type { Provided } from './provided.ts'
import type { ReplacementFollower } from './replacement-source.ts'
import type { ActionCall } from './resource/action-call.ts'
import type { PlaceColumns } from './resource/grants.ts'
import type { RowHold } from './resource/row-hold.ts'
import type { SliceData } from './slice-data.ts'
import type { PlayedLinks, SupplySource } from './supply-source.ts'

type ListFilter =
  | {
      readonly sql: string
      readonly type: 'id' | 'ids' | 'int' | 'text'
      readonly join?: boolean
      /** Set if the condition reads no column but `t.project_id` and treats 0 and null alike. The totals stored by project then answer the list's total. */
      readonly ofProject?: true
    }
  | { readonly means: Readonly<Record<string, Readonly<Record<string, string>>>>; readonly type: 'int' }

/**
 * The rows of a listing: SQL expressions of the id and of each field over the tables of `from`, which begins after the word `from`. A row has an id of its own.
 */
export interface ListingRows<Column extends string = string> {
  readonly id: string
  readonly columns: { readonly [C in Column]: string }
  readonly from: string
}
/** The values of the `filters` of a listing that a request names. */
type FilterOf<D extends ListingDefinition> = Readonly<Partial<Shape<D['filters'] extends Fields ? D['filters'] : Record<never, never>>>>
/** Returns the rows that the user sees: of the tenant, limited to the user's rights and places. It adds its values to `params`. */
export type ListingSource<D extends ListingDefinition = ListingDefinition> = (
  ctx: Ctx,
  params: unknown[],
  filter: FilterOf<D>,
) => ListingRows<Extract<keyof D['fields'], string>> | Promise<ListingRows<Extract<keyof D['fields'], string>>>
/** A row of a listing that is made by code. Times are dates or ISO texts. `$title`: the title of the row that a reference names. */
export type ListingRow<D extends ListingDefinition> = { readonly id: string } & {
  readonly [K in keyof D['fields']]: ValueOf<D['fields'][K]> | (ValueOf<D['fields'][K]> extends string ? Date : never) | null
} & { readonly [K in Extract<keyof D['fields'], string> as `${K}$title`]?: string | null }
/** Returns a page of the rows that the user sees, with the number of all. `limit` is at most 1,000. */
export type ListingReader<D extends ListingDefinition = ListingDefinition> = (
  ctx: Ctx,
  filter: FilterOf<D>,
  page: { readonly limit: number; readonly offset: number },
) => Promise<{ readonly rows: readonly ListingRow<D>[]; readonly total: number }>

/** Adds behaviour to a resource. It does not compile if an action has no implementation. */
export type ServerImplementation<D extends ResourceDefinition> = {
  /**
   * Hooks of writes. They and the statements of their `ctx` run inside the transaction of the write. After the commit the events of `ctx` are emitted
   * and the work given to `ctx.afterCommit` runs. There are no other hooks.
   */
  beforeWrite?: (call: {
    ctx: Ctx
    query: Query
    draft: Draft<D> & Record<string, unknown>
    old: Row<D> | null
  }) => Promise<Draft<D> & Record<string, unknown>> | (Draft<D> & Record<string, unknown>)
  afterWrite?: (call: { ctx: Ctx; query: Query; row: Row<D>; old: Row<D> | null }) => Promise<void>
  beforeRemove?: (call: { ctx: Ctx; query: Query; rows: Row<D>[] }) => Promise<void>
  /** Returns the fields of this write that contain a secret; the audit log says only that they changed. */
  conceals?: (call: { draft: Readonly<Record<string, unknown>>; old: Row<D> | null }) => readonly string[]
  /** Stored fields that every reader gets in another form: an SQL expression over the table alias `t` for each. */
  shown?: { readonly [K in keyof D['fields']]?: string }
  /** By field that counts rows: the expression for a user limited to projects or areas, who gets the number of those rows that the user sees. */
  seen?: Readonly<Record<string, (user: Pick<User, 'id' | 'cut'>, params: unknown[]) => string>>
  /** Source of fields with `from`: a join on the table alias `t` and one expression per field. */
  joined?: {
    readonly sql: string
    readonly fields: Readonly<Record<string, string>>
    /** Values of fields if the left join finds no row; default null. */
    readonly absent?: Readonly<Record<string, number | boolean>>
    /**
     * By field: a column that is null only if the left join finds no row. The list adds `is not null` to conditions on the
     * field, so that the planner filters before it joins.
     */
    readonly present?: Readonly<Record<string, string>>
    /**
     * Predicate of a partial index, by list field: it is true for rows whose list is not empty. A filter by one of the values also gets this
     * predicate, so that the planner uses the index. It would not use an index of the values: with row-level security it uses only leakproof operators.
     */
    readonly filled?: Readonly<Record<string, string>>
    /** Replaces the filter by a flag field with a filter by another field: one for the value 1, one for 0. The indexes and stored totals of that other field then answer the list. */
    readonly means?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
    /**
     * A choice field for whose values `kit_counter` stores totals (resource `{table}:{value}`). Changes not yet in these totals are rows of
     * `changes`, with alias `f` and columns `was` and `state`; `on` joins them to the rows of `t`.
     */
    readonly kept?: { readonly field: string; readonly changes: string; readonly on: string }
  }
  /**
   * Place of a row, for users limited to projects or areas: SQL over `t`; default: its `projectId` and `areaId`.
   * `author`: these users see only rows they created.
   */
  place?: PlaceColumns | 'author'
  lifecycle?: LifecycleServer<D>
  /**
   * Returns the resource with additional fields for a list or an export with these parameters; undefined if it has none. The rows come from the same
   * table. It must return the same object for the same fields, because values derived from the object are cached by it.
   */
  variant?: (ctx: Ctx, query: Readonly<Record<string, unknown>>) => Promise<ResourceServer | undefined>
  /** The rows of a listing for one request, as SQL in place of a table. Set by `readAs`. */
  rows?: { readonly sql: string; readonly params: readonly unknown[] }
  /** How the rows of a listing are read by SQL or by code (`onListing`). */
  source?: ListingSource
  read?: ListingReader
  /** Totals of its lists are counted on each request instead of being stored. */
  uncounted?: true
  /**
   * Parameters of lists that are not fields: each gives a condition over alias `t`, in which `$` is replaced by the value, or stands for filters by
   * fields (`means`, by value).
   */
  filters?: Readonly<Record<string, ListFilter>>
} & (keyof ActionsOf<D> extends never
  ? { actions?: undefined; returns?: undefined }
  : {
      /** Results of actions that return something else than the number of changed rows. */
      returns?: { readonly [A in keyof ActionsOf<D>]?: Returns | TSchema }
      actions: {
        [A in keyof ActionsOf<D>]: (call: ActionCall<ActionInput<ActionsOf<D>[A]>>) => Promise<unknown>
      }
    })

export interface ResourceServer {
  readonly resource: ResourceDefinition
  readonly implementation: ServerImplementation<ResourceDefinition>
}

/** A background task of a slice. `start` resolves when it is running, with a function that stops it. */
export interface Task {
  readonly name: string
  /** Role of the processes that run it; a task with role `schedule` runs in only one process at a time. */
  readonly role: Role
  /** Of role `schedule`: it computes from readings of past days, so it starts when the past of a demo is complete. */
  readonly readsPast?: true
  readonly start: (platform: Platform) => Promise<() => Promise<void>>
}

export interface ServerSlice extends SliceData, WithPast {
  readonly domain: Domain
  readonly resources?: readonly ResourceServer[]
  /** Rows that are only read (`onListing`). */
  readonly listings?: readonly ResourceServer[]
  readonly routes?: readonly Route[]
  readonly drivers?: readonly DeviceDriver[]
  readonly tasks?: readonly Task[]
  /** Topics of the live socket by name, and who may subscribe to them; a name that ends with a colon is followed by an id. */
  readonly live?: Readonly<Record<string, LiveTopic>>
  /** Ports that this slice provides to others: `provide(nightsPort, createNights)`. */
  readonly ports?: readonly Provided[]
  /** Ports of other slices that this slice calls, and its own ports that a higher slice provides. The server does not start without a provider. */
  readonly needs?: readonly PortKey<object>[]
  /** Its own ports that a higher slice may provide: it calls them only if one does. */
  readonly mayUse?: readonly PortKey<object>[]
  /** Kinds of long work of this slice, for the list of jobs. */
  readonly jobs?: readonly JobSource[]
  /** What needs attention, for the home page and dashboards. */
  readonly findings?: readonly FindingSource[]
  /** Entries that this slice contributes to life records of devices. */
  readonly life?: readonly LifeSource[]
  /** Rows of this slice that follow when a device is replaced. */
  readonly replacement?: readonly ReplacementFollower[]
  /** Rows of lower slices that cannot be removed while this slice uses them. */
  readonly holds?: readonly RowHold[]
  /** Kinds of bindings that this slice adds to the list of all bindings. */
  readonly bindings?: readonly BindingSource[]
  /** Which lamps each loop or switch box supplies. */
  readonly supply?: SupplySource
  /** Tells the virtual city which lamp controllers each breaker, output and meter feeds, and which LoRa gateway forwards the messages of each module. */
  readonly played?: PlayedLinks
  /** Fills an empty database; order by level. `at`: the time at which a demo city is made, epoch ms. People can sign in when all seeds have ended. */
  readonly seed?: (platform: Platform, at: number) => Promise<void>
}
