import { LIMITS, refuse } from './limits.ts'
import type { Encoding } from './model.ts'
import { BATCH } from './sheet-line.ts'
import { textChunks } from './text-source.ts'

/** A feature, or a lamp of OpenStreetMap: named values. */
export interface NamedRow {
  readonly row: number
  readonly values: Readonly<Record<string, string>>
  readonly point: readonly [number, number] | null
}

const QUOTE = 34
const BACKSLASH = 92
const MEMBER = /"features"\s*:\s*\[/

/** Yields the JSON texts of the elements of the first `features` array, as they are read. Throws `UnreadableInventory`. */
const featureTexts = async function* (chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = ''
  let at = 0
  let inside = false
  let ended = false
  let depth = 0
  let begin = -1
  let quoted = false
  for await (const chunk of chunks) {
    // Keeps the start of the next feature and drops everything before it.
    const from = !inside ? 0 : begin >= 0 ? begin : Math.min(at, rest.length)
    rest = rest.slice(from) + chunk
    at -= from
    if (begin >= 0) begin = 0
    if (!inside) {
      const match = MEMBER.exec(rest)
      if (!match) {
        if (rest.length > LIMITS.record) refuse('noFeatures')
        continue
      }
      inside = true
      at = match.index + match[0].length
    }
    const ready: string[] = []
    const { length } = rest
    for (; at < length && !ended; at++) {
      const code = rest.charCodeAt(at)
      if (quoted) {
        if (code === BACKSLASH) at++
        else if (code === QUOTE) quoted = false
      } else if (code === QUOTE) quoted = true
      else if (code === 123 || code === 91) {
        if (depth === 0) begin = at
        if (++depth > LIMITS.depth) refuse('tooDeep')
      } else if (code === 125 || code === 93) {
        if (depth === 0) ended = true
        else if (--depth === 0) {
          ready.push(rest.slice(begin, at + 1))
          begin = -1
        }
      }
    }
    if (begin >= 0 && length - begin > LIMITS.record) refuse('longRecord')
    if (ready.length > 0) yield ready
    if (ended) return
  }
  refuse(inside || /"features"/.test(rest) ? 'badGeoJson' : rest.trimEnd().endsWith('}') ? 'noFeatures' : 'badGeoJson')
}

/** Converts a value to text; drops characters that PostgreSQL cannot store. */
const words = (value: unknown): string =>
  (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim()

interface Feature {
  readonly properties?: Readonly<Record<string, unknown>> | null
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null
}

const pointOf = (geometry: Feature['geometry']): readonly [number, number] | null => {
  const coordinates = geometry?.type === 'Point' && Array.isArray(geometry.coordinates) ? geometry.coordinates : null
  return coordinates && typeof coordinates[0] === 'number' && typeof coordinates[1] === 'number' ? [coordinates[0], coordinates[1]] : null
}

const rowOf = (text: string, row: number): NamedRow => {
  let feature: Feature | null
  try {
    feature = JSON.parse(text) as Feature | null
  } catch {
    return refuse('badGeoJson')
  }
  const values: Record<string, string> = Object.create(null)
  const entries = Object.entries(feature?.properties ?? {})
  if (entries.length > LIMITS.columns) refuse('columns')
  for (const [name, value] of entries) values[name.trim()] = words(value)
  return { row, values, point: pointOf(feature?.geometry) }
}

/** Reads the features of a GeoJSON document (RFC 7946) in batches, without keeping the document in memory. Throws `UnreadableInventory`. */
export const readGeoJson = async function* (path: string, encoding: Encoding): AsyncGenerator<readonly NamedRow[]> {
  let row = 0
  for await (const texts of featureTexts(textChunks(path, encoding))) {
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH).map((text) => rowOf(text, ++row))
      if (row > LIMITS.rows) refuse('rows')
      yield batch
    }
  }
}
