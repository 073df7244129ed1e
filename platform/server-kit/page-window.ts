/** Rows of one answer when a call asks for everything (`size` -1). */
export const EVERYTHING = 10_000

/**
 * The rows of a page as SQL takes them. `current` counts from 1. A negative `size` asks for everything (rule.paging.all): the first `most` rows,
 * whatever `current` says.
 */
export const pageWindow = (
  { current, size }: { readonly current: number; readonly size: number },
  most = EVERYTHING,
): { readonly limit: number; readonly offset: number } =>
  size < 0 ? { limit: most, offset: 0 } : { limit: size, offset: Math.max(0, current - 1) * size }
