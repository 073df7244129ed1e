import type { Text } from '@lamplight/kit'
import type { PlaceReading, RawRow } from '../model.ts'
import { type Angle, type Pair, placeOf, readAngle, readPair, UNPLACED } from './place.ts'

/** Indexes of the columns with places; -1 if there is none. */
export interface PlaceColumns {
  readonly lng: number
  readonly lat: number
  readonly place: number
}
const plain = (value: number): Angle => ({ value, axis: null, minutes: false })

/** Returns both coordinates of a row as written; null if one is missing. */
export const pairOf = ({ point, cells }: RawRow, source: PlaceReading['source'], at: PlaceColumns): Pair | null => {
  if (source === 'point') return point && { first: plain(point[0]), second: plain(point[1]), standard: true }
  if (source === 'column') return readPair(cells[at.place] ?? '')
  const first = readAngle(cells[at.lng] ?? '')
  const second = readAngle(cells[at.lat] ?? '')
  return first && second && { first, second, standard: false }
}
const saysSides = ({ first, second }: Pair): boolean => first.axis !== null || second.axis !== null

/** Puts the longitude first if the cells say which is which. */
export const sorted = (pair: Pair): Pair =>
  pair.first.axis === 'lat' || pair.second.axis === 'lng' ? { ...pair, first: pair.second, second: pair.first } : pair

const FORMULA: Text = ['坐标是公式，请另存为数值', 'The coordinates are a formula: save them as values']

/** Returns why a row has no place: a formula, a text that is not a coordinate, or empty cells. */
const missing = ({ cells }: RawRow, at: PlaceColumns): Text => {
  const values = [at.lng, at.lat, at.place].map((column) => cells[column]?.trim() ?? '')
  if (values.some((text) => text.startsWith('='))) return FORMULA
  const strange = values.find((text, n) => text !== '' && (n === 2 ? readPair(text) : readAngle(text)) === null)?.slice(0, 40)
  return strange === undefined ? UNPLACED : [`坐标“${strange}”无法识别`, `The coordinate "${strange}" cannot be read`]
}

/** Returns the WGS-84 position of a row, or why it cannot be determined. */
export const locate = (row: RawRow, reading: PlaceReading, at: PlaceColumns): readonly [lng: number, lat: number] | Text => {
  const pair = pairOf(row, reading.source, at)
  if (!pair) return missing(row, at)
  if (saysSides(pair)) {
    const { first, second } = sorted(pair)
    return placeOf(first.value, second.value, { ...reading, order: 'lngLat' })
  }
  return placeOf(pair.first.value, pair.second.value, reading)
}
