import type { Lang, ResourceDefinition } from '@lamplight/kit'
import type { CellColumn, Cells } from '../database/one-transaction.ts'
import { envelope, isLeftOut, page, type Step, stepsOf, wireTime } from './wire.ts'

type Row = readonly (string | null)[]
/** Writes one key of a row as JSON. */
type Writer = (row: Row, zone: string) => string

const WIRE = Symbol('wire')
const PARTS = Symbol('parts')
/** An answer that is already JSON text. */
export interface WireText {
  readonly [WIRE]: string
}
/** The same as a stream: each part is made after the previous part was written. */
export interface WireParts {
  readonly [PARTS]: AsyncIterable<string>
}
/** An answer, or part of one, that is already written as JSON. */
export type Written = WireText | WireParts
const has = (answer: unknown, mark: symbol): boolean => typeof answer === 'object' && answer !== null && mark in answer
export const isWireText = (answer: unknown): answer is WireText => has(answer, WIRE)
export const isWireParts = (answer: unknown): answer is WireParts => has(answer, PARTS)
const quote = (value: unknown): string => JSON.stringify(value ?? '') ?? '""'

/**
 * The function that writes each key of a record from the cells of a statement. The result equals
 * `wireRow(readRow(…))` without building row objects.
 */
const writersOf = (resource: ResourceDefinition, columns: readonly CellColumn[]): readonly (readonly [key: string, write: Writer])[] => {
  const keys = new Map<string, Writer>()
  const at = (name: string): number => columns.findIndex((column) => column.name === name)
  const reader = (column: number): ((row: Row) => unknown) => {
    const read = columns[column]?.read
    return (row) => {
      const text = row[column]
      return typeof text === 'string' && read ? read(text) : null
    }
  }
  const plain = (key: string, name: string): void => {
    const value = reader(at(name))
    keys.set(key, (row) => quote(value(row)))
  }
  const moment = (key: string, name: string): void => {
    const [place, value] = [at(name), reader(at(name))]
    // Neighbouring rows often have the same time, so the last text is reused.
    let last: { readonly text: string | null | undefined; readonly zone: string; readonly json: string } | null = null
    keys.set(key, (row, zone) => {
      if (last?.text !== row[place] || last?.zone !== zone) last = { text: row[place], zone, json: quote(wireTime(value(row), zone)) }
      return last?.json ?? '""'
    })
  }
  const parts = ({ field, model, column, columns: own, names }: Step): void => {
    const places = own.map(at)
    const [values, { json }, { options }] = [places.map(reader), column, field]
    const [only = -1] = places
    const type = columns[only]?.type ?? 0
    names.forEach((key, part) => {
      const whole: Writer = (row) => JSON.stringify(model.toWire(column.read(values.map((value) => value(row))), options)[part]) ?? 'null'
      keys.set(key, json ? (row, zone) => json(row[only] ?? null, type, options) ?? whole(row, zone) : whole)
    })
  }
  plain('id', 'id')
  if (!resource.reads) plain('tenantId', 'tenant_id')
  for (const step of stepsOf(resource)) {
    if (
      isLeftOut(
        step,
        step.columns.some((part) => at(part) >= 0),
      )
    )
      continue
    if (step.field.kind === 'time') moment(step.names[0] as string, step.columns[0] as string)
    else parts(step)
    if (step.title?.wire) plain(step.title.wire, step.title.key)
  }
  if (resource.reads) return [...keys]
  plain('createUser', 'create_user')
  moment('createTime', 'create_time')
  plain('updateUser', 'update_user')
  moment('updateTime', 'update_time')
  keys.set('isDeleted', () => '0')
  if (!('status' in resource.fields)) keys.set('status', () => '1')
  return [...keys]
}

const known = new WeakMap<ResourceDefinition, WeakMap<readonly CellColumn[], readonly (readonly [string, Writer])[]>>()

/** Writes the rows of a resource as a JSON array of records (like `wireRow`), directly from the cells. */
export const recordsText = (resource: ResourceDefinition, { columns, rows }: Cells, zone: string): string => {
  let made = known.get(resource)
  if (!made) {
    made = new WeakMap()
    known.set(resource, made)
  }
  let writers = made.get(columns)
  if (!writers) {
    writers = writersOf(resource, columns).map(([key, write], n) => [`${n === 0 ? '{' : ','}${quote(key)}:`, write] as const)
    made.set(columns, writers)
  }
  let text = '['
  for (const row of rows) {
    if (text.length > 1) text += ','
    for (const [key, write] of writers) text += key + write(row, zone)
    text += '}'
  }
  return `${text}]`
}

const RECORDS = '"records":[]'
/** A page (wire-contract.md 2.2) whose records are already JSON text. */
export const pageText = (records: string, total: number, current: number, size: number): WireText => ({
  [WIRE]: JSON.stringify(page([], total, current, size)).replace(RECORDS, () => `"records":${records}`),
})
/** A page as a stream, for records that arrive as JSON arrays (`recordsText`). */
export const pageParts = (records: AsyncIterable<string>, total: number, current: number, size: number): WireParts => ({
  [PARTS]: (async function* () {
    const [head, tail] = JSON.stringify(page([], total, current, size)).split(RECORDS) as [string, string]
    yield `${head}"records":[`
    let isFirst = true
    for await (const some of records) {
      if (some === '[]') continue
      yield (isFirst ? '' : ',') + some.slice(1, -1)
      isFirst = false
    }
    yield `]${tail}`
  })(),
})

const DATA = '"data":{}'
/** Wraps an answer that is already JSON text in the envelope. */
export const envelopeText = (answer: WireText, lang: Lang): string =>
  JSON.stringify(envelope(null, lang)).replace(DATA, () => `"data":${answer[WIRE]}`)
export const envelopeParts = async function* (answer: WireParts, lang: Lang): AsyncGenerator<string> {
  const [head, tail] = JSON.stringify(envelope(null, lang)).split(DATA) as [string, string]
  yield `${head}"data":`
  yield* answer[PARTS]
  yield tail
}
