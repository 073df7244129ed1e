import type { Text } from '@lamplight/kit'
import { fromGrid, gridOf } from './grids.ts'
import type { PlaceReading } from './model.ts'

const MERCATOR = 20_037_508.342789244
/** Largest latitude of Web Mercator's square. */
export const MERCATOR_LATITUDE = 85.06

/** Converts EPSG:3857 metres to WGS-84 degrees. */
export const fromMercator = (x: number, y: number): readonly [lng: number, lat: number] => [
  (x / MERCATOR) * 180,
  (Math.atan(Math.exp((y / MERCATOR) * Math.PI)) * 360) / Math.PI - 90,
]

export interface Angle {
  readonly value: number
  /** Longitude or latitude, if the cell says which. */
  readonly axis: 'lng' | 'lat' | null
  /** True if it is written with minutes. */
  readonly minutes: boolean
}
const SIDES: Readonly<Record<string, readonly [sign: 1 | -1, axis: 'lng' | 'lat']>> = {
  n: [1, 'lat'],
  北: [1, 'lat'],
  s: [-1, 'lat'],
  南: [-1, 'lat'],
  e: [1, 'lng'],
  东: [1, 'lng'],
  w: [-1, 'lng'],
  西: [-1, 'lng'],
}
const SIDE = /[nsew北南东西]/.source
const DEGREES = /(?:纬|经)?\s*:?\s*([+-])?\s*(\d{1,3}(?:[.,]\d+)?)\s*(?:[°ºd度:\s]\s*)?/.source
const MINUTES = /(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:['′’m分:\s]\s*)?)?/.source
const SECONDS = /(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”s秒]|'')?)?/.source
const WRITTEN = new RegExp(`^(${SIDE})?${DEGREES}${MINUTES}${SECONDS}\\s*(${SIDE})?$`)
/** Longest cell that can be an angle, characters. */
const LONGEST = 60
const decimal = (text: string | undefined): number => (text === undefined ? 0 : Number(text.replace(',', '.')))

/**
 * Parses a number, or degrees with minutes and seconds and a direction: `28.2`, `28,2`, `28°12'03.5"N`,
 * `北纬28度12分`, `112 56.30 E`. Null if it is not an angle.
 */
export const readAngle = (cell: string): Angle | null => {
  const number = Number(cell)
  if (Number.isFinite(number)) return cell.trim() === '' ? null : { value: number, axis: null, minutes: false }
  if (cell.length > LONGEST) return null
  const text = cell.trim().toLowerCase().normalize('NFKC').replace('−', '-')
  if (/^[+-]?\d+,\d+$/.test(text)) return { value: Number(text.replace(',', '.')), axis: null, minutes: false }
  const match = WRITTEN.exec(text)
  if (!match) return null
  const [, before, sign, degrees, minutes, seconds, after] = match
  // `112.5 30` is not an angle: only the last part may have decimals.
  if ((minutes !== undefined && /[.,]/.test(degrees!)) || (seconds !== undefined && /[.,]/.test(minutes ?? ''))) return null
  if (decimal(minutes) >= 60 || decimal(seconds) >= 60 || (before && after)) return null
  const side = SIDES[before ?? after ?? '']
  const value = decimal(degrees) + decimal(minutes) / 60 + decimal(seconds) / 3600
  return { value: value * (sign === '-' ? -1 : 1) * (side?.[0] ?? 1), axis: side?.[1] ?? null, minutes: minutes !== undefined }
}

export interface Pair {
  readonly first: Angle
  readonly second: Angle
  /** True for well-known text and GeoJSON, whose standards put the longitude first. */
  readonly standard: boolean
  /** EPSG number in the cell (extended well-known text or binary). */
  readonly code?: number
}
const POINT = /^(?:srid=(\d+);\s*)?point\s*(?:z|m|zm)?\s*\(\s*([-+\d.e]+)\s+([-+\d.e]+)/i
const NAMED = /"?(lng|lon|longitude|x|lat|latitude|y)"?\s*[:=]\s*"?([-+\d.]+)"?/gi

const named = (text: string): Pair | null => {
  const values = new Map<string, number>()
  for (const [, name = '', value] of text.matchAll(NAMED)) values.set(/^(?:lat|y)/i.test(name) ? 'lat' : 'lng', Number(value))
  const lng = values.get('lng')
  const lat = values.get('lat')
  if (lng === undefined || lat === undefined) return null
  return { first: { value: lng, axis: 'lng', minutes: false }, second: { value: lat, axis: 'lat', minutes: false }, standard: true }
}

const standardPair = (x: number, y: number, code: number): Pair => ({
  first: { value: x, axis: null, minutes: false },
  second: { value: y, axis: null, minutes: false },
  standard: true,
  ...(code > 0 && { code }),
})

/** A point as well-known binary in hexadecimal, with or without an SRID, of two to four dimensions: databases export it as `geom`. */
const WKB = /^(?:00|01)(?:[0-9a-f]{2}){20,40}$/i
const WKB_POINT = 1
const WITH_SRID = 0x20000000
const binaryPoint = (hex: string): Pair | null => {
  const bytes = Buffer.from(hex, 'hex')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isLittle = bytes[0] === 1
  const type = view.getUint32(1, isLittle)
  const hasSrid = (type & WITH_SRID) !== 0
  const at = hasSrid ? 9 : 5
  // Further dimensions are named by the high bits (PostGIS) or by the thousands (ISO).
  if ((type & 0x0fffffff) % 1000 !== WKB_POINT || bytes.length < at + 16) return null
  return standardPair(view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle), hasSrid ? view.getUint32(5, isLittle) : 0)
}

/**
 * Parses both coordinates of one cell: `40.1, -88.2`, `(40.1 -88.2)`, `POINT (-88.2 40.1)`, `[-88.2,
 * 40.1]`, `N28°12' E112°56'`, a point of well-known binary. Null if there are none.
 */
export const readPair = (cell: string): Pair | null => {
  if (cell.length > 3 * LONGEST) return null
  const text = cell.trim()
  const point = POINT.exec(text)
  if (point) {
    return standardPair(Number(point[2]), Number(point[3]), Number(point[1] ?? 0))
  }
  if (WKB.test(text)) return binaryPoint(text)
  if (/[:=]/.test(text) && /l(?:at|on|ng)|[xy]/i.test(text)) {
    const pair = named(text)
    if (pair) return pair
  }
  const bare = text.replace(/^[[({（]|[\])}）]$/g, '')
  const cuts = [/\s*[,;，；|]\s*/, /\s*\/\s*/, /(?<=[nsew北南东西])\s+/i, /\s+(?=[nsew北南东西])/i, /\s+/]
  for (const cut of cuts) {
    const parts = bare.split(cut).filter((part) => part !== '')
    if (parts.length < 2 || parts.length > 3) continue
    const [first, second] = [readAngle(parts[0]!), readAngle(parts[1]!)]
    if (first && second) return { first, second, standard: text.startsWith('[') }
  }
  return null
}

const isDegrees = (lng: number, lat: number): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= MERCATOR_LATITUDE
export const UNPLACED: Text = ['没有坐标', 'It has no coordinates']

const placeInGrid = (east: number, north: number, epsg: number | null): readonly [lng: number, lat: number] | Text => {
  if (epsg === null)
    return [
      `坐标是米制，文件没有说明投影，请指定投影或导出为经纬度：${east}, ${north}`,
      `The coordinates are metres of a projection that the file does not name; choose the projection, or export them as longitude and latitude: ${east}, ${north}`,
    ]
  if (!gridOf(epsg))
    return [
      `文件的坐标是 EPSG:${epsg}，平台不支持，请导出为经纬度：${east}, ${north}`,
      `The coordinates are in EPSG:${epsg}, which the platform does not know; export them as longitude and latitude: ${east}, ${north}`,
    ]
  const place = fromGrid(epsg, east, north)
  return place && isDegrees(...place)
    ? place
    : [`坐标不在 EPSG:${epsg} 的范围内：${east}, ${north}`, `The coordinates are outside EPSG:${epsg}: ${east}, ${north}`]
}

/** Returns two numbers of a file as WGS-84, or why they are not a place. */
export const placeOf = (x: number, y: number, { form, order, epsg }: PlaceReading): readonly [lng: number, lat: number] | Text => {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return UNPLACED
  const [east, north] = order === 'latLng' ? [y, x] : [x, y]
  if (form === 'projected') return placeInGrid(east, north, epsg ?? null)
  const [lng, lat] = form === 'mercator' ? fromMercator(east, north) : [east, north]
  if (!isDegrees(lng, lat)) {
    if (form !== 'mercator' && isDegrees(lat, lng))
      return [
        `坐标超出范围，经纬度可能颠倒：${x}, ${y}`,
        `The coordinates are out of range; longitude and latitude may be swapped: ${x}, ${y}`,
      ]
    return [`坐标超出范围：${x}, ${y}`, `The coordinates are out of range: ${x}, ${y}`]
  }
  return lng === 0 && lat === 0 ? ['坐标为 0, 0', 'The coordinates are 0, 0'] : [lng, lat]
}
export const isText = (place: readonly [unknown, unknown]): place is Text => typeof place[0] === 'string'
