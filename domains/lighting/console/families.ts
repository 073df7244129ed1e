import type { ParamFamilyDefinition } from '@lamplight/kit'
import { battery } from '../model/battery.family.ts'
import { lampBarAngle } from '../model/lamp-bar-angle.family.ts'
import { serverLink } from '../model/server-link.family.ts'
import { timeOffset } from '../model/time-offset.family.ts'

/** Parameter families of lamp controllers, by permission prefix. */
export const FAMILIES: Readonly<Record<string, ParamFamilyDefinition>> = {
  timemigration: timeOffset,
  batteryparam: battery,
  serverlinkinfo: serverLink,
  lampbarangle: lampBarAngle,
}
