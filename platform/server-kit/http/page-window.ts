/** Largest number of rows in one answer if a call asks for all rows (`size` -1). */
export const EVERYTHING = 10_000

/** `current` counts from 1. A `size` of -1 asks for all rows (rule.paging.all). */
interface Page {
  readonly current: number
  readonly size: number
}

/** Brings a requested page within bounds: `current` to 1 or more, `size` to 1 to `most`, or to -1 if it is negative. */
export const boundedPage = ({ current, size }: Page, most = EVERYTHING): Page => ({
  current: Math.max(1, current),
  size: size < 0 ? -1 : Math.min(Math.max(size, 1), most),
})

/** Converts a page into `limit` and `offset`. All rows are the first `most` rows, whatever `current` is. */
export const pageWindow = ({ current, size }: Page, most = EVERYTHING): { readonly limit: number; readonly offset: number } =>
  size < 0 ? { limit: most, offset: 0 } : { limit: size, offset: Math.max(0, current - 1) * size }
