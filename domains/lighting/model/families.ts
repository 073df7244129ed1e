import { battery } from './battery.family.ts'
import { lampBarAngle } from './lamp-bar-angle.family.ts'
import { serverLink } from './server-link.family.ts'
import { timeOffset } from './time-offset.family.ts'

/** Parameter families of lamp controllers. */
export const families = [timeOffset, battery, serverLink, lampBarAngle] as const
