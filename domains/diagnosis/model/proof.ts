import { expectedPower, type PowerCurve } from '@lamplight/protocol'
import type { Hit } from './hit.ts'
import type { FaultKind } from './kinds.ts'
import type { Limits } from './limits.ts'

export const STATUS = { candidate: 0, finding: 1, confirmed: 2, dismissed: 3, ended: 4 } as const
export type Status = (typeof STATUS)[keyof typeof STATUS]
/** What proved a finding. */
export const PROOF = { none: 0, night: 1, test: 2, measures: 3 } as const
export type Proof = (typeof PROOF)[keyof typeof PROOF]

/** A record of a device and a kind while it is open. */
export interface RecordState {
  readonly status: Status
  readonly proof: Proof
  /** Nights with the symptom. */
  readonly nights: number
  /** Nights in a row that were judged and had no symptom. */
  readonly clean: number
}
/** A record ends after this number of nights without symptom; one in between may be a coincidence. */
export const CLEAN_NIGHTS = 2

/**
 * The record after a night. `hit`: the symptom; null: the night was judged and had none. A night without enough readings changes nothing and is not passed.
 * Null: there is no record, and none begins.
 */
export const advanceRecord = (
  before: RecordState | null,
  hit: Hit | null,
  { nights: needed }: Pick<Limits, 'nights'>,
): RecordState | null => {
  if (!hit) {
    if (!before) return null
    const clean = before.clean + 1
    return { ...before, clean, status: clean >= CLEAN_NIGHTS ? STATUS.ended : before.status }
  }
  const nights = (before?.nights ?? 0) + 1
  const state: RecordState = { status: before?.status ?? STATUS.candidate, proof: before?.proof ?? PROOF.none, nights, clean: 0 }
  if (state.status !== STATUS.candidate) return state
  if (hit.sure) return { ...state, status: STATUS.finding, proof: PROOF.measures }
  return nights >= needed ? { ...state, status: STATUS.finding, proof: PROOF.night } : state
}

/** Levels of the active test, %, in the order in which they are sent. */
export const TEST_LEVELS = [100, 50, 0] as const

/** A load below this share of the nominal power counts as off. */
const OFF_SHARE = 0.1
/**
 * Does the metered answer to 100, 50 and 0 % prove the fault? `watts`: power at each level, W. `usual`: usual power ÷ expected power of this lamp, 1 if it
 * is unknown.
 */
export const testProves = (kind: FaultKind, curve: PowerCurve, watts: readonly number[], usual: number, limits: Limits): boolean => {
  const [full = 0, half = 0, off = 0] = watts
  const share = full / (expectedPower(curve, 100) * usual)
  if (kind === 'dark') return share < limits.darkShare
  if (kind === 'dayBurner') return off / curve.power > Math.max(OFF_SHARE, limits.dayShare)
  if (kind === 'powerDeviation') return Math.abs(share - 1) >= limits.deviationShare
  if (kind !== 'dimFailure') return false
  const dim = half / full / (expectedPower(curve, 50) / expectedPower(curve, 100))
  return full > 0 && (dim > limits.dimHigh || dim < limits.dimLow)
}
