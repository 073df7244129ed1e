import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hit } from './hit.ts'
import { type CabinetDay, suspectLeakage } from './leakage.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { advanceRecord, CLEAN_NIGHTS, PROOF, type RecordState, STATUS, testProves } from './proof.ts'

const hit: Hit = { kind: 'dark', value: 0.01, limit: 0.3 }
const after = (nights: readonly (Hit | null)[]): RecordState | null => {
  let state: RecordState | null = null
  for (const one of nights) state = advanceRecord(state, one, DEFAULT_LIMITS)
  return state
}

test('a candidate becomes a finding on its second night, and ends after two nights without symptom', () => {
  expect(after([null])).toBeNull()
  expect(after([hit])).toMatchObject({ status: STATUS.candidate, nights: 1 })
  expect(after([hit, hit])).toMatchObject({ status: STATUS.finding, proof: PROOF.night, nights: 2 })
  expect(after([hit, null, hit])).toMatchObject({ status: STATUS.finding })
  expect(after([hit, null, null])).toMatchObject({ status: STATUS.ended })
  expect(after([hit, hit, null])).toMatchObject({ status: STATUS.finding, clean: 1 })
  expect(after([hit, hit, null, null])).toMatchObject({ status: STATUS.ended })
  expect(after([{ ...hit, sure: true }])).toMatchObject({ status: STATUS.finding, proof: PROOF.measures })
})

test('no sequence of nights makes a finding of fewer nights than the configuration asks for', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), fc.integer({ min: 2, max: 14 }), (nights, needed) => {
      let state: RecordState | null = null
      let hits = 0
      for (const isHit of nights) {
        state = advanceRecord(state, isHit ? hit : null, { nights: needed })
        hits = isHit ? hits + 1 : hits
        if (state?.status === STATUS.finding) expect(hits).toBeGreaterThanOrEqual(needed)
        if (state?.clean === CLEAN_NIGHTS) expect(state.status).toBe(STATUS.ended)
        if (state?.status === STATUS.ended) [state, hits] = [null, 0]
      }
    }),
  )
})

test('the metered answer to 100, 50 and 0 % proves or disproves each kind', () => {
  const curve = { power: 100, minPower: 15, minLevel: 10 }
  const proves = (kind: Parameters<typeof testProves>[0], watts: readonly number[], usual = 1): boolean =>
    testProves(kind, curve, watts, usual, DEFAULT_LIMITS)
  const healthy = [99, 53, 0.5]
  for (const kind of ['dark', 'dayBurner', 'dimFailure', 'powerDeviation', 'cycling', 'leakage'] as const)
    expect(proves(kind, healthy), kind).toBe(false)
  expect(proves('dark', [1, 1, 1])).toBe(true)
  expect(proves('dayBurner', [100, 100, 100])).toBe(true)
  expect(proves('dimFailure', [100, 99, 0.5])).toBe(true)
  expect(proves('powerDeviation', [80, 42, 0.5])).toBe(true)
  expect(proves('powerDeviation', [80, 42, 0.5], 0.8), 'it has always drawn this').toBe(false)
  expect(proves('dimFailure', [0, 0, 0]), 'a dark lamp says nothing about dimming').toBe(false)
})

const day = (n: number, more: Partial<CabinetDay> = {}): CabinetDay => ({
  day: n,
  litHours: 9,
  dayHours: 10,
  litMeter: 5100,
  litLamps: 5000,
  dayMeter: 30,
  dayLamps: 25,
  ...more,
})
test('a rest by night and by day over seven days is suspected leakage; at night only it is none', () => {
  const week = (more: Partial<CabinetDay>): CabinetDay[] => Array.from({ length: 7 }, (_, n) => day(n, more))
  expect(suspectLeakage(week({}), DEFAULT_LIMITS)).toEqual({ hit: null, isJudged: true })
  const leaking = suspectLeakage(week({ litMeter: 5500, dayMeter: 410 }), DEFAULT_LIMITS)
  expect(leaking.hit).toMatchObject({ kind: 'leakage', limit: 100 })
  expect(leaking.hit!.value).toBeCloseTo(384.5, 1)
  expect(suspectLeakage(week({ litMeter: 5500 }), DEFAULT_LIMITS).hit, 'unregistered lamps').toBeNull()
  expect(suspectLeakage(week({ litMeter: 5500, dayMeter: 410 }).slice(1), DEFAULT_LIMITS).isJudged).toBe(false)
  expect(suspectLeakage(week({ litMeter: 5500, dayMeter: 410, dayHours: 0 }), DEFAULT_LIMITS).isJudged).toBe(false)
})
