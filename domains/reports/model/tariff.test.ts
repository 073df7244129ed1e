import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandOfHour, costOf, hourPrices, readTariff } from './tariff.ts'

test('a tariff holds from each time to the next, and over midnight', () => {
  const prices = hourPrices(readTariff('08:00=0.85; 22:00=0.42'))
  expect(prices).toEqual([...Array(8).fill(0.42), ...Array(14).fill(0.85), 0.42, 0.42])
  expect([bandOfHour(prices, 9), bandOfHour(prices, 23)]).toEqual(['peak', 'valley'])
  expect(bandOfHour(hourPrices(readTariff('00:00=0.6')), 3)).toBe('flat')
})

test('a band that begins within an hour counts by its minutes; parts that cannot be read are left out', () => {
  expect(hourPrices(readTariff('00:00=1;06:15=2;24:00=9;noon=3'))[6]).toBeCloseTo((15 * 1 + 45 * 2) / 60, 6)
  expect(hourPrices(readTariff('nothing'))).toEqual(Array(24).fill(0))
})

test('the hours cost what their minutes cost', () => {
  const band = fc.record({ from: fc.integer({ min: 0, max: 1439 }), price: fc.integer({ min: 1, max: 300 }).map((cents) => cents / 100) })
  fc.assert(
    fc.property(fc.uniqueArray(band, { minLength: 1, maxLength: 6, selector: ({ from }) => from }), (made) => {
      const bands = made.toSorted((a, b) => a.from - b.from)
      const prices = hourPrices(bands)
      // 60 Wh in each minute.
      const byMinute = Array.from(
        { length: 1440 },
        (_, minute) => (bands.findLast(({ from }) => from <= minute) ?? bands.at(-1)!).price * 0.06,
      )
      const cost = costOf(Array(24).fill(60 * 60_000), prices)
      expect(cost).toBeCloseTo(
        byMinute.reduce((sum, one) => sum + one, 0),
        3,
      )
    }),
  )
})
