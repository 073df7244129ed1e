import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueAt, observe, type Trigger, UNSEEN, type Watch } from './trigger.ts'

// Late reports: a linkage with a hold time never fires sooner than if the reports had come in the order of their times, and a late report
// does not change the newest known value.
const HOT: Trigger = { operator: 'gt', value: '80', again: null, holdSeconds: 60 }
const walk = (reports: readonly { readonly at: number; readonly value: number }[]): Watch =>
  reports.reduce((watch, report) => observe(HOT, watch, report), UNSEEN)

test('a late value for which the condition did not hold starts the hold time again', () => {
  const late = walk([
    { at: 10_000, value: 90 },
    { at: 50_000, value: 90 },
    { at: 30_000, value: 20 },
  ])
  expect(late.since).toBe(50_000)
  expect(dueAt(HOT, late, 0, null)).toBe(110_000)
  expect(
    walk([
      { at: 50_000, value: 90 },
      { at: 30_000, value: 20 },
    ]).since,
  ).toBe(50_000)
})

test('in any order the newest value counts, and the condition holds since a time at which it held, not before that of the order of times', () => {
  const reports = fc.uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 100 }), value: fc.constantFrom(20, 90) }), {
    selector: ({ at }) => at,
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      reports.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const expected = walk([...all].sort((a, b) => a.at - b.at))
        const found = walk(shuffled)
        expect({ at: found.at, value: found.value, holds: found.since !== null }).toEqual({
          at: expected.at,
          value: expected.value,
          holds: expected.since !== null,
        })
        if (expected.since !== null) expect(found.since).toBeGreaterThanOrEqual(expected.since)
      },
    ),
  )
})
