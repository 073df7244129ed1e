/** Counts how often each command took effect at each child (lamp or other device). Tests use it to prove that no command runs twice. */
export interface EffectLog {
  add(id: string, child: number, at: number): void
  /** Maps child indexes to the number of times that command `id` took effect; empty for an unknown command. */
  of(id: string): Map<number, number>
  total(): number
  /** Forgets commands whose last effect is older than `before` (epoch ms). */
  prune(before: number): void
}

interface Entry {
  at: number
  readonly few: Map<number, number>
  /** One byte per lamp: how often this command to many reached the lamp, at most 255. */
  many?: Uint8Array
}

/** @param lamps number of lamps: they are the first children */
export const createEffectLog = (lamps: () => number): EffectLog => {
  const log = new Map<string, Entry>()
  let total = 0
  const widen = (entry: Entry): Uint8Array => {
    const many = new Uint8Array(lamps())
    for (const [child, count] of entry.few) {
      if (child >= many.length) continue
      many[child] = Math.min(255, count)
      entry.few.delete(child)
    }
    return many
  }
  return {
    add: (id, child, at) => {
      total++
      const entry: Entry = log.get(id) ?? { at, few: new Map() }
      entry.at = at
      log.set(id, entry)
      if (!entry.many && entry.few.size * 40 > lamps()) entry.many = widen(entry)
      if (entry.many && child < entry.many.length) entry.many[child] = Math.min(255, entry.many[child]! + 1)
      else entry.few.set(child, (entry.few.get(child) ?? 0) + 1)
    },
    of: (id) => {
      const { few, many } = log.get(id) ?? {}
      const found = new Map(few)
      for (const [child, count] of many?.entries() ?? []) if (count) found.set(child, count)
      return found
    },
    total: () => total,
    prune: (before) => {
      for (const [id, { at }] of log) if (at < before) log.delete(id)
    },
  }
}
