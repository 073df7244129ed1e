/** An instant (epoch ms) and its value; null is a gap. */
export type Point = readonly [at: number, value: number | null]
/** A time interval from, to (epoch ms). */
export type Interval = readonly [from: number, to: number]
/** Meaning of a colour; a meaning has the same colour in every chart. */
export type Hue = 'primary' | 'gold' | 'success' | 'warning' | 'danger' | 'neutral'
/** Lowest and highest value of the time that a point represents. */
export interface Band {
  readonly low: readonly Point[]
  readonly high: readonly Point[]
}
export interface Series {
  readonly name: string
  readonly points: readonly Point[]
  /** Drawn behind the line; its points have the same times as `points`. */
  readonly band?: Band
  /** True: a value holds until the next one and is drawn as a step. */
  readonly step?: true
  readonly kind?: 'line' | 'bar'
  readonly hue?: Hue
}

const HUES: readonly Hue[] = ['primary', 'gold', 'success', 'warning', 'danger', 'neutral']
/** Hue of a series: its own, or one of the first hues in turn. */
export const hueOf = (series: Series, at: number): Hue => series.hue ?? (HUES[at % HUES.length] as Hue)

/** First and last instant of all series; null if there are no points. */
export const spanOf = (all: readonly Series[]): Interval | null => {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { points } of all)
    for (const [at] of points) {
      if (at < from) from = at
      if (at > to) to = at
    }
  return from <= to ? [from, to] : null
}

/** The parts of `intervals` inside `span`. */
export const clip = (intervals: readonly Interval[], [from, to]: Interval): readonly Interval[] =>
  intervals.map(([start, end]): Interval => [Math.max(start, from), Math.min(end, to)]).filter(([start, end]) => start < end)

/** One row per instant of any series, with one value per series; null if a series has none. */
export const tableOf = (all: readonly Series[]): readonly { readonly at: number; readonly values: readonly (number | null)[] }[] => {
  const byTime = new Map<number, (number | null)[]>()
  all.forEach((series, column) => {
    for (const [at, value] of series.points) {
      const row = byTime.get(at) ?? new Array<number | null>(all.length).fill(null)
      row[column] = value
      byTime.set(at, row)
    }
  })
  return [...byTime].sort(([a], [b]) => a - b).map(([at, values]) => ({ at, values }))
}

/** Converts the band of a series to separate series, for table and file. */
export const withBands = (all: readonly Series[], [low, high]: readonly [low: string, high: string]): readonly Series[] =>
  all.flatMap((one) =>
    one.band ? [one, { name: `${one.name} ${low}`, points: one.band.low }, { name: `${one.name} ${high}`, points: one.band.high }] : [one],
  )

/** Smallest value that the axis must show: zero for quantities that are never negative, else null. */
export const floorOf = (all: readonly Series[], fromZero: boolean): number | null => {
  if (!fromZero) return null
  const negative = all.some(({ points }) => points.some(([, value]) => value !== null && value < 0))
  return negative ? null : 0
}

/** Options of an axis of shares in %: if the highest value is between 80 and 100, the axis ends at 100; round steps would end it at 120. */
export const shareAxis = (values: readonly (number | null)[]): { readonly max?: 100; readonly interval?: 25 } => {
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  return highest > 80 && highest <= 100 ? { max: 100, interval: 25 } : {}
}
