import type { Domain, MenuItem, ResourceDefinition, Text } from '@lamplight/kit'
import type { ComponentType } from 'react'

/** A page of the console. Slices pass their pages to `defineConsole`. */
export interface Page {
  /** Address as in the specification; matched case-insensitively (decisions.md A5). `:name` matches one part, a final `*` the rest. */
  readonly path: string
  /** Former addresses, which redirect to `path`; the query stays. */
  readonly was?: readonly string[]
  /** Title of the tab if the menu has none for the address. */
  readonly label: Text
  /** `() => import('./lamps.page.tsx').then((m) => m.LampsPage)` */
  readonly load: () => Promise<ComponentType>
  /** True: kept while its tab is open; other pages are dropped if there are too many. */
  readonly keepAlive?: true
  /** Permission code without which the page shows 403. */
  readonly permission?: string
  /** True: the header is hidden (rule.layout.header-hidden). */
  readonly full?: true
  /** True: shown without shell and tab: the landing page, wall screens. */
  readonly bare?: true
  /** True: shown in the shell without a tab (rule.guard.tabs); the menu can also say so. */
  readonly noTab?: true
  /** Query parameters whose values get a tab of their own (`['id']` for details). */
  readonly tabBy?: readonly string[]
  /** Address of the list that a page of one row belongs to: the menu marks it if it has no entry for the page's own address. */
  readonly under?: string
}
export const definePage = (page: Page): Page => page

/** Makes the page of a menu entry: the entry has its address, title and right. */
export const menuPage = (
  { path, label, permissions, opens = permissions?.[0]?.code }: MenuItem,
  page: Omit<Page, 'path' | 'label' | 'permission'>,
): Page => ({ path, label, ...(opens && { permission: opens }), ...page })

/** A page before its slice is loaded. Its label is among the late labels if it is missing here. */
export type RoutedPage = Omit<Page, 'label'> & Partial<Pick<Page, 'label'>>

/** A resource with its generated pages. */
export interface ConsoleResource {
  readonly resource: ResourceDefinition
  readonly pages: readonly Page[]
}

/** The console part of a slice. */
export interface ConsoleSlice {
  readonly domain: Domain
  readonly pages: readonly Page[]
  readonly resources?: readonly ConsoleResource[]
}
export const defineConsole = (slice: ConsoleSlice): ConsoleSlice => slice
