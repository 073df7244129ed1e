import { expect, test } from 'vitest'
import { type CabinetLoad, inventoryFindings, withWattages } from './inventory-check.ts'

let state = 77
const random = (): number => {
  state = (state * 16807) % 2147483647
  return state / 2147483647
}
const SIZES = [70, 100, 150] as const

test('ghost lamps, wrong wattages and day burners are found, with at most 5 % false findings', () => {
  const wrong = new Map<string, string>()
  const cabinets = Array.from({ length: 400 }, (_, n): CabinetLoad => {
    const id = `C${n}`
    const size = SIZES[n % 3] as number
    const count = 15 + Math.floor(random() * 15)
    const inventory = size * count
    let real = inventory
    let day = 0
    if (n < 40) {
      real += size
      wrong.set(id, 'unregistered')
    } else if (n < 65) {
      real -= 3 * (size - (SIZES[(n + 2) % 3] as number) || 30)
      wrong.set(id, real < inventory ? 'missing' : 'unregistered')
    } else if (n < 75) {
      day = 2 * size
      wrong.set(id, 'dayBurner')
    }
    const noise = (): number => 1 + 0.004 * (random() - 0.5)
    return {
      id,
      meterNight: real * 1.02 * noise(),
      meterDay: count * 0.5 * noise() + day,
      lampsNight: inventory,
      lampsDay: count * 0.5,
      lamps: { [size]: count },
      nightHours: 11,
    }
  })
  const findings = inventoryFindings(cabinets)
  const hit = findings.filter(({ id, cause }) => wrong.get(id) === cause)
  const falseOnes = findings.filter(({ id }) => !wrong.has(id))
  expect(new Set(hit.map(({ id }) => id)).size / wrong.size).toBeGreaterThanOrEqual(0.9)
  expect(falseOnes.length / (cabinets.length - wrong.size)).toBeLessThanOrEqual(0.05)
  expect(findings.filter(({ id, cause }) => Number(id.slice(1)) < 40 && cause === 'unregistered').every(({ count }) => count === 1)).toBe(
    true,
  )
  expect(findings.map(({ moneyPerYear }) => moneyPerYear)).toEqual(
    findings.map(({ moneyPerYear }) => moneyPerYear).toSorted((a, b) => b - a),
  )
})

test('a surplus that is the same by day and by night is a constant load', () => {
  const load = { id: 'A', meterNight: 2040 + 300, meterDay: 10 + 300, lampsNight: 2000, lampsDay: 10, lamps: { 100: 20 }, nightHours: 12 }
  const [found, ...others] = inventoryFindings([load])
  expect([found?.cause, Math.round(found?.watts ?? 0), others.length]).toEqual(['constant', 300, 0])
  expect(found?.kwhPerYear).toBeCloseTo(0.3 * 24 * 365, 0)
})

test('lamps of one nominal power that draw another one are found by their cabinets; additional lamps are not taken for them', () => {
  const cabinets = Array.from({ length: 60 }, (_, n): CabinetLoad => {
    const count = 12 + (n % 17)
    // Cabinets 0 to 7: lamps of 100 W draw 112 W; 8 to 14: one lamp more.
    const size = n < 8 ? 100 : 70
    const real = n < 8 ? 112 * count : n < 15 ? 70 * (count + 1) : 70 * count
    const noise = 1 + 0.004 * (random() - 0.5)
    const day = count * 0.5
    return {
      id: `C${n}`,
      meterNight: real * 1.02 * noise,
      meterDay: day,
      lampsNight: size * count,
      lampsDay: day,
      lamps: { [size]: count },
      nightHours: 11,
    }
  })
  const findings = withWattages(inventoryFindings(cabinets), cabinets)
  const of = (cause: string): number[] =>
    findings
      .filter((one) => one.cause === cause)
      .map(({ id }) => Number(id.slice(1)))
      .sort((a, b) => a - b)
  expect(of('wattage')).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(findings.every(({ wattage }) => !wattage || (wattage.rated === 100 && Math.abs(wattage.real - 112) <= 1))).toBe(true)
  expect(of('unregistered')).toEqual([8, 9, 10, 11, 12, 13, 14])
})
