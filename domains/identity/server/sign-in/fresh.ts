import type { Clock } from '@lamplight/server-kit'

/** Cache of values by key, loaded on demand and kept for `freshMs`; concurrent callers share one load. Holds at most `atMost` keys. */
export const createExpiringCache = <T>(options: { clock: Clock; freshMs: number; atMost: number }, load: (key: string) => Promise<T>) => {
  const kept = new Map<string, { at: number; value: Promise<T> }>()
  return {
    get: (key: string): Promise<T> => {
      const now = options.clock.now()
      const known = kept.get(key)
      if (known && now >= known.at && now - known.at <= options.freshMs) return known.value
      const entry = { at: now, value: load(key) }
      entry.value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key)
      })
      // Re-inserts the entry, so that the map is ordered by age.
      kept.delete(key)
      kept.set(key, entry)
      if (kept.size > options.atMost) kept.delete(kept.keys().next().value as string)
      return entry.value
    },
    clear: (): void => kept.clear(),
  }
}
