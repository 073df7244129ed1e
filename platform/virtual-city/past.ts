import { expectedPower, STANDBY_POWER } from '@lamplight/protocol'
import type { ParamFaultRates } from './devices/params.ts'
import { agedEnergy, ageOf, type FaultRates, faultOf, gainOf, LAMP_FAULTS, type LampFault, shareOf } from './fleet.ts'
import { createProgramme, FULL, REDUCED } from './lamps/programme.ts'

/** Faults of the demo city, as shares of its lamps and gateways: enough for some of each kind among the 600 lamps of the smaller town. */
export const DEMO_FAULTS: FaultRates = { stuck: 0.004, dark: 0.006, dayBurner: 0.004, silent: 0.003, silentDevices: 0, deadGateways: 0.01 }

/** Devices of the demo city that limit the numbers of their parameters: their values differ from the wanted ones. */
export const DEMO_PARAM_FAULTS = { clamp: 0.1 } as const satisfies ParamFaultRates

/** The three levels of the built-in programme, in % by index: off, reduced, full. */
export const PAST_LEVELS = [0, REDUCED, FULL] as const
/** One value per level of PAST_LEVELS. */
export type ByLevel<T> = readonly [off: T, reduced: T, full: T]

/** A time at which every lamp has a reading. */
export interface PastInstant {
  /** Epoch ms. */
  readonly at: number
  /** Index in PAST_LEVELS of the programme's level from this time on. */
  readonly level: number
  /** Total time of each level since the start of the past, ms. */
  readonly spent: ByLevel<number>
}

export interface PastSpan {
  /** IANA time zone. */
  readonly timeZone: string
  readonly lat: number
  readonly lng: number
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** From this time on there is an instant every half hour; before it every hour of the night and one at noon, epoch ms. */
  readonly denseFrom: number
}

const HOUR_MS = 3_600_000
const HALF_HOUR_MS = HOUR_MS / 2
/** UTC hour of the single daytime reading: about solar noon at `lng`. */
const noonAt = (lng: number): number => (((12 - Math.round(lng / 15)) % 24) + 24) % 24

/** Returns the instants of a past: the half hours and hours described in `PastSpan`, and each change of the programme. */
export const pastInstants = ({ timeZone, lat, lng, from, to, denseFrom }: PastSpan): readonly PastInstant[] => {
  const programme = createProgramme(timeZone)
  const noon = noonAt(lng)
  const instants: PastInstant[] = []
  const spent: [number, number, number] = [0, 0, 0]
  const levelAt = (at: number): number => (PAST_LEVELS as readonly number[]).indexOf(programme(at, lat, lng).level)
  let last = from
  let level = levelAt(from)
  for (let at = from; at < to; ) {
    spent[level] = (spent[level] ?? 0) + at - last
    last = at
    const changed = at === from || levelAt(at) !== level
    level = levelAt(at)
    const isNoon = Math.floor(at / HOUR_MS) % 24 === noon
    if (changed || at >= denseFrom || (at % HOUR_MS === 0 && (level > 0 || isNoon))) instants.push({ at, level, spent: [...spent] })
    at = Math.min(Math.floor(at / HALF_HOUR_MS + 1) * HALF_HOUR_MS, Math.ceil(programme(at, lat, lng).next))
  }
  return instants
}

export interface PastLamp {
  readonly sn: string
  readonly gatewaySn: string
  /** Nominal W, W at the lowest level, lowest level %. */
  readonly power: number
  readonly minPower: number
  readonly minLevel: number
}

/** Behaviour of a lamp in the past. Its driver, age and fault are the same as in a city with the same seed and rates. */
export interface PastBehaviour {
  readonly fault: LampFault
  /** Start of the fault, epoch ms; null without a fault. */
  readonly since: number | null
  /** Time since which its gateway is offline, epoch ms; null if it is online. */
  readonly silentSince: number | null
  /** Meter readings at the start of the past, Wh and h. */
  readonly energy: number
  readonly hours: number
  /** Power while healthy, and with the fault, W. */
  readonly watts: ByLevel<number>
  readonly faultyWatts: ByLevel<number>
}

/** More faults began in recent nights, because older ones have mostly been repaired. */
const beganAt = (seed: number, sn: string, { from, to }: Pick<PastSpan, 'from' | 'to'>): number =>
  Math.floor(to - (to - from) * 0.95 * shareOf(seed, sn, 'since') ** 2)

/** A fault becomes visible when the lamp is switched on (dark) or off (dayBurner): at the first such change of the programme after it began. */
const shownAt = (fault: LampFault, began: number, instants: readonly PastInstant[]): number => {
  if (fault !== 'dark' && fault !== 'dayBurner') return began
  const shows = (level: number): boolean => (fault === 'dark' ? level > 0 : level === 0)
  const after = instants.findIndex(({ at }) => at >= began)
  const found = instants.slice(Math.max(1, after)).find(({ level }, i, rest) => shows(level) && !shows(rest[i - 1]?.level ?? level))
  return found?.at ?? began
}

export const createPast = (
  { seed = 1, faults = DEMO_FAULTS }: { readonly seed?: number; readonly faults?: FaultRates },
  span: Pick<PastSpan, 'from' | 'to'>,
  instants: readonly PastInstant[],
) => {
  const silentSince = (gatewaySn: string): number | null =>
    shareOf(seed, gatewaySn, 'dead') < (faults.deadGateways ?? 0) ? beganAt(seed, gatewaySn, span) : null
  const behaviour = (lamp: PastLamp): PastBehaviour => {
    const fault = LAMP_FAULTS[faultOf(seed, lamp.sn, faults)] ?? 'none'
    const hours = ageOf(seed, lamp.sn)
    const gain = gainOf(seed, lamp.sn)
    const wattsAt = (level: number): number => (level > 0 ? expectedPower(lamp, level) * gain : STANDBY_POWER)
    const watts: ByLevel<number> = [wattsAt(0), wattsAt(REDUCED), wattsAt(FULL)]
    const full = watts[2]
    const faulty: Partial<Record<LampFault, ByLevel<number>>> = {
      dark: [STANDBY_POWER, STANDBY_POWER, STANDBY_POWER],
      stuck: [full, full, full],
      dayBurner: [full, watts[1], full],
    }
    return {
      fault,
      since: fault === 'none' ? null : shownAt(fault, beganAt(seed, lamp.sn, span), instants),
      silentSince: silentSince(lamp.gatewaySn),
      energy: agedEnergy(hours, lamp.power),
      hours,
      watts,
      faultyWatts: faulty[fault] ?? watts,
    }
  }
  return { behaviour, unheardSince: silentSince }
}
