/** `average` of the grid, `residual`: without non-fossil energy that was sold on the market, `fossil` only. */
export type FactorKind = 'average' | 'residual' | 'fossil'
/** A row of a factor file. */
export interface CarbonFactor {
  readonly region: string
  readonly year: number
  readonly kind: FactorKind
  /** Hour of the year (0 to 8783, local), or null: the factor holds for all hours of the year. */
  readonly hour: number | null
  /** kg CO2 per kWh. */
  readonly value: number
}
export interface HourEnergy {
  /** Local begin of the hour (`yyyy-MM-dd HH:00:00`), or a day (`yyyy-MM-dd`) if the hours of the energy are not known. */
  readonly time: string
  readonly kwh: number
}
export interface Carbon {
  readonly kg: number
  readonly kwh: number
  /** Energy without a factor: it is not part of `kg`. */
  readonly missingKwh: number
  /** Number of hours without a factor, plus 24 for each day with energy whose hours are not known. */
  readonly missingHours: number
  /** Energy whose hours are not known. It counts in `kg` with the factor of its year. */
  readonly noHoursKwh: number
  /** Years whose factors were used for hours of another year, because their own are not published yet. */
  readonly borrowed: readonly number[]
}
/** Hour of the year of a local time. */
export const hourOfYear = (time: string): number => {
  const [year, hour] = [Number(time.slice(0, 4)), Number(time.slice(11, 13))]
  return (Date.parse(`${time.slice(0, 10)}T00:00:00Z`) - Date.UTC(year, 0, 1)) / 3_600_000 + hour
}

const HOURS_OF_DAY = 24
/**
 * CO2 of energy by hour. An hour takes its own factor, else the factor of its year, else that of the last earlier year with one. Energy of
 * a day whose hours are not known takes the factor of the year.
 */
export const carbonOf = (hours: readonly HourEnergy[], factors: readonly CarbonFactor[], region: string, kind: FactorKind): Carbon => {
  const own = factors.filter((one) => one.region === region && one.kind === kind)
  const hourly = new Map(own.flatMap(({ year, hour, value }) => (hour === null ? [] : [[`${year} ${hour}`, value] as const])))
  const yearly = new Map(own.flatMap(({ year, hour, value }) => (hour === null ? [[year, value] as const] : [])))
  const years = [...yearly.keys()].toSorted((a, b) => b - a)
  const borrowed = new Set<number>()
  let [kg, kwh, missingKwh, missingHours, noHoursKwh] = [0, 0, 0, 0, 0]
  for (const { time, kwh: energy } of hours) {
    const year = Number(time.slice(0, 4))
    const before = years.find((one) => one <= year)
    const isDay = time.length === 10
    const ofHour = isDay ? undefined : hourly.get(`${year} ${hourOfYear(time)}`)
    const factor = ofHour ?? (before === undefined ? undefined : yearly.get(before))
    kwh += energy
    if (isDay) {
      noHoursKwh += energy
      missingHours += HOURS_OF_DAY
    }
    if (factor === undefined) {
      missingKwh += energy
      if (!isDay) missingHours++
      continue
    }
    if (ofHour === undefined && before !== year) borrowed.add(before as number)
    kg += energy * factor
  }
  return { kg, kwh, missingKwh, missingHours, noHoursKwh, borrowed: [...borrowed].toSorted((a, b) => a - b) }
}

/** CO2 that is saved if the energy of the hours of `within` is lower by `share` (0 to 1), kg. */
export const savedByDimming = (
  hours: readonly HourEnergy[],
  share: number,
  within: (hour: number) => boolean,
  ...factors: readonly [readonly CarbonFactor[], string, FactorKind]
): number => {
  const dimmed = hours.map(({ time, kwh }) => ({
    time,
    kwh: time.length > 10 && within(Number(time.slice(11, 13))) ? kwh * (1 - share) : kwh,
  }))
  return carbonOf(hours, ...factors).kg - carbonOf(dimmed, ...factors).kg
}
