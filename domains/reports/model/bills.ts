/** One period of a supply point in a bill file. */
export interface Bill {
  readonly supply: string
  /** First and last day, `yyyy-MM-dd`. */
  readonly from: string
  readonly to: string
  readonly kwh: number
  /** Type of the reading, if the file has it. */
  readonly reading?: 'actual' | 'estimated'
}
/** `stated`: the file says so; `repeated`: the same energy per day as in a neighbouring period; `flat`: it does not follow the nights. */
export type EstimateCause = 'stated' | 'repeated' | 'flat'
export interface Estimate {
  readonly bill: Bill
  readonly cause: EstimateCause
  /** Only for `repeated`: difference of the mean night hours of the two periods, as a share of the longer ones (0 to 1). */
  readonly nightsDiffer?: number
}
const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const billDays = ({ from, to }: Pick<Bill, 'from' | 'to'>): number => Math.round((at(to) - at(from)) / DAY_MS) + 1
const perDay = (bill: Bill): number => bill.kwh / billDays(bill)
/** Energy per day to two decimals: suppliers who prorate give it again, up to the rounding of the kWh. */
const isSame = (a: Bill, b: Bill): boolean => Math.abs(perDay(a) - perDay(b)) <= 0.5 / billDays(a) + 0.5 / billDays(b)
const ROUNDING_SHARE = 0.004
const RUN = 3
const FLAT_SHARE = 0.005
/** Nights must change by this share within a run (three months at 30° change by 14 %), and the energy by less than this share of that. */
const SWING = 0.1
const FOLLOWS = 0.03

/**
 * Bills that a supplier estimated. Two adjacent bills with the same energy per day are probably both estimated; `nightsDiffer` shows
 * whether lamps could really use the same energy in both periods. `nightHours`: mean hours of the nights of a period.
 */
export const estimatedBills = (bills: readonly Bill[], nightHours: (bill: Bill) => number): readonly Estimate[] => {
  const found = new Map<Bill, EstimateCause>()
  const nights = new Map<Bill, number>()
  for (const own of Map.groupBy(bills, ({ supply }) => supply).values()) {
    const sorted = own.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    for (const bill of sorted) if (bill.reading === 'estimated') found.set(bill, 'stated')
    for (const [n, bill] of sorted.entries()) {
      const next = sorted[n + 1]
      if (!next || bill.kwh === 0 || bill.reading === 'actual' || next.reading === 'actual') continue
      const tight = Math.abs(perDay(bill) - perDay(next)) <= ROUNDING_SHARE * perDay(bill)
      if (!isSame(bill, next) || !tight) continue
      const [here, there] = [nightHours(bill), nightHours(next)]
      const differ = Math.abs(here - there) / Math.max(here, there, 1e-9)
      for (const one of [bill, next]) {
        if (!found.has(one)) found.set(one, 'repeated')
        nights.set(one, Math.max(differ, nights.get(one) ?? 0))
      }
    }
    for (let n = 0; n + RUN <= sorted.length; n++) {
      const run = sorted.slice(n, n + RUN)
      const [energy, nights] = [run.map(perDay), run.map(nightHours)]
      const swing = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / (Math.max(...values) || 1)
      if (swing(nights) > SWING && swing(energy) < FOLLOWS * swing(nights) && energy[0] !== 0)
        for (const one of run) if (!found.has(one) && one.reading !== 'actual') found.set(one, 'flat')
    }
    // What was charged at the same rate before and after is estimated too, also where the nights hardly change.
    for (const order of [sorted, sorted.toReversed()])
      for (const [n, bill] of order.entries()) {
        const before = order[n - 1]
        if (!before || found.get(before) !== 'flat' || found.has(bill) || bill.reading === 'actual') continue
        if (Math.abs(perDay(bill) - perDay(before)) <= FLAT_SHARE * perDay(before)) found.set(bill, 'flat')
      }
  }
  return [...found].map(([bill, cause]) => ({ bill, cause, ...(cause === 'repeated' ? { nightsDiffer: nights.get(bill) ?? 0 } : {}) }))
}
