import { checkResource } from '#checks'
import type { ActionDefinition } from './action.ts'
import type { CallAddress, CallDefinition, Verb } from './call.ts'
import type { Fields, Shape } from './field.ts'
import { type LifecycleDefinition, transitionActions } from './lifecycle/lifecycle.ts'
import type { Permission, ResourceRoles } from './roles.ts'
import type { Text } from './text.ts'

/**
 * Owner of the rows: global = the platform, every tenant reads · platform = a tenant, platform administrators see all · tenant = a tenant ·
 * project = a tenant, and the totals of lists are stored for each project and area. The scope becomes the row-level-security policy of the table. In
 * every scope, users limited to places see only rows whose fields `projectId` and `areaId` are granted to them.
 */
export type Scope = 'global' | 'platform' | 'tenant' | 'project'

/**
 * Import of rows from a sheet (XLSX or CSV): template, preview, job with progress, failed rows with reasons, undo (decisions.md C12).
 * `true` instead: the slice has an import of its own.
 */
export interface ImportDefinition {
  /** The unique field by which an existing row is found. */
  readonly key: string
  /** Fields that are columns of the sheet, in this order; default: all fields that users write. */
  readonly template?: readonly string[]
}

/** The list page of a resource and its menu entry. */
export interface ResourcePage {
  /** Path in the console, spelt as in the specification. */
  readonly path: string
  /** Path of the page of one row, if it is not `{path}/details`. */
  readonly details?: string
  /** Former paths: they and their `/details` redirect. */
  readonly was?: readonly string[]
  /** Name of an icon of the console's icon set. */
  readonly icon: string
  readonly sort: number
  /** Code of the parent menu. */
  readonly parent?: string
  /** Name of the page in the menu; default: the resource's label, in English its plural. */
  readonly label?: Text
  /** Fields that the search of the shell compares with the typed text. */
  readonly find?: readonly string[]
  /** Additional permissions of the page. */
  readonly permissions?: readonly Permission[]
  /** The page is opened only by links: it has permissions but no entry in the side menu. */
  readonly hidden?: true
}

/** The page of a device. `type`: the field with the code of its type. `id`: the field with its id; default: the id of the row. */
interface OpensDevice {
  readonly type: string
  readonly id?: string
}
/** The page of a row of `resource`. `id`: the field with its id; default: the id of the row. */
interface OpensRow {
  readonly resource: string
  readonly id?: string
}

export interface ResourceDefinition {
  /** `slice.entity`: table, permissions, texts and links derive their names from it. */
  readonly name: `${string}.${string}`
  readonly label: Text
  /** One line under the title of the list. */
  readonly about?: Text
  /** Prefix of permission and button codes (`lamp` makes `lamp_add`). */
  readonly code: string
  /** Prefix of the rights of its reads and its export, if they are those of another resource (`meter`: `meter_view`, `meter_export`). Default: `code`. */
  readonly rightsOf?: string
  readonly scope: Scope
  /** Its rows are a listing (`defineListing`): they have no table and are made by SQL or by code of the server. */
  readonly reads?: 'sql' | 'code'
  /** Further filters of a listing, by parameter; they are no fields of its rows. */
  readonly filters?: Fields
  /** Rows of the permission matrix of its rights: they decide which built-in roles have these rights at first. */
  readonly roles: ResourceRoles
  /** Name of the device type, if the rows are devices: the row's id is the device id. */
  readonly device?: string
  /**
   * Name of a field that refers to a device, if pages of the row show that device. Who sees the row then sees the device as well: its state, history,
   * faults and commands.
   */
  readonly shows?: string
  readonly api: {
    readonly base: string
    readonly verbs: readonly Verb[]
    readonly alias?: readonly string[]
    /** Calls at other addresses. */
    readonly calls?: Readonly<Record<CallAddress, CallDefinition>>
  }
  readonly fields: Fields
  /** The field that is a row's title in links and choices; default `name`. */
  readonly title?: string
  /** Page that the title of a row of a listing opens, if the row is about another one. */
  readonly opens?: OpensDevice | OpensRow
  readonly indexes?: readonly (readonly string[])[]
  /**
   * Text fields that the list's parameter `keyword` searches. They are stored together, in lower case, in the column `keyword_text` with an
   * index, which a search reads instead of the rows.
   */
  readonly keyword?: readonly string[]
  readonly list?: {
    /** Order of the list: field names separated by commas; `-` before a name sorts descending. */
    readonly sort?: string
    readonly tree?: 'parentId'
    /**
     * The list offers a time range with presets, over `createTime` or the time field `by` (its wire name). `mine`: the field with the account of the user who
     * created a row.
     */
    readonly period?: { readonly mine?: string; readonly by?: string }
    /**
     * True: the list shows the times of creation and change by default. False: it hides the time of creation, because its rows have a time of
     * their own. Default: rows that nobody writes by hand show their time of creation.
     */
    readonly times?: boolean
  }
  /** `tenant`: platform administrators choose the tenant of a new row. `editAdds`: the right to edit rows also allows adding them. */
  readonly form?: {
    readonly sections?: readonly { readonly label: Text; readonly fields: readonly string[] }[]
    readonly tenant?: true
    readonly editAdds?: true
  }
  readonly actions?: Readonly<Record<string, ActionDefinition>>
  /** Page of the resource in the menu (`menuOf`), if its menu entry needs nothing more. */
  readonly page?: ResourcePage
  /** States of its rows; transitions become actions. */
  readonly lifecycle?: LifecycleDefinition
  /** `also`: columns of referenced rows that the export offers besides the fields (`controllerId.gatewayId`). */
  readonly io?: { readonly import?: true | ImportDefinition; readonly export?: true | { readonly also: readonly string[] } }
}

/** Columns of every row (wire-contract.md 2.3, base entity). Times are ISO strings inside, `yyyy-MM-dd HH:mm:ss` on the wire. */
export interface BaseRow {
  id: string
  tenantId: string
  createUser: string | null
  createTime: string
  updateUser: string | null
  updateTime: string
}
/** Labels of the times of every row, for lists and exports. */
export const ROW_TIMES = {
  createTime: ['创建时间', 'Created'],
  updateTime: ['更新时间', 'Updated'],
} as const satisfies Record<string, Text>
export type Row<D extends ResourceDefinition> = BaseRow & Shape<D['fields']>
export type Draft<D extends ResourceDefinition> = Partial<Shape<D['fields']>>
export type ActionsOf<D extends ResourceDefinition> =
  D['actions'] extends Readonly<Record<string, ActionDefinition>> ? D['actions'] : Record<never, never>
export type ActionInput<A> = A extends { readonly input: infer I extends Fields } ? Shape<I> : Record<never, never>

/** Declares an entity. Throws if the definition has a fault, when its module loads; browsers load no checks. */
export const defineResource = <const D extends ResourceDefinition>(definition: D): D => {
  const made = withFiles(definition.lifecycle ? withLifecycle(definition, definition.lifecycle) : definition)
  checkResource(definition, made)
  return made
}

/** Sets the address of the upload calls in the file fields of a resource. */
const withFiles = <D extends ResourceDefinition>(definition: D): D => {
  const files = Object.entries(definition.fields).filter(([, { kind }]) => kind === 'file')
  if (files.length === 0) return definition
  const stamped = files.map(([name, field]) => [name, { ...field, options: { ...field.options, base: definition.api.base } }])
  return { ...definition, fields: { ...definition.fields, ...Object.fromEntries(stamped) } }
}

/** Adds the transitions to the actions of the resource. */
const withLifecycle = <D extends ResourceDefinition>(definition: D, lifecycle: LifecycleDefinition): D => ({
  ...definition,
  actions: { ...transitionActions(lifecycle), ...definition.actions },
})
