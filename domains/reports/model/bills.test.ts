import { expect, test } from 'vitest'
import { type Bill, billDays, estimatedBills } from './bills.ts'

const nightOf = (month: number): number => 12 + 4 * Math.cos((2 * Math.PI * (month + 0.3)) / 12)
const nightHours = ({ from }: Bill): number => nightOf(Number(from.slice(5, 7)) - 1)
const monthOf = (year: number, month: number): { from: string; to: string } => {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month, 1)), to: day(Date.UTC(year, month + 1, 0)) }
}

test('prorated months of 63 supply points are found, and few others', () => {
  let state = 11
  const random = (): number => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
  const bills: Bill[] = []
  const estimated = new Set<Bill>()
  for (let supply = 0; supply < 63; supply++) {
    const watts = 500 + 4000 * random()
    for (let month = 0; month < 36; month++) {
      const period = monthOf(2017 + Math.floor(month / 12), month % 12)
      const days = billDays(period)
      const truth = (watts * nightOf(month % 12) * days * (0.95 + 0.1 * random())) / 1000
      const before = bills.at(-1)
      const prorated = month > 0 && random() < 0.08 && before?.supply === String(supply)
      const bill = { supply: String(supply), ...period, kwh: Math.round(prorated ? (before.kwh / billDays(before)) * days : truth) }
      bills.push(bill)
      if (prorated) for (const one of [bill, before]) estimated.add(one)
    }
  }
  const found = new Set(estimatedBills(bills, nightHours).map(({ bill }) => bill))
  const hit = [...estimated].filter((bill) => found.has(bill)).length
  const wrong = [...found].filter((bill) => !estimated.has(bill)).length
  expect(estimated.size).toBeGreaterThan(150)
  expect(hit / estimated.size).toBeGreaterThanOrEqual(0.97)
  expect(wrong / (bills.length - estimated.size)).toBeLessThanOrEqual(0.05)
})

test('what the file says wins: a stated estimate counts, an actual reading never does', () => {
  const base = { supply: 'A', kwh: 3100 }
  const january = { ...base, ...monthOf(2020, 0), reading: 'actual' as const }
  const march = { ...base, ...monthOf(2020, 2), reading: 'actual' as const }
  const may = { ...base, ...monthOf(2020, 4), reading: 'estimated' as const }
  expect(estimatedBills([january, march, may], nightHours)).toEqual([{ bill: may, cause: 'stated' }])
})

test('two equal periods are marked with what the nights say: whether they differ, or are alike', () => {
  const equal = (month: number): Bill => {
    const dates = monthOf(2020, month)
    return { supply: 'A', ...dates, kwh: 100 * billDays({ ...dates }) }
  }
  const [january, march, june, july] = [equal(0), equal(2), { ...equal(5), supply: 'B' }, { ...equal(6), supply: 'B' }]
  const marks = estimatedBills([january, march, june, july], nightHours)
  expect(marks.map(({ bill, cause }) => [bill, cause])).toEqual([january, march, june, july].map((bill) => [bill, 'repeated']))
  const share = (a: Bill, b: Bill): number => 1 - Math.min(nightHours(a), nightHours(b)) / Math.max(nightHours(a), nightHours(b))
  expect(marks[0]?.nightsDiffer).toBeCloseTo(share(january, march), 9)
  expect(marks[0]?.nightsDiffer).toBeGreaterThan(0.05)
  expect(marks[3]?.nightsDiffer).toBeCloseTo(share(june, july), 9)
  expect(marks[3]?.nightsDiffer).toBeLessThan(0.05)
})
