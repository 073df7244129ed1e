import type { EventType } from './event-types.ts'
import type { DownKind, UpKind } from './topics.ts'

/** Why a lamp has its level (TALQ lampActuatorRuntime reason). */
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
  /** End of the override, epoch ms; absent when there is none. */
  until?: number
  faults?: EventType[]
}

/** Value of a parameter family: its fields by name. */
export type ParamValue = Readonly<Record<string, ParamScalar | readonly ParamScalar[]>>
type ParamScalar = number | boolean | string
/** Parameter values of a device, by family. An empty object: the device has no value. */
export type Params = Readonly<Record<string, ParamValue>>

export interface HelloChild {
  sn: string
  /** Name of the device type. */
  type: string
  /** Hash of the device's value, by parameter family (docs/devices.md). */
  params?: Record<string, string>
}
export interface Hello {
  sn: string
  type: string
  version: string
  children: HelloChild[]
  /** Calendar id to hash of what the device holds. */
  calendars: Record<string, string>
  /** Longest time between two reports, s; 300 unless told. Three of them without a message mean that the gateway is gone. */
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
  /** Answer to `set`, `get` and `calibrate`. */
  params?: Params
}

export interface DeviceEvent {
  sn: string
  /** 0 means the time of receipt: a last will is written before it happens. */
  at: number
  type: EventType
  /** True when it begins, false when it ends. */
  on: boolean
  p?: Properties
}

interface CommandBase {
  id: string
  sns: string[]
  /** Epoch ms after which a device must refuse. */
  expiresAt: number
}
/** A command to devices. The type of a device defines its commands and their arguments. */
export interface Command extends CommandBase {
  cmd: string
  args: Readonly<Record<string, unknown>>
}

type DimArgs = {
  /** %, 0–100 */
  level: number
  /** End of the override, epoch ms; absent for a permanent one. */
  until?: number
  /** 1 or 2 for one head of the lamp; 0 or absent for all. */
  head?: 0 | 1 | 2
}
type SwitchArgs = {
  on: boolean
  until?: number
  head?: 0 | 1 | 2
}
type NoArgs = Record<string, never>
/** Commands whose arguments the protocol itself checks; `set`, `get` and `calibrate` are about a parameter family. */
export type CheckedCommand = CommandBase &
  (
    | { cmd: 'dim'; args: DimArgs }
    | { cmd: 'switch'; args: SwitchArgs }
    | { cmd: 'release'; args: NoArgs }
    | { cmd: 'read'; args: NoArgs }
    | { cmd: 'reboot'; args: NoArgs }
    | { cmd: 'set'; args: { family: string; value: ParamValue } }
    | { cmd: 'get' | 'calibrate'; args: { family: string } }
  )

export interface Calendar {
  id: string
  hash: string
  program: Record<string, unknown>
}

export interface Firmware {
  id: string
  url: string
  /** Hex, lower case. */
  sha256: string
  /** Bytes. */
  size: number
}

/** The message that travels under each kind of topic. */
export interface Messages {
  hello: Hello
  report: Report[]
  ack: Ack[]
  event: DeviceEvent[]
  command: Command
  calendar: Calendar
  firmware: Firmware
}
export type MessageKind = UpKind | DownKind
