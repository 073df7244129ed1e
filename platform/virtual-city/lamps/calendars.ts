import { DAY_MS, zoneOf } from '@lamplight/calendar'
import {
  type CalendarMessage,
  type CalendarProgram,
  calendarPoints,
  LIMITS,
  type ParamValue,
  type SwitchEvent,
  switchEventText,
} from '@lamplight/protocol'
import { hashOf, type ParamStore } from '../devices/params.ts'
import type { Kind } from '../options.ts'
import type { Scheduler } from '../scheduler.ts'
import { createNights, HEAD, isZone, type Nights, type Place, type Planned, type Ramp, withoutDst } from './calendar-nights.ts'

/** The parameter family that assigns a calendar to a device. */
export const CALENDAR = 'calendar'
const NONE = { id: '', hash: '' } as const

/**
 * Faults of the calendar of a device. clockDrift: its clock gains (or loses) time from now on · stale: it keeps its calendar when it gets another, and answers
 * that it has the old one · zone: it takes another time zone for that of its calendar · noDst: it ignores daylight saving · longitudeSign: it takes east for
 * west · position: it computes the sun for another place.
 */
export type CalendarFault =
  | { readonly kind: 'none' | 'stale' | 'noDst' | 'longitudeSign' }
  | { readonly kind: 'clockDrift'; readonly secondsPerDay: number }
  | { readonly kind: 'zone'; readonly zone: string }
  | { readonly kind: 'position'; readonly lat: number; readonly lng: number }

/** A calendar that a device follows. */
interface Held extends CalendarMessage {
  nights: Nights
  now: Planned
  /** City time of the step for which the device waits. */
  due: number
  /** Time, level, reason and place in the program of the last switch events. */
  readonly events: SwitchEvent[]
}
interface Drift {
  /** Time gained per time. */
  readonly rate: number
  since: number
}

/**
 * Calendars that gateways hold, and children that follow them by their own clocks, without a connection. Children are numbered as in `Children`; times are epoch
 * ms of the city's clock unless named otherwise.
 */
export interface Calendars {
  /** Stores a calendar at its gateway. False if its hash does not fit, or the gateway does not know its zone. */
  receive(gateway: number, calendar: CalendarMessage): boolean
  /** Hashes of the calendars of a gateway, by id. */
  hashes(gateway: number): Record<string, string>
  /** Handles a `set` of the family `calendar`; false if the child refuses it: it does not know the calendar, or has no such head. */
  set(child: number, value: ParamValue, at: number): boolean
  /** The value of the family that a child answers. */
  get(child: number): ParamValue
  /** Takes the calendar away, as a factory reset does. */
  forget(child: number, at: number): void
  /** Level of the calendar by a time of the child's clock; undefined if it follows none. */
  planned(child: number, clock: number): Planned | undefined
  /** How far the clock of the child is ahead of that of its gateway, ms. */
  driftOf(child: number, at: number): number
  /** Sets the clock of the child to that of its gateway, which may have changed. */
  clockSet(gateway: number, child: number, at: number): void
  /** Plans the next step anew, because the child has another gateway. */
  moved(child: number, at: number): void
  /** Records that the child has another level or reason than before. Only children with a calendar remember their switch events. */
  switched(child: number, at: number): void
  events(child: number): string[]
  setFault(child: number, fault: CalendarFault, at: number): void
  /** Makes children follow the calendars that they held before the city started. */
  start(held: Iterable<readonly [child: number, value: ParamValue]>, at: number): void
  onStep(child: number, at: number): void
}

/** What a calendar wants of its child; the ramp is in time of the city's clock. */
export interface Wanted {
  readonly level: number
  readonly ramp?: Ramp
}

interface Dependencies {
  readonly params: () => ParamStore
  readonly scheduler: Scheduler<Kind>
  /** How far the clock of each gateway is ahead, ms. */
  readonly offset: Float64Array
  readonly gatewayOf: (child: number) => number
  readonly placeOf: (child: number) => { readonly lng: number; readonly lat: number }
  /** What the child does now: the override that wins over its calendar, or undefined. */
  readonly overrideOf: (child: number) => number | undefined
  /** Called when the calendar of a child acts, or when it has none any more (undefined). */
  readonly acted: (child: number, wanted: Wanted | undefined, at: number) => void
  /** Sets the level of the calendar of a child before the city has started. */
  readonly prepare: (child: number, wanted: Wanted, at: number) => void
}

/** A child has one head. It refuses a program for another head, as it refuses commands for another head. */
const hasHeads = ({ entries, specials = [] }: CalendarProgram): boolean =>
  [...entries, ...specials.flatMap((special) => special.entries)].every(({ head = HEAD }) => head === HEAD)

export const createCalendars = (dependencies: Dependencies): Calendars => {
  const { params, scheduler, offset, gatewayOf, placeOf, overrideOf, acted, prepare } = dependencies
  const stores = new Map<number, Map<string, CalendarMessage>>()
  const held = new Map<number, Held>()
  const faults = new Map<number, CalendarFault>()
  const drifts = new Map<number, Drift>()
  const nightsAt = createNights()

  const driftOf = (child: number, at: number): number => {
    const drift = drifts.size === 0 ? undefined : drifts.get(child)
    return drift ? drift.rate * (at - drift.since) : 0
  }
  const clockOf = (child: number, at: number): number => Math.round(at + offset[gatewayOf(child)]! + driftOf(child, at))
  /** City time at which the clock of the child shows `clock`. */
  const cityTime = (child: number, clock: number): number => {
    const wanted = clock - offset[gatewayOf(child)]!
    const drift = drifts.get(child)
    return drift ? (wanted + drift.rate * drift.since) / (1 + drift.rate) : wanted
  }

  const siteOf = (child: number, { zone }: CalendarProgram, at: number): Place => {
    const { lat, lng } = placeOf(child)
    const fault = faults.get(child)
    switch (fault?.kind) {
      case 'zone':
        return { lat, lng, zone: fault.zone }
      case 'noDst':
        return { lat, lng, zone: withoutDst(zone, at) }
      case 'longitudeSign':
        return { lat, lng: -lng, zone }
      case 'position':
        return { lat: fault.lat, lng: fault.lng, zone }
      default:
        return { lat, lng, zone }
    }
  }
  const record = (child: number, one: Held, at: number): void => {
    const override = overrideOf(child)
    const last = one.events.at(-1)
    const event: SwitchEvent =
      override === undefined
        ? { at: clockOf(child, at), reason: 'program', level: one.now.level, entry: one.now.entry, special: one.now.special }
        : { at: clockOf(child, at), reason: 'override', level: override, entry: -1, special: -1 }
    if (last && last.level === event.level && last.reason === event.reason && last.entry === event.entry && last.special === event.special)
      return
    one.events.push(event)
    if (one.events.length > LIMITS.switchEvents) one.events.shift()
  }
  /** Takes the level that the calendar has now and waits for its next step. */
  const wait = (child: number, one: Held, at: number): void => {
    const clock = clockOf(child, at)
    one.now = one.nights.at(clock)
    one.due = cityTime(child, one.nights.next(clock))
    scheduler.at(one.due, 'step', child)
  }
  const wantedBy = (child: number, { now: { level, ramp } }: Held): Wanted =>
    ramp ? { level, ramp: { ...ramp, since: cityTime(child, ramp.since) } } : { level }
  const step = (child: number, one: Held, at: number): void => {
    wait(child, one, at)
    if (overrideOf(child) === undefined) record(child, one, at)
    acted(child, wantedBy(child, one), at)
  }
  const plan = (child: number, at: number): void => {
    const one = held.get(child)
    if (!one) return
    one.nights = nightsAt(one.hash, one.program, siteOf(child, one.program, at))
    step(child, one, at)
  }
  const heldFrom = (child: number, calendar: CalendarMessage, at: number): Held => {
    const nights = nightsAt(calendar.hash, calendar.program, siteOf(child, calendar.program, at))
    const now = nights.at(clockOf(child, at))
    return { ...calendar, nights, now, due: Number.NaN, events: held.get(child)?.events ?? [] }
  }
  const forget = (child: number, at: number): void => {
    if (held.delete(child)) acted(child, undefined, at)
  }
  const calendarOf = (child: number, { id, hash }: ParamValue): CalendarMessage | undefined => {
    const own = held.get(child)
    if (own && own.id === id && own.hash === hash) return own
    const stored = stores.get(gatewayOf(child))?.get(String(id))
    return stored?.hash === hash ? stored : undefined
  }
  /** Forgets the oldest calendar that no child of the gateway is assigned. */
  const makeRoom = (gateway: number, store: Map<string, CalendarMessage>): void => {
    const used = new Set([...held].flatMap(([child, { id }]) => (gatewayOf(child) === gateway ? [id] : [])))
    const oldest = [...store.keys()].find((id) => !used.has(id)) ?? store.keys().next().value
    if (oldest !== undefined) store.delete(oldest)
  }

  return {
    receive: (gateway, { id, hash, program }) => {
      if (hashOf(program) !== hash || !isZone(program.zone)) return false
      const store = stores.get(gateway) ?? new Map<string, CalendarMessage>()
      stores.set(gateway, store)
      // The newest is the last.
      store.delete(id)
      if (store.size >= LIMITS.calendars) makeRoom(gateway, store)
      store.set(id, { id, hash, program })
      return true
    },
    hashes: (gateway) => Object.fromEntries([...(stores.get(gateway)?.values() ?? [])].map(({ id, hash }) => [id, hash])),
    set: (child, value, at) => {
      const calendar = value.id === '' ? undefined : calendarOf(child, value)
      if (value.id !== '' && !(calendar && hasHeads(calendar.program))) return false
      if (faults.get(child)?.kind === 'stale') return true
      const store = params()
      if (!store.set(child, CALENDAR, value)) return false
      // A device that ignores new values keeps its old one.
      const stored = store.held(child, CALENDAR)
      if (stored?.id !== value.id || stored?.hash !== value.hash) return true
      if (!calendar) forget(child, at)
      else if (calendar !== held.get(child)) {
        held.set(child, heldFrom(child, calendar, at))
        plan(child, at)
      }
      return true
    },
    get: (child) => {
      const one = held.get(child)
      return { ...NONE, ...params().get(child, CALENDAR), points: one ? calendarPoints(one.program) : [] }
    },
    forget,
    planned: (child, clock) => held.get(child)?.nights.at(clock),
    driftOf,
    clockSet: (gateway, child, at) => {
      const drift = drifts.get(child)
      if (drift) drift.since = at
      // All children of a gateway have its clock.
      for (const other of held.keys()) if (gatewayOf(other) === gateway) plan(other, at)
    },
    moved: plan,
    switched: (child, at) => {
      const one = held.get(child)
      if (one) record(child, one, at)
    },
    events: (child) => (held.get(child)?.events ?? []).map(switchEventText),
    setFault: (child, fault, at) => {
      if (fault.kind === 'zone') zoneOf(fault.zone)
      faults.set(child, fault)
      if (fault.kind === 'clockDrift') drifts.set(child, { rate: (fault.secondsPerDay * 1000) / DAY_MS, since: at })
      else drifts.delete(child)
      plan(child, at)
    },
    start: (values, at) => {
      for (const [child, value] of values) {
        const calendar = calendarOf(child, value)
        if (!calendar) continue
        const one = heldFrom(child, calendar, at)
        held.set(child, one)
        wait(child, one, at)
        prepare(child, wantedBy(child, one), at)
      }
    },
    onStep: (child, at) => {
      const one = held.get(child)
      if (one?.due === at) step(child, one, at)
    },
  }
}
