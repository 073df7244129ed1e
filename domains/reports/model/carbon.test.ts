import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarbonFactor, carbonOf, type HourEnergy, hourOfYear, savedByDimming } from './carbon.ts'

const START = Date.UTC(2024, 1, 27)
const timeOf = (n: number): string => new Date(START + n * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const base = { region: 'East', kind: 'average' } as const

test('the carbon equals the sum of energy times factor; missing hours are counted apart', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ kwh: fc.double({ min: 0, max: 500, noNaN: true }), factor: fc.option(fc.double({ min: 0, max: 1, noNaN: true })) }),
        { maxLength: 120 },
      ),
      (made) => {
        const hours = made.map(({ kwh }, n): HourEnergy => ({ time: timeOf(n), kwh }))
        const factors = made.flatMap(({ factor }, n): CarbonFactor[] =>
          factor === null ? [] : [{ ...base, year: 2024, hour: hourOfYear(timeOf(n)), value: factor }],
        )
        const found = carbonOf(hours, [...factors, { ...base, region: 'North', year: 2024, hour: null, value: 9 }], 'East', 'average')
        expect(found.kg).toBeCloseTo(
          made.reduce((sum, { kwh, factor }) => sum + kwh * (factor ?? 0), 0),
          6,
        )
        expect(found.missingHours).toBe(made.filter(({ factor }) => factor === null).length)
        expect(found.missingKwh).toBeCloseTo(
          made.reduce((sum, { kwh, factor }) => sum + (factor === null ? kwh : 0), 0),
          6,
        )
      },
    ),
  ))

test('energy whose hours are not known has the factor of its year, and is named with all hours of its days', () => {
  const factors: CarbonFactor[] = [
    { ...base, year: 2024, hour: null, value: 0.5 },
    { ...base, year: 2024, hour: hourOfYear('2024-03-01 01:00:00'), value: 0.2 },
    // The first hour of a day is not the factor of its whole energy.
    { ...base, year: 2024, hour: hourOfYear('2024-03-02 00:00:00'), value: 0.9 },
  ]
  const hours = [
    { time: '2024-03-01 01:00:00', kwh: 10 },
    { time: '2024-03-02', kwh: 100 },
    { time: '2024-03-03', kwh: 1 },
  ]
  expect(carbonOf(hours, factors, 'East', 'average')).toEqual({
    kg: 10 * 0.2 + 101 * 0.5,
    kwh: 111,
    missingKwh: 0,
    missingHours: 48,
    noHoursKwh: 101,
    borrowed: [],
  })
  expect(carbonOf(hours, [], 'East', 'average')).toMatchObject({ kg: 0, missingKwh: 111, missingHours: 49, noHoursKwh: 101 })
  expect(savedByDimming(hours, 0.5, (hour) => hour < 5, factors, 'East', 'average')).toBeCloseTo(1, 9)
})

test('a year without factors takes those of the last year that has them, and says so; never later ones', () => {
  const factors: CarbonFactor[] = [
    { ...base, year: 2022, hour: null, value: 0.5366 },
    { ...base, year: 2023, hour: null, value: 0.5306 },
  ]
  expect(carbonOf([{ time: '2025-03-01 02:00:00', kwh: 100 }], factors, 'East', 'average')).toMatchObject({
    kg: expect.closeTo(53.06, 9),
    borrowed: [2023],
  })
  expect(carbonOf([{ time: '2021-03-01 02:00:00', kwh: 100 }], factors, 'East', 'average')).toMatchObject({ kg: 0, missingHours: 1 })
  expect(carbonOf([{ time: '2023-03-01 02:00:00', kwh: 100 }], factors, 'East', 'average').borrowed).toEqual([])
})

test('dimming by 10 % from 23 to 5 saves a tenth of the carbon of these hours', () => {
  const hours = Array.from({ length: 48 }, (_, n): HourEnergy => ({ time: timeOf(n), kwh: 10 }))
  const factors: CarbonFactor[] = [{ ...base, year: 2024, hour: null, value: 0.5 }]
  expect(savedByDimming(hours, 0.1, (hour) => hour >= 23 || hour < 5, factors, 'East', 'average')).toBeCloseTo(0.1 * 12 * 10 * 0.5, 9)
})
