import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { parse } from 'osm-pbf-parser-node'
import { LIMITS, refuse } from '../limits.ts'
import type { OsmElement, Tags } from './osm-lamps.ts'
import { orRefuse } from './xml.ts'

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

const HEADER_AT_MOST = 64 * 1024
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5
/** Field numbers of PrimitiveBlock, PrimitiveGroup and DenseNodes. */
const STRINGS = 1
const GROUP = 2
const DENSE = 2
const DENSE_IDS = 1

interface Field {
  readonly number: number
  readonly value: number
  /** Content of a length-delimited field; null for other fields. */
  readonly bytes: Buffer | null
}

/** Yields the fields of a Protocol Buffers message; https://protobuf.dev/programming-guides/encoding/ */
const fieldsOf = function* (message: Buffer): Generator<Field> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      if (at >= message.length) refuse('badPbf')
      const byte = message[at++]!
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    return refuse('badPbf')
  }
  while (at < message.length) {
    const key = varint()
    const number = Math.floor(key / 8)
    const wire = key % 8
    if (wire === VARINT) yield { number, value: varint(), bytes: null }
    else {
      const length = wire === BYTES ? varint() : wire === FIXED_64 ? 8 : wire === FIXED_32 ? 4 : refuse('badPbf')
      if (at + length > message.length) refuse('badPbf')
      yield { number, value: length, bytes: message.subarray(at, at + length) }
      at += length
    }
  }
}

const countOf = (packed: Buffer): number => {
  let count = 0
  for (const byte of packed) if (byte < 0x80) count++
  return count
}

/** Counts the elements and numbers of an unpacked block before creating them, to refuse hostile blocks. */
const weigh = (block: Buffer): void => {
  let elements = 0
  let numbers = 0
  let strings = 0
  for (const { number, bytes } of fieldsOf(block)) {
    if (number === STRINGS && bytes) for (const _ of fieldsOf(bytes)) strings++
    if (number !== GROUP || !bytes) continue
    for (const part of fieldsOf(bytes)) {
      elements++
      if (!part.bytes) continue
      for (const list of fieldsOf(part.bytes)) {
        const count = list.bytes ? countOf(list.bytes) : 1
        numbers += count
        if (part.number === DENSE && list.number === DENSE_IDS) elements += count
      }
    }
    if (elements > LIMITS.blockElements || numbers > LIMITS.blockNumbers) refuse('badPbf')
  }
  if (strings > LIMITS.blockElements * 4) refuse('badPbf')
}

const exactly = async (file: FileHandle, length: number, position: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  return bytesRead === length ? buffer : refuse('badPbf')
}

const unpacked = async (blob: Buffer): Promise<Buffer> => {
  for (const { number, bytes } of fieldsOf(blob)) {
    if (number === 1 && bytes) return bytes
    if (number === 3 && bytes) return unpack(bytes, { maxOutputLength: LIMITS.blockBytes })
    if (number > 3) refuse('pbfPacking')
  }
  return refuse('badPbf')
}

interface Parsed {
  readonly type: string
  readonly id: number
  readonly lon: number
  readonly lat: number
  readonly refs?: readonly number[]
  readonly tags?: Tags
}

const elementsOf = (block: Buffer): readonly OsmElement[] => {
  weigh(block)
  return (parse(block, { withTags: { node: true, way: true, relation: false } }) as readonly Parsed[]).flatMap((each): OsmElement[] => {
    const tags = each.tags ?? null
    if (each.type === 'node') return [{ type: 'node', id: each.id, lng: each.lon, lat: each.lat, tags }]
    return each.type === 'way' ? [{ type: 'way', id: each.id, refs: each.refs ?? [], tags }] : []
  })
}

/** Reads nodes and ways of an extract, block by block; https://wiki.openstreetmap.org/wiki/PBF_Format. Throws `UnreadableInventory`. */
export const readPbf = async function* (path: string): AsyncGenerator<readonly OsmElement[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let at = 0
    while (at < size) {
      const length = (await exactly(file, 4, at)).readUInt32BE(0)
      if (length > HEADER_AT_MOST) refuse('badPbf')
      let type = ''
      let dataSize = -1
      for (const { number, value, bytes } of fieldsOf(await exactly(file, length, at + 4))) {
        if (number === 1 && bytes) type = bytes.toString('latin1')
        else if (number === 3) dataSize = value
      }
      if (dataSize < 0 || dataSize > LIMITS.blockBytes) refuse('badPbf')
      if (type === 'OSMData') yield elementsOf(await unpacked(await exactly(file, dataSize, at + 4 + length)))
      at += 4 + length + dataSize
    }
  } catch (thrown) {
    orRefuse(thrown, 'badPbf')
  } finally {
    await file.close()
  }
}
