import { readFileSync } from 'node:fs'

const TICKS = 100

/** Returns user and system time of a process, seconds (proc(5): fields 14 and 15 of stat). */
export const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** One headline figure: our value, the limit measured in the same run, and their ratio. */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly limit: number
  /** ours ÷ limit. */
  readonly ratio: number
  readonly aim: string
  /** Median, minimum and maximum of the rounds' ratios. */
  readonly rounds: readonly number[]
  readonly notes: readonly string[]
  /** Lines that say whether the aim is met; printed once more at the end of the run. */
  readonly verdict?: readonly string[]
  /** Rows of cells below the notes; the first row is the header. */
  readonly table?: readonly (readonly string[])[]
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Runs two functions in turn, A B A B …, after one warm-up round; returns the values of each round. */
export const interleave = async (
  rounds: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ ours: number[]; limit: number[]; ratios: number[] }> => {
  const found = { ours: [] as number[], limit: [] as number[], ratios: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    const [a, b] = [await ours(), await limit()]
    if (round === 0) continue
    found.ours.push(a)
    found.limit.push(b)
    found.ratios.push(a / b)
  }
  return found
}

/** Calls `work` in `connections` parallel loops for `ms`; returns the calls completed per second, and median and 99th percentile of their time in ms. */
export const throughput = async (
  connections: number,
  ms: number,
  work: (loop: number) => Promise<void>,
): Promise<{ perSecond: number; p50: number; p99: number }> => {
  const times: number[] = []
  const began = performance.now()
  const loop = async (index: number): Promise<void> => {
    while (performance.now() - began < ms) {
      const at = performance.now()
      await work(index)
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => loop(index)))
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: times.length / ((performance.now() - began) / 1000), p50: at(0.5), p99: at(0.99) }
}

/** Returns the value below which a `share` of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
