import type { FindingCode } from '@lamplight/calendar'
import { KINDS } from './strategy.resource.ts'

/** Codes about normal nights. Lamps with a special strategy take those from their normal strategy. */
const OF_NORMAL: readonly FindingCode[] = ['rangeGap', 'neverOn', 'weekdayNeverOn', 'neverOnFor']
/** Codes about light at night. A spray works by day and is still at night. */
const OF_LIGHT: readonly FindingCode[] = [
  ...(['neverOn', 'weekdayNeverOn', 'neverOnFor', 'litInDaylight', 'darkAtNight', 'shortBurn', 'offBeforeOn', 'levelBelowFloor'] as const),
]

/** False for findings of the linter that do not apply to a kind of strategy, such as darkness at night for sprays. */
export const concerns = (kind: number, code: FindingCode): boolean =>
  !(kind === KINDS.special ? OF_NORMAL : kind === KINDS.spray ? OF_LIGHT : []).includes(code)
