import { formatTime } from '@lamplight/console-kit'
import { expect, test } from 'vitest'
import { lastingOrder } from './how-long.tsx'

const time = (at: number): string => formatTime(at, 'Asia/Shanghai')
/** 2026-11-20 22:30 in Shanghai. */
const NOW = Date.UTC(2026, 10, 20, 14, 30)

test("a duration is sent in seconds; 'until changed' sends none", () => {
  expect(lastingOrder({ minutes: 180, clock: '06:00' }, time, NOW)).toEqual({ duration: 10_800 })
  expect(lastingOrder({ minutes: 0, clock: '06:00' }, time, NOW)).toEqual({})
})

test('a clock time is its next occurrence in the zone of the tenant', () => {
  expect(lastingOrder({ minutes: -1, clock: '23:15' }, time, NOW)).toEqual({ until: '2026-11-20 23:15:00' })
  expect(lastingOrder({ minutes: -1, clock: '06:00' }, time, NOW)).toEqual({ until: '2026-11-21 06:00:00' })
  expect(lastingOrder({ minutes: -1, clock: '22:30' }, time, NOW)).toEqual({ until: '2026-11-21 22:30:00' })
})
