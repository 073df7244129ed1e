/** Counts how often each command took effect at each lamp: the judge of "nothing twice". */
export interface EffectLog {
  add(id: string, lamp: number, at: number): void
  /** Lamp index → times that command `id` took effect there; empty for an unknown command. */
  of(id: string): Map<number, number>
  total(): number
  /** Forgets commands whose last effect is older than `before` (epoch ms). */
  prune(before: number): void
}

type Counts = Map<number, number> | Uint8Array

/** A command to few lamps is kept as a map, one to many as a byte per lamp (counts stop at 255). */
export const createEffectLog = (lamps: number): EffectLog => {
  const log = new Map<string, { at: number; counts: Counts }>()
  let total = 0
  const widen = (sparse: Map<number, number>): Uint8Array => {
    const dense = new Uint8Array(lamps)
    for (const [lamp, count] of sparse) dense[lamp] = Math.min(255, count)
    return dense
  }
  return {
    add: (id, lamp, at) => {
      total++
      const entry = log.get(id) ?? { at, counts: new Map<number, number>() }
      entry.at = at
      log.set(id, entry)
      if (entry.counts instanceof Map && entry.counts.size * 40 > lamps) entry.counts = widen(entry.counts)
      if (entry.counts instanceof Map) entry.counts.set(lamp, (entry.counts.get(lamp) ?? 0) + 1)
      else entry.counts[lamp] = Math.min(255, entry.counts[lamp]! + 1)
    },
    of: (id) => {
      const counts = log.get(id)?.counts
      if (!counts) return new Map()
      if (counts instanceof Map) return new Map(counts)
      const found = new Map<number, number>()
      for (let lamp = 0; lamp < counts.length; lamp++) if (counts[lamp]) found.set(lamp, counts[lamp]!)
      return found
    },
    total: () => total,
    prune: (before) => {
      for (const [id, { at }] of log) if (at < before) log.delete(id)
    },
  }
}
