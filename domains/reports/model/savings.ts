/** A billing period or a night of the baseline or of the reporting time. */
export interface EnergyPeriod {
  readonly kwh: number
  /** What the energy depends on: lamp-hours by calendar times connected kW, or for bills night hours. */
  readonly driver: number
}
/** A change that the driver does not contain: lamps added, a festival, a cabinet taken over. Positive: it raised the energy. */
export interface Adjustment {
  readonly kwh: number
  readonly reason: string
}
/** Energy = a + b × driver, fitted by least squares. */
export interface Baseline {
  readonly a: number
  readonly b: number
  readonly n: number
  /** Standard deviation of the errors, kWh, corrected for the correlation of the residuals. */
  readonly deviation: number
  /** Correlation of a residual with the one before, corrected for the bias of short series; at least 0. */
  readonly correlation: number
  /**
   * Standard deviation of the residuals (n - 2 degrees of freedom) over mean energy, %. ASHRAE Guideline 14 accepts 15 % for bills and 30 %
   * for hours.
   */
  readonly cv: number
  readonly driverMean: number
  readonly driverSpread: number
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const HIGHEST_CORRELATION = 0.95

/** Quantiles of the t-distribution for few degrees of freedom, where the series below is not exact. */
const FEW_T: Readonly<Record<number, number>> = { 1: 6.314, 2: 2.92, 3: 2.353, 4: 2.132, 5: 2.015 }
/** Value that a t-distributed variable exceeds with 5 %. */
const tOf90 = (freedom: number): number => {
  const [low, high] = [FEW_T[Math.floor(freedom)], FEW_T[Math.ceil(freedom)]]
  if (low !== undefined && high !== undefined) return low + (high - low) * (freedom - Math.floor(freedom))
  const z = 1.6448536
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}
/** Factor by which correlation raises the variance of a sum of `count` values. */
const inflation = (count: number, correlation: number): number => {
  let sum = 1
  for (let lag = 1, power = correlation; lag < count && power > 1e-12; lag++, power *= correlation) sum += 2 * (1 - lag / count) * power
  return sum
}
/** Fits the baseline. Null with fewer than three periods, or if the driver never changes. */
export const fitBaseline = (periods: readonly EnergyPeriod[]): Baseline | null => {
  const n = periods.length
  if (n < 3) return null
  const [x, y] = [mean(periods.map(({ driver }) => driver)), mean(periods.map(({ kwh }) => kwh))]
  const driverSpread = periods.reduce((sum, { driver }) => sum + (driver - x) ** 2, 0)
  if (driverSpread === 0 || y === 0) return null
  const b = periods.reduce((sum, { driver, kwh }) => sum + (driver - x) * (kwh - y), 0) / driverSpread
  const a = y - b * x
  const residuals = periods.map(({ driver, kwh }) => kwh - a - b * driver)
  const squares = residuals.reduce((sum, one) => sum + one * one, 0)
  const raw = squares === 0 ? 0 : residuals.slice(1).reduce((sum, one, at) => sum + one * (residuals[at] ?? 0), 0) / squares
  const correlation = Math.min(HIGHEST_CORRELATION, Math.max(0, n > 8 ? (raw + 1 / n) / (1 - 4 / n) : raw))
  // Correlated errors lie closer to the fitted line than to the true one. The two parameters of the line therefore use up more than one
  // degree of freedom each.
  const deviation = Math.sqrt(squares / Math.max(1, n - 2 * Math.min(inflation(n, correlation), n / 4)))
  const spread = Math.sqrt(squares / (n - 2))
  return { a, b, n, deviation, correlation, cv: (100 * spread) / y, driverMean: x, driverSpread }
}

/** Periods of the baseline below which an interval would promise too much: a year of monthly bills. */
const FEWEST = 12

export interface Savings {
  /** kWh that the baseline predicts for the reporting time, and that were measured. */
  readonly expected: number
  readonly measured: number
  /** Expected minus measured, and the same with the adjustments. */
  readonly avoided: number
  readonly adjusted: number
  /** % of the expected energy. */
  readonly share: number
  /** Half of the 90 % interval, kWh; null if the baseline is too short for one. */
  readonly margin: number | null
  /** Number of independent periods in the baseline. */
  readonly effective: number
}
/**
 * Energy avoided in the reporting time against the baseline, with the 90 % interval of the sum of its predictions. The errors of both times are correlated
 * from period to period (AR(1)).
 */
export const savingsOf = (baseline: Baseline, reporting: readonly EnergyPeriod[], adjustments: readonly Adjustment[] = []): Savings => {
  const { a, b, n, deviation, correlation, driverMean, driverSpread } = baseline
  const m = reporting.length
  const expected = reporting.reduce((sum, { driver }) => sum + a + b * driver, 0)
  const measured = reporting.reduce((sum, { kwh }) => sum + kwh, 0)
  const distance = reporting.reduce((sum, { driver }) => sum + driver, 0) - m * driverMean
  const [own, fitted] = [inflation(m, correlation), inflation(n, correlation)]
  const variance = deviation ** 2 * (m * own + ((m * m) / n + distance ** 2 / driverSpread) * fitted)
  const effective = (n * (1 - correlation)) / (1 + correlation)
  const avoided = expected - measured
  return {
    expected,
    measured,
    avoided,
    adjusted: avoided + adjustments.reduce((sum, { kwh }) => sum + kwh, 0),
    share: expected === 0 ? 0 : (100 * avoided) / expected,
    margin: n < FEWEST || m === 0 ? null : tOf90(Math.max(2, effective - 2)) * Math.sqrt(variance),
    effective,
  }
}
