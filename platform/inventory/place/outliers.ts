import type { Text } from '@lamplight/kit'
import type { Notes } from '../notes.ts'
import { metresBetween } from './spots.ts'

/** Number of places from which the middle of the city is computed, and the distance from it that counts as far, km. */
const KNOWN_AT = 101
const FAR_KM = 200
const FAR: Text = [
  `距文件中其他灯具超过 ${FAR_KM} 公里，请核对坐标`,
  `More than ${FAR_KM} km from the other lamps of the file: check the coordinates`,
]

interface Spot {
  readonly row: number
  readonly lng: number
  readonly lat: number
}
/** Returns the median position, which single outliers do not move. */
export const middleOf = (spots: readonly { readonly lng: number; readonly lat: number }[]): readonly [lng: number, lat: number] => {
  const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
  return [median(spots.map(({ lng }) => lng)), median(spots.map(({ lat }) => lat))]
}

/** Adds remarks about rows that are far from most others of the file. */
export const createOutliers = (notes: Notes) => {
  let waiting: Spot[] | null = []
  let middle: readonly [number, number] = [0, 0]
  const judge = ({ row, lng, lat }: Spot): void => {
    if (metresBetween(lng, lat, middle[0], middle[1]) > FAR_KM * 1000) notes.add(FAR, row)
  }
  const settle = (): void => {
    if (!waiting || waiting.length < 3) return
    middle = middleOf(waiting)
    waiting.forEach(judge)
    waiting = null
  }
  return {
    see: (spot: Spot): void => {
      if (waiting) {
        waiting.push(spot)
        if (waiting.length >= KNOWN_AT) settle()
      } else judge(spot)
    },
    /** Checks the rows collected so far, for a short file. */
    settle,
  }
}
