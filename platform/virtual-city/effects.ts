/** Counts how often each command took effect at each child (lamp or other device). Tests use it to prove that no command runs twice. */
export interface EffectLog {
  add(id: string, child: number, at: number): void
  /** Maps child indexes to the number of times that command `id` took effect; empty for an unknown command. */
  of(id: string): Map<number, number>
  total(): number
  /** Forgets commands whose last effect is older than `before` (epoch ms). */
  prune(before: number): void
}

type Counts = Map<number, number> | Uint8Array

const countsOf = (counts: Counts): Map<number, number> => {
  if (counts instanceof Map) return counts
  const found = new Map<number, number>()
  for (let child = 0; child < counts.length; child++) if (counts[child]) found.set(child, counts[child]!)
  return found
}

/** Stores a command to few children as a map, one to many as a byte per child (counts stop at 255). */
export const createEffectLog = (children: () => number): EffectLog => {
  const log = new Map<string, { at: number; counts: Counts }>()
  let total = 0
  const widen = (sparse: Map<number, number>): Uint8Array => {
    const dense = new Uint8Array(children())
    for (const [child, count] of sparse) dense[child] = Math.min(255, count)
    return dense
  }
  return {
    add: (id, child, at) => {
      total++
      const entry = log.get(id) ?? { at, counts: new Map<number, number>() }
      entry.at = at
      log.set(id, entry)
      if (entry.counts instanceof Map ? entry.counts.size * 40 > children() : child >= entry.counts.length)
        entry.counts = widen(countsOf(entry.counts))
      if (entry.counts instanceof Map) entry.counts.set(child, (entry.counts.get(child) ?? 0) + 1)
      else entry.counts[child] = Math.min(255, entry.counts[child]! + 1)
    },
    of: (id) => {
      const counts = log.get(id)?.counts
      return new Map(counts && countsOf(counts))
    },
    total: () => total,
    prune: (before) => {
      for (const [id, { at }] of log) if (at < before) log.delete(id)
    },
  }
}
