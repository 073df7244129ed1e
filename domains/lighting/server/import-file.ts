import { setImmediate as breath } from 'node:timers/promises'
import {
  createSums,
  type FailedRow,
  type FileSums,
  type Inspection,
  LOST_DIGITS,
  lostDigits,
  type Mapping,
  type Meaning,
  noteWithRows,
  type PlannedCabinet,
  type PlannedLamp,
  planRows,
  proposedLamp,
  type RawRow,
  readProposals,
  readRows,
} from '@lamplight/inventory'
import { isFormula, type Text } from '@lamplight/kit'
import type { DataAccess, Query } from '@lamplight/server-kit/data'
import type { ImportKind } from '../model/import.ts'
import type { ImportTarget, StoredBatch, Unfit } from './import-batch.ts'
import { compareControllers, type PlannedController, storeControllers } from './import-controllers.ts'
import { compareLamps, type Fate } from './import-known.ts'
import { storeLamps } from './import-store.ts'

/** How a file is read, and the kind of its rows. */
export interface Reading {
  readonly kind: ImportKind
  readonly inspection: Inspection
  readonly mapping: Mapping
  /** Distance of lamps proposed along lit ways, once confirmed, m. */
  readonly spacing: number | null
}
/** The result of a row in a preview. */
export type Shown = Partial<Omit<PlannedLamp, 'row' | 'lng' | 'lat'>> & {
  readonly row: number
  readonly name: string
  readonly lng: number | null
  readonly lat: number | null
  readonly cabinet: string | null
  readonly district: string | null
}
/** Some rows of a file with their meaning. The same file gives the same chunks in every run. */
export interface Chunk {
  readonly at: number
  /** Number of rows (and confirmed proposals) up to its end. */
  readonly rows: number
  readonly failed: readonly FailedRow[]
  readonly cabinets: readonly PlannedCabinet[]
  /** The cells of one of its rows by column, as written in the file. */
  readonly valuesOf: (row: number) => Readonly<Record<string, string>>
  readonly store: (data: DataAccess, query: Query, target: ImportTarget) => Promise<StoredBatch>
  readonly compare: (
    data: DataAccess,
    query: Query,
    target: ImportTarget,
  ) => Promise<{
    readonly fates: readonly (readonly [Shown, Fate])[]
    readonly unfit: readonly Unfit[]
    /** Keys of the posts that the import would make. */
    readonly newPosts?: readonly string[]
  }>
}

const CHUNK = 4000
/** Number of rows after which the event loop may handle other work. */
const TURN = 250
type Planned = PlannedLamp | PlannedController
interface Plan {
  readonly plan: (rows: readonly RawRow[]) => {
    readonly planned: readonly Planned[]
    readonly cabinets: readonly PlannedCabinet[]
    readonly failed: readonly FailedRow[]
  }
  readonly notes: () => readonly Text[]
}

const lampPlan = ({ inspection, mapping }: Reading): Plan => {
  const planner = planRows(inspection, mapping)
  return {
    plan: (rows) => {
      const { lamps, cabinets, failed } = planner.plan(rows)
      return { planned: lamps, cabinets, failed }
    },
    notes: () => planner.notes().map(noteWithRows),
  }
}

const SERIAL = /^[A-Za-z0-9_-]{1,40}$/
/** Reads controllers, which need no place: only a serial number and optional columns. */
const controllerPlan = ({ inspection, mapping }: Reading): Plan => {
  const names = inspection.columns.map(({ name }) => name)
  /** Row of each serial number. */
  const seen = new Map<string, number>()
  const plan = (raw: RawRow): PlannedController | FailedRow => {
    const get = (meaning: Meaning, most: number): string =>
      (mapping.columns[meaning] ?? [])
        .map((name) => raw.cells[names.indexOf(name)]?.trim() ?? '')
        .find((cell) => cell !== '')
        ?.slice(0, most) ?? ''
    const fail = (kind: FailedRow['kind'], reason: Text): FailedRow => ({
      row: raw.row,
      kind,
      reason,
      at: null,
      values: Object.fromEntries(names.map((name, at) => [name, raw.cells[at] ?? ''])),
    })
    const sn = get('controllerSn', 41) || get('number', 41) || get('key', 41)
    if (sn === '') return fail('invalid', ['没有序列号', 'It has no serial number'])
    if (lostDigits(sn)) return fail('invalid', [`${LOST_DIGITS[0]}：${sn}`, `${LOST_DIGITS[1]}: ${sn}`])
    if (!SERIAL.test(sn))
      return fail('invalid', [
        `序列号只能包含字母、数字、横线和下划线：${sn}`,
        `A serial number may have letters, digits, - and _ only: ${sn}`,
      ])
    const before = seen.get(sn)
    if (before !== undefined)
      return fail('duplicate', [`序列号重复：${sn}，与第 ${before} 行相同`, `The serial number "${sn}" repeats row ${before}`])
    const texts = { name: get('name', 80) || sn, cabinet: get('cabinet', 60) || null, district: get('district', 60) || null }
    if (Object.values(texts).some((text) => text !== null && isFormula(text)))
      return fail('invalid', ['单元格是公式', 'A cell holds a formula'])
    seen.set(sn, raw.row)
    return { row: raw.row, sn, ...texts, lng: null, lat: null }
  }
  return {
    plan: (rows) => {
      const planned: PlannedController[] = []
      const failed: FailedRow[] = []
      for (const one of rows.map(plan)) {
        if ('reason' in one) failed.push(one)
        else planned.push(one)
      }
      return { planned, cabinets: [], failed }
    },
    notes: () => [],
  }
}

/** Rows read since the last chunk. */
interface Gathered {
  readonly planned: Planned[]
  readonly cabinets: PlannedCabinet[]
  readonly failed: FailedRow[]
  readonly cells: Map<number, readonly string[]>
}
const nothing = (): Gathered => ({ planned: [], cabinets: [], failed: [], cells: new Map() })
const sizeOf = ({ planned, cabinets, failed }: Gathered): number => planned.length + cabinets.length + failed.length

const chunkOf = (
  kind: ImportKind,
  at: number,
  rows: number,
  { planned, cabinets, failed, cells }: Gathered,
  names: readonly string[],
): Chunk => ({
  at,
  rows,
  failed,
  cabinets,
  valuesOf: (row) => Object.fromEntries(names.map((name, column) => [name, cells.get(row)?.[column] ?? ''])),
  store: (data, query, target) =>
    kind === 'controller'
      ? storeControllers(data, query, target, planned as readonly PlannedController[])
      : storeLamps(data, query, target, planned as readonly PlannedLamp[], cabinets),
  compare: (data, query, target) =>
    kind === 'controller'
      ? compareControllers(data, query, target, planned as readonly PlannedController[])
      : compareLamps(query, target, planned as readonly PlannedLamp[]),
})

/** Confirmed proposals, as lamps after the last row of the file. */
const confirmed = async function* (path: string, file: Inspection, spacing: number, after: number) {
  let row = after
  for await (const batch of readProposals(path, file, { spacing }))
    yield batch.map((proposal) => {
      row += 1
      return proposedLamp(proposal, row)
    })
}

interface Chunks {
  readonly chunks: AsyncGenerator<Chunk>
  /** Remarks about doubtful values; complete after the last chunk. */
  readonly notes: () => readonly Text[]
  /** Sums of the file's rows; complete after the last chunk. */
  readonly sums: () => FileSums
}
/** Reads a file as chunks of interpreted rows. */
export const chunksOf = (path: string, reading: Reading): Chunks => {
  const { kind, inspection, mapping, spacing } = reading
  const file = { ...inspection, mapping }
  const names = inspection.columns.map(({ name }) => name)
  const { plan, notes } = kind === 'controller' ? controllerPlan(reading) : lampPlan(reading)
  const sums = createSums(inspection, mapping)
  const chunks = async function* (): AsyncGenerator<Chunk> {
    let open = nothing()
    let [at, rows, last, reported] = [0, 0, 0, 0]
    const cut = (): Chunk => {
      const chunk = chunkOf(kind, at, rows, open, names)
      at += 1
      reported = rows
      open = nothing()
      return chunk
    }
    for await (const batch of readRows(path, file)) {
      // limits parts by rows, so that a chunk ends at the same row however the file is split into batches
      for (let from = 0; from < batch.length; ) {
        const part = batch.slice(from, from + Math.min(TURN, CHUNK - sizeOf(open)))
        from += part.length
        rows += part.length
        for (const row of part) open.cells.set(row.row, row.cells)
        last = part.at(-1)?.row ?? last
        sums.see(part)
        const meant = plan(part)
        open.planned.push(...meant.planned)
        open.cabinets.push(...meant.cabinets)
        open.failed.push(...meant.failed)
        if (sizeOf(open) >= CHUNK) yield cut()
        await breath()
      }
    }
    if (spacing !== null && kind !== 'controller')
      for await (const lamps of confirmed(path, file, spacing, last)) {
        rows += lamps.length
        open.planned.push(...lamps)
        if (sizeOf(open) >= CHUNK) yield cut()
      }
    // Rows that are left out count too: the last chunk may contain nothing else.
    if (rows > reported) yield cut()
  }
  return { chunks: chunks(), notes, sums: sums.result }
}
