import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeviceNews } from '../../model/events.ts'
import { faultNewsOf, type Interval, intervalsOf, mergeFault, type Said, takesTurns } from './fault-intervals.ts'

const news = (type: DeviceNews['type'], on: boolean, at: number, deviceId = '1'): DeviceNews => ({
  tenantId: '000000',
  deviceId,
  sn: `SN-${deviceId}`,
  type,
  on,
  at,
})
const intervals = (all: readonly DeviceNews[]) =>
  faultNewsOf(all).faults.flatMap(({ deviceId, type, said }) => intervalsOf(said).map(({ began, ended }) => [deviceId, type, began, ended]))

test('events in any order become intervals; a repeated event changes nothing', () => {
  const all = [
    news('lampFailure', false, 5),
    news('lampFailure', true, 3),
    news('lampFailure', true, 4),
    news('lampFailure', false, 6),
    news('lampFailure', true, 9),
    news('lampFailure', true, 1, '2'),
  ]
  const expected = [
    ['1', 'lampFailure', 3, 5],
    ['1', 'lampFailure', 9, null],
    ['2', 'lampFailure', 1, null],
  ]
  expect(intervals(all)).toEqual(expected)
  expect(intervals([...all, ...all])).toEqual(expected)
  expect(faultNewsOf(all).faults.map(takesTurns)).toEqual([false, true])
})

test('a program change is a moment; light events and events of nobody are not stored', () => {
  const { faults, moments } = faultNewsOf([
    news('supplyLoss', false, 2),
    news('programChange', true, 3),
    news('programChange', false, 4),
    news('lightStateChange', true, 5),
    news('supplyLoss', true, 2, ''),
  ])
  expect(faults).toEqual([{ deviceId: '1', tenantId: '000000', type: 'supplyLoss', said: [{ at: 2, on: false }] }])
  expect(moments.map(({ type, at }) => [type, at])).toEqual([['programChange', 3]])
})

test('events merged in any order, in any batches, with repetitions, give the intervals of the order of times', () => {
  const events = fc.uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 40 }), on: fc.boolean() }), {
    selector: ({ at }) => at,
    maxLength: 12,
  })
  fc.assert(
    fc.property(events, fc.infiniteStream(fc.integer({ min: 0, max: 1000 })), (all, random) => {
      const order = [...all, ...all.slice(0, 3)].map((one) => ({ one, key: random.next().value as number })).sort((a, b) => a.key - b.key)
      let stored: { intervals: readonly Interval[]; said: readonly Said[] } = { intervals: [], said: [] }
      for (let from = 0, step = 1; from < order.length; from += step, step = 1 + (step % 3))
        stored = mergeFault(
          { ...stored, told: [] },
          order.slice(from, from + step).map(({ one }) => one),
        )
      expect(stored.intervals).toEqual(intervalsOf([...all].sort((a, b) => a.at - b.at)))
    }),
  )
})

test('a report that tells which faults are present ends a fault that began before it and was heard of later, and keeps one that ended before it', () => {
  const none = { intervals: [], said: [] }
  expect(mergeFault({ ...none, told: [20] }, [{ at: 10, on: true }]).intervals).toEqual([{ began: 10, ended: 20 }])
  expect(mergeFault({ intervals: [{ began: 5, ended: null }], said: [], told: [20] }, [{ at: 10, on: false }]).intervals).toEqual([
    { began: 5, ended: 10 },
    { began: 20, ended: null },
  ])
})
