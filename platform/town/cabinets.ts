import { createRandom } from './random.ts'

/** Lamps that one cabinet feeds on average, and the fewest and most where the supply allows. */
export const CABINET = { usual: 42, fewest: 20, most: 60 } as const

/**
 * Cuts a row of posts with `lamps[i]` luminaires into runs for one cabinet each, 20–60 lamps per run (fewer only when the row has fewer).
 * @returns the index after the last post of each run.
 */
export const cutIntoCabinets = (lamps: readonly number[], seed: number, key: string): number[] => {
  const total = lamps.reduce((sum, count) => sum + count, 0)
  const runs = Math.max(1, Math.ceil(total / CABINET.usual))
  const size = total / runs
  const sway = Math.max(0, Math.min(6, (size - CABINET.fewest) / 2 - 2))
  const random = createRandom(seed, 'cabinets', key)
  const bounds = Array.from({ length: runs - 1 }, (_, run) => (run + 1) * size + random.between(-sway, sway))
  const cuts: number[] = []
  let fed = 0
  for (const [index, count] of lamps.entries()) {
    fed += count
    const bound = bounds[cuts.length]
    if (bound !== undefined && fed >= bound) cuts.push(index + 1)
  }
  return [...cuts, lamps.length]
}
