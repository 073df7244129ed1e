import { type Figure, median } from '../measure.ts'

/** Requests of each kind. */
const TIMES = 12
/** Requests of each call before those that are timed. */
export const WARM_UP = 2

export const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

export interface Took {
  readonly what: string
  readonly p50: number
  readonly p95: number
  /** Processor time of server and database, ms a request, if it was measured. */
  readonly cpu?: number
}

export const cellsOf = ({ what, p50, p95 }: Took): string[] => [what, p50.toFixed(1), p95.toFixed(1)]
/** Sends these requests in turn; returns the times of their responses. */
export const time = async (
  what: string,
  calls: readonly (() => Promise<{ code: number; msg: string }>)[],
  repeats = TIMES,
): Promise<Took> => {
  const times: number[] = []
  for (let n = 0; n < (repeats + WARM_UP) * calls.length; n += 1) {
    const began = performance.now()
    const answer = await calls[n % calls.length]?.()
    if (n >= WARM_UP * calls.length) times.push(performance.now() - began)
    if (answer?.code !== 200) throw new Error(`${what}: ${answer?.msg}`)
  }
  const took = { what, p50: median(times), p95: percentile(times, 0.95) }
  if (process.env.BENCH_TELL) console.error(cellsOf(took).join(' '))
  return took
}

/** Returns a figure whose limit is the aim. */
export const aimed = (name: string, unit: string, ours: number, limit: number): Figure => ({
  name,
  unit,
  ours,
  limit,
  ratio: ours / limit,
  aim: `≤ ${limit} ${unit}`,
  rounds: [ours / limit],
  notes: [],
})
