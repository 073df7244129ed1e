import { aliasOf } from './guard.ts'
import type { Registry } from './registry.ts'

let known: Registry | null = null
/** The pages of this console; said once, before anything is shown. */
export const setKnownPages = (registry: Registry): void => {
  known = registry
}
/** Is there a page at this address? */
export const hasPage = (path: string): boolean => (known?.find(aliasOf(path)) ?? null) !== null
