export interface Lookup<V> {
  /** What is known of each key; asks the database once for those that are not remembered. */
  readonly resolve: (keys: Iterable<string>) => Promise<(key: string) => V | undefined>
  /** Forgets these keys, or all. */
  readonly forget: (keys?: Iterable<string>) => void
  /** Another number whenever something was forgotten. */
  readonly version: () => number
}

/**
 * Remembers rows by key for `keepMs`, and for `missMs` that there is none, so that changes made by another process count soon.
 * What is read while something is forgotten is used once and not remembered.
 */
export const createLookup = <V>(given: {
  load: (keys: readonly string[]) => Promise<Iterable<readonly [string, V]>>
  keepMs: number
  missMs: number
  atMost?: number
}): Lookup<V> => {
  const atMost = given.atMost ?? 500_000
  let known = new Map<string, V>()
  let missing = new Set<string>()
  let knownSince = performance.now()
  let missingSince = knownSince
  let epoch = 0
  let expired = 0

  const expire = (): void => {
    const now = performance.now()
    if (now - knownSince > given.keepMs || known.size > atMost) {
      known = new Map()
      knownSince = now
      expired += 1
    }
    if (now - missingSince > given.missMs || missing.size > atMost) {
      missing = new Set()
      missingSince = now
    }
  }

  return {
    resolve: async (keys) => {
      expire()
      const remembered = known
      const asked = new Set<string>()
      for (const key of keys) if (!remembered.has(key) && !missing.has(key)) asked.add(key)
      if (asked.size === 0) return (key) => remembered.get(key)
      const before = epoch
      const loaded = new Map(await given.load([...asked]))
      if (before === epoch) {
        // By the loader's own texts: a key asked for may be a part of a large one.
        for (const [key, value] of loaded) known.set(key, value)
        for (const key of asked) if (!loaded.has(key)) missing.add(key)
      }
      return (key) => loaded.get(key) ?? remembered.get(key)
    },
    forget: (keys) => {
      epoch += 1
      if (!keys) {
        known = new Map()
        missing = new Set()
        return
      }
      for (const key of keys) {
        known.delete(key)
        missing.delete(key)
      }
    },
    version: () => {
      expire()
      return epoch + expired
    },
  }
}
