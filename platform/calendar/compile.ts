import { dayOf, monthDayOf } from './day.ts'
import { createSun } from './night.ts'
import { type Entry, isSensorTrigger, isSunTrigger, type Program, type Site, type Trigger } from './program.ts'
import { zoneOf } from './zone.ts'

/** What a device holds of a calendar. */
export interface Capability {
  /** Switch points of one list. */
  readonly entries: number
  /** Lists of special nights. */
  readonly specials: number
  readonly heads: number
  /** It computes sunset and sunrise itself. Without it only clock times remain. */
  readonly sun: boolean
  /** It computes civil twilight. Without it, civil entries get an offset to sunset or sunrise for each date. */
  readonly civil: boolean
  /** It has a light sensor. */
  readonly sensor: boolean
}

/**
 * Why a device cannot hold a program; `entry` and `special` say where. `unknownPosition`: there is no place for which offsets could be computed.
 * `tooLarge` is for callers that send programs: the offsets make the message too long.
 */
export interface Refusal {
  readonly code: 'tooManyEntries' | 'tooManySpecials' | 'headMissing' | 'noSun' | 'noSensor' | 'noTwilight' | 'unknownPosition' | 'tooLarge'
  readonly special?: number
  readonly entry?: number
  readonly values: Readonly<Record<string, number>>
}
/** A part of the program that the device holds in another form. */
export interface Change {
  readonly code: 'twilightByOffset'
  readonly special?: number
  readonly entry: number
}
export interface Compiled {
  readonly program: Program
  readonly changes: readonly Change[]
  readonly refusals: readonly Refusal[]
}

type Civil = 'civilDusk' | 'civilDawn'
const isCivil = (trigger: Trigger): trigger is Civil => trigger === 'civilDusk' || trigger === 'civilDawn'

/** A leap year: every date of a year occurs. */
const YEAR = [dayOf('2028-01-01'), dayOf('2029-01-01')] as const

/** Minutes between the civil event and the sun event of each date; undefined if there is a date with one of them missing. */
const offsetsOf = (trigger: Civil, offset: number, site: Site): Record<number, number> | undefined => {
  const sun = createSun(site, zoneOf(site.zone))
  const offsets: Record<number, number> = {}
  for (let day = YEAR[0]; day < YEAR[1]; day++) {
    const date = trigger === 'civilDusk' ? day : day + 1
    const civil = sun.eventOf(trigger, date)
    const plain = sun.eventOf(trigger === 'civilDusk' ? 'sunset' : 'sunrise', date)
    if (typeof civil !== 'number' || typeof plain !== 'number') return undefined
    offsets[monthDayOf(day)] = Math.round((civil - plain) / 6000) / 10 + offset
  }
  return offsets
}

/** True if the device's form of the program depends on its place: it has civil twilight, and the device knows only sunset and sunrise. */
export const needsPlace = ({ entries, specials = [] }: Program, { sun, civil }: Capability): boolean =>
  sun && !civil && [...entries, ...specials.flatMap((special) => special.entries)].some(({ trigger }) => isCivil(trigger))

/**
 * Turns a program into what a device can hold at a site: civil twilight becomes an offset by date where the device knows only sunset. What has no
 * such form is refused; a program with a refusal is not sent. `site` may be null if the form does not depend on it (`needsPlace`).
 */
export const compileFor = (program: Program, capability: Capability, site: Site | null): Compiled => {
  const changes: Change[] = []
  const refusals: Refusal[] = []
  const known = new Map<string, Record<number, number> | undefined>()
  const compileEntry = (entry: Entry, at: { readonly special?: number; readonly entry: number }): Entry => {
    const { trigger, head = 1, offset = 0 } = entry
    if (head > capability.heads) refusals.push({ code: 'headMissing', ...at, values: { head, heads: capability.heads } })
    if (isSensorTrigger(trigger) && !capability.sensor) refusals.push({ code: 'noSensor', ...at, values: {} })
    if ((isSunTrigger(trigger) || isSensorTrigger(trigger)) && !capability.sun) refusals.push({ code: 'noSun', ...at, values: {} })
    if (!isCivil(trigger) || capability.civil || !capability.sun) return entry
    if (!site) {
      refusals.push({ code: 'unknownPosition', ...at, values: {} })
      return entry
    }
    const key = `${trigger}${offset}`
    if (!known.has(key)) known.set(key, offsetsOf(trigger, offset, site))
    const offsets = known.get(key)
    if (!offsets) {
      refusals.push({ code: 'noTwilight', ...at, values: {} })
      return entry
    }
    changes.push({ code: 'twilightByOffset', ...at })
    const { offset: _, ...rest } = entry
    return { ...rest, trigger: trigger === 'civilDusk' ? 'sunset' : 'sunrise', offsets }
  }
  const compileList = (entries: readonly Entry[], special?: number): readonly Entry[] => {
    const at = special === undefined ? {} : { special }
    if (entries.length > capability.entries)
      refusals.push({ code: 'tooManyEntries', ...at, values: { entries: entries.length, most: capability.entries } })
    return entries.map((entry, index) => compileEntry(entry, { ...at, entry: index }))
  }
  const { entries, specials = [] } = program
  if (specials.length > capability.specials)
    refusals.push({ code: 'tooManySpecials', values: { specials: specials.length, most: capability.specials } })
  const compiled: Program = {
    ...program,
    entries: compileList(entries),
    ...(program.specials && { specials: specials.map((one, n) => ({ ...one, entries: compileList(one.entries, n) })) }),
  }
  return { program: compiled, changes, refusals }
}
