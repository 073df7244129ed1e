import { defineMenu } from '@lamplight/kit'
import { poleSwitchboxes } from './pages.ts'

/** The switch boxes below 智慧灯杆: the same rows as below 城市照明 (screen vis.switchbox). */
export const cabinetsMenu = defineMenu([poleSwitchboxes])
