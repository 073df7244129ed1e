export interface Lookup<V> {
  /** Loads and caches a row per key. Returns a function that finds the row of a key; undefined if there is none. */
  readonly resolve: (keys: Iterable<string>) => Promise<(key: string) => V | undefined>
  /** Removes these keys, or all, from the cache. */
  readonly forget: (keys?: Iterable<string>) => void
  /** A number that changes whenever something is removed from the cache. */
  readonly version: () => number
}

/** Rows that one call of `forget` removed, and a link to the next call. */
interface Forgotten<V> {
  readonly rows: Map<string, V>
  next?: Forgotten<V>
}

/**
 * Caches rows by key for `keepMs`, and missing keys for `missMs`, so that changes by other processes take effect soon. If `forget` runs during a query,
 * the rows found are used once and not cached, and a removed row stays visible to that query: an edited device is not treated as unknown.
 */
export const createLookup = <V>(options: {
  load: (keys: readonly string[]) => Promise<Iterable<readonly [string, V]>>
  keepMs: number
  missMs: number
  atMost?: number
}): Lookup<V> => {
  const atMost = options.atMost ?? 500_000
  let known = new Map<string, V>()
  let missing = new Set<string>()
  let knownSince = performance.now()
  let missingSince = knownSince
  let epoch = 0
  let expired = 0
  let forgotten: Forgotten<V> = { rows: new Map() }

  const expire = (): void => {
    const now = performance.now()
    if (now - knownSince > options.keepMs || known.size > atMost) {
      known = new Map()
      knownSince = now
      expired += 1
    }
    if (now - missingSince > options.missMs || missing.size > atMost) {
      missing = new Set()
      missingSince = now
    }
  }

  return {
    resolve: async (keys) => {
      expire()
      const remembered = known
      const since = forgotten
      const found = (key: string): V | undefined => {
        const value = remembered.get(key)
        for (let at: Forgotten<V> | undefined = since; value === undefined && at; at = at.next)
          if (at.rows.has(key)) return at.rows.get(key)
        return value
      }
      const requested = new Set<string>()
      for (const key of keys) if (!remembered.has(key) && !missing.has(key)) requested.add(key)
      if (requested.size === 0) return found
      const before = epoch
      const loaded = new Map(await options.load([...requested]))
      if (before === epoch) {
        // Uses the loader's key strings: a requested key may be a slice that keeps a large string in memory.
        for (const [key, value] of loaded) known.set(key, value)
        for (const key of requested) if (!loaded.has(key)) missing.add(key)
      }
      return (key) => loaded.get(key) ?? found(key)
    },
    forget: (keys) => {
      epoch += 1
      if (!keys) {
        known = new Map()
        missing = new Set()
        return
      }
      for (const key of keys) {
        const value = known.get(key)
        if (value !== undefined) forgotten.rows.set(key, value)
        known.delete(key)
        missing.delete(key)
      }
      // Later queries do not see the removed rows; queries that began earlier find them through this chain.
      forgotten.next = { rows: new Map() }
      forgotten = forgotten.next
    },
    version: () => {
      expire()
      return epoch + expired
    },
  }
}
