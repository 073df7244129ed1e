import { expectedPower } from '@lamplight/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectNight, type LampResult, type NightLamp, type Sample } from './detect.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { Baseline } from './power-deviation.ts'

const QUARTER = 900_000
const curve = { power: 100, minPower: 15, minLevel: 10 }
/** Level in the quarter `n` of a night from noon: 100 % at dusk and dawn, 50 % between, off by day. */
const levelAt = (n: number): number => (n < 28 || n >= 72 ? 0 : n < 44 || n >= 64 ? 100 : 50)

interface Behaviour {
  /** Power in the quarter `n`, W. */
  readonly power?: (level: number, n: number) => number
  /** Energy in the quarter, Wh; default that of the power. */
  readonly energy?: (level: number, n: number) => number
  readonly reports?: (n: number) => boolean
  readonly baseline?: Baseline
}
const lamp = (id: string, { power, energy, reports = () => true, baseline }: Behaviour = {}): NightLamp => {
  let counter = 5000
  const samples: Sample[] = []
  for (let n = 0; n < 96; n++) {
    const level = levelAt(n)
    const watts = power?.(level, n) ?? expectedPower(curve, level)
    counter += energy?.(level, n) ?? watts / 4
    if (reports(n)) samples.push({ at: n * QUARTER, power: watts, level, energy: counter, day: level === 0 && (n < 20 || n > 80) })
  }
  return { id, curve, samples, baseline: baseline ?? null }
}
const healthy = (count = 12): NightLamp[] => Array.from({ length: count }, (_, n) => lamp(`H${n}`))
const judge = (one: Behaviour, others = healthy()): LampResult =>
  detectNight([lamp('X', one), ...others], 0, DEFAULT_LIMITS).lamps.find(({ id }) => id === 'X')!
const kindsOf = ({ hits }: LampResult): string[] => hits.map(({ kind }) => kind)

test('a healthy lamp is judged for every kind that its readings show, and has no symptom', () => {
  const result = judge({})
  expect(result).toMatchObject({ ratio: 1, dimRatio: 1, transitions: 0, hits: [], judged: ['dark', 'dayBurner', 'dimFailure', 'cycling'] })
  expect(result.counterRatio).toBeCloseTo(1, 6)
})

test('each fault shows its own symptom and no other', () => {
  expect(kindsOf(judge({ power: (level) => (level > 0 ? 2 : 0.5) }))).toEqual(['dark'])
  expect(kindsOf(judge({ power: () => 100 })), 'a stuck relay burns by day and does not dim').toEqual(['dayBurner', 'dimFailure'])
  expect(kindsOf(judge({ power: (level) => (level > 0 ? 100 : 0.5) }))).toEqual(['dimFailure'])
  expect(kindsOf(judge({ power: (level, n) => (level > 0 && n % 4 === 0 ? 1 : expectedPower(curve, level)) }))).toEqual(['cycling'])
})

test('a lamp that goes out between its readings is found by its counter; both measurements together need no second night', () => {
  const short = judge({ energy: (level) => (expectedPower(curve, level) / 4) * (level > 0 ? 0.9 : 1) })
  expect(short.hits).toMatchObject([{ kind: 'cycling', limit: 0.95 }])
  expect(short.hits[0]!.sure).toBeUndefined()
  const both = judge({
    power: (level, n) => (level > 0 && n % 5 === 0 ? 1 : expectedPower(curve, level)),
    energy: (level) => (expectedPower(curve, level) / 4) * (level > 0 ? 0.8 : 1),
  })
  expect(both.hits).toMatchObject([{ kind: 'cycling', sure: true }])
})

test('missing readings are no dark lamp: what is not reports is not judged', () => {
  expect(judge({ reports: () => false })).toMatchObject({ hits: [], judged: [], ratio: null })
  expect(judge({ reports: (n) => levelAt(n) === 0 })).toMatchObject({ hits: [], judged: ['dayBurner'] })
  const few = judge({ reports: (n) => n % 20 === 0, power: (level) => (level > 0 ? 1 : 0.5) })
  expect(few.judged).not.toContain('dark')
  expect(few.hits).toEqual([])
})

test('a symptom that most of the group shares is common, and no fault of its lamps', () => {
  const burning = Array.from({ length: 8 }, (_, n) => lamp(`B${n}`, { power: () => 100 }))
  const stuck = detectNight([...burning, ...healthy(4)], 0, DEFAULT_LIMITS)
  expect(stuck.common).toContain('dayBurner')
  expect(stuck.lamps.flatMap(kindsOf)).not.toContain('dayBurner')
  const off = Array.from({ length: 9 }, (_, n) => lamp(`D${n}`, { power: () => 0 }))
  const dark = detectNight([...off, ...healthy(3)], 0, DEFAULT_LIMITS)
  expect(dark.common).toContain('dark')
  expect(dark.lamps.flatMap(({ hits }) => hits)).toEqual([])
})

test('a group of fewer than eight lamps is compared with the nominal power, and does not learn a deviation', () => {
  const alone = detectNight([lamp('X', { power: (level) => (level > 0 ? 1 : 0.5) })], 0, DEFAULT_LIMITS).lamps[0]!
  expect(kindsOf(alone)).toEqual(['dark'])
  expect(detectNight(healthy(3), 0, DEFAULT_LIMITS).lamps[0]!.baseline).toBeNull()
})

test('voltage that moves the whole group moves no ratio', () => {
  const swing = (share: number): NightLamp[] =>
    Array.from({ length: 12 }, (_, n) => lamp(`H${n}`, { power: (level) => (level > 0 ? expectedPower(curve, level) * share : 0.5) }))
  for (const share of [0.8, 1.25])
    expect(detectNight(swing(share), 0, DEFAULT_LIMITS).lamps.map(({ ratio }) => ratio)).toEqual(new Array(12).fill(1))
})

test('power that sinks is found against the own baseline after 14 nights, with the night on which it began', () => {
  let others = healthy()
  let mine = lamp('X')
  let first: number | null = null
  for (let day = 0; day < 40; day++) {
    const share = day < 20 ? 1 : 0.85
    mine = lamp('X', {
      power: (level) => (level > 0 ? expectedPower(curve, level) * share : 0.5),
      ...(mine.baseline && { baseline: mine.baseline }),
    })
    const { lamps } = detectNight([mine, ...others], day, DEFAULT_LIMITS)
    const [own, ...rest] = lamps as [LampResult, ...LampResult[]]
    mine = { ...mine, baseline: own.baseline }
    others = others.map((one, n) => ({ ...one, baseline: rest[n]!.baseline }))
    expect(rest.flatMap(({ hits }) => hits)).toEqual([])
    const hit = own.hits.find(({ kind }) => kind === 'powerDeviation')
    if (hit && first === null) {
      first = day
      expect(hit.value).toBeCloseTo(-0.15, 6)
      expect(own.baseline!.since).toBe(20)
    }
  }
  expect(first).toBeGreaterThanOrEqual(20)
  expect(first).toBeLessThanOrEqual(24)
})

test('noise of the meter, lost and single wrong readings accuse no lamp', () => {
  const noise = fc.record({
    errors: fc.array(fc.double({ min: -0.03, max: 0.03, noNaN: true }), { minLength: 96, maxLength: 96 }),
    lost: fc.uniqueArray(fc.integer({ min: 0, max: 95 }), { maxLength: 30 }),
    wild: fc.integer({ min: 29, max: 71 }),
    wildShare: fc.double({ min: 0, max: 1.5, noNaN: true }),
  })
  fc.assert(
    fc.property(noise, ({ errors, lost, wild, wildShare }) => {
      const result = judge({
        power: (level, n) => expectedPower(curve, level) * (1 + errors[n]!) * (n === wild ? wildShare : 1),
        energy: (level) => expectedPower(curve, level) / 4,
        reports: (n) => !lost.includes(n),
      })
      expect(result.hits).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('the order of the lamps changes no result', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10 }), (order) => {
      const lamps = Array.from({ length: 10 }, (_, n) =>
        lamp(`L${n}`, { power: (level) => expectedPower(curve, level) * (n === 3 ? 0.1 : 1 + n / 500) }),
      )
      const byId = (all: readonly LampResult[]) => Object.fromEntries(all.map((one) => [one.id, one]))
      const shuffled = detectNight(
        order.map((n) => lamps[n]!),
        0,
        DEFAULT_LIMITS,
      ).lamps
      expect(byId(shuffled)).toEqual(byId(detectNight(lamps, 0, DEFAULT_LIMITS).lamps))
    }),
    { numRuns: 20 },
  )
})
