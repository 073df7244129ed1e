/** Means of a cabinet over some nights, W: what its meter measured, and what its lamps should draw. */
export interface CabinetLoad {
  readonly id: string
  readonly meterNight: number
  readonly meterDay: number
  /** Sum of the lamps at the levels of their calendars, from the inventory. */
  readonly lampsNight: number
  /** Standby of the lamps by day. */
  readonly lampsDay: number
  /** Number of lamps by rated watts, for the cause. */
  readonly lamps: Readonly<Record<number, number>>
  readonly nightHours: number
}
/** `unregistered`: more lamps than in the inventory; `missing`: fewer; `dayBurner`: lamps lit by day; `constant`: the same surplus day and night. */
export type InventoryCause = 'unregistered' | 'missing' | 'dayBurner' | 'constant'
export interface InventoryFinding {
  readonly id: string
  readonly cause: InventoryCause
  /** W, positive if the meter measured more. */
  readonly watts: number
  /** Number of lamps of `unit` watts that explain the difference; 0 if none do. */
  readonly count: number
  readonly unit: number
  readonly kwhPerYear: number
  readonly moneyPerYear: number
}
export interface InventoryRules {
  /** Share of the energy that cables lose. */
  readonly loss: number
  /** Share of the load, and W, below which a difference is noise. */
  readonly noiseShare: number
  readonly noiseWatts: number
  /** Price of a kWh. */
  readonly price: number
}
export const INVENTORY_RULES: InventoryRules = { loss: 0.02, noiseShare: 0.02, noiseWatts: 50, price: 0.6 }
const YEAR_DAYS = 365
const FIT = 0.12

/** How many lamps of the cabinet's usual wattages a difference is. */
const inLamps = (watts: number, lamps: CabinetLoad['lamps']): { readonly count: number; readonly unit: number } => {
  const sizes = Object.entries(lamps).toSorted(([, a], [, b]) => b - a)
  for (const [size] of sizes) {
    const count = Math.round(watts / Number(size))
    if (count > 0 && Math.abs(watts / Number(size) - count) <= FIT * count) return { count, unit: Number(size) }
  }
  return { count: 0, unit: 0 }
}

/** Compares meters with the inventory. The findings are ordered by money. */
export const inventoryFindings = (cabinets: readonly CabinetLoad[], rules: InventoryRules = INVENTORY_RULES): readonly InventoryFinding[] =>
  cabinets
    .flatMap((cabinet): InventoryFinding[] => {
      const { id, meterNight, meterDay, lampsNight, lampsDay, lamps, nightHours } = cabinet
      const noise = Math.max(rules.noiseWatts, rules.noiseShare * lampsNight)
      const night = meterNight - lampsNight * (1 + rules.loss)
      const day = meterDay - lampsDay
      const finding = (cause: InventoryCause, watts: number, hours: number): InventoryFinding => {
        const kwhPerYear = (Math.abs(watts) * hours * YEAR_DAYS) / 1000
        return { id, cause, watts, ...inLamps(Math.abs(watts), lamps), kwhPerYear, moneyPerYear: kwhPerYear * rules.price }
      }
      const both = Math.abs(day) > noise && Math.abs(night - day) <= noise
      if (both && day > 0) return [finding('constant', (night + day) / 2, 24)]
      return [
        ...(day > noise ? [finding('dayBurner', day, 24 - nightHours)] : []),
        ...(night > noise ? [finding('unregistered', night, nightHours)] : []),
        ...(night < -noise ? [finding('missing', night, nightHours)] : []),
      ]
    })
    .toSorted((a, b) => b.moneyPerYear - a.moneyPerYear)
