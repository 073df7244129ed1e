import type { Ack, DeviceEvent, Report } from '@lamplight/protocol'
import type { FaultRates } from './fleet.ts'
import type { Calibrations, CutOffs, ParamFaultRates, ParamSecrets } from './params.ts'
import type { Play } from './play.ts'

/** Seed of a virtual city that is started without one. */
export const CITY_SEED = 1

/** Kinds of scheduled work; the index is a gateway (report, flush, programme, events), a lamp (expire, cycle, ramped, blink), a child (leave, return, step) or a job. */
export const KINDS = [
  'report',
  'flush',
  'programme',
  'expire',
  'cycle',
  'ramped',
  'blink',
  'job',
  'prune',
  'events',
  'leave',
  'return',
  'step',
] as const
export type Kind = (typeof KINDS)[number]

export interface CityOptions {
  /** Seed of deviations, faults, spread and losses. Default 1. */
  readonly seed?: number
  readonly faults?: FaultRates
  /** Share of devices that do not store the parameters that are set. */
  readonly paramFaults?: ParamFaultRates
  /** Behaviours of device types; other types have the default one. */
  readonly plays?: readonly Play[]
  /** Values that devices measure, by parameter family; other families measure nothing. */
  readonly calibrations?: Calibrations
  /** Values of parameter families with which a device loses its connection. */
  readonly cutOffs?: CutOffs
  /** Fields of parameter families that devices do not report. */
  readonly secrets?: ParamSecrets
  /** Virtual seconds between two reports of a device. Default 300. */
  readonly reportInterval?: number
  /** Share of lost radio packets between gateway and device, each way. Default 0. */
  readonly loss?: number
  /** Mean time from command to acknowledgement, virtual ms. Default 300. */
  readonly latency?: number
  /** Largest error of a gateway's clock, either way, ms. Default 0. */
  readonly drift?: number
  /** Largest relative error of a power reading. Default 0.01. */
  readonly noise?: number
}
export type Settings = Required<Omit<CityOptions, 'faults' | 'paramFaults' | 'plays' | 'calibrations' | 'secrets' | 'cutOffs'>>

export const settingsOf = (options: CityOptions): Settings => {
  const settings = { seed: CITY_SEED, reportInterval: 300, loss: 0, latency: 300, drift: 0, noise: 0.01 }
  const { seed, reportInterval, loss, latency, drift, noise } = options
  const set = Object.entries({ seed, reportInterval, loss, latency, drift, noise }).filter(([, value]) => value !== undefined)
  return { ...settings, ...Object.fromEntries(set) }
}

/** Sends messages of a gateway; the entries of one call travel together. */
export interface Emit {
  (gateway: number, kind: 'report', entries: Report[]): void
  (gateway: number, kind: 'ack', entries: Ack[]): void
  (gateway: number, kind: 'event', entries: DeviceEvent[]): void
}
