import { type EventType, type Properties, STANDBY_POWER } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import type { Wanted } from './calendars.ts'
import { EVENT_BITS, type Fleet, LAMP_FAULTS, type LampEvent, type LampFault } from './fleet.ts'
import { driverPower, followRamp, meterTo, powerAt, rampEnd, rampLevel, readMeter, setOutput } from './meter.ts'
import type { Kind } from './options.ts'
import type { Scheduler } from './scheduler.ts'

const LAMP_EVENTS = Object.keys(EVENT_BITS) as LampEvent[]

/** How long a cycling lamp burns and stays off, ms. */
const BURN_MS = 90_000
const PAUSE_MS = 30_000
/** A lamp that is to be found flashes for this time, with this long on and off, ms. */
export const IDENTIFY_MS = 30_000
const BLINK_MS = 1000

/** Behaviour of the lamps: override, programme, faults. Times are epoch ms of the city's clock. */
export interface Lamps {
  /** @param until end on the city's clock; Infinity for a permanent override. */
  setOverride(lamp: number, level: number, until: number, at: number): void
  release(lamp: number, at: number): void
  setProgramme(gateway: number, level: number, at: number): void
  /** Sets the level of the lamp's calendar and the ramp to it; undefined: it has no calendar. */
  plan(lamp: number, wanted: Wanted | undefined, at: number): void
  /** Like `plan`, but the lamp does not change until `settle`. */
  prepare(lamp: number, wanted: Wanted, at: number): void
  setFault(lamp: number, fault: LampFault, at: number): void
  /** Sets lamps to the state of the programme or of their calendar without fading, so that lamps that are added at night are on. */
  settle(lamps: readonly number[], level: number, at: number): void
  /** Applies changed data of a lamp: its driver or its gateway. */
  refresh(lamp: number, at: number): void
  /** Flashes for IDENTIFY_MS so that staff finds the lamp; override and programme stay as they are. Again: from the beginning. */
  identify(lamp: number, at: number): void
  /** Sets the energy meter to 0. */
  clearEnergy(lamp: number, at: number): void
  /** Ends the events that stand; those whose cause remains begin again when the lamp next changes. */
  clearEvents(lamp: number, at: number): void
  faultOf(lamp: number): LampFault
  /** Interrupts or restores the supply of lamp and controller. A controller that restarts follows the programme: overrides are lost. */
  setSupply(lamp: number, on: boolean, at: number): void
  /** True if the controller does not answer its gateway. */
  isSilent(lamp: number): boolean
  /** State without meters, as in an ack. */
  state(lamp: number, at: number): Properties
  /** State and meters, as in a report. */
  read(lamp: number, at: number): Properties
  onExpire(lamp: number, at: number): void
  onCycle(lamp: number, at: number): void
  /** The next second of flashing. */
  onBlink(lamp: number, at: number): void
  /** The planned level is reached. */
  onRamped(lamp: number, at: number): void
}

interface Dependencies {
  readonly fleet: Fleet
  readonly scheduler: Scheduler<Kind>
  readonly random: Random
  /** Largest relative error of one reading. */
  readonly noise: number
  /** How far the clock of a gateway and its lamps is ahead, ms. */
  readonly offset: Float64Array
  /** 1 for a gateway whose lamps burn by day, to show the night: its programme then wins over calendars. */
  readonly shownNight: Uint8Array
  /** Called when an override has begun or ended. */
  readonly switched: (lamp: number, at: number) => void
  /** Called when the state of a lamp has changed. */
  readonly changed: (lamp: number, at: number) => void
  readonly event: (lamp: number, type: EventType, on: boolean, at: number) => void
}

export const createLamps = (dependencies: Dependencies): Lamps => {
  const { fleet, scheduler, random, noise, offset, shownNight, switched, changed, event } = dependencies
  const faultOf = (lamp: number): LampFault => LAMP_FAULTS[fleet.fault[lamp]!] ?? 'none'

  const isSilent = (lamp: number): boolean => faultOf(lamp) === 'silent' || fleet.unfed[lamp] === 1

  const setEvent = (lamp: number, type: LampEvent, on: boolean, at: number): void => {
    const bit = EVENT_BITS[type]
    if (((fleet.active[lamp]! & bit) !== 0) === on) return
    fleet.active[lamp]! ^= bit
    event(lamp, type, on, at)
  }

  /** True light level, or null if the fault keeps the previous one. */
  const outputLevel = (lamp: number, fault: LampFault): number | null => {
    const wanted = fleet.wanted[lamp]!
    if (fault === 'stuck') return null
    if (fault === 'dark') return 0
    if (fleet.blinkUntil[lamp]) return fleet.blinkDark[lamp] ? 0 : 100
    if (fault === 'dayBurner') return wanted || 100
    return fault === 'cycling' && fleet.pause[lamp] ? 0 : wanted
  }

  const isPlanned = (lamp: number): boolean => fleet.override[lamp]! < 0 && fleet.planned[lamp]! >= 0 && !shownNight[fleet.gatewayOf[lamp]!]
  /** True while the controller follows a ramp to its planned level. */
  const isOnWay = (lamp: number, at: number): boolean => fleet.rampMs[lamp]! > 0 && at < rampEnd(fleet, lamp) && isPlanned(lamp)
  /** Level that the controller wants. During a ramp to 0 the lamp is on until the ramp ends. */
  const wantedOf = (lamp: number, at: number): number => {
    const override = fleet.override[lamp]!
    if (override >= 0) return override
    if (!isPlanned(lamp)) return fleet.programme[fleet.gatewayOf[lamp]!]!
    return fleet.planned[lamp]! || (isOnWay(lamp, at) ? fleet.rampFrom[lamp]! : 0)
  }
  /** True if a fault decides the output, so that it cannot follow a ramp. */
  const leavesWay = (lamp: number, fault: LampFault): boolean =>
    fault === 'stuck' ||
    fault === 'dark' ||
    fleet.blinkUntil[lamp]! > 0 ||
    (fault === 'dayBurner' && fleet.planned[lamp] === 0) ||
    (fault === 'cycling' && fleet.pause[lamp] === 1)
  /** Keeps the output as it is now. */
  const halt = (lamp: number, at: number): void => setOutput(fleet, lamp, at, powerAt(fleet, lamp, at), fleet.lit[lamp] === 1)
  const refresh = (lamp: number, at: number): void => {
    const fault = faultOf(lamp)
    const wanted = wantedOf(lamp, at)
    fleet.wanted[lamp] = wanted
    const isFed = fleet.unfed[lamp] === 0
    const level = isFed ? outputLevel(lamp, fault) : 0
    if (isFed && isOnWay(lamp, at) && !leavesWay(lamp, fault)) followRamp(fleet, lamp, at)
    else if (level !== null) {
      const power = level > 0 ? driverPower(fleet, lamp, level) : isFed ? STANDBY_POWER : 0
      if (power !== fleet.toPower[lamp] || (level > 0 ? 1 : 0) !== fleet.lit[lamp] || fleet.ramping[lamp])
        setOutput(fleet, lamp, at, power, level > 0)
    } else if (fleet.ramping[lamp]) halt(lamp, at)
    setEvent(lamp, 'communicationFailure', isSilent(lamp), at)
    if (!isFed) return
    setEvent(lamp, 'lampFailure', fault === 'dark' && (wanted > 0 || (fleet.active[lamp]! & EVENT_BITS.lampFailure) !== 0), at)
    setEvent(lamp, 'lampUnexpectedOn', fault === 'dayBurner' && wanted === 0, at)
    if (fault !== 'cycling') setEvent(lamp, 'cyclingFailure', false, at)
    else if (wanted > 0 && !fleet.cycleDue[lamp]) {
      fleet.cycleDue[lamp] = 1
      scheduler.at(at + BURN_MS * random.between(0.5, 1.5), 'cycle', lamp)
    }
    changed(lamp, at)
  }

  /** Whole percent, at least 1 during a ramp: a lamp that is lit does not report 0. */
  const levelOf = (lamp: number, at: number): number =>
    isOnWay(lamp, at) ? Math.max(1, Math.round(rampLevel(fleet, lamp, at))) : fleet.wanted[lamp]!
  const state = (lamp: number, at: number): Properties => {
    const level = levelOf(lamp, at)
    const burnsAnyway = level === 0 && faultOf(lamp) === 'dayBurner'
    const until = fleet.until[lamp]!
    return {
      on: level > 0 || burnsAnyway,
      dim: burnsAnyway ? 100 : level,
      reason: fleet.override[lamp]! >= 0 ? 'override' : 'program',
      ...(Number.isFinite(until) ? { until: Math.round(until + offset[fleet.gatewayOf[lamp]!]!) } : {}),
    }
  }
  const release = (lamp: number, at: number): void => {
    fleet.override[lamp] = -1
    fleet.until[lamp] = Number.POSITIVE_INFINITY
    switched(lamp, at)
    refresh(lamp, at)
  }

  const prepare = (lamp: number, wanted: Wanted | undefined, at: number): void => {
    fleet.planned[lamp] = wanted?.level ?? -1
    const ramp = wanted?.ramp
    const isWay = ramp !== undefined && ramp.from !== wanted?.level && ramp.since + ramp.ms > at
    fleet.rampMs[lamp] = isWay ? ramp.ms : 0
    if (!isWay) return
    fleet.rampFrom[lamp] = ramp.from
    fleet.rampSince[lamp] = ramp.since
    scheduler.at(rampEnd(fleet, lamp), 'ramped', lamp)
  }

  return {
    setOverride: (lamp, level, until, at) => {
      fleet.override[lamp] = level
      fleet.until[lamp] = until
      if (Number.isFinite(until)) scheduler.at(until, 'expire', lamp)
      switched(lamp, at)
      refresh(lamp, at)
    },
    release,
    refresh,
    isSilent,
    settle: (lamps, programme, at) => {
      for (const lamp of lamps) {
        const planned = fleet.planned[lamp]!
        const level = planned >= 0 ? planned : programme
        fleet.wanted[lamp] = level
        fleet.toPower[lamp] = driverPower(fleet, lamp, level)
        fleet.lit[lamp] = level > 0 ? 1 : 0
        fleet.metered[lamp] = at
        if (isOnWay(lamp, at)) refresh(lamp, at)
      }
    },
    setSupply: (lamp, on, at) => {
      fleet.unfed[lamp] = on ? 0 : 1
      release(lamp, at)
    },
    setProgramme: (gateway, level, at) => {
      fleet.programme[gateway] = level
      for (const lamp of fleet.of[gateway]!)
        if (fleet.override[lamp]! < 0 && (fleet.planned[lamp]! < 0 || wantedOf(lamp, at) !== fleet.wanted[lamp])) refresh(lamp, at)
    },
    plan: (lamp, wanted, at) => {
      if (fleet.ramping[lamp]) halt(lamp, at)
      prepare(lamp, wanted, at)
      if (fleet.override[lamp]! < 0) refresh(lamp, at)
    },
    prepare,
    setFault: (lamp, fault, at) => {
      fleet.fault[lamp] = LAMP_FAULTS.indexOf(fault)
      fleet.pause[lamp] = 0
      refresh(lamp, at)
    },
    faultOf,
    identify: (lamp, at) => {
      const isBlinking = fleet.blinkUntil[lamp]! > 0
      fleet.blinkUntil[lamp] = at + IDENTIFY_MS
      if (isBlinking) return
      fleet.blinkDark[lamp] = fleet.lit[lamp] === 1 ? 1 : 0
      scheduler.at(at + BLINK_MS, 'blink', lamp)
      refresh(lamp, at)
    },
    clearEnergy: (lamp, at) => {
      meterTo(fleet, lamp, at)
      fleet.energy[lamp] = 0
      changed(lamp, at)
    },
    clearEvents: (lamp, at) => {
      for (const type of LAMP_EVENTS) setEvent(lamp, type, false, at)
      changed(lamp, at)
    },
    state,
    read: (lamp, at) => ({
      ...state(lamp, at),
      ...readMeter(fleet, lamp, at, noise * random.between(-1, 1)),
      faults: LAMP_EVENTS.filter((type) => fleet.active[lamp]! & EVENT_BITS[type]),
    }),
    onRamped: (lamp, at) => {
      if (fleet.rampMs[lamp] === 0 || at < rampEnd(fleet, lamp)) return
      if (isPlanned(lamp) || fleet.ramping[lamp]) refresh(lamp, at)
      fleet.rampMs[lamp] = 0
    },
    onBlink: (lamp, at) => {
      if (!fleet.blinkUntil[lamp]) return
      if (at >= fleet.blinkUntil[lamp]!) fleet.blinkUntil[lamp] = 0
      else {
        fleet.blinkDark[lamp]! ^= 1
        scheduler.at(at + BLINK_MS, 'blink', lamp)
      }
      refresh(lamp, at)
    },
    onExpire: (lamp, at) => {
      if (fleet.override[lamp]! >= 0 && fleet.until[lamp]! <= at) release(lamp, at)
    },
    onCycle: (lamp, at) => {
      fleet.cycleDue[lamp] = 0
      const cycles = faultOf(lamp) === 'cycling' && fleet.wanted[lamp]! > 0
      const wasDark = fleet.pause[lamp] === 1
      fleet.pause[lamp] = cycles && !wasDark ? 1 : 0
      if (!cycles && !wasDark) return
      if (fleet.pause[lamp]) {
        setEvent(lamp, 'cyclingFailure', true, at)
        fleet.cycleDue[lamp] = 1
        scheduler.at(at + PAUSE_MS, 'cycle', lamp)
      }
      refresh(lamp, at)
    },
  }
}
