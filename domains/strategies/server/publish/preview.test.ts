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
    lat: 30 + n / 20,
    lng: 120,
    lamps: 1000,
    power: 100,
    minPower: null,
    minLevel: null,
    now: 'half',
    next: 'half',
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

test('a lamp with two heads has the mean of what its heads do; a lamp with one head follows the first', async () => {
  const program = {
    entries: [
      { trigger: 'sunset', level: 100 },
      { trigger: '22:00', level: 0, head: 2 },
      { trigger: 'sunrise', level: 0 },
    ],
  }
  const off = { entries: program.entries.map(({ head: _, ...entry }) => entry) }
  const of = async (key: string, twoWay: boolean): Promise<number> => {
    const lot = { lat: 30, lng: 120, lamps: 10, power: 100, minPower: 10, minLevel: 10, twoWay, now: 'off', next: key }
    const programs = new Map([
      ['heads', program],
      ['off', off],
      ['all', HALF],
    ])
    const nights = await previewNights({
      lots: [lot],
      programs,
      zone: 'Asia/Shanghai',
      from: dayOf('2026-01-01'),
      nights: 10,
      bands: [],
      co2: 0,
    })
    return nights.reduce((sum, { next }) => sum + next.kwh, 0)
  }
  const [both, one] = [await of('heads', true), await of('heads', false)]
  const [all, early] = [await of('all', true), await of('off', true)]
  expect(one).toBeCloseTo(all, 6)
  expect(both).toBeCloseTo((all + early) / 2, 6)
  expect(early).toBeLessThan(all * 0.6)
})
