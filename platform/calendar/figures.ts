import { DAY_MS } from './day.ts'
import type { Calendar, Night, Step } from './night.ts'
import { CIVIL_ALTITUDE, SUNSET_ALTITUDE } from './sun.ts'

/** Power of a lamp by dim level. Between the points it is a straight line; a level below the first point counts as the first. */
export interface PowerCurve {
  /** W at level 0. */
  readonly standby: number
  /** Pairs of level and W, in the order of the levels. */
  readonly points: readonly (readonly [level: number, watts: number])[]
}

export const wattsAt = ({ standby, points }: PowerCurve, level: number): number => {
  if (level <= 0) return standby
  const [first] = points
  if (!first) return standby
  if (level <= first[0]) return first[1]
  for (let n = 1; n < points.length; n++) {
    const [high, watts] = points[n]!
    if (level > high) continue
    const [low, below] = points[n - 1]!
    return below + ((watts - below) * (level - low)) / (high - low)
  }
  return points.at(-1)![1]
}

/** Price of energy from a local time until the next band begins: minutes after midnight, money per kWh. */
export interface TariffBand {
  readonly from: number
  readonly price: number
}

/** How long a lamp has a level while a band of the tariff holds. */
export interface Spell {
  readonly level: number
  /** Index of the band. */
  readonly band: number
  readonly seconds: number
}

export type Sky = 'day' | 'twilight' | 'dark'
/** A part of a night with the sun above -0.833° (`day`), above -6° (`twilight`) or below it. */
export interface SkyPart {
  readonly from: number
  readonly to: number
  readonly sky: Sky
}

export interface NightFigures {
  /** Seconds with a level above 0. */
  readonly lit: number
  /** Seconds lit with the sun above -0.833°. */
  readonly litInDaylight: number
  /** Seconds without light between sunset and civil dusk. */
  readonly darkBeforeDusk: number
  /** Seconds without light with the sun below -6°. */
  readonly darkAtNight: number
  readonly spells: readonly Spell[]
}

/** The sky of a night, from its start to its end. It does not depend on the program. */
export const skyOf = ({ sun }: Pick<Calendar, 'sun'>, { day, start, end }: Pick<Night, 'day' | 'start' | 'end'>): readonly SkyPart[] => {
  const turns: number[] = []
  // The events of the neighbouring dates fall into the night where local time is far from the sun's, and near the polar circle.
  for (let near = day - 1; near <= day + 2; near++)
    for (const trigger of ['sunset', 'civilDusk', 'civilDawn', 'sunrise'] as const) {
      const at = sun.eventOf(trigger, near)
      // Steps fall on whole seconds, and so do the parts: else a lamp would be lit for a fraction of a second by day.
      if (typeof at === 'number' && at > start && at < end) turns.push(Math.round(at / 1000) * 1000)
    }
  const ends = [...turns.sort((a, b) => a - b), end]
  const parts: SkyPart[] = []
  let from = start
  for (const to of ends) {
    if (to <= from) continue
    const altitude = sun.altitudeAt((from + to) / 2)
    parts.push({ from, to, sky: altitude > SUNSET_ALTITUDE ? 'day' : altitude > CIVIL_ALTITUDE ? 'twilight' : 'dark' })
    from = to
  }
  return parts
}

/** Stretches of one level: the steps with their ends; a ramp is divided into its whole levels. */
const stretchesOf = ({ start, end, steps }: Pick<Night, 'start' | 'end' | 'steps'>): { from: number; to: number; level: number }[] => {
  const found: { from: number; to: number; level: number }[] = []
  let [from, level] = [start, 0]
  const until = (to: number): void => {
    if (to > from) found.push({ from, to, level })
    from = Math.max(from, to)
  }
  steps.forEach((step: Step, n) => {
    until(step.at)
    const limit = steps[n + 1]?.at ?? end
    const span = Math.min(step.ramp * 1000, limit - step.at)
    const change = step.level - level
    const turns = span > 0 ? Math.abs(change) : 0
    for (let turn = 1; turn < turns; turn++) {
      level += Math.sign(change)
      until(Math.min(step.at + (step.ramp * 1000 * turn) / turns, limit))
    }
    level = step.level
  })
  until(end)
  return found
}

/** Times at which a band of the tariff begins within a night, with its index. */
const bandsOf = ({ zone }: Pick<Calendar, 'zone'>, { day, start, end }: Night, bands: readonly TariffBand[]) => {
  if (bands.length < 2) return [{ at: start, band: 0 }]
  const starts = [day - 1, day, day + 1]
    .flatMap((date) => bands.map(({ from }, band) => ({ at: zone.instantOf(date * DAY_MS + from * 60_000), band })))
    .sort((a, b) => a.at - b.at)
  const first = starts.findLast(({ at }) => at <= start) ?? starts[0]!
  return [{ at: start, band: first.band }, ...starts.filter(({ at }) => at > start && at < end)]
}

/** What a night means: hours of light, light by day, darkness at night, and how long each level lasts in each band of the tariff. */
export const figuresOf = (
  calendar: Pick<Calendar, 'sun' | 'zone'>,
  night: Night,
  { bands = [], sky = skyOf(calendar, night) }: { readonly bands?: readonly TariffBand[]; readonly sky?: readonly SkyPart[] } = {},
): NightFigures => {
  const stretches = stretchesOf(night)
  let [lit, litInDaylight, darkBeforeDusk, darkAtNight] = [0, 0, 0, 0]
  // Evening twilight lies before the lowest sun: before the first dark part, or the middle of the night if it does not get dark.
  const dark = sky.find((part) => part.sky === 'dark')
  const lowest = dark ? dark.from : (night.start + night.end) / 2
  for (const { from, to, level } of stretches) {
    if (level > 0) lit += to - from
    for (const part of sky) {
      const both = Math.min(to, part.to) - Math.max(from, part.from)
      if (both <= 0) continue
      if (level > 0) litInDaylight += part.sky === 'day' ? both : 0
      else if (part.sky === 'dark') darkAtNight += both
      else if (part.sky === 'twilight' && part.from < lowest) darkBeforeDusk += both
    }
  }
  const starts = bandsOf(calendar, night, bands)
  const spells = new Map<number, { level: number; band: number; seconds: number }>()
  for (const { from, to, level } of stretches)
    starts.forEach(({ at, band }, n) => {
      const both = Math.min(to, starts[n + 1]?.at ?? night.end) - Math.max(from, at)
      if (both <= 0) return
      const key = level * 100 + band
      const known = spells.get(key)
      if (known) known.seconds += both / 1000
      else spells.set(key, { level, band, seconds: both / 1000 })
    })
  const seconds = (ms: number): number => ms / 1000
  return {
    lit: seconds(lit),
    litInDaylight: seconds(litInDaylight),
    darkBeforeDusk: seconds(darkBeforeDusk),
    darkAtNight: seconds(darkAtNight),
    spells: [...spells.values()],
  }
}

/** Energy of a lamp, kWh. */
export const energyOf = (spells: readonly Spell[], curve: PowerCurve): number =>
  spells.reduce((sum, { level, seconds }) => sum + wattsAt(curve, level) * seconds, 0) / 3_600_000

/** Cost of the energy of a lamp, in the money of the tariff. */
export const costOf = (spells: readonly Spell[], curve: PowerCurve, bands: readonly TariffBand[]): number =>
  spells.reduce((sum, { level, band, seconds }) => sum + wattsAt(curve, level) * seconds * (bands[band]?.price ?? 0), 0) / 3_600_000
