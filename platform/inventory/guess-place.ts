import type { Text } from '@lamplight/kit'
import { type PlaceColumns, pairOf, sorted } from './coordinates.ts'
import { isInCountry } from './countries.ts'
import { fitsAnywhere, fitsInCountry, gridOf } from './grids.ts'
import type { GridChoice, Guess, PlaceForm, PlaceReading, RawRow } from './model.ts'
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

/** What is known about the places of a file besides their numbers. */
export interface PlaceHints {
  /** The EPSG number in the file. */
  readonly code: number | null
  /** Names of the two columns with coordinates. */
  readonly named: string
  readonly near: readonly Near[]
  /** ISO 3166 code of the country where the tenant is; null if it is unknown. */
  readonly country: string | null
}
interface Form extends Finding<PlaceForm> {
  readonly epsg?: number
  readonly order?: PlaceReading['order']
  /** Grids that fit the numbers, to choose from. */
  readonly grids?: readonly GridChoice[]
  /** The grid that was taken because it is the only one that places the numbers in the tenant's country. */
  readonly assumed?: GridChoice
}
/** EPSG number of Web Mercator. */
const WEB_MERCATOR = 3857
/** Largest number of grids that are offered. */
const GRIDS_AT_MOST = 40
/** Eastings below this value are Web Mercator: no national grid has them, m. */
const WEST_OF_GRIDS = -1_500_000
/** A grid is taken without a question if its place is this many times nearer to known lamps than the place in the next best grid. */
const CLEARLY_NEARER = 5
const degreesOf = ({ lng, lat }: GridChoice): string => `${lat.toFixed(2)}, ${lng.toFixed(2)}`
const inGrid = (fit: GridChoice, confidence: number, reason: Text): Form => ({
  value: fit.epsg === WEB_MERCATOR ? 'mercator' : 'projected',
  confidence,
  reason,
  order: fit.order,
  ...(fit.epsg !== WEB_MERCATOR && { epsg: fit.epsg }),
})

/**
 * Returns the form of metres for which the file names no grid. It is decided by known lamps, then by the tenant's country; otherwise it
 * stays unknown, with the grids to choose from.
 */
const metric = (pairs: readonly Pair[], { named, near, country }: PlaceHints): Form => {
  const [x, y] = [median(pairs.map(({ first }) => first.value)), median(pairs.map(({ second }) => second.value))]
  const [lng, lat] = Math.max(Math.abs(x), Math.abs(y)) <= MERCATOR_EDGE ? fromMercator(x, y) : [Number.NaN, Number.NaN]
  // These axis names indicate a national grid; Web Mercator exports do not use them.
  const isMercator = Number.isFinite(lng) && !/easting|northing|东坐标|北坐标/i.test(named)
  const mercator: GridChoice[] = isMercator ? [{ epsg: WEB_MERCATOR, name: 'Web Mercator', order: 'lngLat', lng, lat }] : []
  const national = country === null ? [] : fitsInCountry(x, y, country)
  const all = [...mercator, ...national, ...fitsAnywhere(x, y).filter(({ epsg }) => !national.some((each) => each.epsg === epsg))]
  const known = all.map((fit) => ({ fit, metres: metresToKnown(fit.lng, fit.lat, near) })).sort((one, other) => one.metres - other.metres)
  const [nearest, next] = known
  if (nearest && nearest.metres <= SAME_REGION_M && (!next || next.metres > nearest.metres * CLEARLY_NEARER))
    return inGrid(nearest.fit, 0.95, [`按 ${nearest.fit.name} 落在已有灯具附近`, `Read as ${nearest.fit.name} they lie near known lamps`])
  if (isMercator && x < WEST_OF_GRIDS)
    return {
      value: 'mercator',
      confidence: 0.7,
      reason: ['数值超出经纬度范围，符合 Web 墨卡托', 'The numbers are out of range for degrees and fit Web Mercator'],
    }
  const home = country === null ? [] : [...mercator.filter((fit) => isInCountry(country, fit.lng, fit.lat)), ...national]
  const [only] = home
  const grids = [...home, ...all.filter((fit) => !home.includes(fit))].slice(0, GRIDS_AT_MOST)
  if (only && home.length === 1)
    return {
      ...inGrid(only, 0.7, [`只有按 ${only.name} 才落在本国`, `Only read as ${only.name} they lie in the tenant's country`]),
      ...(only.epsg !== WEB_MERCATOR && { grids, assumed: only }),
    }
  return {
    value: 'projected',
    confidence: 0.7,
    grids,
    reason: ['坐标是米制，但文件没有说明投影', 'The coordinates are in metres of a projection that the file does not name'],
  }
}

const formOf = (pairs: readonly Pair[], hints: PlaceHints): Form => {
  const code = hints.code ?? pairs.find((pair) => pair.code)?.code ?? null
  // Decides by the majority: a single wild number in a file with degrees is an error of its row.
  if (pairs.filter(fitsDegrees).length * 2 >= pairs.length) {
    const minutes = pairs.filter(({ first, second }) => first.minutes || second.minutes).length
    return minutes * 2 > pairs.length
      ? { value: 'dms', confidence: 0.95, reason: ['带有分（秒）', 'Written with minutes (and seconds)'] }
      : { value: 'degrees', confidence: 0.95, reason: ['数值在经纬度范围内', 'The numbers are within degrees'] }
  }
  if (code === WEB_MERCATOR || code === 900913)
    return { value: 'mercator', confidence: 1, reason: ['文件注明 EPSG:3857', 'The file names EPSG:3857'] }
  const grid = code === null ? undefined : gridOf(code)
  if (grid)
    return {
      value: 'projected',
      epsg: grid.epsg,
      confidence: 1,
      reason: [`文件注明 EPSG:${code}（${grid.name}）`, `The file names EPSG:${code} (${grid.name})`],
    }
  if (code !== null && code !== 4326)
    return {
      value: 'projected',
      epsg: code,
      confidence: 1,
      reason: [
        `文件注明 EPSG:${code}，平台不支持，请导出为经纬度`,
        `The file names EPSG:${code}, which the platform does not know: export it as longitude and latitude`,
      ],
    }
  return metric(pairs, hints)
}

/** Number of grids that the question names. */
const EXAMPLES = 3
/** Returns the question which grid the file uses; null if that is known. */
const gridQuestion = ({ value, epsg, grids, assumed }: Form): Text | null => {
  if (assumed)
    return [
      `坐标是米制，但文件没有说明投影；按 ${assumed.name} 读取，灯具位于 ${degreesOf(assumed)}：请在地图上核对`,
      `The coordinates are in metres of a projection that the file does not name. Read as ${assumed.name} they lie at ${degreesOf(assumed)}: check them on the map`,
    ]
  if (value !== 'projected' || epsg !== undefined || !grids) return null
  if (grids.length === 0)
    return [
      '坐标是米制，但文件没有说明投影：请指定投影，或导出为经纬度',
      'The coordinates are in metres of a projection that the file does not name: choose the projection, or export them as longitude and latitude',
    ]
  const examples = grids.slice(0, EXAMPLES)
  const zh = examples.map((fit) => `${fit.name}（${degreesOf(fit)}）`).join('、')
  const en = examples.map((fit) => `${fit.name} (${degreesOf(fit)})`).join(', ')
  const hasMore = grids.length > EXAMPLES
  return [
    `坐标是米制，但文件没有说明投影，灯具未定位。请指定投影，例如 ${zh}${hasMore ? ' 等' : ''}`,
    `The coordinates are in metres of a projection that the file does not name, so no lamp is placed. Choose the projection, for example ${en}${hasMore ? ' or another' : ''}`,
  ]
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
  return { value: 'latLng', confidence: 0.6, reason: ['同一列中通常纬度在前', 'In one column the latitude usually comes first'] }
}

/** Returns how the places of the sample are written. */
export const guessPlace = (
  rows: readonly RawRow[],
  source: PlaceReading['source'],
  at: PlaceColumns,
  hints: PlaceHints,
): {
  readonly reading: PlaceReading
  readonly guesses: readonly Guess[]
  readonly question: Text | null
  /** True if `question` asks which grid the file uses. */
  readonly asksForGrid: boolean
  readonly grids: readonly GridChoice[]
} => {
  const pairs = rows.flatMap((row) => {
    const pair = pairOf(row, source, at)
    return pair && (pair.first.value !== 0 || pair.second.value !== 0) ? [sorted(pair)] : []
  })
  const form = formOf(pairs, hints)
  const order = form.order
    ? { value: form.order, confidence: form.confidence, reason: form.reason }
    : orderOf(pairs, form.value, source, hints.near)
  const reading = { source, form: form.value, order: order.value, ...(form.value === 'projected' && { epsg: form.epsg ?? null }) }
  const asked = gridQuestion(form)
  const places = pairs.flatMap(({ first, second }) => {
    const place = placeOf(first.value, second.value, reading)
    return isText(place) ? [] : [{ lng: place[0] as number, lat: place[1] as number }]
  })
  return {
    reading,
    question: asked ?? (places.length === 0 ? null : placeQuestion(...middleOf(places), hints.near)),
    asksForGrid: asked !== null,
    grids: form.grids ?? [],
    guesses: [
      { about: 'placeForm', column: null, confidence: form.confidence, reason: form.reason },
      { about: 'order', column: null, confidence: order.confidence, reason: order.reason },
    ],
  }
}
