import type { Permission } from './permission.ts'
import type { ResourceDefinition } from './resource.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/** A page of the console as the menu shows it; seeded into the menu table, where administrators rearrange it. */
export interface MenuItem {
  readonly code: string
  readonly label: Text
  /** Route of the console, as the specification spells it. */
  readonly path: string
  /** Name of an icon of the console's set. */
  readonly icon: string
  readonly sort: number
  /** Code of the menu above. */
  readonly parent?: string
  /** The resource whose generated list stands at `path`; its permissions become the buttons. */
  readonly resource?: string
  /** Further permissions that belong to the page. */
  readonly permissions?: readonly Permission[]
  /** Row of the permission matrix, of a page without buttons and without pages below: its right is to see it. */
  readonly roles?: MatrixRow
  /** Reached by links only: a route with rights but no entry in the side menu. */
  readonly hidden?: true
}
/** The menu entries of resources with a `page`. */
export const menuOf = (resources: readonly ResourceDefinition[]): readonly MenuItem[] =>
  resources.flatMap(({ page, code, label, name }) => {
    if (!page) return []
    const { find: _, ...entry } = page
    return [{ code, label, ...entry, resource: name }]
  })

export const defineMenu = <const M extends readonly MenuItem[]>(menu: M): M => menu
