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
/**
 * `unregistered`: more lamps than in the inventory; `missing`: fewer; `dayBurner`: lamps lit by day; `constant`: the same surplus day and night; `wattage`: the
 * lamps of one nominal power draw another one in several cabinets.
 */
export type InventoryCause = 'unregistered' | 'missing' | 'dayBurner' | 'constant' | 'wattage'
/** Lamps of a nominal power that draw another one, W. */
interface Wattage {
  readonly count: number
  readonly rated: number
  readonly real: number
}
export interface InventoryFinding {
  readonly id: string
  readonly cause: InventoryCause
  /** W, positive if the meter measured more. */
  readonly watts: number
  /** Number of lamps of `unit` watts that explain the difference; 0 if none do. */
  readonly count: number
  readonly unit: number
  /** With `wattage`. */
  readonly wattage?: Wattage
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

const WATTAGE = { least: 0.05, most: 0.6, agree: 0.015, cabinets: 3, spread: 1.15, share: 0.9 } as const

/**
 * Marks differences that one wrong nominal power explains: in three cabinets or more with different numbers of lamps, the lamps of that power draw the same
 * other power. A number of additional lamps would give another power for each number.
 */
export const withWattages = (
  findings: readonly InventoryFinding[],
  cabinets: readonly CabinetLoad[],
  rules: Pick<InventoryRules, 'loss'> = INVENTORY_RULES,
): readonly InventoryFinding[] => {
  const loads = new Map(cabinets.map((cabinet) => [cabinet.id, cabinet]))
  const candidates = findings.flatMap((finding) => {
    const load = loads.get(finding.id)
    if (!load || (finding.cause !== 'unregistered' && finding.cause !== 'missing')) return []
    const sizes = Object.entries(load.lamps).map(([rated, count]) => ({ rated: Number(rated), count }))
    const all = sizes.reduce((sum, { count }) => sum + count, 0)
    const [main] = sizes.filter(({ count }) => count >= WATTAGE.share * all)
    if (!main) return []
    // At a dimmed level the difference is smaller than that of the nominal powers by the level.
    const share = finding.watts / (load.lampsNight * (1 + rules.loss))
    return Math.abs(share) >= WATTAGE.least && Math.abs(share) <= WATTAGE.most ? [{ finding, ...main, share }] : []
  })
  const marked = new Map<InventoryFinding, Wattage>()
  for (const own of Map.groupBy(candidates, ({ rated }) => rated).values())
    for (const one of own) {
      const like = own.filter(({ share }) => Math.abs(share - one.share) <= WATTAGE.agree)
      const counts = like.map(({ count }) => count)
      if (like.length < WATTAGE.cabinets || Math.max(...counts) < WATTAGE.spread * Math.min(...counts)) continue
      const mean = like.reduce((sum, { share }) => sum + share, 0) / like.length
      marked.set(one.finding, { count: one.count, rated: one.rated, real: Math.round(one.rated * (1 + mean)) })
    }
  return findings.map((finding) => {
    const wattage = marked.get(finding)
    return wattage ? { ...finding, cause: 'wattage', wattage } : finding
  })
}
