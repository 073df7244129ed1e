import type { RoutedPage } from './page.ts'
import type { Registry } from './registry.ts'

let known: Registry | null = null
/** Sets the pages of this console; called once, before anything is shown. */
export const setKnownPages = (registry: Registry): void => {
  known = registry
}
/** The pages of this console, also those without a menu entry. */
export const knownPages = (): readonly RoutedPage[] => known?.pages ?? []
/** Returns true if there is a page at this address. */
export const hasPage = (path: string): boolean => known !== null && known.find(known.addressOf(path)) !== null
