import { baseConfig } from './families/base-config.family.ts'
import { battery } from './families/battery.family.ts'
import { batteryTemperature } from './families/battery-temperature.family.ts'
import { flickerAlarm, loadJudgingReference, loadMaxPower, voltage } from './families/electrical.family.ts'
import { ip } from './families/ip.family.ts'
import { lampBarAngle } from './families/lamp-bar-angle.family.ts'
import { lightControl } from './families/light-control.family.ts'
import { nightCompensation } from './families/night-compensation.family.ts'
import { outline } from './families/outline.family.ts'
import { gpsInfo, lonLat } from './families/position.family.ts'
import { lampAngle, lampSway, waterLevel } from './families/post-motion.family.ts'
import { powerCheck } from './families/power-check.family.ts'
import { rfPassword } from './families/rf-password.family.ts'
import { serverLink } from './families/server-link.family.ts'
import { timeOffset } from './families/time-offset.family.ts'

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
