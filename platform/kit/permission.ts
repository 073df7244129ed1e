import type { ActionDefinition } from './action.ts'
import type { Verb } from './call.ts'
import type { ResourceDefinition } from './resource.ts'
import { type MatrixRow, type Permission, roleRows, soleRow } from './roles.ts'

const READS: readonly Verb[] = ['list', 'page', 'lazy', 'tree', 'select', 'detail', 'get']
const ADDS: readonly Verb[] = ['submit', 'save', 'create']
const EDITS: readonly Verb[] = ['submit', 'update', 'put']
const REMOVES: readonly Verb[] = ['remove', 'delete']

/** The permission that a verb needs. `submit` adds a row if the body has no id, and edits one otherwise. */
export const permissionOf = (resource: Pick<ResourceDefinition, 'code' | 'form' | 'rightsOf'>, verb: Verb, isNew = false): string => {
  if (READS.includes(verb)) return `${resource.rightsOf ?? resource.code}_view`
  if (REMOVES.includes(verb)) return `${resource.code}_delete`
  const adds = verb === 'submit' ? isNew : ADDS.includes(verb)
  return `${resource.code}_${adds && !resource.form?.editAdds ? 'add' : 'edit'}`
}

/** The permission that the export needs. */
export const exportPermission = ({ code, rightsOf = code }: Pick<ResourceDefinition, 'code' | 'rightsOf'>): string => `${rightsOf}_export`

/** The row of the permission matrix of an action; undefined if none is declared. */
export const actionRow = ({ roles }: Pick<ResourceDefinition, 'roles'>, action: ActionDefinition): MatrixRow | undefined =>
  action.roles ?? action.right?.roles ?? (action.command === undefined ? soleRow(roles) : 'commands')

/** The permission that an action needs. */
export const actionPermission = (resource: Pick<ResourceDefinition, 'code' | 'actions'>, name: string): string =>
  `${resource.code}_${resource.actions?.[name]?.right?.name ?? name.toLowerCase()}`

/** Returns the permission with which a user may run the action on one row only. Undefined if the action has no such permission. */
export const singlePermission = (resource: Pick<ResourceDefinition, 'code' | 'actions'>, name: string): string | undefined => {
  const single = resource.actions?.[name]?.single
  return single && `${resource.code}_${single.name}`
}

/** Returns on how many rows at a time a user with these permissions may run the action. Null: the user may not run it. */
export const allowedRows = (
  permissions: { readonly has: (code: string) => boolean },
  resource: Pick<ResourceDefinition, 'code' | 'actions'>,
  name: string,
): 'any' | 'one' | null => {
  if (permissions.has(actionPermission(resource, name))) return 'any'
  const single = singlePermission(resource, name)
  return single !== undefined && permissions.has(single) ? 'one' : null
}

/** All permissions of a resource, derived from its definition, without those that it uses of another one. */
export const permissionsOf = (resource: ResourceDefinition): Permission[] => {
  const offered = [...resource.api.verbs, ...Object.values(resource.api.calls ?? {}).map(({ verb }) => verb)]
  const has = (verbs: readonly Verb[]): boolean => offered.some((verb) => verbs.includes(verb as Verb))
  const code = (suffix: string): string => `${resource.code}_${suffix}`
  const { read, write, export: file } = roleRows(resource.roles)
  const found: Permission[] = []
  if (has(READS) && !resource.rightsOf) found.push({ code: code('view'), label: ['查看', 'View'], action: 2, roles: read })
  if (has(ADDS) && !resource.form?.editAdds) found.push({ code: code('add'), label: ['新增', 'Add'], action: 1, roles: write })
  if (has(EDITS)) found.push({ code: code('edit'), label: ['编辑', 'Edit'], action: 2, roles: write })
  if (has(REMOVES)) found.push({ code: code('delete'), label: ['删除', 'Delete'], action: 3, roles: write })
  if (resource.io?.import) found.push({ code: code('import'), label: ['导入', 'Import'], action: 1, roles: write })
  if (resource.io?.export && !resource.rightsOf) found.push({ code: code('export'), label: ['导出', 'Export'], action: 1, roles: file })
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    found.push({
      code: actionPermission(resource, name),
      label: action.right?.label ?? action.label,
      ...(action.right && { about: action.right.about }),
      action: action.on === 'list' ? 1 : action.on === 'row' ? 2 : 3,
      roles: actionRow(resource, action) as MatrixRow,
    })
    if (action.single && found.every((one) => one.code !== singlePermission(resource, name))) {
      const { label, about, roles } = action.single
      found.push({ code: code(action.single.name), label, about, roles, action: 2 })
    }
  }
  return found
}
