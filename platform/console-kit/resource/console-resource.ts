import type {
  ActionInput,
  ActionsOf,
  Draft,
  Fields,
  ResourceDefinition,
  Row,
  Rule,
  Text,
  TransitionInput,
  TransitionsOf,
  ValueOf,
} from '@lamplight/kit'
import type { ComponentType } from 'react'
import type { ConsoleResource } from '../router/page.ts'
import type { Entry, Wire } from './form/entry.ts'
import type { KnownResource } from './known.ts'
import type { Query } from './list/list-state.ts'
import type { Selection } from './list/selection.ts'

/** Properties of a cell component: the value and its row. */
export interface ColumnProps<D extends ResourceDefinition, K extends keyof D['fields']> {
  readonly value: ValueOf<D['fields'][K]> | null
  readonly row: Row<D>
}
/** Properties of an input component that replaces the field type's own. */
export interface FieldInputProps<D extends ResourceDefinition, K extends keyof D['fields']> {
  readonly id: string
  readonly value: ValueOf<D['fields'][K]> | null
  readonly onChange: (value: ValueOf<D['fields'][K]> | null) => void
  readonly draft: Draft<D>
  readonly invalid: boolean
}
/** Properties of a dialog component that replaces the generated dialog of an action. */
export interface ActionDialogProps<D extends ResourceDefinition, I> {
  readonly rows: readonly Row<D>[]
  /** Number of affected rows: larger than `rows` if a filter was selected. */
  readonly count: number
  /** Set if the action applies to all rows that match, instead of `rows`. */
  readonly filter: Query | null
  /** Sends the action; returns the data of the answer, throws the server's refusal. */
  readonly submit: (input: I) => Promise<unknown>
  readonly close: () => void
}
/** Properties of the part that shows what an action affects: the affected rows and what was entered so far. */
export interface AffectedRowsProps<D extends ResourceDefinition, I> {
  readonly rows: readonly Row<D>[]
  readonly draft: Partial<I>
}
/** Input of an action or a transition. */
type InputOf<D extends ResourceDefinition, A> = A extends keyof ActionsOf<D>
  ? ActionInput<ActionsOf<D>[A]>
  : A extends keyof TransitionsOf<D>
    ? TransitionInput<TransitionsOf<D>[A]>
    : never
export interface SlotProps {
  readonly selection: Selection
  /** Parameters of the shown list, without paging. */
  readonly filter: Query
  readonly total: number
  readonly reload: () => void
  readonly clear: () => void
}
/** Properties of a component below a form: the entered values, the stored row, its id, and its tenant if the form has a choice of tenants. */
export interface FormEndProps {
  readonly draft: Readonly<Record<string, unknown>>
  readonly wire: Wire
  readonly id: string | null
  readonly tenantId: string | null
}
export interface DetailTab<D extends ResourceDefinition> {
  readonly label: Text
  /** True: the tab is the first one and is shown when the page opens. */
  readonly leads?: true
  readonly body: ComponentType<{ readonly row: Row<D> }>
  /** Shown beside the label: the number of open items. */
  readonly badge?: ComponentType<{ readonly row: Row<D> }>
}

/** A button or link after the actions of each row. The column is as wide as `label` needs. `right`: without it the list has none. */
export interface RowEnd<D extends ResourceDefinition> {
  readonly label: Text
  readonly right?: string
  readonly body: ComponentType<{ readonly row: Row<D> }>
}
/** Additions of the console to a resource; all are optional, and what is missing is generated. */
export interface ConsoleUi<D extends ResourceDefinition> {
  /**
   * Returns further parameters that select a page, beside `current` and `size`. `lastOf` contains the id of the last row of each page that
   * was read with the same filter and size.
   */
  readonly placeOf?: (page: number, size: number, lastOf: ReadonlyMap<number, string>) => Readonly<Record<string, string | number>>
  /** Page sizes that the list offers; default: `PAGE_SIZES`. */
  readonly sizes?: readonly number[]
  /** Route of the list page; default: the path of the resource's `page`. Without it, names are not links. */
  readonly link?: string
  /** Route of the detail page, to which `?id=` is added; default: `{link}/details`. */
  readonly details?: string
  /** Former routes of the list page: they and their `/details` redirect. */
  readonly was?: readonly string[]
  /** Counting word of rows instead of 项: `['盏', 'lamp']`. English buttons do not use it. */
  readonly counter?: Text
  /** Address to which the number of a row is added for its QR label; default: the list with only that row. False: the rows get no labels, because they are no things. */
  readonly labels?: string | false
  /** Text of an empty list that says how rows are created. It is shown to users who may add rows, or who have `emptyRight`. */
  readonly empty?: Text
  readonly emptyRight?: string
  /** Text of an empty list for users who may not add rows. It says who adds them. */
  readonly emptyElse?: Text
  /** True if users limited to places see only rows that they made (`place: 'author'` on the server): an empty list says so. */
  readonly own?: true
  /** Fields that the console's search (Ctrl K) covers; without them it finds no rows. */
  readonly find?: readonly (keyof D['fields'])[]
  /** Code of the device type, if its rows are devices: command records link to them. */
  readonly deviceCode?: number
  /** Field with the state of a row, for cards and headers; default: the first choice with tones. */
  readonly state?: keyof D['fields']
  readonly columns?: { readonly [K in keyof D['fields']]?: ComponentType<ColumnProps<D, K>> }
  readonly inputs?: { readonly [K in keyof D['fields']]?: ComponentType<FieldInputProps<D, K>> }
  /** Hook that returns more filters of the list, by parameter. One with the parameter of a field's filter replaces that filter. Each is a field with `search`. */
  readonly useFilters?: () => Fields
  /** Filters of the list at an address without filters; `all=1` there shows all rows. Keep the same object. */
  readonly preset?: Query
  /** Parameters that all calls of the list page send. */
  readonly fixed?: Query
  readonly actions?: {
    readonly [A in keyof ActionsOf<D> | keyof TransitionsOf<D>]?: ComponentType<ActionDialogProps<D, InputOf<D, A>>>
  }
  /** What the generated dialog of an action that sends to devices shows below its inputs: the devices that it reaches. */
  readonly affected?: {
    readonly [A in keyof ActionsOf<D> | keyof TransitionsOf<D>]?: ComponentType<AffectedRowsProps<D, InputOf<D, A>>>
  }
  /** Actions that accept a filter (`{filter}`) for all its rows, as well as ids. */
  readonly byFilter?: readonly (keyof ActionsOf<D>)[]
  readonly slots?: {
    readonly listTop?: ComponentType<SlotProps>
    readonly toolbar?: ComponentType<SlotProps>
    /** Buttons before the actions of the toolbar. */
    readonly toolbarLead?: ComponentType<SlotProps>
    readonly rowExpand?: ComponentType<{ readonly row: Row<D> }>
    readonly rowEnd?: RowEnd<D>
    /** Above the fields of the form, before anything is filled in. */
    readonly formTop?: ComponentType
    readonly formEnd?: ComponentType<FormEndProps>
    readonly detailTop?: ComponentType<{ readonly row: Row<D> }>
    readonly detailTabs?: Readonly<Record<string, DetailTab<D>>>
  }
  /** Own pages instead of the generated ones; they still use the resource's client, permissions and texts. The list page is in its own chunk. */
  readonly pages?: { readonly list?: () => Promise<ComponentType>; readonly detail?: ComponentType<{ readonly id: string }> }
  /** Live pushes of a topic that change shown rows: the result of `apply` replaces the row, null leaves it. */
  readonly live?: {
    readonly topic: string
    readonly apply: (row: Row<D>, change: Readonly<Record<string, unknown>>) => Row<D> | null
    /** Merges two pushes of a row if a push does not contain all values. Default: the later push replaces the earlier one. */
    readonly merge?: (
      earlier: Readonly<Record<string, unknown>>,
      later: Readonly<Record<string, unknown>>,
    ) => Readonly<Record<string, unknown>>
    /** Key of a row in pushes; default: its id. */
    readonly keyOf?: (row: Row<D>) => string
  }
  /**
   * Seconds after which a shown list is read again. While a shown row meets `busy`, the list is read every two seconds, so that the end of
   * a run appears soon.
   */
  readonly refresh?: { readonly seconds: number; readonly busy?: Rule }
  /** Users add and edit rows on the page `{link}/edit` (`?id=` of the edited row) instead of in the form. */
  readonly formPage?: true
  /** Page that adds a row in steps, instead of the form. */
  readonly create?: { readonly page: string }
  /** Page of the resource's own import, if it has no sheet import. */
  readonly import?: { readonly page: string }
}

/** A resource with its console side; slices pass it to `defineConsole`. */
export interface ResourceConsole extends ConsoleResource, KnownResource {
  readonly ui: ConsoleUi<ResourceDefinition>
}

/** Address of the page that adds a row or edits the row `id`; null if the resource uses the form. */
export const formHref = ({ ui, link }: Pick<ResourceConsole, 'ui' | 'link'>, id?: string): string | null =>
  ui.formPage && link ? `${link}/edit${id === undefined ? '' : `?id=${id}`}` : null

const consoles = new Map<string, ResourceConsole>()

/** Registers the console of a resource. */
export const keepConsole = (console: ResourceConsole): ResourceConsole => {
  consoles.set(console.resource.name, console)
  return console
}

/** Returns the console of a resource if its slice is loaded. `loadConsole` and `useConsole` load it; `knownResource` needs no loading. */
export const consoleOf = (name: string): ResourceConsole | undefined => consoles.get(name)

/** The consoles of the resources of all loaded slices. */
export const loadedConsoles = (): readonly ResourceConsole[] => [...consoles.values()]

/** Returns the row in the form for the slice's own components. */
export const rowOf = (entry: Entry): Row<ResourceDefinition> => entry.row as unknown as Row<ResourceDefinition>
