import { DAY_MS, dateOf, weekdayOf } from './day.ts'
import { type SkyPart, skyOf } from './figures.ts'
import { darkParts, type Floors, floorTurns, shortfalls } from './floors.ts'
import { type Calendar, coverOf, createCalendar, type Night } from './night.ts'
import { clockMinutes, type Entry, isSensorTrigger, isSunTrigger, type Program, rangeOf } from './program.ts'

/** Faults of a program. An error stops publishing; a warning is shown. */
export const FINDINGS = {
  neverOn: 'error',
  alwaysOn: 'error',
  weekdayNeverOn: 'error',
  neverOnFor: 'warning',
  litInDaylight: 'error',
  shortBurn: 'error',
  darkAtNight: 'warning',
  sameMinute: 'warning',
  duplicateEntry: 'warning',
  ambiguousClock: 'warning',
  missingClock: 'warning',
  tooManyEntries: 'error',
  offsetOutOfRange: 'error',
  levelOutOfRange: 'error',
  unknownTrigger: 'error',
  noWeekday: 'warning',
  levelBelowFloor: 'error',
  darkBelowFloor: 'error',
  rangeUnreadable: 'error',
  rangeGap: 'error',
  rangeOverlapSamePriority: 'error',
  specialNeverApplies: 'warning',
  specialWithoutEntries: 'error',
  unknownPosition: 'error',
  nothingAssigned: 'warning',
  targetOutsideRights: 'error',
  sensorLevelsInverted: 'error',
  windowInverted: 'error',
  afterOnWithoutOn: 'error',
  rampTooSteep: 'error',
  rampTooLong: 'warning',
  orderCrossesInSeason: 'warning',
  offBeforeOn: 'error',
  polarNoEvent: 'warning',
  headMissing: 'error',
} as const satisfies Readonly<Record<string, 'error' | 'warning'>>
export type FindingCode = keyof typeof FINDINGS

export interface Finding<Code extends string = FindingCode> {
  readonly code: Code
  readonly severity: 'error' | 'warning'
  /** The first night on which it shows, `yyyy-MM-dd`; absent if no night is involved. */
  readonly firstNight?: string
  /** Number of nights on which it shows, of the nights looked at. */
  readonly nights?: number
  /** Index of the special whose entries are meant; absent: the normal ones. */
  readonly special?: number
  /** Indexes of the entries concerned, in their list. */
  readonly entries?: readonly number[]
  /** Figures of the proof, for its text: minutes, levels, instants (epoch ms). */
  readonly values: Readonly<Record<string, number | string>>
}

export interface LintOptions {
  /** Day from which nights are looked at. */
  readonly from: number
  /** Default: four years, so that every date and weekday of a leap cycle is seen. */
  readonly nights?: number
  /** Entries that the device holds in one list. */
  readonly maxEntries?: number
  /** Heads of the lamps. */
  readonly heads?: number
  /** Lowest level that a lit lamp may have, %. */
  readonly floor?: number
  readonly floors?: Floors
  /** % in a second. */
  readonly maxRamp?: number
  readonly assigned?: number
  /** Targets that the user does not see. */
  readonly outside?: number
  readonly presence?: { readonly idleLevel: number; readonly presenceLevel: number }
  /** Seconds of the ramp of all steps, if the steps have none of their own. */
  readonly ramp?: number
}

const FOUR_YEARS = 1461
const DAYLIGHT_MS = 60 * 60_000
const SHORT_MS = 10 * 60_000
/** A night may leave this much of the dark without light unless it says off: shorter gaps are steps between lit levels. */
const DARK_MS = 6 * 3_600_000
/** From this number of nights without light in a row on, at a site where the sun sets, there is a finding. */
const DARK_NIGHTS = 7
const MINUTE = 60_000
const OFFSET_AT_MOST = 180

const sharesDay = (a: Entry, b: Entry): boolean => !a.weekdays || !b.weekdays || a.weekdays.some((day) => b.weekdays!.includes(day))
const sharesHead = (a: Entry, b: Entry): boolean => a.head === undefined || b.head === undefined || a.head === b.head
const turnsOn = ({ level }: Entry): boolean => level > 0

/** Collects findings: one for each code, list and pair of entries, with its first night and the number of nights. */
const createBook = () => {
  const found = new Map<string, Finding & { nights?: number }>()
  return {
    add: (code: FindingCode, more: Partial<Omit<Finding, 'code' | 'severity'>> & { readonly night?: number } = {}): void => {
      const { night, values = {}, ...rest } = more
      const key = [code, rest.special ?? -1, ...(rest.entries ?? [])].join()
      const known = found.get(key)
      if (known) {
        if (night !== undefined) found.set(key, { ...known, nights: (known.nights ?? 0) + 1 })
        return
      }
      found.set(key, {
        code,
        severity: FINDINGS[code],
        ...rest,
        ...(night !== undefined && { firstNight: dateOf(night), nights: 1 }),
        values,
      })
    },
    all: (): readonly Finding[] => [...found.values()],
  }
}
type Book = ReturnType<typeof createBook>

const lintList = (book: Book, entries: readonly Entry[], special: number | undefined, options: LintOptions): void => {
  const { maxEntries = 10, heads = 2, floor = 0 } = options
  const at = special === undefined ? {} : { special }
  if (entries.length > maxEntries) book.add('tooManyEntries', { ...at, values: { entries: entries.length, most: maxEntries } })
  entries.forEach((entry, index) => {
    const here = { ...at, entries: [index] }
    const { trigger, offset = 0, level } = entry
    const known = clockMinutes(trigger) !== undefined || isSunTrigger(trigger) || isSensorTrigger(trigger) || trigger === 'afterOn'
    if (!known) book.add('unknownTrigger', { ...here, values: { trigger } })
    if (!(level >= 0 && level <= 100)) book.add('levelOutOfRange', { ...here, values: { level } })
    if (isSunTrigger(trigger) && Math.abs(offset) > OFFSET_AT_MOST)
      book.add('offsetOutOfRange', { ...here, values: { offset, most: OFFSET_AT_MOST } })
    if (trigger === 'afterOn' && !(offset >= 0 && offset <= 1440)) book.add('offsetOutOfRange', { ...here, values: { offset, most: 1440 } })
    if (entry.weekdays?.length === 0) book.add('noWeekday', here)
    if (level > 0 && level < floor) book.add('levelBelowFloor', { ...here, values: { level, floor } })
    if ((entry.head ?? 1) > heads) book.add('headMissing', { ...here, values: { head: entry.head ?? 1, heads } })
    if (entry.window && entry.window[0] > entry.window[1])
      book.add('windowInverted', { ...here, values: { earliest: entry.window[0], latest: entry.window[1] } })
    if (trigger === 'afterOn' && !entries.some((other) => other.trigger !== 'afterOn' && turnsOn(other) && sharesHead(other, entry)))
      book.add('afterOnWithoutOn', here)
    if ((entry.ramp ?? 0) > 3600) book.add('rampTooLong', { ...here, values: { seconds: entry.ramp ?? 0 } })
    for (let n = index + 1; n < entries.length; n++) {
      const other = entries[n]!
      const same =
        other.trigger === trigger && (other.offset ?? 0) === offset && other.level === level && (other.head ?? 0) === (entry.head ?? 0)
      if (same && sharesDay(entry, other)) book.add('duplicateEntry', { ...at, entries: [index, n] })
    }
  })
  const dusk = entries.find(({ trigger }) => trigger === 'duskSensor')
  const dawn = entries.find(({ trigger }) => trigger === 'dawnSensor')
  if (dusk?.lux !== undefined && dawn?.lux !== undefined && dawn.lux <= dusk.lux)
    book.add('sensorLevelsInverted', { ...at, values: { on: dusk.lux, off: dawn.lux } })
}

const lintRanges = (book: Book, { entries, specials = [] }: Program, { from, nights = FOUR_YEARS }: LintOptions): void => {
  const covers = specials.map(coverOf)
  const inForce = new Set<number>()
  specials.forEach(({ range, days, entries: own }, special) => {
    if (range !== undefined ? !rangeOf(range) : !days) book.add('rangeUnreadable', { special, values: { range: range ?? '' } })
    if (own.length === 0) book.add('specialWithoutEntries', { special })
  })
  for (let day = from; day < from + nights; day++) {
    const here = covers.flatMap((cover, n) => (cover(day) ? [n] : []))
    if (here.length === 0) {
      if (entries.length === 0) book.add('rangeGap', { night: day })
      continue
    }
    const highest = Math.max(...here.map((n) => specials[n]!.priority))
    const first = here.filter((n) => specials[n]!.priority === highest)
    for (const n of first) inForce.add(n)
    for (const priority of new Set(here.map((n) => specials[n]!.priority))) {
      const equal = here.filter((n) => specials[n]!.priority === priority)
      if (equal.length > 1) book.add('rangeOverlapSamePriority', { night: day, special: equal[1], values: { with: equal[0]!, priority } })
    }
  }
  specials.forEach(({ range = '', priority }, special) => {
    if (!inForce.has(special)) book.add('specialNeverApplies', { special, values: { range, priority } })
  })
}

/** What four years of nights of one head have shown so far. */
interface Watch {
  readonly from: number
  lit: boolean
  whole: boolean
  readonly weekdays: Set<number>
  /** Nights without light in a row. */
  dark: number
  /** By pair of entries of one list: whether the first came first on the first night with both. */
  readonly order: Map<number, boolean>
}

const litParts = ({ steps, start, end }: Night): { from: number; to: number }[] => {
  const parts: { from: number; to: number }[] = []
  let [level, from] = [0, start]
  for (let n = 0; n <= steps.length; n++) {
    const at = steps[n]?.at ?? end
    const last = parts.at(-1)
    if (level > 0 && last?.to === from) last.to = at
    else if (level > 0) parts.push({ from, to: at })
    ;[level, from] = [steps[n]?.level ?? 0, at]
  }
  return parts
}

const lintLight = (book: Book, night: Night, sky: readonly SkyPart[] | null, watch: Watch): void => {
  const { day, start, end, steps, special } = night
  const at = special < 0 ? { night: day } : { night: day, special }
  const parts = litParts(night)
  for (const { from, to } of parts)
    if (to - from < SHORT_MS && to < end)
      book.add('shortBurn', { ...at, values: { at: from, minutes: Math.round((to - from) / 6000) / 10 } })
  if (parts.length > 0) {
    watch.lit = true
    watch.weekdays.add(weekdayOf(day))
  }
  if (!(parts.length === 1 && parts[0]!.from === start && parts[0]!.to === end)) watch.whole = false
  const [first] = steps
  if (first?.level === 0 && steps.some(({ level }) => level > 0)) book.add('offBeforeOn', { ...at, values: { at: first.at } })
  if (!sky) return
  let [daylight, dark] = [0, 0]
  for (const part of sky) {
    let covered = 0
    for (const { from, to } of parts) covered += Math.max(0, Math.min(to, part.to) - Math.max(from, part.from))
    if (part.sky === 'day') daylight += covered
    if (part.sky === 'dark') dark += part.to - part.from - covered
  }
  if (daylight > DAYLIGHT_MS) book.add('litInDaylight', { ...at, values: { minutes: Math.round(daylight / MINUTE) } })
  if (parts.length > 0 && dark > DARK_MS) book.add('darkAtNight', { ...at, values: { minutes: Math.round(dark / MINUTE) } })
  watch.dark = parts.length > 0 || night.polar || !sky.some((part) => part.sky === 'dark') ? 0 : watch.dark + 1
  if (watch.dark === DARK_NIGHTS) book.add('neverOnFor', { night: day - DARK_NIGHTS + 1, values: { nights: DARK_NIGHTS } })
}

const lintEntries = (
  book: Book,
  night: Night,
  entries: readonly Entry[],
  calendar: Calendar,
  watch: Watch,
  polar: Program['polar'],
): void => {
  const { day, special, instants } = night
  const at = special < 0 ? { night: day } : { night: day, special }
  if (night.polar && (polar ?? 'skip') === 'skip') book.add('polarNoEvent', at)
  for (const index of night.missing) {
    const { trigger, level } = entries[index]!
    const neverDark = trigger === 'civilDusk' && level > 0 && typeof calendar.sun.eventOf('sunset', day) === 'number'
    if (neverDark && calendar.sun.eventOf('civilDusk', day) === 'up') book.add('polarNoEvent', { ...at, entries: [index] })
  }
  for (let n = 0; n < instants.length; n++) {
    const step = instants[n]!
    const entry = entries[step.entry]!
    const clock = clockMinutes(entry.trigger)
    if (clock !== undefined) {
      const shift = calendar.zone.shiftAt((clock >= 720 ? day : day + 1) * DAY_MS + clock * MINUTE)
      if (shift)
        book.add(shift.kind === 'gap' ? 'missingClock' : 'ambiguousClock', { ...at, entries: [step.entry], values: { at: step.at } })
    }
    for (let m = n + 1; m < instants.length; m++) {
      const other = instants[m]!
      const next = entries[other.entry]!
      if (step.level === other.level || !sharesHead(entry, next)) continue
      const pair = { ...at, entries: [step.entry, other.entry] }
      if (Math.floor(step.at / MINUTE) === Math.floor(other.at / MINUTE)) book.add('sameMinute', { ...pair, values: { at: other.at } })
      if (clock !== undefined && clockMinutes(next.trigger) !== undefined) continue
      const key = ((special + 1) * 64 + step.entry) * 64 + other.entry
      const first = step.at <= other.at
      const known = watch.order.get(key)
      if (known === undefined) watch.order.set(key, first)
      else if (known !== first) book.add('orderCrossesInSeason', { ...pair, values: { at: other.at } })
    }
  }
}

/** Looks for stretches below the floor of their time: lit too weakly, or not at all in the dark. */
const lintFloors = (book: Book, night: Night, calendar: Calendar, floors: Floors, sky: readonly SkyPart[] | null): void => {
  const { day, steps, special } = night
  const dark = sky ? darkParts(sky, night) : []
  for (const { from, to, level, floor } of shortfalls(steps, night, floorTurns(calendar, day, floors), dark)) {
    const entry = steps.findLast(({ at }) => at <= from)?.entry ?? -1
    const isDark = level === 0
    const values: Finding['values'] = isDark ? { floor, at: from, minutes: Math.round((to - from) / MINUTE) } : { level, floor, at: from }
    book.add(isDark ? 'darkBelowFloor' : 'levelBelowFloor', {
      night: day,
      values,
      ...(entry >= 0 && { entries: [entry] }),
      ...(special >= 0 && { special }),
    })
  }
}

const lintRamps = (book: Book, night: Night, options: LintOptions): void => {
  const { maxRamp, ramp = 0 } = options
  if (!maxRamp) return
  let level = 0
  for (const step of night.steps) {
    const seconds = step.ramp || ramp
    const steepness = Math.abs(step.level - level) / seconds
    if (seconds > 0 && steepness > maxRamp)
      book.add('rampTooSteep', {
        night: night.day,
        entries: [step.entry],
        values: { at: step.at, steepness: Math.round(steepness * 10) / 10, most: maxRamp },
      })
    level = step.level
  }
}

type MaybePlaced = Parameters<typeof createCalendar>[1]

/**
 * Looks for faults of a program at a site: in its lists, in its ranges, and in every night from a day on. A program without a finding keeps the rules
 * of the codes on all nights that were looked at.
 */
export const lint = (program: Program, site: MaybePlaced, options: LintOptions): readonly Finding[] => {
  const book = createBook()
  const { from, nights = FOUR_YEARS, assigned, outside = 0, presence } = options
  const { entries, specials = [] } = program
  lintList(book, entries, undefined, options)
  for (const [n, special] of specials.entries()) lintList(book, special.entries, n, options)
  lintRanges(book, program, options)
  if (assigned === 0) book.add('nothingAssigned')
  if (outside > 0) book.add('targetOutsideRights', { values: { targets: outside } })
  if (presence && presence.presenceLevel <= presence.idleLevel)
    book.add('sensorLevelsInverted', { values: { on: presence.presenceLevel, off: presence.idleLevel } })
  const lists = [entries, ...specials.map((special) => special.entries)]
  const isPlaced = site.lat !== null && site.lng !== null
  if (!isPlaced && lists.flat().some(({ trigger }) => isSunTrigger(trigger) || isSensorTrigger(trigger))) {
    book.add('unknownPosition', { night: from })
    return book.all()
  }
  const heads = [...new Set(lists.flat().flatMap(({ head }) => (head === undefined ? [] : [head])))].sort()
  for (const head of heads.length > 0 ? heads : [undefined]) {
    const calendar = createCalendar(program, site, head)
    const watch: Watch = { from, lit: false, whole: true, weekdays: new Set(), dark: 0, order: new Map() }
    for (let day = from; day < from + nights; day++) {
      const night = calendar.night(day)
      const list = night.special < 0 ? entries : specials[night.special]!.entries
      const sky = isPlaced ? skyOf(calendar, night) : null
      lintLight(book, night, sky, watch)
      lintEntries(book, night, list, calendar, watch, program.polar)
      lintRamps(book, night, options)
      if (options.floors?.length) lintFloors(book, night, calendar, options.floors, sky)
    }
    const ofHead: Readonly<Record<string, number>> = head === undefined ? {} : { head }
    if (!watch.lit) book.add('neverOn', { night: from, values: ofHead })
    else if (watch.whole) book.add('alwaysOn', { night: from, values: ofHead })
    else
      for (let weekday = 1; weekday <= 7; weekday++) {
        const first = from + ((weekday - weekdayOf(from) + 7) % 7)
        if (first < from + nights && !watch.weekdays.has(weekday))
          book.add('weekdayNeverOn', { night: first, values: { weekday, ...ofHead } })
      }
  }
  // A program that never turns on gets one finding.
  return book.all().filter(({ code }, _, all) => code !== 'neverOnFor' || !all.some((other) => other.code === 'neverOn'))
}
