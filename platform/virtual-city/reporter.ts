import type { DeviceEvent, EventType, Properties, Report } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import { type Fleet, LAMP_FAULTS, shareOf } from './fleet.ts'
import { FADE_MS } from './lamps/meter.ts'
import type { Emit, Kind, Settings } from './options.ts'
import type { Scheduler } from './scheduler.ts'

/** Number of entries per message, chosen so that a full message stays well below the protocol's size limit. */
const CHUNK = 500
const SILENT = LAMP_FAULTS.indexOf('silent')

/** Gathers reports and events of the lamps of each gateway into few messages. */
export interface Reporter {
  /** Schedules a report after a change of the lamp's state, when its light has settled, 1.2 to 2.7 s later. */
  changed(lamp: number, at: number): void
  /** Adds an event of a fault that has begun or ended; it is sent with the next message. */
  event(lamp: number, type: EventType, on: boolean, at: number): void
  /** Reports all lamps of the gateway now. */
  reportAll(gateway: number, at: number): void
  onReport(gateway: number, at: number): void
  onFlush(gateway: number, at: number): void
  /** Starts to report changes of lamps; the first report after connecting contains the initial state. */
  start(at: number): void
}

interface Dependencies {
  readonly fleet: Fleet
  readonly scheduler: Scheduler<Kind>
  readonly random: Random
  readonly settings: Settings
  /** Time of the clock of a lamp. */
  readonly clockOf: (lamp: number, at: number) => number
  readonly read: (lamp: number, at: number) => Properties
  readonly emit: Emit
}

export const createReporter = ({ fleet, scheduler, random, settings, clockOf, read, emit }: Dependencies): Reporter => {
  const interval = settings.reportInterval * 1000
  const waiting = new Map<number, number[]>()
  const events = new Map<number, DeviceEvent[]>()
  const flushDue = new Uint8Array(fleet.gateways)
  let started = false

  const flushLater = (gateway: number, time: number): void => {
    if (flushDue[gateway]) return
    flushDue[gateway] = 1
    scheduler.at(time, 'flush', gateway)
  }
  const send = (gateway: number, all: readonly number[], at: number): void => {
    const lamps = all.filter((lamp) => fleet.fault[lamp] !== SILENT && fleet.unfed[lamp] === 0)
    for (let from = 0; from < lamps.length; from += CHUNK)
      emit(
        gateway,
        'report',
        lamps.slice(from, from + CHUNK).map((lamp): Report => ({ sn: fleet.sn[lamp]!, at: clockOf(lamp, at), p: read(lamp, at) })),
      )
  }
  const isBehind = (gateway: number, sn: string): boolean => fleet.gatewayOf[fleet.indexOf.get(sn) ?? -1] === gateway

  return {
    changed: (lamp, at) => {
      if (fleet.dirty[lamp] || !started) return
      fleet.dirty[lamp] = 1
      const gateway = fleet.gatewayOf[lamp]!
      const list = waiting.get(gateway)
      if (list) list.push(lamp)
      else waiting.set(gateway, [lamp])
      flushLater(gateway, at + FADE_MS + random.between(200, 1700))
    },
    event: (lamp, type, on, at) => {
      const gateway = fleet.gatewayOf[lamp]!
      const list = events.get(gateway) ?? []
      list.push({ sn: fleet.sn[lamp]!, at: clockOf(lamp, at), type, on })
      events.set(gateway, list)
      flushLater(gateway, at + FADE_MS + random.between(200, 1700))
    },
    reportAll: (gateway, at) => send(gateway, fleet.of[gateway]!, at),
    onReport: (gateway, at) => {
      const reached = settings.loss > 0 ? fleet.of[gateway]!.filter(() => random.next() >= settings.loss) : fleet.of[gateway]!
      send(gateway, reached, at)
      scheduler.at(at + interval, 'report', gateway)
    },
    onFlush: (gateway, at) => {
      flushDue[gateway] = 0
      const pending = events.get(gateway)?.filter(({ sn }) => isBehind(gateway, sn))
      events.delete(gateway)
      if (pending) for (let from = 0; from < pending.length; from += CHUNK) emit(gateway, 'event', pending.slice(from, from + CHUNK))
      const lamps = waiting.get(gateway) ?? []
      waiting.delete(gateway)
      const isReady = (lamp: number): boolean => at >= fleet.since[lamp]! + FADE_MS && random.next() >= settings.loss
      const ready: number[] = []
      const later: number[] = []
      for (const lamp of lamps) (isReady(lamp) ? ready : later).push(lamp)
      for (const lamp of ready) fleet.dirty[lamp] = 0
      send(
        gateway,
        ready.filter((lamp) => isBehind(gateway, fleet.sn[lamp]!)),
        at,
      )
      if (later.length) {
        waiting.set(gateway, later)
        flushLater(gateway, at + FADE_MS / 2 + random.between(100, 300))
      }
    },
    start: (at) => {
      started = true
      for (let gateway = 0; gateway < fleet.gateways; gateway++)
        scheduler.at(at + interval * shareOf(settings.seed, fleet.gatewaySn[gateway]!, 'phase'), 'report', gateway)
    },
  }
}
