import { chance, hashOf } from '@lamplight/town'
import type { PlayedConnector } from '../model/ports.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Time zone of the demo cities: China. */
const ZONE_MS = 8 * HOUR_MS
/** Cars come between these hours. */
const [OPENS, CLOSES] = [6, 23.5] as const
/** Rated power of AC piles, kW at most. They charge slowly, and few cars use them in a day. */
const AC_AT_MOST = 11
/** kWh of the batteries of cars. */
const BATTERIES = [42, 57, 64, 78, 100] as const
/** Above the first state of charge, %, the power of a car falls; the second is the share of its power that is left when it is full. */
const TAPERS_FROM = 80
const TAPERS_TO = 0.15
/** One of this number of sessions ends by a fault of the charger, or because the connector is pulled out. */
const FAILS_ONE_IN = 40
/** Prices in yuan per kWh: electricity by the hour in which a session begins, and the service fee. */
const PRICES = { peak: 1.12, flat: 0.78, valley: 0.42 } as const
const SERVICE = 0.38
/** A connector begins with a meter value below the first number, kWh; the second is the day from which its sessions add to it. */
const FIRST_METER = 20_000
const FIRST_DAY = Math.floor((Date.UTC(2026, 0, 1) + ZONE_MS) / DAY_MS)

/** A car at a connector. Times are epoch ms. */
export interface Session {
  readonly sn: string
  /** Digits that follow the OperatorID in the StartChargeSeq: time and connector. */
  readonly digits: string
  readonly start: number
  readonly end: number
  /** % at the begin. */
  readonly soc: number
  /** kWh */
  readonly capacity: number
  /** The most power that car and pile allow, kW. */
  readonly most: number
  /** T/CEC StopReason of its end. */
  readonly stopReason: number
}
/** State of a session at a time. Wh and fen are whole numbers. */
export interface Charged {
  readonly soc: number
  /** kW */
  readonly power: number
  readonly wh: number
  readonly electricityFen: number
  readonly serviceFen: number
}

/** Power that a battery takes at a state of charge, kW. */
export const powerAt = ({ most }: Pick<Session, 'most'>, soc: number): number =>
  soc >= 100 ? 0 : soc < TAPERS_FROM ? most : most * Math.max(TAPERS_TO, 1 - ((soc - TAPERS_FROM) / (100 - TAPERS_FROM)) * (1 - TAPERS_TO))

const priceAt = (at: number): number => {
  const hour = ((at + ZONE_MS) % DAY_MS) / HOUR_MS
  if (hour < 7 || hour >= 23) return PRICES.valley
  return (hour >= 10 && hour < 12) || (hour >= 18 && hour < 21) ? PRICES.peak : PRICES.flat
}

/** Returns the energy that a car takes in `ms`, Wh. `soc`: its state of charge when the step begins, %; `limit`: kW. */
const stepOf = (session: Session, soc: number, ms: number, limit: number): number => {
  const power = Math.min(limit, powerAt(session, soc))
  return Math.min(power * 1000 * (ms / HOUR_MS), ((100 - soc) / 100) * session.capacity * 1000)
}
/** Returns the minutes after which a session has the state of charge `wanted`, %, or has lasted `most` minutes. It looks after minutes 1, 4, 7 and so on. */
const minutesTo = (session: Session, wanted: number, most: number): number => {
  let { soc } = session
  for (let minutes = 1; ; minutes++) {
    soc += stepOf(session, soc, MINUTE_MS, Number.POSITIVE_INFINITY) / 10 / session.capacity
    if (minutes % 3 === 1 && (minutes >= most || soc >= wanted)) return minutes
  }
}

/** Runs a session from its begin to `at` in steps of a minute. `limit`: kW, set by a command. */
export const chargedAt = (session: Session, at: number, limit = Number.POSITIVE_INFINITY): Charged => {
  const until = Math.min(at, session.end)
  let { soc } = session
  let wh = 0
  for (let time = session.start; time < until; time += MINUTE_MS) {
    const step = stepOf(session, soc, Math.min(MINUTE_MS, until - time), limit)
    wh += step
    soc += step / 10 / session.capacity
  }
  const whole = Math.round(wh)
  const fen = (price: number): number => Math.round((whole / 1000) * price * 100)
  return {
    soc,
    wh: whole,
    power: at < session.end ? Math.min(limit, powerAt(session, soc)) : 0,
    electricityFen: fen(priceAt(session.start)),
    serviceFen: fen(SERVICE),
  }
}

const two = (value: number): string => String(value).padStart(2, '0')
/** 14 digits of the time and 4 of the connector: a StartChargeSeq has 27 characters with the OperatorID. */
export const digitsOf = (sn: string, start: number): string => {
  const time = new Date(start + ZONE_MS)
  const parts = [time.getUTCMonth() + 1, time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()]
  return `${time.getUTCFullYear()}${parts.map(two).join('')}${String(hashOf('connector', sn) % 10_000).padStart(4, '0')}`
}

/** Day number of a time in the zone of the demo cities. */
export const dayOf = (at: number): number => Math.floor((at + ZONE_MS) / DAY_MS)
/** Begin of a day, epoch ms. */
export const dayStart = (day: number): number => day * DAY_MS - ZONE_MS

/** A car that comes at `start` and leaves when it has enough, at the latest after `longest` ms. `lots`: what the draws depend on. */
export const sessionFrom = (
  { sn, ratedPower }: PlayedConnector,
  start: number,
  longest: number,
  ...lots: readonly (string | number)[]
): Session => {
  const capacity = BATTERIES[hashOf('capacity', sn, ...lots) % BATTERIES.length] ?? 57
  const soc = Math.round(8 + 42 * chance('soc', sn, ...lots))
  const wanted = Math.round(80 + 20 * chance('wanted', sn, ...lots))
  const most = Math.min(ratedPower, capacity * (1 + chance('car', sn, ...lots)))
  const car = { sn, digits: digitsOf(sn, start), start, end: start + longest, soc, capacity, most, stopReason: 0 }
  const minutes = minutesTo(car, wanted, longest / MINUTE_MS)
  const fails = hashOf('fails', sn, ...lots) % FAILS_ONE_IN === 0
  const full = Math.min(longest, minutes * MINUTE_MS)
  const lasts = fails ? Math.max(MINUTE_MS, Math.round(full * chance('when', sn, ...lots))) : full
  const stopReason = fails ? 3 + (hashOf('why', sn, ...lots) % 2) : hashOf('stop', sn, ...lots) % 3
  // The times of pushes are whole seconds.
  return { ...car, end: start + Math.floor(lasts / 1000) * 1000, stopReason }
}

const days = new Map<string, readonly Session[]>()
const DAYS_AT_MOST = 2000

const drawDay = (connector: PlayedConnector, day: number): readonly Session[] => {
  const { sn, ratedPower } = connector
  const count = ratedPower <= AC_AT_MOST ? 1 + (hashOf('cars', sn, day) % 2) : 2 + (hashOf('cars', sn, day) % 5)
  const slot = ((CLOSES - OPENS) * HOUR_MS) / count
  return Array.from({ length: count }, (_, n) => {
    const late = Math.floor((slot * 0.5 * chance('late', sn, day, n)) / 1000) * 1000
    return sessionFrom(
      connector,
      dayStart(day) + OPENS * HOUR_MS + Math.floor((n * slot) / 1000) * 1000 + late,
      Math.floor(slot * 0.45),
      day,
      n,
    )
  })
}

/** Sessions of a connector on a day. The same connector and day give the same sessions. */
export const sessionsOn = (connector: PlayedConnector, day: number): readonly Session[] => {
  const key = `${connector.sn}/${connector.ratedPower}/${day}`
  const known = days.get(key)
  if (known) return known
  if (days.size >= DAYS_AT_MOST) days.clear()
  const drawn = drawDay(connector, day)
  days.set(key, drawn)
  return drawn
}

/** The session of a connector at a time; undefined while no car is there. */
export const sessionAt = (connector: PlayedConnector, at: number): Session | undefined =>
  sessionsOn(connector, dayOf(at)).find(({ start, end }) => start <= at && at < end)

const meters = new Map<string, { readonly day: number; readonly wh: number }>()
/** Meter value at the begin of a day, Wh. */
const meterOn = (connector: PlayedConnector, day: number): number => {
  const known = meters.get(connector.sn)
  const from = known && known.day <= day ? known : { day: FIRST_DAY, wh: (hashOf('meter', connector.sn) % FIRST_METER) * 1000 }
  let { wh } = from
  for (let one = from.day; one < day; one++) for (const session of sessionsOn(connector, one)) wh += chargedAt(session, session.end).wh
  meters.set(connector.sn, { day, wh })
  return wh
}
/** Energy that a connector has given so far, kWh. */
export const meterAt = (connector: PlayedConnector, at: number): number => {
  const day = dayOf(at)
  const today = sessionsOn(connector, day).reduce((sum, session) => sum + chargedAt(session, at).wh, 0)
  return (meterOn(connector, day) + today) / 1000
}

/** Volts and amperes at a power, kW: direct current above the power of AC piles. */
export const voltsAt = (
  { ratedPower }: PlayedConnector,
  power: number,
  soc: number,
): { readonly voltage: number; readonly current: number } => {
  if (power <= 0) return { voltage: 0, current: 0 }
  const voltage = ratedPower <= AC_AT_MOST ? 228 : 340 + soc
  return { voltage, current: (power * 1000) / voltage }
}
/** Temperature of a connector, °C: the air, and the current that flows. */
export const temperatureAt = (at: number, current: number): number => {
  const hour = ((at + ZONE_MS) % DAY_MS) / HOUR_MS
  return 17 + 6 * Math.cos(((hour - 15) * Math.PI) / 12) + current / 9
}
