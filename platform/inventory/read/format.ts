import { open, stat } from 'node:fs/promises'
import { LIMITS, refuse } from '../limits.ts'
import type { Encoding, InventoryFormat } from '../model.ts'
import { RECORD_SEPARATOR } from './json-shape.ts'
import { encodingOf } from './text-source.ts'

const HEAD = 64 * 1024

export interface FileNature {
  readonly format: InventoryFormat
  /** Bytes. */
  readonly size: number
  /** Encoding of text; null for binary files. */
  readonly encoding: Encoding | null
  /** The first characters of a text file. */
  readonly head: string
}

const begins = (head: Uint8Array, ...bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte)
const isPbf = (head: Buffer): boolean => head.length > 15 && head.readUInt32BE(0) <= HEAD && head.indexOf('OSMHeader') === 6

const OTHER_XML = [
  [/<osmChange[\s>]/, 'osmChange'],
  [/<kml[\s>]/, 'kml'],
  [/<gpx[\s>]/, 'gpx'],
  [/<gml:|<wfs:|opengis\.net\/gml/, 'gml'],
] as const
const textFormat = (head: string): InventoryFormat => {
  const start = head.replace(/^\uFEFF/, '').trimStart()
  if (start === '') return refuse('empty')
  if (start.startsWith('<'))
    return /<osm[\s>]/.test(start) ? 'osm' : refuse(OTHER_XML.find(([pattern]) => pattern.test(start))?.[1] ?? 'otherXml')
  return ['{', '[', RECORD_SEPARATOR].some((sign) => start.startsWith(sign)) ? 'geojson' : 'csv'
}

/** Returns the text at the end of a file, where some programs name the projection. */
export const tailOf = async (path: string, encoding: Encoding): Promise<string> => {
  const { size } = await stat(path)
  const file = await open(path)
  const from = Math.max(0, size - HEAD)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, from).finally(() => file.close())
  return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead))
}

/** Determines the type of a file by its content, not by its name. Throws `UnreadableInventory`. */
export const natureOf = async (path: string, wanted?: Encoding | null): Promise<FileNature> => {
  const { size } = await stat(path)
  if (size === 0) refuse('empty')
  if (size > LIMITS.bytes) refuse('tooBig')
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close())
  const head = buffer.subarray(0, bytesRead)
  if (begins(head, 0x50, 0x4b, 3, 4)) return { format: 'xlsx', size, encoding: null, head: '' }
  if (isPbf(head)) return { format: 'pbf', size, encoding: null, head: '' }
  if (head.subarray(0, 15).toString('latin1') === 'SQLite format 3') refuse('database')
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') refuse('pdf')
  if (begins(head, 0xd0, 0xcf, 0x11, 0xe0)) refuse('oldExcel')
  if (
    begins(head, 0x1f, 0x8b) ||
    begins(head, 0x42, 0x5a, 0x68) ||
    begins(head, 0x37, 0x7a, 0xbc, 0xaf) ||
    begins(head, 0x52, 0x61, 0x72, 0x21)
  )
    refuse('packed')
  const encoding = wanted ?? (await encodingOf(path, head)) ?? refuse('notText')
  const text = new TextDecoder(encoding).decode(head)
  return { format: textFormat(text), size, encoding, head: text }
}
