/** Keys that are remembered; more are forgotten together. */
const KEYS_AT_MOST = 10_000
const WINDOW_MS = 60_000

/** Limits calls by key within this process: returns false from the call after `most` within a minute. */
export const createRate = (most: number, now: () => number) => {
  const counts = new Map<string, { readonly from: number; n: number }>()
  return (key: string): boolean => {
    const at = now()
    const known = counts.get(key)
    if (known && at - known.from < WINDOW_MS) {
      known.n += 1
      return known.n <= most
    }
    if (counts.size >= KEYS_AT_MOST) counts.clear()
    counts.set(key, { from: at, n: 1 })
    return true
  }
}
