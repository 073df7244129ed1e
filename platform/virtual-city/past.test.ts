import { expect, test } from 'vitest'
import { createPast, pastInstants } from './past.ts'

const DAY = 86_400_000
const to = Date.parse('2026-11-22T14:00:00+08:00')
const span = { timeZone: 'Asia/Shanghai', lat: 28.2, lng: 112.9, from: to - 30 * DAY, to, denseFrom: to - 3 * DAY }
const instants = pastInstants(span)

test('a past has hourly values of its nights, half-hourly values of its last days, and every programme change', () => {
  expect(instants.every(({ at }, i) => i === 0 || at > instants[i - 1]!.at)).toBe(true)
  expect(instants.filter(({ at }) => at >= span.denseFrom).length).toBeGreaterThan(3 * 48)
  const night = instants.filter(({ at }) => at >= to - 20 * DAY && at < to - 19 * DAY)
  expect(night.length).toBeGreaterThanOrEqual(14)
  expect(night.length).toBeLessThanOrEqual(20)
  // Dusk, 23:00, 05:00 and dawn.
  const changes = instants.filter(({ level }, i) => i > 0 && instants[i - 1]!.level !== level)
  expect(changes).toHaveLength(4 * 30)
})

test('the time spent at each level adds up to the elapsed time', () => {
  for (const { at, spent } of instants) expect(spent[0] + spent[1] + spent[2]).toBe(at - span.from)
  // Six hours of each night are reduced.
  expect(instants.at(-1)!.spent[1]).toBe(30 * 6 * 3_600_000)
})

test('a dark lamp fails at a dusk, a day burner at a dawn, and the same seed gives the same past', () => {
  const lamp = (n: number) => ({ sn: `L${n}`, gatewaySn: `G${n % 50}`, power: 100, minPower: 15, minLevel: 10 })
  const faults = { dark: 0.2, dayBurner: 0.2, silent: 0.2, deadGateways: 0.2 }
  const past = createPast({ faults }, span, instants)
  const all = Array.from({ length: 500 }, (_, n) => past.behaviour(lamp(n)))
  expect(createPast({ faults }, span, instants).behaviour(lamp(7))).toEqual(all[7])
  const levelAt = (at: number): number | undefined => instants.find((one) => one.at === at)?.level
  for (const { fault, since } of all) {
    if (fault === 'none') expect(since).toBeNull()
    else expect(since).toBeLessThanOrEqual(to)
  }
  const dark = all.filter(({ fault }) => fault === 'dark')
  expect(dark.length).toBeGreaterThan(50)
  expect(dark.every(({ since }) => levelAt(since!) !== 0)).toBe(true)
  expect(all.filter(({ fault, since }) => fault === 'dayBurner' && levelAt(since!) === 0).length).toBeGreaterThan(50)
  expect(all.some(({ since }) => since !== null && since > to - DAY)).toBe(true)
  expect(new Set(all.map(({ silentSince }) => silentSince)).size).toBeGreaterThan(3)
})
