import type { CalendarMessage, Command, HelloChild, Params, ParamValue } from '@lamplight/protocol'
import { createRandom, type Inventory, type InventoryChild } from '@lamplight/town'
import { CALENDAR, type CalendarFault, type Calendars, createCalendars } from './calendars.ts'
import { type Children, childOfDevice, createChildren } from './children.ts'
import type { CityClock } from './clock.ts'
import { type Commands, createCommands } from './commands.ts'
import { createDeviceReporter } from './device-reporter.ts'
import { createDeviceTaker } from './device-taker.ts'
import { createDevices, type Placing } from './devices.ts'
import { createEffectLog, type EffectLog } from './effects.ts'
import { createFleet, type Fleet, faultOf, LAMP_FAULTS, type LampFault, shareOf } from './fleet.ts'
import { createLampPlacing, type LampLists } from './lamp-placing.ts'
import { createLampService } from './lamp-service.ts'
import { createLampTaker } from './lamp-taker.ts'
import { createLamps } from './lamps.ts'
import { meterTo, powerAt } from './meter.ts'
import { type CityOptions, type Emit, KINDS, type Kind, settingsOf } from './options.ts'
import { createParamStore, type ParamFault } from './params.ts'
import type { Values } from './play.ts'
import { createProgramme, FULL, type ProgrammeStep } from './programme.ts'
import { createReporter } from './reporter.ts'
import { createRollbacks } from './rollback.ts'
import { createScheduler } from './scheduler.ts'
import { createSupply } from './supply.ts'
import type { DeviceView, LampView } from './views.ts'

/**
 * Each gateway switches at a random time within this period after the programme's time, so that not
 * all lamp drivers of a city start at once, ms.
 */
const INRUSH_MS = 12_000
const PRUNE_MS = 3_600_000

/** Lamps, other devices and gateways, without MQTT links. */
export interface Engine {
  readonly fleet: Fleet
  readonly children: Children
  readonly effects: EffectLog
  readonly counts: Commands['counts']
  start(): void
  stop(): void
  /** Handles a command that has arrived at a gateway. */
  command(gateway: number, command: Command): void
  /** Handles a calendar that has arrived at a gateway; undefined: a message that is no calendar. */
  calendar(gateway: number, calendar: CalendarMessage | undefined): void
  /** Hashes of the calendars that a gateway holds, by id. */
  calendars(gateway: number): Record<string, string>
  reportAll(gateway: number): void
  view(lamp: number): LampView
  viewDevice(child: number): DeviceView
  /** Parameter values of a child, by family. */
  params(child: number): Params
  /** Children of a gateway in the form of its hello. */
  helloChildren(gateway: number): HelloChild[]
  /** Replaces lamps and devices of gateways (`createLampPlacing`, `Devices.place`). Each gateway then sends a hello with its children, and the new children report. */
  place(lamps: LampLists, lists: Placing, types: NonNullable<Inventory['types']>): void
  /** @throws Error for a fault that the child cannot have: devices other than lamps can only be silent. */
  setFault(child: number, fault: LampFault): void
  /** Sets values of a device that is not a lamp controller (`City.setValues`). */
  setValues(child: number, values: Values): void
  setParamFault(child: number, fault: ParamFault): void
  /** @throws RangeError for an unknown zone */
  setCalendarFault(child: number, fault: CalendarFault): void
  /** Makes the lamps of these gateways burn as in the evening, at any time of day; false: they follow the programme again. */
  setNight(gateways: readonly number[], night: boolean): void
  /** Number of lamps that give light now. */
  lit(): number
}

interface Dependencies {
  readonly inventory: Inventory
  readonly clock: CityClock
  readonly options: CityOptions
  readonly emit: Emit
  readonly reboot: (gateway: number) => void
  /** Sends the hello of a gateway. */
  readonly hello: (gateway: number) => void
}

export const createEngine = ({ inventory, clock, options, emit, reboot, hello }: Dependencies): Engine => {
  const settings = settingsOf(options)
  const { seed } = settings
  const fleet = createFleet(inventory, { seed, rates: options.faults ?? {}, now: clock.now() })
  const offset = Float64Array.from(fleet.gatewaySn, (sn) => settings.drift * (2 * shareOf(seed, sn, 'drift') - 1))
  const inrush = Float64Array.from(fleet.gatewaySn, (sn) => INRUSH_MS * shareOf(seed, sn, 'inrush'))
  const scheduler = createScheduler<Kind>(clock, KINDS)
  const random = createRandom(seed, 'engine')
  const programme = createProgramme(inventory.timeZone)
  /** Positions of lamps that came after the start. */
  const late = new Map<string, InventoryChild>()
  /** Position of a child: its own, or that of its gateway. */
  const spotOf = (gateway: number, sn: string): { readonly lng: number; readonly lat: number } =>
    late.get(sn) ?? inventory.gateways[gateway]!.children.find((child) => child.sn === sn) ?? inventory.gateways[gateway]!
  const clockOf = (child: number, at: number): number =>
    Math.max(0, Math.round(at + offset[children.gatewayOf(child)]! + calendars.driftOf(child, at)))
  const calendars: Calendars = createCalendars({
    params: () => params,
    scheduler,
    offset,
    gatewayOf: (child) => children.gatewayOf(child),
    placeOf: (child) => spotOf(children.gatewayOf(child), children.sn(child)),
    overrideOf: (child) => (children.isLamp(child) && fleet.override[child]! >= 0 ? fleet.override[child] : undefined),
    acted: (child, wanted, at) => {
      if (children.isLamp(child)) lamps.plan(child, wanted, at)
      else deviceReporter.changed(children.deviceOf(child), at)
    },
    prepare: (child, wanted, at) => {
      if (children.isLamp(child)) lamps.prepare(child, wanted, at)
    },
  })
  const shownNight = new Uint8Array(fleet.gateways)
  const badCalendar = new Uint8Array(fleet.gateways)
  const supply = createSupply(fleet, (lamp, on, at) => lamps.setSupply(lamp, on, at))
  const devices = createDevices({
    inventory,
    seed,
    plays: options.plays ?? [],
    clockOf: (gateway) => Math.round(clock.now() + offset[gateway]!),
    paramsOf: (device) => params.all(children.childOf(device)),
    calendarOf: (device, at) => calendars.planned(childOfDevice(device), at)?.level,
    loadOf: (feeds) => supply.loadOf(feeds, clock.now()),
    supplyMoved: (feeds, on) => supply.set(feeds, on, clock.now()),
  })
  const children = createChildren(fleet, devices)
  const params = createParamStore({
    seed,
    rates: options.paramFaults ?? {},
    snOf: children.sn,
    placeOf: (child) => spotOf(children.gatewayOf(child), children.sn(child)),
    calibrations: options.calibrations ?? {},
    cutOffs: options.cutOffs ?? {},
    secrets: options.secrets ?? {},
  })
  const effects = createEffectLog(() => fleet.count)
  const lamps = createLamps({
    fleet,
    scheduler,
    random,
    noise: settings.noise,
    offset,
    shownNight,
    switched: (lamp, at) => calendars.switched(lamp, at),
    changed: (lamp, at) => reporter.changed(lamp, at),
    event: (lamp, type, on, at) => reporter.event(lamp, type, on, at),
  })
  const reporter = createReporter({ fleet, scheduler, random, settings, clockOf, read: lamps.read, emit })
  const deviceFaults = { ...options.faults, silent: options.faults?.silentDevices ?? options.faults?.silent }
  const deviceReporter = createDeviceReporter({
    devices,
    silent: devices.sn.flatMap((sn, device) => (LAMP_FAULTS[faultOf(seed, sn, deviceFaults)] === 'silent' ? [device] : [])),
    scheduler,
    random: createRandom(seed, 'devices'),
    settings,
    clockOf: (device, at) => clockOf(children.childOf(device), at),
    emit,
  })
  const setFault = (child: number, fault: LampFault): void => {
    if (children.isLamp(child)) {
      lamps.setFault(child, fault, clock.now())
      return
    }
    if (fault !== 'none' && fault !== 'silent') throw new Error(`${children.sn(child)} is no lamp and cannot be ${fault}`)
    deviceReporter.setSilent(children.deviceOf(child), fault === 'silent', clock.now())
  }
  const rollbacks = createRollbacks({
    params,
    scheduler,
    faultOf: (child) =>
      children.isLamp(child) ? lamps.faultOf(child) : deviceReporter.isSilent(children.deviceOf(child)) ? 'silent' : 'none',
    setFault,
    hello: (child) => hello(children.gatewayOf(child)),
  })
  const commands = createCommands({
    gatewaySn: fleet.gatewaySn,
    children,
    lamps: createLampTaker(lamps, createLampService({ lamps, calendars, fleet, offset })),
    devices: createDeviceTaker({
      devices,
      children,
      reporter: deviceReporter,
      calendars,
      clockOf: (device, at) => clockOf(children.childOf(device), at),
    }),
    params,
    calendars,
    effects,
    scheduler,
    random,
    settings,
    offset,
    emit,
    reboot,
    cutOff: rollbacks.cutOff,
  })

  const placeLamps = createLampPlacing({
    fleet,
    lamps,
    supply,
    came: (child) => late.set(child.sn, child),
    moved: calendars.moved,
    left: calendars.forget,
  })
  const lateness = (gateway: number): number => inrush[gateway]! - offset[gateway]!
  const programmeOf = (gateway: number, at: number): ProgrammeStep => {
    const { level, next } = programme(at - lateness(gateway), fleet.lat[gateway]!, fleet.lng[gateway]!)
    return { level: shownNight[gateway] ? FULL : level, next }
  }
  /** Makes a gateway follow the programme by its own clock, with a small delay. */
  const follow = (gateway: number, at: number): number => {
    const { level, next } = programmeOf(gateway, at)
    scheduler.at(next + lateness(gateway), 'programme', gateway)
    return level
  }
  /** Gives gateways and children what they held before the city started. Returns the calendars of the children. */
  const heldBefore = (): (readonly [child: number, value: ParamValue])[] =>
    inventory.gateways.flatMap(({ calendars: known = [], children: lamps, devices: others = [] }, gateway) => {
      for (const calendar of known) calendars.receive(gateway, calendar)
      return [...lamps, ...others].flatMap(({ sn, params: values }) => {
        const child = children.indexOf(sn)
        if (!values || child === undefined) return []
        params.load(child, values)
        const value = values[CALENDAR]
        return value ? [[child, value] as const] : []
      })
    })
  const helloChild = (child: number, type: string): HelloChild => {
    const hashes = params.hashes(child)
    return { sn: children.sn(child), type, ...(hashes && { params: hashes }) }
  }
  return {
    fleet,
    children,
    effects,
    counts: commands.counts,
    start: () => {
      const now = clock.now()
      calendars.start(heldBefore(), now)
      for (let gateway = 0; gateway < fleet.gateways; gateway++) {
        const level = follow(gateway, now)
        lamps.settle(fleet.of[gateway]!, level, now)
        lamps.setProgramme(gateway, level, now)
      }
      devices.supplyAll()
      reporter.start(now)
      deviceReporter.start(now)
      scheduler.at(now + PRUNE_MS, 'prune', 0)
      scheduler.start({
        report: (gateway, at) => {
          reporter.onReport(gateway, at)
          deviceReporter.report(gateway, at, settings.loss)
        },
        flush: reporter.onFlush,
        programme: (gateway, at) => lamps.setProgramme(gateway, follow(gateway, at), at),
        expire: lamps.onExpire,
        cycle: lamps.onCycle,
        ramped: lamps.onRamped,
        blink: lamps.onBlink,
        job: commands.onJob,
        events: deviceReporter.onEvents,
        leave: rollbacks.onLeave,
        return: rollbacks.onReturn,
        step: calendars.onStep,
        prune: (_, at) => {
          commands.onPrune(at)
          scheduler.at(at + PRUNE_MS, 'prune', 0)
        },
      })
    },
    stop: scheduler.stop,
    command: (gateway, command) => commands.receive(gateway, command, clock.now()),
    calendar: (gateway, calendar) => {
      const isBad = calendar === undefined || !calendars.receive(gateway, calendar)
      if (isBad === (badCalendar[gateway] === 1)) return
      badCalendar[gateway] = isBad ? 1 : 0
      const at = Math.max(0, Math.round(clock.now() + offset[gateway]!))
      emit(gateway, 'event', [{ sn: fleet.gatewaySn[gateway]!, at, type: 'invalidCalendar', on: isBad }])
    },
    calendars: calendars.hashes,
    reportAll: (gateway) => {
      const now = clock.now()
      reporter.reportAll(gateway, now)
      deviceReporter.report(gateway, now, 0)
    },
    params: params.all,
    helloChildren: (gateway) => {
      const found: HelloChild[] = []
      for (const lamp of fleet.of[gateway]!) found.push(helloChild(lamp, 'controller'))
      for (const device of devices.of[gateway]!) found.push(helloChild(children.childOf(device), devices.typeOf(device).name))
      return found
    },
    place: (lamps, lists, types) => {
      const now = clock.now()
      const changed = placeLamps(lamps, now)
      const { come, gateways } = devices.place(lists, types)
      for (const gateway of new Set([...changed, ...gateways])) hello(gateway)
      for (const device of come) {
        calendars.moved(children.childOf(device), now)
        deviceReporter.changed(device, now)
      }
    },
    setFault,
    setValues: (child, values) => deviceReporter.set(children.deviceOf(child), values, clock.now()),
    setParamFault: params.setFault,
    setCalendarFault: (child, fault) => calendars.setFault(child, fault, clock.now()),
    viewDevice: (child) => {
      const device = children.deviceOf(child)
      return {
        sn: children.sn(child),
        gatewaySn: fleet.gatewaySn[children.gatewayOf(child)]!,
        type: devices.typeOf(device).name,
        isSilent: deviceReporter.isSilent(device),
        values: devices.values(device),
      }
    },
    setNight: (gateways, night) => {
      const now = clock.now()
      for (const gateway of gateways) {
        shownNight[gateway] = night ? 1 : 0
        lamps.setProgramme(gateway, programmeOf(gateway, now).level, now)
      }
    },
    view: (lamp) => {
      const now = clock.now()
      meterTo(fleet, lamp, now)
      return {
        sn: fleet.sn[lamp]!,
        gatewaySn: fleet.gatewaySn[fleet.gatewayOf[lamp]!]!,
        fault: lamps.faultOf(lamp),
        state: lamps.state(lamp, now),
        power: powerAt(fleet, lamp, now),
        energy: fleet.energy[lamp]!,
        hours: fleet.hours[lamp]!,
        nominal: { power: fleet.power[lamp]!, minPower: fleet.minPower[lamp]!, minLevel: fleet.minLevel[lamp]! },
      }
    },
    lit: () => fleet.lit.reduce((sum, one) => sum + one, 0),
  }
}
