import { DEFAULT_LIMITS, FAULT_KINDS, type FaultKind, type Limits } from '../model/index.ts'

/** Limits of a project, and the kinds that are looked for. */
export interface Checks {
  readonly limits: Limits
  readonly kinds: readonly FaultKind[]
}
export const DEFAULT_CHECKS: Checks = { limits: DEFAULT_LIMITS, kinds: FAULT_KINDS }

/** A night for the thread: plain data. */
export interface NightInput {
  readonly tenantId: string
  readonly zone: string
  /** Day on which the night begins at noon, days since 1970-01-01. */
  readonly day: number
  /** Noon to noon, epoch ms. */
  readonly from: number
  readonly to: number
  /** Checks by project; '' for all others. */
  readonly checks: Readonly<Record<string, Checks>>
  /** Intervals in which calendars light lamps (epoch ms), and the number of the interval list of each controller that has a calendar. */
  readonly intervals: readonly (readonly (readonly [from: number, to: number])[])[]
  readonly calendars: Readonly<Record<string, number>>
  readonly now: number
}
export const checksFor = ({ checks }: Pick<NightInput, 'checks'>, projectId: string | null): Checks =>
  checks[projectId ?? ''] ?? checks[''] ?? DEFAULT_CHECKS
