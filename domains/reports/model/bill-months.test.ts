import { expect, test } from 'vitest'
import { billMonths, wholeMonths } from './bill-months.ts'

const bill = (supply: string, from: string, to: string, kwh: number) => ({ supply, from, to, kwh })

test('whole months of a range', () => {
  expect(wholeMonths({ from: '2024-12-01', to: '2025-02-28' })).toEqual(['2024-12', '2025-01', '2025-02'])
  expect(wholeMonths({ from: '2024-12-02', to: '2025-02-27' })).toEqual(['2025-01'])
  expect(wholeMonths({ from: '2025-01-02', to: '2025-01-20' })).toEqual([])
})

test('bills are divided by days; a supply point without all months is left out and counted', () => {
  const found = billMonths([
    bill('A', '2025-01-01', '2025-01-31', 310),
    bill('A', '2025-02-01', '2025-02-28', 280),
    // 17 days of January, 14 of February.
    bill('B', '2025-01-15', '2025-02-14', 310),
    bill('B', '2024-12-15', '2025-01-14', 620),
    bill('B', '2025-02-15', '2025-03-14', 28),
    bill('C', '2025-01-01', '2025-01-31', 1000),
  ])(['2025-01', '2025-02', '2025-06'])
  expect(found).toEqual({
    months: [
      { month: '2025-01', kwh: 310 + 17 * 10 + 14 * 20 },
      { month: '2025-02', kwh: 280 + 14 * 10 + 14 },
    ],
    supplies: 2,
    leftOut: 1,
  })
  expect(billMonths([])(['2025-01'])).toEqual({ months: [], supplies: 0, leftOut: 0 })
})
