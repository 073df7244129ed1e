import type { Registry } from './registry.ts'

let known: Registry | null = null
/** Sets the pages of this console; called once, before anything is shown. */
export const setKnownPages = (registry: Registry): void => {
  known = registry
}
/** Returns true if there is a page at this address. */
export const hasPage = (path: string): boolean => known !== null && known.find(known.addressOf(path)) !== null
