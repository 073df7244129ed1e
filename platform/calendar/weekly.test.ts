import { expect, test } from 'vitest'
import { nextWeekly } from './weekly.ts'
import { zoneOf } from './zone.ts'

const at = (weekly: Parameters<typeof nextWeekly>[0], zone: string, after: string): string =>
  new Date(nextWeekly(weekly, zoneOf(zone), Date.parse(after))).toISOString()

test('the next occurrence of a time of day on some days of the week', () => {
  // 2026-11-26 is a Thursday.
  expect(at({ time: '08:00' }, 'Asia/Shanghai', '2026-11-26T00:00:00Z')).toBe('2026-11-27T00:00:00.000Z')
  expect(at({ time: '08:00' }, 'Asia/Shanghai', '2026-11-25T23:59:59Z')).toBe('2026-11-26T00:00:00.000Z')
  expect(at({ time: '08:00', weekdays: '1,4' }, 'Asia/Shanghai', '2026-11-26T01:00:00Z')).toBe('2026-11-30T00:00:00.000Z')
  expect(at({ time: '00:30', weekdays: '7' }, 'Asia/Shanghai', '2026-11-26T01:00:00Z')).toBe('2026-11-28T16:30:00.000Z')
})

test('a time that a change of the clock skips is the end of the gap; one that occurs twice is the first', () => {
  expect(at({ time: '02:30' }, 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(at({ time: '02:30' }, 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(at({ time: '02:30' }, 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
})
