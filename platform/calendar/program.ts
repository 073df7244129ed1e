import { isDate } from './day.ts'

/** Sun events of a night: sunset and civil dusk of its first date, sunrise and civil dawn of its second. */
export const SUN_TRIGGERS = ['sunset', 'sunrise', 'civilDusk', 'civilDawn'] as const
export type SunTrigger = (typeof SUN_TRIGGERS)[number]
/** A light sensor decides within a window around sunset (`duskSensor`) or sunrise (`dawnSensor`). */
export const SENSOR_TRIGGERS = ['duskSensor', 'dawnSensor'] as const
export type SensorTrigger = (typeof SENSOR_TRIGGERS)[number]
/** `HH:MM` is local time. `afterOn` counts from the first light of the night. */
export type Trigger = SunTrigger | SensorTrigger | 'afterOn' | (string & {})

/** One switch point. At its instant the level of the heads it concerns becomes `level`. */
export interface Entry {
  readonly trigger: Trigger
  /** Minutes after the event, negative before it; of `afterOn` minutes after the first light. A clock time has none. */
  readonly offset?: number
  /** Minutes by date (month × 100 + day of the month) instead of `offset`, for devices that do not know civil twilight (`compileFor`). */
  readonly offsets?: Readonly<Record<number, number>>
  /** Dim level, 0 (off) to 100. */
  readonly level: number
  /** 1 Monday to 7 Sunday of the day on which the night begins; default: all. */
  readonly weekdays?: readonly number[]
  /** The head of the lamp on which it acts; default: all heads. */
  readonly head?: number
  /** Seconds in which the level is reached, in a straight line. */
  readonly ramp?: number
  /** Of a sensor: the illuminance at which it acts, lx. */
  readonly lux?: number
  /** Of a sensor: earliest and latest instant, minutes from sunset or sunrise. Without the sensor's answer it acts at the latest. */
  readonly window?: readonly [earliest: number, latest: number]
}

/** Entries that replace the normal ones in the nights of a range of dates, or of listed dates. */
export interface Special {
  readonly name?: string
  /** `MM-DD..MM-DD` (every year, both ends included; may wrap the year) or `yyyy-MM-dd..yyyy-MM-dd`. */
  readonly range?: string
  /** Dates `yyyy-MM-dd`. */
  readonly days?: readonly string[]
  /** The highest wins. */
  readonly priority: number
  readonly entries: readonly Entry[]
}

/** What a device does on every night. The device holds it and follows it without a server. */
export interface Program {
  readonly entries: readonly Entry[]
  readonly specials?: readonly Special[]
  /** A dusk entry that turns on has no event because the sun stays down: leave it out, stay on, or stay off. Default: skip. */
  readonly polar?: 'skip' | 'holdOn' | 'holdOff'
  /** Minutes; a shorter stretch of light is left out. */
  readonly minBurn?: number
}

/** Position in degrees (WGS 84, east and north positive) and IANA zone of a lamp. */
export interface Site {
  readonly lat: number
  readonly lng: number
  readonly zone: string
}

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/
/** Minutes after midnight of a clock trigger; undefined for other triggers. */
export const clockMinutes = (trigger: Trigger): number | undefined => {
  const found = CLOCK.exec(trigger)
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined
}
export const isSunTrigger = (trigger: Trigger): trigger is SunTrigger => (SUN_TRIGGERS as readonly string[]).includes(trigger)
export const isSensorTrigger = (trigger: Trigger): trigger is SensorTrigger => (SENSOR_TRIGGERS as readonly string[]).includes(trigger)

/** 29 February is a date of a range that counts every year. */
const LEAP_YEAR = 2028
const YEARLY = /^(\d{2})-(\d{2})\.\.(\d{2})-(\d{2})$/
const DATED = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/
/** Ends of a range: month × 100 + day of each year, or two dates. Undefined if it cannot be read, or if a date does not exist in any year. */
export const rangeOf = (
  range: string,
): { readonly yearly: readonly [number, number] } | { readonly dates: readonly [string, string] } | undefined => {
  const yearly = YEARLY.exec(range)
  if (yearly) {
    const [, month, day, toMonth, toDay] = yearly.map(Number) as [number, number, number, number, number]
    if (!yearly[0].split('..').every((end) => isDate(`${LEAP_YEAR}-${end}`))) return undefined
    return { yearly: [month * 100 + day, toMonth * 100 + toDay] }
  }
  const dated = DATED.exec(range)
  return dated && isDate(dated[1]!) && isDate(dated[2]!) ? { dates: [dated[1]!, dated[2]!] } : undefined
}
