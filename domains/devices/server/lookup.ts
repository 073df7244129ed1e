export interface Lookup<V> {
  /** What is known of each key; asks the database once for those that are not remembered. */
  readonly resolve: (keys: Iterable<string>) => Promise<(key: string) => V | undefined>
  /** Forgets these keys, or all. */
  readonly forget: (keys?: Iterable<string>) => void
  /** Another number whenever something was forgotten. */
  readonly version: () => number
}

/** What was forgotten at one time, and afterwards. */
interface Forgotten<V> {
  readonly rows: Map<string, V>
  next?: Forgotten<V>
}

/**
 * Remembers rows by key for `keepMs`, and for `missMs` that there is none, so that changes made by another process count soon.
 * What is read, or was found, while something is forgotten is used once and not remembered: nobody is a stranger for having been edited.
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
        // By the loader's own texts: a key asked for may be a part of a large one.
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
      // Who asks from now on does not see these; who asked before finds all that is forgotten later, too.
      forgotten.next = { rows: new Map() }
      forgotten = forgotten.next
    },
    version: () => {
      expire()
      return epoch + expired
    },
  }
}
