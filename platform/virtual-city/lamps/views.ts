import type { Properties } from '@lamplight/protocol'
import type { Values } from '../devices/play.ts'
import type { LampFault } from '../fleet.ts'

/** The true state of a lamp, also if its controller reports another. */
export interface LampView {
  readonly sn: string
  readonly gatewaySn: string
  readonly fault: LampFault
  /** The state that the controller reports. */
  readonly state: Properties
  /** True power W, energy Wh and burning hours h, without meter noise. */
  readonly power: number
  readonly energy: number
  readonly hours: number
  readonly nominal: { readonly power: number; readonly minPower: number; readonly minLevel: number }
}

/** State of a device that is not a lamp controller. */
export interface DeviceView {
  readonly sn: string
  readonly gatewaySn: string
  /** Name of the device type. */
  readonly type: string
  readonly isSilent: boolean
  readonly values: Values
}
