import { type DeviceEvent, type EventType, isEventType, type Properties, type Report } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import type { Devices, FaultChange } from './devices.ts'
import type { Emit, Kind, Settings } from './options.ts'
import type { Values } from './play.ts'
import type { Scheduler } from './scheduler.ts'

/** Shortest and longest delay between a change and its report, ms. */
const EVENTS_MS = [500, 2000] as const

/** Collects reports and events of devices other than lamp controllers. Times are epoch ms of the city's clock. */
export interface DeviceReporter {
  isSilent(device: number): boolean
  /** Records that the gateway has lost or found the device. */
  setSilent(device: number, silent: boolean, at: number): void
  /** Schedules a report soon, because a command changed the device. */
  changed(device: number, at: number): void
  /** Sets values of the device (`Devices.set`); its events and a report follow soon. */
  set(device: number, values: Values, at: number): void
  /** Values of the device at `at`, in the form of a report. */
  read(device: number, at: number): Properties
  /** Reports all devices of the gateway now; `loss`: share of devices that the gateway does not receive. */
  report(gateway: number, at: number, loss: number): void
  /** Sends the gateway's due reports and events. */
  onEvents(gateway: number, at: number): void
  /** Sends events for devices that are silent from the start. */
  start(at: number): void
}

interface Dependencies {
  readonly devices: Devices
  /** Devices that are silent from the start. */
  readonly silent: Iterable<number>
  readonly scheduler: Scheduler<Kind>
  readonly random: Random
  readonly settings: Settings
  /** Time of the clock of a device. */
  readonly clockOf: (device: number, at: number) => number
  readonly emit: Emit
}

export const createDeviceReporter = ({
  devices,
  silent: silentAtFirst,
  scheduler,
  random,
  settings,
  clockOf,
  emit,
}: Dependencies): DeviceReporter => {
  const silent = new Set(silentAtFirst)
  const waiting = new Map<number, Set<number>>()
  const events = new Map<number, DeviceEvent[]>()
  const due = new Set<number>()

  const scheduleEvents = (gateway: number, at: number): void => {
    if (due.has(gateway)) return
    due.add(gateway)
    scheduler.at(at + random.between(...EVENTS_MS), 'events', gateway)
  }
  const event = (device: number, type: EventType, on: boolean, at: number): void => {
    const gateway = devices.gatewayOf[device]!
    const list = events.get(gateway) ?? []
    list.push({ sn: devices.sn[device]!, at: clockOf(device, at), type, on })
    events.set(gateway, list)
    scheduleEvents(gateway, at)
  }
  const faultEvents = (device: number, { begun, ended }: FaultChange, at: number): void => {
    const known = (fault: string): fault is EventType => isEventType(fault) && devices.typeOf(device).events.includes(fault)
    for (const fault of ended) if (known(fault)) event(device, fault, false, at)
    for (const fault of begun) if (known(fault)) event(device, fault, true, at)
  }
  const changed = (device: number, at: number): void => {
    const gateway = devices.gatewayOf[device]!
    waiting.set(gateway, (waiting.get(gateway) ?? new Set()).add(device))
    scheduleEvents(gateway, at)
  }
  const read = (device: number, at: number): Properties => {
    faultEvents(device, devices.step(device, clockOf(device, at)), at)
    // The type `Properties` names only values of lamps; values of other types use the same place.
    return { ...devices.values(device) } as Properties
  }
  const send = (gateway: number, reached: readonly number[], at: number): void => {
    if (reached.length > 0)
      emit(
        gateway,
        'report',
        reached.map((device): Report => ({ sn: devices.sn[device]!, at: clockOf(device, at), p: read(device, at) })),
      )
  }
  const isReached = (device: number, loss: number): boolean => !silent.has(device) && (loss === 0 || random.next() >= loss)
  const isBehind = (gateway: number, device: number): boolean =>
    devices.gatewayOf[device] === gateway && devices.indexOf.get(devices.sn[device]!) === device
  const setSilent = (device: number, isSilent: boolean, at: number): void => {
    if (isSilent === silent.has(device)) return
    if (isSilent) silent.add(device)
    else silent.delete(device)
    event(device, 'communicationFailure', isSilent, at)
  }

  return {
    isSilent: (device) => silent.has(device),
    setSilent,
    read,
    changed,
    set: (device, values, at) => {
      faultEvents(device, devices.set(device, values), at)
      changed(device, at)
    },
    report: (gateway, at, loss) => {
      const reached: number[] = []
      for (const device of devices.of[gateway]!) if (isReached(device, loss)) reached.push(device)
      send(gateway, reached, at)
    },
    onEvents: (gateway, at) => {
      due.delete(gateway)
      const changed = [...(waiting.get(gateway) ?? [])].filter((device) => isBehind(gateway, device))
      waiting.delete(gateway)
      const pending = events.get(gateway)
      events.delete(gateway)
      if (pending) emit(gateway, 'event', pending)
      const reached: number[] = []
      const lost = new Set<number>()
      for (const device of changed)
        if (isReached(device, settings.loss)) reached.push(device)
        else if (!silent.has(device)) lost.add(device)
      send(gateway, reached, at)
      if (lost.size === 0) return
      waiting.set(gateway, lost)
      scheduleEvents(gateway, at)
    },
    start: (at) => {
      for (const device of silent) event(device, 'communicationFailure', true, at)
    },
  }
}
