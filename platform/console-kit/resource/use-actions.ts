import {
  type ActionDefinition,
  actionPermission,
  allowedRows,
  type Caller,
  exportPermission,
  missingIn,
  type ResourceDefinition,
  type Text,
  transitionRefusal,
} from '@lamplight/kit'
import { useMemo } from 'react'
import { rights } from '../session/menus.ts'
import { user } from '../session/session.ts'
import { useStateOf } from '../state/state.ts'
import { removeCall, writeCall } from './calls.ts'
import type { ResourceConsole } from './console-resource.ts'
import { writable } from './form/draft.ts'
import type { Entry } from './form/entry.ts'
import { forbidden } from './list/selection.ts'

/** An action of the user on rows or on the list. */
export interface PageAction {
  readonly name: string
  readonly label: Text
  readonly danger: boolean
  readonly action: ActionDefinition | null
  /** True if it accepts a filter instead of ids. */
  readonly byFilter: boolean
  /** Returns true if the row's state forbids it. For rows of a filter the server decides. */
  readonly refuses: (entry: Entry) => boolean
  /** Returns the reason if the row lacks something for it: the page then shows it switched off with the reason. Null if nothing is lacking. */
  readonly lacks: (entry: Entry) => Text | null
}
export interface PageActions {
  readonly create: boolean
  /** True if the user has the right for what the text of the empty list suggests. */
  readonly fill: boolean
  readonly edit: boolean
  readonly remove: boolean
  readonly import: boolean
  readonly export: boolean
  readonly list: readonly PageAction[]
  readonly rows: readonly PageAction[]
  readonly row: readonly PageAction[]
}

/** Returns true if the lifecycle forbids this in the row's state. */
const outside =
  ({ lifecycle }: ResourceDefinition, what: 'edit' | 'remove') =>
  ({ row }: Entry): boolean =>
    lifecycle?.[what] !== undefined && !lifecycle[what].in.includes(row[lifecycle.field] as number)
const refusalsOf = (resource: ResourceDefinition, name: string, { transition, disabledWhen }: ActionDefinition, caller: Caller) => {
  const { lifecycle } = resource
  return (entry: Entry): boolean =>
    transition && lifecycle
      ? transitionRefusal(lifecycle, name, entry.row, caller, actionPermission(resource, name)) !== null
      : forbidden(disabledWhen, [entry])
}

const nothingLacks = (): null => null
/**
 * Says which fields of the row are empty although the next state requires them. It leaves out lists of references, of which the user may not see all, and
 * fields that are not in lists: for these only the server knows.
 */
const lacksOf =
  ({ fields, lifecycle }: ResourceDefinition, name: string) =>
  ({ row }: Entry): Text | null => {
    const to = lifecycle?.transitions[name]?.to
    if (!lifecycle || typeof to !== 'number') return null
    const missing = missingIn(lifecycle, to, row).flatMap((one) => {
      const field = fields[one]
      return field && field.kind !== 'refs' && !field.options.alone ? [field.options.label] : []
    })
    if (missing.length === 0) return null
    return [`请先填写${missing.map(([zh]) => zh).join('、')}`, `Fill in first: ${missing.map(([, en]) => en).join(', ')}`]
  }

/** Returns the actions that the user may use on a resource. */
export const pageActionsOf = ({ resource, ui }: Pick<ResourceConsole, 'resource' | 'ui'>, caller: Caller): PageActions => {
  const { permissions } = caller
  const may = (call: { permission: string } | null): boolean => call !== null && permissions.has(call.permission)
  const own = Object.entries(resource.actions ?? {})
    .filter(([name]) => allowedRows(permissions, resource, name) || resource.lifecycle?.transitions[name]?.also !== undefined)
    .map(([name, action]): PageAction & { action: ActionDefinition } => ({
      name,
      label: action.label,
      danger: action.danger === true,
      action,
      byFilter: (ui.byFilter as readonly string[] | undefined)?.includes(name) ?? false,
      refuses: refusalsOf(resource, name, action, caller),
      lacks: action.transition ? lacksOf(resource, name) : nothingLacks,
    }))
  const on = (where: ActionDefinition['on']) => own.filter((pageAction) => pageAction.action.on === where)
  const edit = may(writeCall(resource, false))
  const remove = may(removeCall(resource))
  const plain = { action: null, byFilter: false, lacks: nothingLacks }
  const EDIT: PageAction = { ...plain, name: 'edit', label: ['编辑', 'Edit'], danger: false, refuses: outside(resource, 'edit') }
  const REMOVE: PageAction = { ...plain, name: 'remove', label: ['删除', 'Delete'], danger: true, refuses: outside(resource, 'remove') }
  const add = writeCall(resource, true)
  return {
    // A list whose rows are created elsewhere has no fields for a new row.
    create: may(add) && Object.keys(writable(resource.fields, 'create')).length > 0,
    fill: ui.emptyRight ? permissions.has(ui.emptyRight) : add === null || may(add),
    edit,
    remove,
    import: resource.io?.import !== undefined && permissions.has(`${resource.code}_import`),
    export: resource.io?.export !== undefined && permissions.has(exportPermission(resource)),
    list: on('list'),
    // What the user may do to one row at a time is among the actions of each row.
    rows: [...on('rows').filter(({ name }) => allowedRows(permissions, resource, name) !== 'one'), ...(remove ? [REMOVE] : [])],
    row: [
      ...own.filter(({ action }) => action.leads),
      ...(edit ? [EDIT] : []),
      ...[...on('row'), ...on('rows')].filter(({ action }) => !action.leads),
      ...(remove ? [REMOVE] : []),
    ],
  }
}

export const usePageActions = (console: ResourceConsole): PageActions => {
  const { permissions } = useStateOf(rights)
  const id = useStateOf(user)?.userId ?? ''
  return useMemo(() => pageActionsOf(console, { id, permissions }), [console, id, permissions])
}
