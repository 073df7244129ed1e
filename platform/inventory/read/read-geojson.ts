import { LIMITS, refuse } from '../limits.ts'
import type { Encoding } from '../model.ts'
import { type JsonShape, jsonShapeOf, parseRow, rowOfJson } from './json-shape.ts'
import { BATCH, type NamedRow } from './sheet-line.ts'
import { textChunks } from './text-source.ts'

const QUOTE = 34
const BACKSLASH = 92
/** Number of characters at the beginning from which the shape of a document is determined. */
const HEAD = 64 * 1024

/** Yields the JSON texts of the document's rows, as they are read. Throws `UnreadableInventory`. */
const rowTexts = async function* (chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = ''
  let at = 0
  let shape: JsonShape | null = null
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
    shape ??= jsonShapeOf(rest.slice(0, HEAD))
    if (!inside && shape.rows === 'member') {
      const match = shape.member.exec(rest)
      if (!match) {
        if (rest.length > LIMITS.record) refuse('noFeatures')
        continue
      }
      at = match.index + match[0].length
    } else if (!inside && shape.rows === 'array') at = rest.indexOf('[') + 1
    inside = true
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
  if (inside && shape?.rows === 'objects' && depth === 0) return
  const isWhole = rest.trimEnd().endsWith('}')
  refuse(!inside && isWhole && !/"features"/.test(rest) ? 'noFeatures' : 'badGeoJson')
}

/**
 * Reads the rows of a JSON document in batches, without keeping the document in memory: GeoJSON (RFC 7946, also line by line), Esri,
 * Overpass, CKAN and lists of records. Throws `UnreadableInventory`.
 */
export const readGeoJson = async function* (path: string, encoding: Encoding): AsyncGenerator<readonly NamedRow[]> {
  let row = 0
  for await (const texts of rowTexts(textChunks(path, encoding))) {
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch: NamedRow[] = []
      for (const text of texts.slice(from, from + BATCH)) {
        const read = rowOfJson(parseRow(text), row + 1)
        if (!read) continue
        batch.push(read)
        row += 1
      }
      if (row > LIMITS.rows) refuse('rows')
      if (batch.length > 0) yield batch
    }
  }
}
