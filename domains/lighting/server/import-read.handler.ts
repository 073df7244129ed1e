import type { Text } from '@lamplight/kit'
import { parse } from 'csv-parse/sync'

/** A line of an inventory before anything is known of its meaning. */
export interface RawRecord {
  /** Line or feature number in the file, from 1. */
  readonly row: number
  readonly values: Readonly<Record<string, string>>
  readonly point: readonly [x: number, y: number] | null
}
export interface ReadResult {
  readonly format: 'geojson' | 'csv'
  readonly records: readonly RawRecord[]
}
/** Why a file as a whole cannot be read. */
export interface Unreadable {
  readonly unreadable: Text
}

const COLUMNS_AT_MOST = 300
const ROWS_AT_MOST = 500_000

const decode = (bytes: Uint8Array): string | null => {
  if (bytes.subarray(0, 65_536).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    try {
      return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
    } catch {
      return null
    }
  }
}

const words = (value: unknown): string =>
  (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim()

const readGeoJson = (text: string): ReadResult | Unreadable => {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { unreadable: ['文件不是完整的 GeoJSON', 'The file is not complete GeoJSON'] }
  }
  const features = (document as { features?: unknown }).features
  if (!Array.isArray(features)) return { unreadable: ['GeoJSON 中没有 features', 'The GeoJSON has no features'] }
  if (features.length > ROWS_AT_MOST) return { unreadable: [`行数超过 ${ROWS_AT_MOST}`, `There are more than ${ROWS_AT_MOST} rows`] }
  const records = features.map((feature: unknown, at): RawRecord => {
    const { properties, geometry } = (typeof feature === 'object' && feature !== null ? feature : {}) as {
      properties?: Record<string, unknown> | null
      geometry?: { type?: unknown; coordinates?: unknown } | null
    }
    const coordinates = geometry?.type === 'Point' && Array.isArray(geometry.coordinates) ? geometry.coordinates : null
    const point =
      coordinates && typeof coordinates[0] === 'number' && typeof coordinates[1] === 'number'
        ? ([coordinates[0], coordinates[1]] as const)
        : null
    return {
      row: at + 1,
      values: Object.fromEntries(Object.entries(properties ?? {}).map(([name, value]) => [name.trim().toLowerCase(), words(value)])),
      point,
    }
  })
  return { format: 'geojson', records }
}

const readCsv = (text: string): ReadResult | Unreadable => {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: ROWS_AT_MOST + 1,
    }) as string[][]
    const head = rows[0]?.map((name) => name.toLowerCase())
    if (!head || head.length < 2) return { unreadable: ['没有找到表头和列', 'No header with columns was found'] }
    if (head.length > COLUMNS_AT_MOST)
      return { unreadable: [`列数超过 ${COLUMNS_AT_MOST}`, `There are more than ${COLUMNS_AT_MOST} columns`] }
    if (rows.length > ROWS_AT_MOST) return { unreadable: [`行数超过 ${ROWS_AT_MOST}`, `There are more than ${ROWS_AT_MOST} rows`] }
    return {
      format: 'csv',
      records: rows.slice(1).map((cells, at) => ({
        row: at + 2,
        values: Object.fromEntries(head.map((name, column) => [name, cells[column] ?? ''])),
        point: null,
      })),
    }
  } catch {
    return { unreadable: ['文件不是可读的 CSV', 'The file is not readable as CSV'] }
  }
}

/** Reads an inventory file by its content, not its name: GeoJSON (RFC 7946) or CSV with a header (comma, semicolon or tab; UTF-8 with or without mark, or GB 18030). */
export const readInventory = (bytes: Uint8Array): ReadResult | Unreadable => {
  const text = decode(bytes)
  if (text === null)
    return { unreadable: ['文件不是文本文件（支持 GeoJSON 与 CSV）', 'The file is not text (GeoJSON and CSV are supported)'] }
  const start = text
    .slice(0, 2000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (start === '') return { unreadable: ['文件是空的', 'The file is empty'] }
  return start.startsWith('{') ? readGeoJson(text) : readCsv(text)
}
