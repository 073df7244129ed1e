import { expect, test } from 'vitest'
import type { DeviceNews } from '../model/events.ts'
import { intervalsOf } from './fault-intervals.ts'

const news = (type: DeviceNews['type'], on: boolean, at: number, deviceId = '1'): DeviceNews => ({
  ...{ tenantId: '000000', deviceId, sn: `SN-${deviceId}`, type, on, at },
})
const intervals = (all: readonly DeviceNews[]) => intervalsOf(all).map(({ deviceId, type, began, ended }) => [deviceId, type, began, ended])

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
    ['2', 'lampFailure', 1, null],
    ['1', 'lampFailure', 3, 5],
    ['1', 'lampFailure', 9, null],
  ]
  expect(intervals(all)).toEqual(expected)
  expect(intervals([...all, ...all])).toEqual(expected)
})

test('an end without a begin ends the stored interval; a program change has no duration; light events are not stored', () => {
  expect(
    intervals([
      news('supplyLoss', false, 2),
      news('programChange', true, 3),
      news('programChange', false, 4),
      news('lightStateChange', true, 5),
    ]),
  ).toEqual([
    ['1', 'supplyLoss', null, 2],
    ['1', 'programChange', 3, 3],
  ])
  expect(intervals([news('supplyLoss', true, 2, '')])).toEqual([])
})
