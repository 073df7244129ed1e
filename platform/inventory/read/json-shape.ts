import { LIMITS, refuse } from '../limits.ts'
import { isLamp, lampRow } from './osm-lamps.ts'
import type { NamedRow } from './sheet-line.ts'

/**
 * Where the rows of a JSON document are: in the array of a member, in an array that is the whole document, or as one object after another.
 */
export type JsonShape = { readonly rows: 'member'; readonly member: RegExp } | { readonly rows: 'array' } | { readonly rows: 'objects' }

const member = (name: string): RegExp => new RegExp(`"${name}"\\s*:\\s*\\[`)
/**
 * Members with rows: GeoJSON and Esri (features), Overpass (elements), CKAN and OpenDataSoft (records, results), OData (value). The first
 * of this list that occurs in the document counts.
 */
const MEMBERS = ['features', 'elements', 'records', 'results', 'value', 'data', 'rows', 'items'].map((name) => member(name))
const [FEATURES] = MEMBERS as [RegExp, ...RegExp[]]
/** Record separator of GeoJSON text sequences (RFC 8142). */
export const RECORD_SEPARATOR = '\u001e'

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Returns where the rows of a document are, judged by its first characters. Throws `UnreadableInventory` for TopoJSON. */
export const jsonShapeOf = (head: string): JsonShape => {
  const start = head.trimStart()
  if (start.startsWith('[')) return { rows: 'array' }
  if (start.startsWith(RECORD_SEPARATOR)) return { rows: 'objects' }
  if (/^\{\s*"type"\s*:\s*"Topology"/.test(start)) refuse('topoJson')
  const [line = '', next = ''] = start.split(/\r?\n/, 2)
  const isAlone = start.trimEnd() === line
  const isFeature = /"type"\s*:\s*"Feature"/.test(line)
  if (isObject(line) && (next.trimStart().startsWith('{') || (isAlone && isFeature && !FEATURES.test(line)))) return { rows: 'objects' }
  return { rows: 'member', member: MEMBERS.find((name) => name.test(start)) ?? FEATURES }
}

/** A quoted text (first group), or a bare `NaN` or `Infinity`. */
const QUOTED_OR_NOT_A_NUMBER = /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g
/** Parses the JSON of a row. `NaN` and `Infinity`, which some programs write for missing numbers, count as null. */
export const parseRow = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(text.replace(QUOTED_OR_NOT_A_NUMBER, (_, quoted: string | undefined) => quoted ?? 'null'))
    } catch {
      return refuse('badGeoJson')
    }
  }
}

type Members = Readonly<Record<string, unknown>>
const membersOf = (value: unknown): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null

/** Converts a value to text; drops characters that PostgreSQL cannot store. */
const textOf = (value: unknown): string =>
  (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim()

const pairOf = (value: unknown): readonly [number, number] | null =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number' ? [value[0], value[1]] : null
/**
 * Returns the place of a GeoJSON point, of a MultiPoint or collection with a single point, or of an Esri point; null for other geometries.
 */
const pointOf = (geometry: Members | null): readonly [number, number] | null => {
  if (!geometry) return null
  const { type, coordinates, geometries, points } = geometry
  if (typeof geometry.x === 'number' && typeof geometry.y === 'number') return [geometry.x, geometry.y]
  if (type === 'Point') return pairOf(coordinates)
  const several = type === 'MultiPoint' ? coordinates : type === undefined ? points : undefined
  if (Array.isArray(several)) return several.length === 1 ? pairOf(several[0]) : null
  return type === 'GeometryCollection' && Array.isArray(geometries) && geometries.length === 1 ? pointOf(membersOf(geometries[0])) : null
}

const valuesOf = (members: Members): Record<string, string> => {
  const values: Record<string, string> = Object.create(null)
  const entries = Object.entries(members)
  if (entries.length > LIMITS.columns) refuse('columns')
  for (const [name, value] of entries) values[name.trim()] = textOf(value)
  return values
}

/**
 * Converts one object of a document to a row: a GeoJSON feature, an Esri feature, a node of Overpass, or a record with plain members. Null
 * for elements of OpenStreetMap that are not lamps.
 */
export const rowOfJson = (value: unknown, row: number): NamedRow | null => {
  const members = membersOf(value) ?? {}
  const { type, tags, id, lat, lon } = members
  if ((type === 'node' || type === 'way' || type === 'relation') && id !== undefined && !('properties' in members)) {
    const node = {
      type: 'node',
      id: Number(id),
      lng: Number(lon),
      lat: Number(lat),
      tags: membersOf(tags) as Record<string, string> | null,
    } as const
    return type === 'node' && isLamp(node) ? lampRow(node, row) : null
  }
  const geometry = membersOf(members.geometry)
  const inner = membersOf(members.properties) ?? membersOf(members.attributes) ?? ('recordid' in members ? membersOf(members.fields) : null)
  const isFeature = inner !== null || type === 'Feature'
  const point = pointOf(geometry)
  return {
    row,
    values: valuesOf(isFeature ? (inner ?? {}) : members),
    point,
    ...(geometry && !point && { shape: textOf(geometry.type) || '?' }),
  }
}

const CODES = [
  // https://geojson.org/geojson-spec.html#coordinate-reference-system-objects
  /"crs"\s*:\s*(?:\{[\s\S]{0,200}?)?"?[^"{}]{0,80}?EPSG[:/]+(?:[\d.]*[:/])?(\d{4,6})/,
  // https://developers.arcgis.com/rest/services-reference/enterprise/geometry-objects/
  /"spatialReference"\s*:\s*\{[^{}]{0,80}?"latestWkid"\s*:\s*(\d{4,6})/,
  /"spatialReference"\s*:\s*\{[^{}]{0,80}?"wkid"\s*:\s*(\d{4,6})/,
]
/** Numbers that Esri gives to Web Mercator. */
const ESRI_MERCATOR = new Set([102100, 102113])
/** Returns the EPSG number of a document's coordinates; null if this part of its text names none. */
export const codeIn = (text: string): number | null => {
  for (const pattern of CODES) {
    const code = Number(pattern.exec(text)?.[1] ?? 0)
    if (code > 0) return ESRI_MERCATOR.has(code) ? 3857 : code
  }
  return null
}
