import type { CheckedCommand, Command, Properties } from '@lamplight/protocol'
import type { Fleet } from '../fleet.ts'
import type { Calendars } from './calendars.ts'
import { IDENTIFY_MS, type Lamps } from './lamps.ts'

const VERSION = 'virtual-1.0'

/** Simple commands of lamp controllers other than `read` and `reboot`: clock, meter, alarms, version, self test, flashing. */
export interface LampService {
  /** Carries out a command; false if it is none of these. */
  apply(lamp: number, command: Command, at: number): boolean
  /** Values in the answer besides the state. */
  answer(lamp: number, command: Command | undefined, at: number): Properties
}

interface Dependencies {
  readonly lamps: Lamps
  readonly calendars: Pick<Calendars, 'driftOf' | 'clockSet' | 'events'>
  readonly fleet: Pick<Fleet, 'gatewayOf'>
  /** How far the clock of each gateway is ahead, ms. Its lamps have the same clock. */
  readonly offset: Float64Array
}

export const createLampService = ({ lamps, calendars, fleet, offset }: Dependencies): LampService => {
  const clockOf = (lamp: number, at: number): number => Math.round(at + offset[fleet.gatewayOf[lamp]!]! + calendars.driftOf(lamp, at))
  return {
    apply: (lamp, order, at) => {
      const command = order as CheckedCommand
      switch (command.cmd) {
        case 'setClock':
          if (command.args.time !== undefined) offset[fleet.gatewayOf[lamp]!] = command.args.time - at
          calendars.clockSet(fleet.gatewayOf[lamp]!, lamp, at)
          return true
        case 'clearEnergy':
          lamps.clearEnergy(lamp, at)
          return true
        case 'clearAlarms':
          lamps.clearEvents(lamp, at)
          return true
        case 'identify':
          lamps.identify(lamp, at)
          return true
        case 'readClock':
        case 'readVersion':
        case 'selfTest':
        case 'readEvents':
          return true
        default:
          return false
      }
    },
    answer: (lamp, command, at) => {
      switch (command?.cmd) {
        case 'readClock':
        case 'setClock':
          return { clock: clockOf(lamp, at) }
        case 'readEvents':
          return { events: calendars.events(lamp), clock: clockOf(lamp, at) }
        case 'readVersion':
          return { version: VERSION }
        case 'identify':
          return { identifyUntil: clockOf(lamp, at) + IDENTIFY_MS }
        case 'selfTest':
          return { selfTest: lamps.faultOf(lamp) === 'none' ? 'ok' : 'fault' }
        default:
          return {}
      }
    },
  }
}
