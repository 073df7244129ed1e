import type { Program } from '@lamplight/calendar'
import type { EventType } from './event-types.ts'
import type { DownKind, UpKind } from './topics.ts'

/** Reason for the present level of a lamp (TALQ lampActuatorRuntime reason). */
export const REASONS = ['default', 'override', 'sensor', 'program'] as const
export type Reason = (typeof REASONS)[number]

export const ACK_CODES = [
  'ok',
  'duplicate',
  'expired',
  'unknownDevice',
  'invalidArgs',
  'unsupported',
  'busy',
  'relayFailure',
  'controlGearCommFailure',
  // Reasons of radio networks: the radio did not transmit the command, or the device did not confirm it.
  'dutyCycle',
  'tooLate',
  'tooEarly',
  'collision',
  'radioRejected',
  'queueFull',
  'expiredInQueue',
  'radioFault',
  'payloadSize',
  'notAcknowledged',
] as const
export type AckCode = (typeof ACK_CODES)[number]

/** Values of a device; each may be absent. */
export interface Properties {
  on?: boolean
  /** %, 0–100 */
  dim?: number
  /** W */
  power?: number
  /** V */
  voltage?: number
  /** A */
  current?: number
  /** 0–1 */
  pf?: number
  /** Wh, cumulative */
  energy?: number
  /** burning hours, cumulative */
  hours?: number
  /** °C */
  temperature?: number
  /** ° */
  tilt?: number
  reason?: Reason
  /** End of the override, epoch ms; absent if there is none. */
  until?: number
  faults?: EventType[]
  /** Answer to `readClock`: time of the device, epoch ms. */
  clock?: number
  /** Answer to `readVersion`. */
  version?: string
  /** Answer to `selfTest`. */
  selfTest?: 'ok' | 'fault'
  /** Answer to `readEvents`: the last switch events (`switchEventText`). */
  events?: string[]
  /** Answer to `identify`: time at which the lamp stops flashing, epoch ms. */
  identifyUntil?: number
}

/** Values of a parameter family, by field name. */
export type ParamValue = Readonly<Record<string, ParamScalar | readonly ParamScalar[]>>
type ParamScalar = number | boolean | string
/** Parameter values of a device, by family. An empty object: the device has none. */
export type Params = Readonly<Record<string, ParamValue>>

export interface HelloChild {
  sn: string
  /** Name of the device type. */
  type: string
  /** Hash of the device's values, by parameter family (docs/devices.md). */
  params?: Record<string, string>
}
export interface Hello {
  sn: string
  type: string
  version: string
  children: HelloChild[]
  /** Maps the ids of the device's calendars to their hashes. */
  calendars: Record<string, string>
  /** Longest time between two reports, s; default 300. A gateway counts as offline after three of these times without a message. */
  reportSeconds?: number
}

/** Times `at` are epoch milliseconds of the device's clock. */
export interface Report {
  sn: string
  at: number
  p: Properties
}

export interface Ack {
  /** Batch id of the command. */
  id: string
  sn: string
  ok: boolean
  code: AckCode
  at: number
  p?: Properties
  /** Parameter values in the answer to `set`, `get` and `calibrate`. */
  params?: Params
}

export interface DeviceEvent {
  sn: string
  /** 0 means the time of receipt: a last will is written in advance. */
  at: number
  type: EventType
  /** True if the event begins, false if it ends. */
  on: boolean
  p?: Properties
}

interface CommandBase {
  id: string
  sns: string[]
  /** Time after which a device must refuse the command, epoch ms. */
  expiresAt: number
}
/** A command to devices. The device type defines its commands and their arguments. */
export interface Command extends CommandBase {
  cmd: string
  args: Readonly<Record<string, unknown>>
}

type DimArgs = {
  /** %, 0–100 */
  level: number
  /** End of the override, epoch ms; absent for a permanent one. */
  until?: number
  /** 1 or 2 for one of the lamp's heads; 0 or absent for all. */
  head?: 0 | 1 | 2
}
type SwitchArgs = {
  on: boolean
  until?: number
  head?: 0 | 1 | 2
}
type NoArgs = Record<string, never>
/** Commands whose arguments the protocol checks; `set`, `get` and `calibrate` name a parameter family. */
export type CheckedCommand = CommandBase &
  (
    | { cmd: 'dim'; args: DimArgs }
    | { cmd: 'switch'; args: SwitchArgs }
    | { cmd: 'release'; args: NoArgs }
    | {
        cmd:
          | 'read'
          | 'reboot'
          | 'readClock'
          | 'factoryReset'
          | 'clearEnergy'
          | 'clearAlarms'
          | 'readVersion'
          | 'selfTest'
          | 'readEvents'
          | 'identify'
        args: NoArgs
      }
    | { cmd: 'setClock'; args: { time?: number } }
    | { cmd: 'set'; args: { family: string; value: ParamValue } }
    | { cmd: 'get' | 'calibrate'; args: { family: string } }
  )

/** What a calendar message carries: the program of a device and the IANA zone of its clock times. */
export interface CalendarProgram extends Program {
  readonly zone: string
}
/** A calendar for a gateway, which holds it for its children. The parameter family `calendar` assigns it to a child. */
export interface CalendarMessage {
  readonly id: string
  /** The first 16 hexadecimal digits of SHA-256 over the canonical JSON of `program`. */
  readonly hash: string
  readonly program: CalendarProgram
}

export interface Firmware {
  id: string
  url: string
  /** Hex, lower case. */
  sha256: string
  /** Bytes. */
  size: number
}

/** The message type of each topic kind. */
export interface Messages {
  hello: Hello
  report: Report[]
  ack: Ack[]
  event: DeviceEvent[]
  command: Command
  calendar: CalendarMessage
  firmware: Firmware
}
export type MessageKind = UpKind | DownKind
