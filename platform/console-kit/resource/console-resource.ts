import type { ActionInput, ActionsOf, Draft, ResourceDefinition, Row, Text, TransitionInput, TransitionsOf, ValueOf } from '@lamplight/kit'
import type { ComponentType } from 'react'
import type { ConsoleResource } from '../router/page.ts'
import type { Entry } from './entry.ts'
import type { KnownResource } from './known.ts'
import type { Query } from './list-state.ts'
import type { Selection } from './selection.ts'

/** A cell of a column: the value and its row. */
export interface ColumnGiven<D extends ResourceDefinition, K extends keyof D['fields']> {
  readonly value: ValueOf<D['fields'][K]> | null
  readonly row: Row<D>
}
/** An input of a form field, in place of the type's own. */
export interface FieldInputGiven<D extends ResourceDefinition, K extends keyof D['fields']> {
  readonly id: string
  readonly value: ValueOf<D['fields'][K]> | null
  readonly onChange: (value: ValueOf<D['fields'][K]> | null) => void
  readonly draft: Draft<D>
  readonly invalid: boolean
}
/** A dialog of an action, in place of the generated one. */
export interface ActionDialogGiven<D extends ResourceDefinition, I> {
  readonly rows: readonly Row<D>[]
  /** How many rows it will reach: more than `rows` when a filter was chosen. */
  readonly count: number
  /** Set when the action means all rows that match, instead of `rows`. */
  readonly filter: Query | null
  /** Sends the action; throws what the server refuses. What it answers is the call's data. */
  readonly submit: (input: I) => Promise<unknown>
  readonly close: () => void
}
/** Input of an action or of a transition. */
type InputOf<D extends ResourceDefinition, A> = A extends keyof ActionsOf<D>
  ? ActionInput<ActionsOf<D>[A]>
  : A extends keyof TransitionsOf<D>
    ? TransitionInput<TransitionsOf<D>[A]>
    : never
export interface SlotGiven {
  readonly selection: Selection
  /** Parameters of what the list shows, without paging. */
  readonly filter: Query
  readonly total: number
  readonly reload: () => void
  readonly clear: () => void
}
/** What stands below a form: the values as they are typed, the id of the row that is changed, and the tenant of the row where several can be chosen. */
export interface FormEndGiven {
  readonly draft: Readonly<Record<string, unknown>>
  readonly id: string | null
  readonly tenantId: string | null
}
export interface DetailTab<D extends ResourceDefinition> {
  readonly label: Text
  /** The tab is first and is shown when the page opens. */
  readonly leads?: true
  readonly body: ComponentType<{ readonly row: Row<D> }>
  /** Stands beside the label: how much there is to do. */
  readonly badge?: ComponentType<{ readonly row: Row<D> }>
}

/** What the console adds to a resource; everything is optional, and what is left out is generated. */
export interface ConsoleUi<D extends ResourceDefinition> {
  /** Route of the list page; the detail page is `{link}/details?id=`. Without one, names do not link. */
  readonly link?: string
  /** The word rows are counted in, where it is not 项: `['盏', 'lamp']`. English buttons do without. */
  readonly counter?: Text
  /** Said where the list has no rows at all: how the first one comes, where no form makes it. */
  readonly empty?: Text
  /** Fields by whose text the search of the shell (Ctrl K) finds rows; without any it finds none. */
  readonly find?: readonly (keyof D['fields'])[]
  /** Code of the device type, where its rows are devices: command records link to them. */
  readonly deviceCode?: number
  /** The field that says how a row is, in cards and heads; the first choice with tones by default. */
  readonly state?: keyof D['fields']
  readonly columns?: { readonly [K in keyof D['fields']]?: ComponentType<ColumnGiven<D, K>> }
  readonly inputs?: { readonly [K in keyof D['fields']]?: ComponentType<FieldInputGiven<D, K>> }
  readonly actions?: {
    readonly [A in keyof ActionsOf<D> | keyof TransitionsOf<D>]?: ComponentType<ActionDialogGiven<D, InputOf<D, A>>>
  }
  /** Actions that take all rows of a filter (`{filter}`) as well as ids. */
  readonly byFilter?: readonly (keyof ActionsOf<D>)[]
  readonly slots?: {
    readonly listTop?: ComponentType<SlotGiven>
    readonly toolbar?: ComponentType<SlotGiven>
    readonly rowExpand?: ComponentType<{ readonly row: Row<D> }>
    readonly formEnd?: ComponentType<FormEndGiven>
    readonly detailTop?: ComponentType<{ readonly row: Row<D> }>
    readonly detailTabs?: Readonly<Record<string, DetailTab<D>>>
  }
  /** Own pages; they still use the resource's client, permissions and texts. That of the list is in a chunk of its own. */
  readonly pages?: { readonly list?: () => Promise<ComponentType>; readonly detail?: ComponentType<{ readonly id: string }> }
  /** News of a socket topic that change rows on the screen: what `apply` gives replaces the row, null leaves it. */
  readonly live?: {
    readonly topic: string
    readonly apply: (row: Row<D>, change: Readonly<Record<string, unknown>>) => Row<D> | null
    /** Merges two pushes of a row, if a push does not contain everything. By default the later push replaces the earlier one. */
    readonly merge?: (
      earlier: Readonly<Record<string, unknown>>,
      later: Readonly<Record<string, unknown>>,
    ) => Readonly<Record<string, unknown>>
    /** Key under which news of a row come; its id by default. */
    readonly keyOf?: (row: Row<D>) => string
  }
  /** The page that adds a row by steps, in place of the form. */
  readonly create?: { readonly page: string }
  /** The page of an import of its own, where the resource has no import by a sheet. */
  readonly import?: { readonly page: string }
}

/** A resource with its console side, as slices hand it to `defineConsole`. */
export interface ResourceConsole extends ConsoleResource, KnownResource {
  readonly ui: ConsoleUi<ResourceDefinition>
}

const consoles = new Map<string, ResourceConsole>()

/** Registers the console of a resource. */
export const keepConsole = (console: ResourceConsole): ResourceConsole => {
  consoles.set(console.resource.name, console)
  return console
}

/** The console of a resource by its name, once its slice is loaded: `loadConsole` and `useConsole` load it, `knownResource` does without. */
export const consoleOf = (name: string): ResourceConsole | undefined => consoles.get(name)

/** The row as the slice's own components know it. */
export const rowOf = (entry: Entry): Row<ResourceDefinition> => entry.row as unknown as Row<ResourceDefinition>
