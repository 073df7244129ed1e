import { calendarFamily } from './calendar.family.ts'
import { lightModeFamily } from './light-mode.family.ts'

/** Parameter families that strategies send. */
export const families = [lightModeFamily, calendarFamily] as const
