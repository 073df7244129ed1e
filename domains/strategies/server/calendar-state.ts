import { PARAM_STATUS } from '@lamplight/control/model'

const { pending, waiting, inSync, accepted, clamped, refused } = PARAM_STATUS

/** States of a device's calendar (slice E1, answer 2). */
export const CALENDAR_STATES = { none: 0, beingPublished: 1, inEffect: 2, drifted: 3, failed: 4 } as const

/** SQL of the state of a device's calendar; `p` is its row in control_param_states. A refused calendar is failed, although the device holds another one. */
export const calendarStateOf = (p: string): string => `case when ${p}.status = ${refused} then ${CALENDAR_STATES.failed}
  when ${p}.drift or ${p}.status = ${clamped} then ${CALENDAR_STATES.drifted} when ${p}.status in (${inSync}, ${accepted}) then ${CALENDAR_STATES.inEffect}
  when ${p}.status in (${pending}, ${waiting}) then ${CALENDAR_STATES.beingPublished} else ${CALENDAR_STATES.none} end`
