import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { inspectInventory } from './inspect.ts'
import type { FailedRow, Inspection, Mapping, PlanNote, PlannedCabinet, PlannedLamp } from './model.ts'
import { planRows } from './plan.ts'
import { readRows } from './rows.ts'

/** Creates a folder for files of a test. */
export const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamplight-inventory-'))
  let made = 0
  return {
    folder,
    write: (content: string | Uint8Array, name = `file-${++made}`): string => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns the inspection of a readable file; throws if it is refused. */
export const inspected = async (path: string, options: Parameters<typeof inspectInventory>[1] = {}): Promise<Inspection> => {
  const inspection = await inspectInventory(path, options)
  if ('refusal' in inspection) throw new Error(inspection.refusal[1])
  return inspection
}
export interface Planned {
  readonly lamps: readonly PlannedLamp[]
  readonly cabinets: readonly PlannedCabinet[]
  readonly failed: readonly FailedRow[]
  readonly notes: readonly PlanNote[]
}
/** Runs a file through all steps: inspection, reading, planning. */
export const planned = async (path: string, inspection?: Inspection, mapping?: Mapping): Promise<Planned> => {
  const file = inspection ?? (await inspected(path))
  const planner = planRows(file, mapping ?? file.mapping)
  const lamps: PlannedLamp[] = []
  const cabinets: PlannedCabinet[] = []
  const failed: FailedRow[] = []
  for await (const rows of readRows(path, file)) {
    const batch = planner.plan(rows)
    lamps.push(...batch.lamps)
    cabinets.push(...batch.cabinets)
    failed.push(...batch.failed)
  }
  return { lamps, cabinets, failed, notes: planner.notes() }
}

export interface Entry {
  readonly name: string
  readonly content: string | Uint8Array
  /** Size declared in the directory, if it differs from the true one. */
  readonly claims?: number
  readonly encrypted?: boolean
}
/** Builds an archive byte by byte, so that its declared sizes can be wrong. */
export const zipOf = (entries: readonly Entry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims, encrypted } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(encrypted ? 1 : 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
/** The files of a workbook around the XML of its sheets. */
export const workbookOf = (sheets: Readonly<Record<string, string>>, shared?: string): readonly Entry[] => {
  const names = Object.keys(sheets)
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')
  const targets = names.map((_, at) => `<Relationship Id="r${at + 1}" Type="x/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')
  return [
    { name: 'xl/workbook.xml', content: `${XML}<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships>${targets}<Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${XML}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
    ...(shared === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `${XML}<sst>${shared}</sst>` }]),
  ]
}
/** XML of a row: numbers as numbers, text inline. */
export const sheetRow = (row: number, cells: readonly (string | number)[]): string =>
  `<row r="${row}">${cells
    .map((cell, at) => {
      const place = `${String.fromCharCode(65 + at)}${row}`
      return typeof cell === 'number' ? `<c r="${place}"><v>${cell}</v></c>` : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
    })
    .join('')}</row>`

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}
const zigzag = (value: number): Buffer => varint(value < 0 ? -2 * value - 1 : 2 * value)
/** A Protocol Buffers field with bytes or a number. */
export const field = (number: number, value: Buffer | string | number): Buffer =>
  typeof value === 'number'
    ? Buffer.concat([varint(number * 8), varint(value)])
    : Buffer.concat([varint(number * 8 + 2), varint(Buffer.byteLength(value)), Buffer.from(value)])
const deltas = (values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value, at) => zigzag(value - (at === 0 ? 0 : (values[at - 1] as number)))))

export interface MadeNode {
  readonly id: number
  readonly lng: number
  readonly lat: number
  readonly tags?: Readonly<Record<string, string>>
}
export interface MadeWay {
  readonly id: number
  readonly refs: readonly number[]
  readonly tags: Readonly<Record<string, string>>
}
/** A block of a PBF file with its header. */
export const blobOf = (type: string, content: Buffer): Buffer => {
  const blob = Buffer.concat([field(2, content.length), field(3, deflateSync(content))])
  const header = Buffer.concat([field(1, type), field(3, blob.length)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(header.length)
  return Buffer.concat([size, header, blob])
}
/** An OpenStreetMap extract as PBF. */
export const pbfOf = (nodes: readonly MadeNode[], ways: readonly MadeWay[]): Buffer => {
  const strings = ['']
  const indexOf = (text: string): number => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1)
  const tagsOf = (tags: Readonly<Record<string, string>> = {}): number[][] =>
    Object.entries(tags).map(([key, value]) => [indexOf(key), indexOf(value)])
  const tags = nodes.flatMap((node) => [...tagsOf(node.tags).flat(), 0])
  const fixed = (value: number): number => Math.round(value * 1e7)
  const dense = Buffer.concat([
    field(1, deltas(nodes.map(({ id }) => id))),
    field(8, deltas(nodes.map(({ lat }) => fixed(lat)))),
    field(9, deltas(nodes.map(({ lng }) => fixed(lng)))),
    field(10, Buffer.concat(tags.map(varint))),
  ])
  const lines = ways.map(({ id, refs, tags: own }) => {
    const pairs = tagsOf(own)
    const keys = Buffer.concat(pairs.map(([key]) => varint(key as number)))
    const values = Buffer.concat(pairs.map(([, value]) => varint(value as number)))
    return field(3, Buffer.concat([field(1, id), field(2, keys), field(3, values), field(8, deltas(refs))]))
  })
  const groups = [field(2, field(2, dense)), field(2, Buffer.concat(lines))]
  const table = field(1, Buffer.concat(strings.map((text) => field(1, text))))
  return Buffer.concat([blobOf('OSMHeader', field(4, 'OsmSchema-V0.6')), blobOf('OSMData', Buffer.concat([table, ...groups]))])
}
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
/** The same as XML. */
export const osmXmlOf = (nodes: readonly MadeNode[], ways: readonly MadeWay[]): string => {
  const tagsOf = (tags: Readonly<Record<string, string>> = {}): string =>
    Object.entries(tags)
      .map(([key, value]) => `<tag k="${attribute(key)}" v="${attribute(value)}"/>`)
      .join('')
  return `${XML}\n<osm version="0.6">${nodes
    .map(({ id, lng, lat, tags }) => `<node id="${id}" lat="${lat}" lon="${lng}">${tagsOf(tags)}</node>`)
    .join('\n')}${ways
    .map(({ id, refs, tags }) => `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tagsOf(tags)}</way>`)
    .join('\n')}</osm>`
}
