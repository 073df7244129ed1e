import { dayOf } from '@lamplight/calendar'
import { expect, test } from 'vitest'
import { previewNights } from './preview.ts'

const HALF = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
}

test('a preview of many cells tells how far it is, and lets other work run meanwhile', async () => {
  const lots = Array.from({ length: 60 }, (_, n) => ({
    ...{ lat: 30 + n / 20, lng: 120, lamps: 1000, power: 100, minPower: null, minLevel: null },
    ...{ now: 'half', next: 'half' },
  }))
  const told: (readonly [number, number])[] = []
  let others = 0
  const timer = setInterval(() => others++, 1)
  const nights = await previewNights(
    { lots, programs: new Map([['half', HALF]]), zone: 'Asia/Shanghai', from: dayOf('2026-01-01'), nights: 366, bands: [], co2: 0 },
    (done, total) => told.push([done, total]),
  )
  clearInterval(timer)
  expect(nights.length).toBe(366)
  expect(told.length).toBeGreaterThan(3)
  expect(others).toBeGreaterThan(3)
  expect(told.every(([done, total], n) => total === 60 * 366 && done > (told[n - 1]?.[0] ?? 0) && done <= total)).toBe(true)
})
