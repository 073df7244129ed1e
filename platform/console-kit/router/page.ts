import type { Domain, ResourceDefinition, Text } from '@lamplight/kit'
import type { ComponentType } from 'react'

/** A page of the console. Slices hand them in with `defineConsole`. */
export interface Page {
  /** Address as the specification spells it; matched without regard to case (decisions.md A5). `:name` takes one part, a final `*` the rest. */
  readonly path: string
  /** Name of the tab where the menu has none for the address. */
  readonly label: Text
  /** `() => import('./lamps.page.tsx').then((m) => m.LampsPage)` */
  readonly load: () => Promise<ComponentType>
  /** Never dropped while its tab is open; other pages are kept as long as there is room. */
  readonly keepAlive?: true
  /** Code without which the page shows 403. */
  readonly permission?: string
  /** The header is hidden (rule.layout.header-hidden). */
  readonly full?: true
  /** Stands alone, without shell and tab: the landing page, wall screens. */
  readonly bare?: true
  /** Shown in the shell, but adds no tab (rule.guard.tabs); the menu may say so too. */
  readonly noTab?: true
  /** Query names whose values make a tab of their own (`['id']` for details). */
  readonly tabBy?: readonly string[]
}
export const definePage = (page: Page): Page => page

/** What the generated pages of a resource hand in. */
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
