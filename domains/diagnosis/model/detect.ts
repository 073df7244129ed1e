import { expectedPower, type PowerCurve } from '@lamplight/protocol'
import type { Hit } from './hit.ts'
import type { FaultKind } from './kinds.ts'
import type { Limits } from './limits.ts'
import { advancePowerDeviation, type Baseline } from './power-deviation.ts'
import { medianOf, quantileOf } from './statistics.ts'

/** A reading of a lamp controller. */
export interface Sample {
  /** Epoch ms. */
  readonly at: number
  /** W */
  readonly power: number
  /** Level that its calendar or a command wants, %; 0 is off. */
  readonly level: number
  /** Counter, Wh; null if it was not read. */
  readonly energy: number | null
  /** The sun is well above the horizon, and nothing asks for light. */
  readonly day: boolean
}
/** What a group compares: lamps of one model and programme, with their samples of a night in the order of time. */
export interface NightLamp {
  readonly id: string
  readonly curve: PowerCurve
  readonly samples: readonly Sample[]
  readonly baseline: Baseline | null
}

/** A lamp's night in figures. Null: too few readings to say so. */
export interface LampResult {
  readonly id: string
  readonly lit: number
  readonly byDay: number
  /** Median of power ÷ expected power ÷ the same of the group. */
  readonly ratio: number | null
  /** Median power by day ÷ nominal power. */
  readonly dayShare: number | null
  /** Ratio in reduced hours ÷ ratio in full hours. */
  readonly dimRatio: number | null
  readonly transitions: number | null
  /** Energy by the counter ÷ energy by the readings, against the group. */
  readonly counterRatio: number | null
  readonly hits: readonly Hit[]
  /** Kinds about which the night says something. */
  readonly judged: readonly FaultKind[]
  /** Baseline after this night. */
  readonly baseline: Baseline | null
}
export interface GroupResult {
  readonly lamps: readonly LampResult[]
  /** Symptoms that most of the group shares: one cause above the lamps, no fault of each. */
  readonly common: readonly FaultKind[]
}

const SLOT_MS = 900_000
/** Below this share of the usual power a lamp gives no light. */
const OUT = 0.3
/** The quantile of a lamp's readings that is its usual power, even if it is off for half of the time. */
const USUAL = 0.75
const FULL_FROM = 90
const REDUCED_TO = 60
/** Counters are compared over pairs of readings that lie at most this far apart, and over at least this time in sum, ms. */
const PAIR_MS = 2_400_000
const COUNTED_MS = 7_200_000
const HOUR_MS = 3_600_000

interface Figures {
  readonly lamp: NightLamp
  readonly ratios: readonly number[]
  readonly full: readonly number[]
  readonly reduced: readonly number[]
  readonly dayShare: number | null
  readonly usual: number
  readonly transitions: number | null
  readonly counted: number | null
}
/** A lit sample with its power as a share of what a healthy lamp draws at this level. */
interface Lit {
  readonly sample: Sample
  readonly share: number
  /** The level changed just before: the lamp may still fade or warm up. */
  readonly isFresh: boolean
}

const litOf = ({ curve, samples }: NightLamp): Lit[] => {
  const lit: Lit[] = []
  for (const [n, sample] of samples.entries())
    if (sample.level > 0)
      lit.push({ sample, share: sample.power / expectedPower(curve, sample.level), isFresh: samples[n - 1]?.level !== sample.level })
  return lit
}
const slotOf = ({ at }: Sample): number => Math.floor(at / SLOT_MS)

/** Median share of a group in each quarter of an hour; a group that is too small is no reference. */
const groupShares = (lit: readonly (readonly Lit[])[], groupSize: number): ReadonlyMap<number, number> => {
  const bySlot = new Map<number, number[]>()
  for (const own of lit) {
    // One value per lamp and slot, so that a lamp that reports often does not count more.
    const last = new Map<number, number>()
    for (const one of own) if (!one.isFresh) last.set(slotOf(one.sample), one.share)
    for (const [slot, share] of last) {
      const shares = bySlot.get(slot)
      if (shares) shares.push(share)
      else bySlot.set(slot, [share])
    }
  }
  return new Map([...bySlot].flatMap(([slot, shares]) => (shares.length < groupSize ? [] : [[slot, medianOf(shares)] as const])))
}

/** Energy by the counter ÷ energy by the usual power of each level, over pairs of readings at one level. Null: too short. */
const countedOf = (curve: PowerCurve, lit: readonly Lit[], ratioAt: (one: Lit) => number): number | null => {
  const byLevel = Map.groupBy(
    lit.filter(({ isFresh }) => !isFresh),
    ({ sample }) => sample.level,
  )
  const usual = new Map([...byLevel].map(([level, own]) => [level, quantileOf(own.map(ratioAt), USUAL)]))
  let [counted, due, time] = [0, 0, 0]
  for (const [n, one] of lit.entries()) {
    const before = lit[n - 1]
    if (!before || one.isFresh || before.isFresh) continue
    const ms = one.sample.at - before.sample.at
    const [from, to] = [before.sample.energy, one.sample.energy]
    if (from === null || to === null || to < from || ms > PAIR_MS) continue
    counted += to - from
    // The share of the group at this time: voltage and temperature are those of all.
    const group = one.share / ratioAt(one)
    due += (expectedPower(curve, one.sample.level) * (usual.get(one.sample.level) ?? 1) * group * ms) / HOUR_MS
    time += ms
  }
  return time < COUNTED_MS || due <= 0 ? null : counted / due
}

const figuresOf = (lamp: NightLamp, lit: readonly Lit[], group: ReadonlyMap<number, number>, limits: Limits): Figures => {
  const ratioAt = ({ sample, share }: Lit): number => share / (group.get(slotOf(sample)) ?? 1)
  const steady = lit.filter(({ isFresh }) => !isFresh)
  const ratios = steady.map(ratioAt)
  const usual = quantileOf(ratios, USUAL)
  const isLamp = ratios.length >= limits.litSamples && usual >= OUT
  let transitions = 0
  for (const [n, ratio] of ratios.entries()) if (n > 0 && ratio < OUT * usual !== ratios[n - 1]! < OUT * usual) transitions++
  const byDay = lamp.samples.filter(({ day }) => day)
  const levels = (from: number, to: number): number[] =>
    steady.filter(({ sample }) => sample.level >= from && sample.level <= to).map(ratioAt)
  return {
    lamp,
    ratios,
    usual,
    full: levels(FULL_FROM, 100),
    reduced: levels(1, REDUCED_TO),
    dayShare: byDay.length < limits.daySamples ? null : medianOf(byDay.map(({ power }) => power)) / lamp.curve.power,
    transitions: isLamp ? transitions : null,
    counted: isLamp ? countedOf(lamp.curve, lit, ratioAt) : null,
  }
}

/** Tests of one lamp against its limits: the hits, and the kinds that could be judged. */
const testsOf = (figures: Figures, counterMedian: number, limits: Limits) => {
  const { lamp, ratios, full, reduced, dayShare, transitions, counted } = figures
  const { baseline } = lamp
  const hits: Hit[] = []
  const judged: FaultKind[] = []
  const test = (kind: FaultKind, isKnown: boolean, hit: Omit<Hit, 'kind'> | null | false): void => {
    if (!isKnown) return
    judged.push(kind)
    if (hit) hits.push({ kind, ...hit })
  }
  const ratio = ratios.length < limits.litSamples ? null : medianOf(ratios)
  const isDark = ratio !== null && ratio < limits.darkShare && ratio / (baseline?.mean ?? 1) < limits.darkShare
  test('dark', ratio !== null, isDark && { value: ratio, limit: limits.darkShare })
  test('dayBurner', dayShare !== null, dayShare !== null && dayShare > limits.dayShare && { value: dayShare, limit: limits.dayShare })
  const hasPhases = full.length >= limits.phaseSamples && reduced.length >= limits.phaseSamples && medianOf(full) >= OUT
  const dimRatio = hasPhases ? medianOf(reduced) / medianOf(full) : null
  const dimLimit = dimRatio !== null && dimRatio > 1 ? limits.dimHigh : limits.dimLow
  const failsDim = dimRatio !== null && (dimRatio > limits.dimHigh || dimRatio < limits.dimLow)
  const counterRatio = counted === null ? null : counted / counterMedian
  const isLow = counterRatio !== null && counterRatio < limits.counterShare
  const turns = transitions ?? 0
  const isCycling = turns >= limits.transitions || isLow
  test('dimFailure', dimRatio !== null, failsDim && !isCycling && { value: dimRatio ?? 0, limit: dimLimit })
  test(
    'cycling',
    transitions !== null,
    isCycling && {
      ...(turns >= limits.transitions
        ? { value: turns, limit: limits.transitions }
        : { value: counterRatio ?? 0, limit: limits.counterShare }),
      ...(turns >= limits.sureTransitions && isLow && { sure: true as const }),
    },
  )
  return { hits, judged, ratio, dimRatio, counterRatio }
}

/** Which share of those that could be judged has the symptom. */
const shareOf = (all: readonly { readonly hits: readonly Hit[]; readonly judged: readonly FaultKind[] }[], kind: FaultKind): number => {
  const judged = all.filter((one) => one.judged.includes(kind))
  return judged.length === 0 ? 0 : judged.filter(({ hits }) => hits.some((hit) => hit.kind === kind)).length / judged.length
}

/**
 * Judges a night of a group of lamps of one model and programme. Readings that are missing are no dark lamp: a kind without enough readings is not
 * judged. A symptom that more than `groupBreak` of the group shares belongs to what feeds or controls the group. `day`: number of the night.
 */
export const detectNight = (lamps: readonly NightLamp[], day: number, limits: Limits): GroupResult => {
  const lit = lamps.map(litOf)
  const group = groupShares(lit, limits.groupSize)
  const all = lamps.map((lamp, n) => figuresOf(lamp, lit[n]!, group, limits))
  const counters = all.flatMap(({ counted }) => (counted === null ? [] : [counted]))
  const counterMedian = counters.length >= limits.groupSize ? medianOf(counters) : 1
  const tests = all.map((figures) => testsOf(figures, counterMedian, limits))
  const isReference = lamps.length >= limits.groupSize
  // The median of a group that is mostly dark is dark: against the nominal power it still shows.
  const isDarkGroup = isReference && group.size > 0 && medianOf([...group.values()]) < OUT
  const common: FaultKind[] = (['dark', 'dayBurner', 'dimFailure', 'cycling'] as const).filter(
    (kind) => isReference && shareOf(tests, kind) > limits.groupBreak,
  )
  if (isDarkGroup) common.push(...(['dark', 'dimFailure', 'cycling', 'powerDeviation'] as const).filter((kind) => !common.includes(kind)))
  const results = all.map(({ lamp, ratios, dayShare, transitions }, n): LampResult => {
    const { hits, judged, ratio, dimRatio, counterRatio } = tests[n]!
    const own = hits.filter(({ kind }) => !common.includes(kind))
    const isSound = hits.every(({ kind }) => kind === 'dayBurner')
    // A power deviation is not judged in a night with another fault, nor for a lamp without enough neighbours to compare with.
    const canDeviate = ratio !== null && isReference && isSound && common.length === 0
    const deviation = canDeviate
      ? advancePowerDeviation(lamp.baseline, ratio, day, limits)
      : { baseline: lamp.baseline, hit: null, isJudged: false }
    return {
      id: lamp.id,
      lit: ratios.length,
      byDay: lamp.samples.filter((one) => one.day).length,
      ratio,
      dayShare,
      dimRatio,
      transitions,
      counterRatio,
      hits: deviation.hit ? [...own, deviation.hit] : own,
      judged: [...judged.filter((kind) => !common.includes(kind)), ...(deviation.isJudged ? (['powerDeviation'] as const) : [])],
      baseline: deviation.baseline,
    }
  })
  return { lamps: results, common }
}
