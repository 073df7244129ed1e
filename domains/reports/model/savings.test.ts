import { expect, test } from 'vitest'
import { type EnergyPeriod, fitBaseline, savingsOf } from './savings.ts'

const randomOf = (seed: number) => {
  let state = seed
  const uniform = (): number => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
  return { uniform, normal: (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) }
}
/** Hours of the night of a day of the year at 50° north. */
const nightHours = (day: number): number => 12 + 4 * Math.cos((2 * Math.PI * (day + 10)) / 365)

test('an exact line is found, and what was saved against it', () => {
  const baseline = Array.from({ length: 24 }, (_, month): EnergyPeriod => {
    const driver = 30 * nightHours(month * 30)
    return { driver, kwh: 56_097 + 91.36 * driver }
  })
  const fit = fitBaseline(baseline)
  expect(fit?.a).toBeCloseTo(56_097, 4)
  expect(fit?.b).toBeCloseTo(91.36, 6)
  const reporting = baseline.slice(0, 12).map(({ driver, kwh }) => ({ driver, kwh: 0.871 * kwh }))
  const found = savingsOf(fit!, reporting, [{ kwh: 500, reason: '节日' }])
  expect(found.share).toBeCloseTo(12.9, 6)
  expect(found.adjusted - found.avoided).toBe(500)
  expect(found.margin).toBeCloseTo(0, 3)
})

test('a baseline without changes of the driver, or too short, has no interval', () => {
  expect(fitBaseline([{ driver: 1, kwh: 2 }])).toBeNull()
  expect(fitBaseline(Array.from({ length: 9 }, () => ({ driver: 5, kwh: 10 })))).toBeNull()
  const { normal } = randomOf(5)
  const few = Array.from({ length: 8 }, (_, n) => ({ driver: n, kwh: 100 + n + normal() }))
  expect(savingsOf(fitBaseline(few)!, few).margin).toBeNull()
})

test.each([
  ['24 bills, independent errors', 24, 12, 0],
  ['24 bills, correlated errors', 24, 12, 0.5],
  ['24 bills, strongly correlated errors', 24, 12, 0.7],
  ['a year of nights, correlated errors', 365, 180, 0.3],
  ['two years of nights, strongly correlated errors', 730, 365, 0.6],
])('%s: every city has an interval, which covers the truth in 86 to 93 of 100', (_name, n, m, rho) => {
  const { normal, uniform } = randomOf(n * 7 + m)
  let [covered, given] = [0, 0]
  const CITIES = 1000
  for (let city = 0; city < CITIES; city++) {
    const saved = 0.3 * uniform()
    let error = normal()
    const made = (count: number, factor: number, from: number): EnergyPeriod[] =>
      Array.from({ length: count }, (_, at) => {
        error = rho * error + Math.sqrt(1 - rho * rho) * normal()
        const driver = n > 100 ? nightHours(from + at) : 30 * nightHours(30 * (from + at))
        return { driver, kwh: (500 + 40 * driver) * factor + 60 * error }
      })
    const baseline = made(n, 1, 0)
    const reporting = made(m, 1 - saved, n)
    const truth = reporting.reduce((sum, { driver }) => sum + (500 + 40 * driver) * saved, 0)
    const { avoided, margin } = savingsOf(fitBaseline(baseline)!, reporting)
    if (margin !== null) given++
    if (margin !== null && Math.abs(avoided - truth) <= margin) covered++
  }
  expect(given).toBe(CITIES)
  expect(covered / CITIES).toBeGreaterThanOrEqual(0.86)
  expect(covered / CITIES).toBeLessThanOrEqual(0.935)
})
