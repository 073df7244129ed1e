import type { Text } from '@lamplight/kit'
import { type PlaceColumns, pairOf, sorted } from './coordinates.ts'
import type { Guess, PlaceForm, PlaceReading, RawRow } from './model.ts'
import { middleOf } from './outliers.ts'
import { fromMercator, isText, type Pair, placeOf } from './place.ts'
import { metresToKnown, type Near, placeQuestion, SAME_REGION_M } from './place-question.ts'

/** Half the width of the square of EPSG:3857, m. */
const MERCATOR_EDGE = 20_048_967

interface Finding<T> {
  readonly value: T
  readonly confidence: number
  readonly reason: Text
}
const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
const fitsDegrees = ({ first, second }: Pair): boolean =>
  Math.max(Math.abs(first.value), Math.abs(second.value)) <= 180 && Math.min(Math.abs(first.value), Math.abs(second.value)) <= 90

const metric = (pairs: readonly Pair[], named: string, near: readonly Near[]): Finding<PlaceForm> => {
  const [x, y] = [median(pairs.map(({ first }) => first.value)), median(pairs.map(({ second }) => second.value))]
  const unknown: Text = ['坐标是米制，但文件没有说明投影', 'The coordinates are in metres of a projection that the file does not name']
  if (Math.max(Math.abs(x), Math.abs(y)) > MERCATOR_EDGE) return { value: 'projected', confidence: 0.9, reason: unknown }
  const [lng, lat] = fromMercator(x, y)
  if (metresToKnown(lng, lat, near) <= SAME_REGION_M)
    return {
      value: 'mercator',
      confidence: 0.95,
      reason: ['按 Web 墨卡托落在已有灯具附近', 'Read as Web Mercator they lie near known lamps'],
    }
  // These axis names indicate a national grid; Web Mercator exports do not use them.
  if (/easting|northing|东坐标|北坐标/i.test(named)) return { value: 'projected', confidence: 0.7, reason: unknown }
  return {
    value: 'mercator',
    confidence: 0.7,
    reason: ['数值超出经纬度范围，符合 Web 墨卡托', 'The numbers are beyond degrees and fit Web Mercator'],
  }
}

const formOf = (pairs: readonly Pair[], code: number | null, named: string, near: readonly Near[]): Finding<PlaceForm> => {
  // Decides by the majority: a single wild number in a file with degrees is an error of its row.
  if (pairs.filter(fitsDegrees).length * 2 >= pairs.length) {
    const minutes = pairs.filter(({ first, second }) => first.minutes || second.minutes).length
    return minutes * 2 > pairs.length
      ? { value: 'dms', confidence: 0.95, reason: ['带有分（秒）', 'They are written with minutes'] }
      : { value: 'degrees', confidence: 0.95, reason: ['数值在经纬度范围内', 'The numbers are within degrees'] }
  }
  if (code === 3857 || code === 900913)
    return { value: 'mercator', confidence: 1, reason: ['文件注明 EPSG:3857', 'The file names EPSG:3857'] }
  if (code !== null && code !== 4326)
    return {
      value: 'projected',
      confidence: 1,
      reason: [`文件注明 EPSG:${code}，请导出为经纬度`, `The file names EPSG:${code}: export it as longitude and latitude`],
    }
  return metric(pairs, named, near)
}

const orderOf = (
  pairs: readonly Pair[],
  form: PlaceForm,
  source: PlaceReading['source'],
  near: readonly Near[],
): Finding<PlaceReading['order']> => {
  const named: Finding<PlaceReading['order']> = {
    value: 'lngLat',
    confidence: 0.95,
    reason: ['按列名或标准', 'By their names or the standard'],
  }
  if (form !== 'degrees' && form !== 'dms') return named
  const sane = pairs.filter(fitsDegrees)
  const beyond = (value: (pair: Pair) => number): number => sane.filter((pair) => Math.abs(value(pair)) > 90).length
  const [first, second] = [beyond(({ first: { value } }) => value), beyond(({ second: { value } }) => value)]
  if (second > first)
    return { value: 'latLng', confidence: 0.95, reason: ['第二个值超过 90，是经度', 'The second goes beyond 90: it is the longitude'] }
  if (first > 0) return { ...named, reason: ['第一个值超过 90，是经度', 'The first goes beyond 90: it is the longitude'] }
  const [x, y] = [median(sane.map((pair) => pair.first.value)), median(sane.map((pair) => pair.second.value))]
  const straight = metresToKnown(x, y, near)
  const turned = metresToKnown(y, x, near)
  if (Math.min(straight, turned) <= SAME_REGION_M)
    return {
      value: straight <= turned ? 'lngLat' : 'latLng',
      confidence: 0.9,
      reason: ['这样落在已有灯具附近', 'So they lie near known lamps'],
    }
  const says = pairs.some(({ first: { axis }, second: { axis: other } }) => axis || other)
  if (source !== 'column' || says || sane.every(({ standard }) => standard)) return named
  return { value: 'latLng', confidence: 0.6, reason: ['同一列中通常纬度在前', 'In one column the latitude usually stands first'] }
}

/** Returns how the places of the sample are written. `code`: the EPSG number in the file; `named`: the names of its axes. */
export const guessPlace = (
  rows: readonly RawRow[],
  source: PlaceReading['source'],
  at: PlaceColumns,
  hints: { readonly code: number | null; readonly named: string; readonly near: readonly Near[] },
): { readonly reading: PlaceReading; readonly guesses: readonly Guess[]; readonly question: Text | null } => {
  const pairs = rows.flatMap((row) => {
    const pair = pairOf(row, source, at)
    return pair && (pair.first.value !== 0 || pair.second.value !== 0) ? [sorted(pair)] : []
  })
  const form = formOf(pairs, hints.code, hints.named, hints.near)
  const order = orderOf(pairs, form.value, source, hints.near)
  const reading = { source, form: form.value, order: order.value }
  const places = pairs.flatMap(({ first, second }) => {
    const place = placeOf(first.value, second.value, reading)
    return isText(place) ? [] : [{ lng: place[0] as number, lat: place[1] as number }]
  })
  return {
    reading,
    question: places.length === 0 ? null : placeQuestion(...middleOf(places), hints.near),
    guesses: [
      { about: 'placeForm', column: null, confidence: form.confidence, reason: form.reason },
      { about: 'order', column: null, confidence: order.confidence, reason: order.reason },
    ],
  }
}
