import type { Text } from '@lamplight/kit'
import type { EventType } from '@lamplight/protocol'

/** Kinds of faults that readings show: stored and sent numbers, never changed. */
export const KIND = { dark: 1, dayBurner: 2, dimFailure: 3, cycling: 4, powerDeviation: 5, leakage: 6 } as const
export type FaultKind = keyof typeof KIND
export const FAULT_KINDS = Object.keys(KIND) as readonly FaultKind[]
/** A device whose offline diagnosis found a cause: no reading shows it, so the nightly run does not look for it. */
export const OFFLINE_KIND = 7
export const KIND_TEXTS = {
  1: ['不亮', 'Dark lamp'],
  2: ['白天亮灯', 'Day burner'],
  3: ['调光失效', 'Dimming failure'],
  4: ['频繁亮灭', 'Cycling'],
  5: ['功率漂移', 'Power deviation'],
  6: ['疑似漏电', 'Suspected leakage'],
  7: ['离线', 'Offline'],
} as const satisfies Readonly<Record<number, Text>>

/** Kinds that the levels 100, 50 and 0 % prove or disprove. A cycling lamp may burn during the test, and leakage needs a measurement on site. */
export const TESTABLE: readonly FaultKind[] = ['dark', 'dayBurner', 'dimFailure', 'powerDeviation']

/** The event (TALQ) whose alarm a finding opens. `isHigh`: more than expected. */
export const eventOf = (kind: FaultKind, isHigh: boolean): EventType => {
  const events: Readonly<Record<FaultKind, EventType>> = {
    dark: 'lampFailure',
    dayBurner: 'lampUnexpectedOn',
    dimFailure: 'dimmingFailure',
    cycling: 'cyclingFailure',
    powerDeviation: isHigh ? 'lampPowerTooHigh' : 'lampPowerTooLow',
    leakage: 'leakageDetected',
  }
  return events[kind]
}
