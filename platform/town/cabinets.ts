import { createRandom } from './random.ts'

/** Lamps of one cabinet: the average, the minimum and the maximum. */
export const CABINET = { usual: 42, fewest: 20, most: 60 } as const

/**
 * Cuts a row of posts into runs, one for each cabinet. Post `i` has `lamps[i]` luminaires; a run has 20–60, or fewer when the row has fewer.
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
