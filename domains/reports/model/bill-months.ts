import { bucketsOf, type DayRange } from '@lamplight/kit'
import { type Bill, billDays } from './bills.ts'

/** Energy by month of the supply points whose bills cover every month. */
export interface BillMonths {
  readonly months: readonly { readonly month: string; readonly kwh: number }[]
  /** `supplies`: number of supply points whose bills cover all months. `leftOut`: number of the others. */
  readonly supplies: number
  readonly leftOut: number
}
const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Energy of a supply point by month, and the days of each month that its bills cover. The energy of a bill is spread evenly over its days.
 */
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

/** Months (`yyyy-MM`) of which a range contains every day. */
export const wholeMonths = ({ from, to }: DayRange): string[] =>
  bucketsOf({ from, to }, 'month')
    .map((bucket) => bucket.slice(0, 7))
    .filter((month) => `${month}-01` >= from && `${month}-${daysIn(month)}` <= to)

/**
 * Returns a function that gives the energy of some months (`yyyy-MM`). Months that no supply point has bills for are left out first. Then a
 * supply point counts only if its bills cover all remaining months: a missing bill would look like a saving.
 */
export const billMonths = (bills: readonly Bill[]): ((wanted: readonly string[]) => BillMonths) => {
  const supplies = [...Map.groupBy(bills, ({ supply }) => supply).values()].map(byMonth)
  const covers = (supply: ReturnType<typeof byMonth>, month: string): boolean => supply.get(month)?.days.size === daysIn(month)
  return (wanted) => {
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
}
