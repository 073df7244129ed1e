import type { Point, Series } from '@lamplight/console-kit/charts'
import type { DeviceProperty } from '@lamplight/kit'

/** A bucket of the history: its start time; mean, minimum and maximum of each property; for counters also the increase. */
export type Bucket = Readonly<Record<string, number | null>> & { readonly at: number }
/** A property prepared for its chart. */
export interface Drawn {
  readonly name: string
  readonly title: string
  /** Symbol of the unit. */
  readonly unit: string
  /** Labels of the values, if the property is a choice. */
  readonly words: Readonly<Record<number, string>> | undefined
  readonly fromZero: boolean
  readonly series: readonly [Series]
}
type Reading = readonly [at: number, value: number, low: number, high: number]

const readingsOf = (name: string, buckets: readonly Bucket[]): Reading[] =>
  buckets.flatMap((bucket): Reading[] => {
    const value = bucket[name]
    if (value === null || value === undefined) return []
    return [[bucket.at, value, bucket[`${name}Min`] ?? value, bucket[`${name}Max`] ?? value]]
  })

/** A pause between reports that is longer than this multiple of the usual pause is drawn as a gap. */
const GAP = 4

/** Inserts gaps into the points where the device was silent much longer than usual. */
export const withGaps = (points: readonly Point[]): readonly Point[] => {
  const spans = points.slice(1).map(([at], before) => at - (points[before]?.[0] ?? at))
  const usual = [...spans].sort((a, b) => a - b)[Math.floor(spans.length / 2)] ?? 0
  return points.flatMap((point, at): readonly Point[] => {
    const silence = spans[at - 1] ?? 0
    return silence > GAP * usual ? [[point[0] - silence + usual, null], point] : [point]
  })
}

const rounded = (value: number, decimals = 3): number => Number(value.toFixed(decimals))

/**
 * The chart series of a property: steps for choices and switches, bars of the increase for counters, else a line with a band between minimum and
 * maximum. A bucket with several choices shows the highest one, because their mean may be no valid choice.
 */
export const seriesOf = (name: string, property: DeviceProperty, label: string, buckets: readonly Bucket[]): Series => {
  const { decimals } = property
  if (property.counter)
    return {
      name: label,
      points: readingsOf(`${name}Increase`, buckets).map(([at, grown]): Point => [at, rounded(grown, decimals)]),
      kind: 'bar',
    }
  const readings = readingsOf(name, buckets)
  if (property.values || property.type === 'boolean')
    return { name: label, points: withGaps(readings.map(([at, , , high]): Point => [at, high])), step: true }
  const pick = (of: 1 | 2 | 3): readonly Point[] => withGaps(readings.map((one): Point => [one[0], rounded(one[of], decimals)]))
  const isBand = readings.some(([, , low, high]) => low < high)
  return { name: label, points: pick(1), ...(isBand ? { band: { low: pick(2), high: pick(3) } } : {}) }
}
