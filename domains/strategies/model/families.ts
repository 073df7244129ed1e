import { calendarFamily } from './calendar.family.ts'
import { lightModeFamily } from './light-mode.family.ts'
import { powerSupply } from './power-supply.family.ts'
import { sunModeFamily } from './sun-mode.family.ts'
import { trashWork } from './trash-work.family.ts'

/** Parameter families that strategies send to lamps, spray devices and trash bins. */
export const families = [lightModeFamily, calendarFamily, powerSupply, sunModeFamily, trashWork] as const
