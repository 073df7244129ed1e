import type { Query } from '@lamplight/server-kit'
import { type Item, WAITING } from './advance.ts'
import { columns } from './arrays.ts'
import type { PackKey } from './ledger-types.ts'

/** The devices of one gateway in one batch, in stored order. */
export interface Pack extends PackKey {
  readonly n: number
  /** State of each device; devices with equal states share one object. */
  items: Item[]
  readonly sns: () => readonly string[]
  readonly deviceIds: () => readonly string[]
  readonly heads: () => readonly number[]
  /** Power of the healthy lamp, W; null if its curve is unknown. */
  readonly expects: () => readonly (number | null)[]
  /** W */
  readonly tolerances: () => readonly number[]
  /** Next check of devices that have answered, epoch ms. */
  readonly checkAt: number | null
  /** Last query of the meters, epoch ms. */
  readonly probedAt: number | null
}
/** Parts of a pack that are read besides its states. */
export type Part = 'sns' | 'device_ids' | 'heads' | 'expects' | 'tolerances'

const yes = (text: string): boolean => text === 't'
/** Columns that change: name, type, the key of an item, and how a value is read. */
const MOVING = [
  ['rungs', 'smallint', 'rung', Number],
  ['statuses', 'smallint', 'status', Number],
  ['attempts', 'smallint', 'attempts', Number],
  ['codes', 'text', 'code', String],
  ['lates', 'boolean', 'late', yes],
  ['watches', 'boolean', 'watch', yes],
  ['measured', 'double precision', 'measured', Number],
  ['device_at', 'bigint', 'deviceAt', Number],
  ['verify_by', 'bigint', 'verifyBy', Number],
  ['sent_at', 'bigint', 'sentAt', Number],
  ['received_at', 'bigint', 'receivedAt', Number],
  ['applied_at', 'bigint', 'appliedAt', Number],
  ['verified_at', 'bigint', 'verifiedAt', Number],
  ['ended_at', 'bigint', 'endedAt', Number],
  ['returned_at', 'bigint', 'returnedAt', Number],
] as const satisfies readonly (readonly [string, string, keyof Item, (text: string) => string | number | boolean])[]

const valuesIn = (array: string): string[] => array.slice(1, -1).split(',')

const itemAt = (read: readonly string[][], at: number): Item => {
  const item: Record<string, unknown> = { ...WAITING }
  MOVING.forEach(([, , key, parse], column) => {
    const values = read[column] as string[]
    const text = values[values.length === 1 ? 0 : at] as string
    item[key] = text === 'NULL' ? null : parse(text)
  })
  item.returned = item.returnedAt !== null
  return item as unknown as Item
}
/** Parses the states of `n` devices from the text of their columns. */
const itemsIn = (state: string, n: number): Item[] => {
  const read = state.split(';').map(valuesIn)
  if (read.every((values) => values.length === 1)) return new Array<Item>(n).fill(itemAt(read, 0))
  return Array.from({ length: n }, (_, at) => itemAt(read, at))
}

type Cell = string | number | boolean | null
/** Writes a PostgreSQL array with a single value if all items are alike, else with one value per item. */
const arrayOf = (items: readonly Item[], alike: boolean, key: (typeof MOVING)[number][2]): string => {
  const first: Cell = items[0]?.[key] ?? null
  const text = (value: Cell): string =>
    value === null ? 'NULL' : typeof value === 'number' && key !== 'measured' ? String(Math.round(value)) : String(value)
  if (alike || items.every((item) => item[key] === first)) return `{${text(first)}}`
  return `{${items.map((item) => text(item[key])).join(',')}}`
}

const LATER: Readonly<Record<Part, string>> = {
  sns: 'p.sns',
  device_ids: `array_to_string(p.device_ids, ',')`,
  heads: `array_to_string(p.heads, ',')`,
  expects: `array_to_string(p.expects, ',', '')`,
  tolerances: `array_to_string(p.tolerances, ',')`,
}
const loadSql = (
  parts: readonly Part[],
  whole: boolean,
): string => `select p.batch_id::text as batch_id, p.gateway_sn, cardinality(p.device_ids) as n,
    concat_ws(';', ${MOVING.map(([name]) => `p.${name}`).join(', ')}) as state,
    (extract(epoch from w.check_at) * 1000)::float8 as check_at, (extract(epoch from w.probed_at) * 1000)::float8 as probed_at
    ${parts.map((part) => `, ${LATER[part]} as ${part}`).join('')}
  from ${
    whole
      ? 'control_pack p'
      : 'unnest($1::bigint[], $2::text[]) as k (batch_id, gateway_sn) join control_pack p on p.batch_id = k.batch_id and p.gateway_sn = k.gateway_sn'
  } left join control_work w on w.batch_id = p.batch_id and w.gateway_sn = p.gateway_sn${whole ? ' where p.batch_id = $1' : ''}`

interface PackRow extends Readonly<Partial<Record<Part, string>>> {
  readonly batch_id: string
  readonly gateway_sn: string
  readonly n: number
  readonly state: string
  readonly check_at: number | null
  readonly probed_at: number | null
}
const packOf = (row: PackRow): Pack => {
  const list = (part: Part): string[] => (row[part] ?? '').split(',')
  /** A single stored value applies to all devices. */
  const each = <T>(part: Part, read: (text: string) => T): T[] => {
    const values = list(part).map(read)
    return values.length === 1 && row.n > 1 ? new Array<T>(row.n).fill(values[0] as T) : values
  }
  const once = <T>(make: () => T): (() => T) => {
    let made: T | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  return {
    batchId: row.batch_id,
    gatewaySn: row.gateway_sn,
    n: row.n,
    items: itemsIn(row.state, row.n),
    sns: once(() => list('sns')),
    deviceIds: once(() => list('device_ids')),
    heads: once(() => each('heads', Number)),
    expects: once(() => each('expects', (text) => (text === '' ? null : Number(text)))),
    tolerances: once(() => each('tolerances', Number)),
    checkAt: row.check_at,
    probedAt: row.probed_at,
  }
}

export interface PlaceRow {
  readonly batch_id: string
  readonly gateway_sn: string
}
export const placesOf = (rows: readonly PlaceRow[]): PackKey[] => rows.map((row) => ({ batchId: row.batch_id, gatewaySn: row.gateway_sn }))

export const keyOf = ({ batchId, gatewaySn }: PackKey): string => `${batchId} ${gatewaySn}`

/** Places as two array parameters. */
export const placeColumns = (places: readonly PackKey[]): string[] =>
  columns(
    places,
    (place) => place.batchId,
    (place) => place.gatewaySn,
  )

/** Removes duplicates. Devices of one place are adjacent, so an equal neighbour is skipped without building a key. */
const eachOnce = (places: readonly PackKey[]): PackKey[] => {
  const found = new Map<string, PackKey>()
  let last: PackKey | undefined
  for (const place of places) {
    if (last?.gatewaySn === place.gatewaySn && last.batchId === place.batchId) continue
    last = place
    found.set(keyOf(place), place)
  }
  return [...found.values()]
}

/** Reads the existing packs of the places, each once. To change them, lock their batches first. */
export const loadPacks = async (query: Query, places: readonly PackKey[], parts: readonly Part[]): Promise<Pack[]> => {
  return (await query<PackRow>(loadSql(parts, false), placeColumns(eachOnce(places)))).map(packOf)
}

/** Reads all packs of a batch. */
export const loadBatch = async (query: Query, batchId: string, parts: readonly Part[]): Promise<Pack[]> =>
  (await query<PackRow>(loadSql(parts, true), [batchId])).map(packOf)

const SAVE = `update control_pack p set watching = v.watching, ${MOVING.map(([name, type]) => `${name} = v.${name}::${type}[]`).join(', ')}
  from unnest($1::bigint[], $2::text[], $3::boolean[], ${MOVING.map((_, at) => `$${at + 4}::text[]`).join(', ')})
    as v (batch_id, gateway_sn, watching, ${MOVING.map(([name]) => name).join(', ')})
  where p.batch_id = v.batch_id and p.gateway_sn = v.gateway_sn`

/** Writes the states of packs whose batches are locked. */
export const savePacks = async (query: Query, packs: readonly Pack[]): Promise<void> => {
  if (packs.length === 0) return
  const alike = new Map(packs.map((pack) => [pack, pack.items.every((item) => item === pack.items[0])]))
  await query(
    SAVE,
    columns(
      packs,
      (pack) => pack.batchId,
      (pack) => pack.gatewaySn,
      (pack) => pack.items.some((item) => item.watch),
      ...MOVING.map(
        ([, , key]) =>
          (pack: Pack) =>
            arrayOf(pack.items, alike.get(pack) ?? false, key),
      ),
    ),
  )
}
