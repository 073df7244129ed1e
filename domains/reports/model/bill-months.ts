import { bucketsOf, type DayRange } from '@lamplight/kit'
import { type Bill, billDays } from './bills.ts'

/** Energy of all supply points that have bills for every month, by month. */
export interface BillMonths {
  readonly months: readonly { readonly month: string; readonly kwh: number }[]
  /** Supply points whose bills cover all months, and those left out because theirs do not. */
  readonly supplies: number
  readonly leftOut: number
}
const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Energy of a supply point by month, and the days of each month that its bills cover. A bill across months is divided by days. */
const byMonth = (bills: readonly Bill[]): ReadonlyMap<string, { kwh: number; readonly days: Set<string> }> => {
  const found = new Map<string, { kwh: number; readonly days: Set<string> }>()
  for (const bill of bills) {
    const perDay = bill.kwh / billDays(bill)
    for (let ms = at(bill.from); ms <= at(bill.to); ms += DAY_MS) {
      const day = dayOf(ms)
      const month = found.get(day.slice(0, 7)) ?? { kwh: 0, days: new Set<string>() }
      found.set(day.slice(0, 7), month)
      month.kwh += perDay
      month.days.add(day)
    }
  }
  return found
}
const daysIn = (month: string): number => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()

/** Months (`yyyy-MM`) that lie in a range of days as a whole. */
export const wholeMonths = ({ from, to }: DayRange): string[] =>
  bucketsOf({ from, to }, 'month')
    .map((bucket) => bucket.slice(0, 7))
    .filter((month) => `${month}-01` >= from && `${month}-${daysIn(month)}` <= to)

/**
 * Energy of the given months. A supply point counts if its bills cover each of them, or else it would look like a saving; months that the bills of no supply
 * point cover are left out first.
 */
export const billMonths = (bills: readonly Bill[], wanted: readonly string[]): BillMonths => {
  const supplies = [...Map.groupBy(bills, ({ supply }) => supply).values()].map(byMonth)
  const covers = (supply: ReturnType<typeof byMonth>, month: string): boolean => supply.get(month)?.days.size === daysIn(month)
  const months = wanted.filter((month) => supplies.some((supply) => covers(supply, month)))
  const whole = months.length === 0 ? [] : supplies.filter((supply) => months.every((month) => covers(supply, month)))
  const touched = supplies.filter((supply) => months.some((month) => supply.has(month)))
  return {
    months:
      whole.length === 0
        ? []
        : months.map((month) => ({ month, kwh: whole.reduce((sum, supply) => sum + (supply.get(month)?.kwh ?? 0), 0) })),
    supplies: whole.length,
    leftOut: touched.length - whole.length,
  }
}
