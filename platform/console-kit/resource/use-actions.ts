import { type ActionDefinition, actionPermission, type Text } from '@lamplight/kit'
import { useMemo } from 'react'
import { rights } from '../session/menus.ts'
import { useStateOf } from '../state/state.ts'
import { removeCall, writeCall } from './calls.ts'
import { writable } from './draft.ts'
import type { ResourceConsole } from './on-console.ts'

/** Something a person may do to rows or to the list. */
export interface Deed {
  readonly name: string
  readonly label: Text
  readonly danger: boolean
  readonly action: ActionDefinition | null
  /** Takes a filter in place of ids. */
  readonly byFilter: boolean
}
export interface Deeds {
  readonly create: boolean
  readonly edit: boolean
  readonly remove: boolean
  readonly import: boolean
  readonly export: boolean
  readonly list: readonly Deed[]
  readonly rows: readonly Deed[]
  readonly row: readonly Deed[]
}
export const REMOVE: Deed = { name: 'remove', label: ['删除', 'Delete'], danger: true, action: null, byFilter: false }
export const EDIT: Deed = { name: 'edit', label: ['编辑', 'Edit'], danger: false, action: null, byFilter: false }

/** What `permissions` let a person do with a resource. */
export const deedsOf = ({ resource, ui }: Pick<ResourceConsole, 'resource' | 'ui'>, permissions: ReadonlySet<string>): Deeds => {
  const may = (call: { permission: string } | null): boolean => call !== null && permissions.has(call.permission)
  const own = Object.entries(resource.actions ?? {})
    .filter(([name]) => permissions.has(actionPermission(resource, name)))
    .map(([name, action]): Deed & { action: ActionDefinition } => ({
      name,
      label: action.label,
      danger: action.danger === true,
      action,
      byFilter: (ui.byFilter as readonly string[] | undefined)?.includes(name) ?? false,
    }))
  const on = (where: ActionDefinition['on']) => own.filter((deed) => deed.action.on === where)
  const edit = may(writeCall(resource, false))
  const remove = may(removeCall(resource))
  return {
    // A list whose rows are made elsewhere has no field for a new row.
    create: may(writeCall(resource, true)) && Object.keys(writable(resource.fields, 'create')).length > 0,
    edit,
    remove,
    import: resource.io?.import !== undefined && permissions.has(`${resource.code}_import`),
    export: resource.io?.export !== undefined && permissions.has(`${resource.code}_export`),
    list: on('list'),
    rows: [...on('rows'), ...(remove ? [REMOVE] : [])],
    row: [
      ...own.filter(({ action }) => action.leads),
      ...(edit ? [EDIT] : []),
      ...[...on('row'), ...on('rows')].filter(({ action }) => !action.leads),
      ...(remove ? [REMOVE] : []),
    ],
  }
}

export const useDeeds = (console: ResourceConsole): Deeds => {
  const { permissions } = useStateOf(rights)
  return useMemo(() => deedsOf(console, permissions), [console, permissions])
}
