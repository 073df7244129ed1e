import { calendarFamily } from './calendar.family.ts'
import { lightModeFamily } from './light-mode.family.ts'

/** Parameter families of lamp controllers that strategies send. */
export const families = [calendarFamily, lightModeFamily] as const
