/** Thresholds of the detection. Shares are percent on the wire and in the database, and shares of 1 here. */
export interface Limits {
  /** A day burner draws more than this share of its nominal power by day. */
  readonly dayShare: number
  /** A dark lamp draws less than this share of what its group draws. */
  readonly darkShare: number
  /** Bounds of (reduced ÷ full power) against the group. */
  readonly dimHigh: number
  readonly dimLow: number
  /** Changes between dark and lit in a lit night from which a lamp cycles. */
  readonly transitions: number
  /** So many changes and a low counter together need no second night. */
  readonly sureTransitions: number
  /** A lamp cycles if its counter shows less than this share of what its readings say. */
  readonly counterShare: number
  /** Limit of the CUSUM, in standard deviations: above it the power of a lamp deviates. */
  readonly deviationSigmas: number
  /** Smallest deviation that counts, share of the own baseline. */
  readonly deviationShare: number
  /** Leakage: smallest missing power, as a share of the lamps' power and in W. */
  readonly leakShare: number
  readonly leakWatts: number
  /** Readings that a statement about a night needs: lit, by day, in each phase of dimming. */
  readonly litSamples: number
  readonly daySamples: number
  readonly phaseSamples: number
  /** Lamps from which a group is a reference. */
  readonly groupSize: number
  /** Share of a group with the same symptom from which it is an incident of the group, not of its lamps. */
  readonly groupBreak: number
  /** Nights in which a candidate must appear to become a finding. */
  readonly nights: number
  /** Days for which a dismissed kind is not reported again for the same device. */
  readonly muteDays: number
}

/** Limits of projects without a configuration. */
export const DEFAULT_LIMITS: Limits = {
  dayShare: 0.3,
  darkShare: 0.3,
  dimHigh: 1.4,
  dimLow: 0.7,
  transitions: 4,
  sureTransitions: 6,
  counterShare: 0.95,
  deviationSigmas: 10,
  deviationShare: 0.08,
  leakShare: 0.02,
  leakWatts: 50,
  litSamples: 6,
  daySamples: 3,
  phaseSamples: 4,
  groupSize: 8,
  groupBreak: 0.5,
  nights: 2,
  muteDays: 90,
}
