import { type CallAddress, type CallDefinition, parentsIn, type Verb } from './call.ts'
import type { Fields, Shape } from './field.ts'
import { type LifecycleDefinition, transitionActions } from './lifecycle.ts'
import { type MatrixRow, type ResourceRoles, soleRow } from './roles.ts'
import type { Rule } from './rule.ts'
import type { Text } from './text.ts'

/**
 * Whose rows: global = the platform's, every tenant reads · platform = a tenant's, administrators of the platform see all ·
 * tenant = a tenant's · project, area = a tenant's, cut further to the projects or areas granted to the user.
 * It becomes the row-level-security policy of the table and, for project and area, a join with the grants.
 */
export type Scope = 'global' | 'platform' | 'tenant' | 'project' | 'area'

export interface ActionDefinition {
  readonly label: Text
  readonly on: 'row' | 'rows' | 'list'
  readonly input?: Fields
  readonly confirm?: Text
  readonly disabledWhen?: Rule
  /** Long work: answered with a job or batch to watch. */
  readonly job?: true
  /** May also be asked for all rows that match the filter of the list. */
  readonly byFilter?: true
  /** Shown as harmful. */
  readonly danger?: true
  /** Name of the device command that it sends to the rows; its answer is the batch. */
  readonly command?: string
  /** What rows are for: it stands before editing. */
  readonly leads?: true
  /** Name of the call below `api.base`; the action's own name by default. */
  readonly path?: string
  /** It is a transition of the resource's lifecycle (`transitionActions`). */
  readonly transition?: true
  /** The right it needs, as a suffix of `code`, where several actions and pages share one; the action's own name and label by default. */
  readonly right?: { readonly name: string; readonly label: Text; readonly about: Text; readonly roles: MatrixRow }
  /** Row of the permission matrix. Left out, it is that of `right`, `commands` for a device command, or the one row of all rights of the resource. */
  readonly roles?: MatrixRow
}

/**
 * Rows come in by a sheet (XLSX or CSV): template, preview, job with progress, failed rows with their reasons, undo (decisions.md C12).
 * `true` instead: the slice has an import of its own.
 */
export interface ImportDefinition {
  /** The unique field that says whether a row of the sheet is there already. */
  readonly key: string
  /** Fields that are columns of the sheet, in this order; all that people write by default. */
  readonly template?: readonly string[]
}

/** The list page of a resource and its menu entry. */
export interface ResourcePage {
  /** Route of the console, as the specification spells it. */
  readonly path: string
  /** Name of an icon of the console's set. */
  readonly icon: string
  readonly sort: number
  /** Code of the menu above. */
  readonly parent?: string
  /** Name of the page in the menu; that of the resource by default. */
  readonly label?: Text
  /** Fields in which the search of the shell looks for rows. */
  readonly find?: readonly string[]
}

export interface ResourceDefinition {
  /** `slice.entity`: table, permissions, texts and links are named after it. */
  readonly name: `${string}.${string}`
  readonly label: Text
  /** One line under the title of the list. */
  readonly about?: Text
  /** Prefix of permission and button codes (`lamp` gives `lamp_add`). */
  readonly code: string
  readonly scope: Scope
  /** Which rows of the permission matrix its rights belong to: the known roles of these rows begin with them. */
  readonly roles: ResourceRoles
  /** Name of the device type of its rows, where they are devices: the row's id is the device id. */
  readonly device?: string
  readonly api: {
    readonly base: string
    readonly verbs: readonly Verb[]
    readonly alias?: readonly string[]
    /** Calls at other addresses. */
    readonly calls?: Readonly<Record<CallAddress, CallDefinition>>
  }
  readonly fields: Fields
  /** The field that names a row in links and choices; `name` by default. */
  readonly title?: string
  readonly indexes?: readonly (readonly string[])[]
  /**
   * Text fields in which the list's parameter `keyword` looks for a text. They are kept together, in lower case, in the column
   * `keyword_text` and in an index, which a search reads instead of the rows.
   */
  readonly keyword?: readonly string[]
  readonly list?: {
    readonly sort?: string
    readonly tree?: 'parentId'
    /** The list offers a time range over `createTime` with presets; `mine` names the field with the account of who made a row. */
    readonly period?: { readonly mine?: string }
    /** The list shows when rows were created and changed, without being asked to. */
    readonly times?: true
  }
  /** `tenant`: administrators of the platform choose whose row a new one is. `editAdds`: the right to edit rows is also the right to add them. */
  readonly form?: {
    readonly sections?: readonly { readonly label: Text; readonly fields: readonly string[] }[]
    readonly tenant?: true
    readonly editAdds?: true
  }
  readonly actions?: Readonly<Record<string, ActionDefinition>>
  /** Its page in the menu (`menuOf`), for a resource whose menu entry has nothing of its own. */
  readonly page?: ResourcePage
  /** States of its rows; transitions become actions. */
  readonly lifecycle?: LifecycleDefinition
  /** `also`: columns of rows that references name, offered by the export beside the fields (`controllerId.gatewayId`). */
  readonly io?: { readonly import?: true | ImportDefinition; readonly export?: true | { readonly also: readonly string[] } }
}

/** Columns every row has (wire-contract.md 2.3, base entity). Times are ISO strings inside, `yyyy-MM-dd HH:mm:ss` on the wire. */
export interface BaseRow {
  id: string
  tenantId: string
  createUser: string | null
  createTime: string
  updateUser: string | null
  updateTime: string
}
/** Names of the times that every row has, as lists and exports head them. */
export const ROW_TIMES = {
  createTime: ['创建时间', 'Created'],
  updateTime: ['更新时间', 'Updated'],
} as const satisfies Record<string, Text>
export type Row<D extends ResourceDefinition> = BaseRow & Shape<D['fields']>
export type Draft<D extends ResourceDefinition> = Partial<Shape<D['fields']>>
export type ActionsOf<D extends ResourceDefinition> =
  D['actions'] extends Readonly<Record<string, ActionDefinition>> ? D['actions'] : Record<never, never>
export type ActionInput<A> = A extends { readonly input: infer I extends Fields } ? Shape<I> : Record<never, never>

const NAME = /^[a-z][a-z0-9]*\.[a-z][A-Za-z0-9]*$/
const RESERVED = new Set(['id', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'isDeleted'])

/** The row of the permission matrix of an action; undefined where nothing declares it. */
export const actionRow = ({ roles }: Pick<ResourceDefinition, 'roles'>, action: ActionDefinition): MatrixRow | undefined =>
  action.roles ?? action.right?.roles ?? (action.command === undefined ? soleRow(roles) : 'commands')

/** Declares an entity. What is wrong in it is told at once, when the module loads. */
export const defineResource = <const D extends ResourceDefinition>(definition: D): D => {
  const fail = (why: string): never => {
    throw new Error(`resource ${definition.name}: ${why}`)
  }
  if (!NAME.test(definition.name)) fail('the name is slice.entity')
  for (const name of Object.keys(definition.fields)) if (RESERVED.has(name)) fail(`the field ${name} is every row's own`)
  const known = (name: string): boolean => name in definition.fields || RESERVED.has(name)
  for (const index of definition.indexes ?? []) for (const name of index) if (!known(name)) fail(`index over unknown field ${name}`)
  for (const name of definition.keyword ?? []) if (definition.fields[name]?.kind !== 'text') fail(`keyword over ${name}, which is no text`)
  if (definition.list?.period?.mine && !known(definition.list.period.mine))
    fail(`period names unknown field ${definition.list.period.mine}`)
  for (const name of definition.page?.find ?? []) if (!known(name)) fail(`page.find names unknown field ${name}`)
  for (const section of definition.form?.sections ?? [])
    for (const name of section.fields) if (!known(name)) fail(`form section names unknown field ${name}`)
  for (const [name, { options }] of Object.entries(definition.fields)) {
    if (options.english === undefined) continue
    if (!(options.english in definition.fields)) fail(`${name} names unknown field ${options.english}`)
    if (!options.readonly) fail(`${name} is written by forms: its English text would be saved as the other one`)
  }
  for (const [address, call] of Object.entries(definition.api.calls ?? {})) {
    for (const name of parentsIn(address)) if (!known(name)) fail(`${address} names unknown field ${name}`)
    if (call.action !== undefined && !(call.action in (definition.actions ?? {}))) fail(`${address} names unknown action ${call.action}`)
    if ('validate' in call && !definition.fields[call.validate]?.options.unique) fail(`${address}: ${call.validate} is not unique`)
    if (call.by && !definition.fields[call.by]?.options.unique) fail(`${address}: ${call.by} is not unique`)
    if (call.verb === 'export' && !definition.io?.export) fail(`${address} exports rows that have no export`)
  }
  const sheet = definition.io?.import
  if (typeof sheet === 'object') {
    if (!definition.fields[sheet.key]?.options.unique) fail(`the import's key ${sheet.key} is not unique`)
    for (const name of sheet.template ?? []) if (!(name in definition.fields)) fail(`the import names unknown field ${name}`)
    if (sheet.template && !sheet.template.includes(sheet.key)) fail(`the template lacks the key ${sheet.key}`)
  }
  if (definition.title && !known(definition.title)) fail(`title names unknown field ${definition.title}`)
  const made = definition.lifecycle ? withLifecycle(definition, definition.lifecycle, fail) : definition
  for (const [name, action] of Object.entries(made.actions ?? {}))
    if (!actionRow(made, action)) fail(`the action ${name} needs roles, a row of the permission matrix`)
  return made
}

/** Adds the transitions to the actions of the resource. */
const withLifecycle = <D extends ResourceDefinition>(definition: D, lifecycle: LifecycleDefinition, fail: (why: string) => never): D => {
  const made = transitionActions(lifecycle)
  for (const name of Object.keys(definition.actions ?? {})) if (name in made) fail(`${name} is an action and a transition`)
  return { ...definition, actions: { ...made, ...definition.actions } }
}
