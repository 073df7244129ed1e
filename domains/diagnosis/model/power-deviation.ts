import type { Hit } from './hit.ts'
import type { Limits } from './limits.ts'
import { medianOf, sigmaOf } from './statistics.ts'

/** What is usual for a lamp, and how far it has moved from it (CUSUM on nightly ratios, both sides). */
export interface Baseline {
  /** Nightly ratios: those that make the baseline, later the last ones. */
  readonly ratios: readonly number[]
  /** Null until there are enough nights. */
  readonly mean: number | null
  readonly sigma: number | null
  readonly high: number
  readonly low: number
  /** Night since which the larger sum has grown (days since 1970-01-01): when the change began. */
  readonly since: number | null
}

export const BASELINE_NIGHTS = 14
/** Nights whose median is the present power. */
const RECENT = 5
/** Slack of the CUSUM, standard deviations. */
const SLACK = 0.5
/** Smallest standard deviation, share of the usual power: meters are no better, and a short baseline looks too calm. */
const SIGMA_FLOOR = 0.01
/** A single night moves the sum by at most this, so that one bad night is no deviation. */
const STEP_MOST = 6

const NONE: Baseline = { ratios: [], mean: null, sigma: null, high: 0, low: 0, since: null }

/** Adds a night to the baseline, or compares it with the baseline. `day`: number of the night. */
export const advancePowerDeviation = (
  before: Baseline | null,
  ratio: number,
  day: number,
  { deviationSigmas, deviationShare }: Pick<Limits, 'deviationSigmas' | 'deviationShare'>,
): { readonly baseline: Baseline; readonly hit: Hit | null; readonly isJudged: boolean } => {
  const { ratios, mean, sigma, high, low, since } = before ?? NONE
  const all = [...ratios, ratio].slice(-BASELINE_NIGHTS)
  if (mean === null || sigma === null) {
    const isReady = all.length >= BASELINE_NIGHTS
    const made = isReady ? { mean: medianOf(all), sigma: sigmaOf(all, SIGMA_FLOOR * medianOf(all)) } : { mean: null, sigma: null }
    return { baseline: { ...NONE, ratios: all, ...made }, hit: null, isJudged: false }
  }
  const step = Math.max(-STEP_MOST, Math.min(STEP_MOST, (ratio - mean) / sigma))
  const next = { high: Math.max(0, high + step - SLACK), low: Math.max(0, low - step - SLACK) }
  const grows = Math.max(next.high, next.low) > 0
  const baseline: Baseline = { ratios: all, mean, sigma, ...next, since: grows ? (since ?? day) : null }
  const size = medianOf(all.slice(-RECENT)) / mean - 1
  const isFar = Math.max(next.high, next.low) > deviationSigmas && Math.abs(size) >= deviationShare && size > 0 === next.high > next.low
  return {
    baseline,
    hit: isFar ? { kind: 'powerDeviation', value: size, limit: size > 0 ? deviationShare : -deviationShare } : null,
    isJudged: true,
  }
}
