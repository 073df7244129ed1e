/** Largest number of rows in one answer if a call asks for all rows (`size` -1). */
export const EVERYTHING = 10_000

/**
 * Converts a page into `limit` and `offset`. `current` counts from 1. A negative `size` asks for all rows (rule.paging.all) and returns
 * the first `most` rows, whatever `current` is.
 */
export const pageWindow = (
  { current, size }: { readonly current: number; readonly size: number },
  most = EVERYTHING,
): { readonly limit: number; readonly offset: number } =>
  size < 0 ? { limit: most, offset: 0 } : { limit: size, offset: Math.max(0, current - 1) * size }
