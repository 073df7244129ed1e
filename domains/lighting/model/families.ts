import { baseConfig } from './base-config.family.ts'
import { battery } from './battery.family.ts'
import { batteryTemperature } from './battery-temperature.family.ts'
import { flickerAlarm, loadJudgingReference, loadMaxPower, voltage } from './electrical.family.ts'
import { ip } from './ip.family.ts'
import { lampBarAngle } from './lamp-bar-angle.family.ts'
import { lightControl } from './light-control.family.ts'
import { nightCompensation } from './night-compensation.family.ts'
import { outline } from './outline.family.ts'
import { gpsInfo, lonLat } from './position.family.ts'
import { lampAngle, lampSway, waterLevel } from './post-motion.family.ts'
import { powerCheck } from './power-check.family.ts'
import { rfPassword } from './rf-password.family.ts'
import { serverLink } from './server-link.family.ts'
import { timeOffset } from './time-offset.family.ts'

/** Parameter families of lamp controllers, in the order of the menu. Solar lamps have those of the last line, and the base configuration. */
export const families = [
  baseConfig,
  timeOffset,
  nightCompensation,
  outline,
  rfPassword,
  loadJudgingReference,
  voltage,
  flickerAlarm,
  loadMaxPower,
  powerCheck,
  ip,
  lampAngle,
  battery,
  batteryTemperature,
  lightControl,
  lampBarAngle,
  gpsInfo,
  waterLevel,
  lampSway,
  lonLat,
  serverLink,
] as const
