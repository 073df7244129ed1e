import { permissionOf } from './permission.ts'
import { pluralOf } from './plural.ts'
import type { ResourceDefinition } from './resource.ts'
import { type MatrixRow, type Permission, roleRows } from './roles.ts'
import type { Text } from './text.ts'

/** A page of the console in the menu; seeded into the menu table, where administrators rearrange it. */
export interface MenuItem {
  readonly code: string
  readonly label: Text
  /** Route of the console, as spelt in the specification. */
  readonly path: string
  /** Name from the console's icon set. */
  readonly icon: string
  readonly sort: number
  /** Code of the parent menu. */
  readonly parent?: string
  /** The resource whose generated list is shown at `path`; its permissions become the buttons. */
  readonly resource?: string
  /** Additional permissions of the page. */
  readonly permissions?: readonly Permission[]
  /** Row of the permission matrix for a page without buttons and subpages: its right is to see the page. */
  readonly roles?: MatrixRow
  /** The page is opened only by links: it has permissions but no entry in the side menu. */
  readonly hidden?: true
  /** Right without which the console refuses a page made by hand (`menuPage`); default: the first of `permissions`. */
  readonly opens?: string
}
/** Returns the menu entries of resources with a `page`. */
export const menuOf = (resources: readonly ResourceDefinition[]): readonly MenuItem[] =>
  resources.flatMap((resource) => {
    const { page, code, label, name, rightsOf, roles } = resource
    if (!page) return []
    const { find: _find, details: _details, was: _was, ...entry } = page
    const shown: MenuItem = { code, label: [label[0], pluralOf(label[1])], ...entry, resource: name }
    return [rightsOf ? { ...shown, roles: roleRows(roles).read, opens: permissionOf(resource, 'page') } : shown]
  })

export const defineMenu = <const Items extends readonly MenuItem[]>(menu: Items): Items => menu
