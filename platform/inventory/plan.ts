import { isFormula, type Text } from '@lamplight/kit'
import { locate } from './coordinates.ts'
import {
  type FailedRow,
  type Inspection,
  type Mapping,
  MEANINGS,
  type Meaning,
  type PlanBatch,
  type PlanNote,
  type PlannedLamp,
  type RawRow,
} from './model.ts'
import { createNotes } from './notes.ts'
import { isText } from './place.ts'
import { createSpots, metresBetween } from './spots.ts'
import { type PowerReading, readLampType, readLength, readPower, tidy } from './words.ts'

export interface PlanOptions {
  /** m: lamps nearer to each other hang on one post. */
  readonly samePlace?: number
}
export interface Planner {
  /** What the next rows mean. */
  plan(rows: readonly RawRow[]): PlanBatch
  /** What was read with judgement so far. */
  notes(): readonly PlanNote[]
}

const SAME_PLACE_M = 0.5
/** Lamps that name the same post stand no farther from its first one. */
const SAME_POST_M = 20
/** More lamps than a post carries: their places may be those of a whole street. */
const HEADS_AT_MOST = 8
const CACHED = 10_000
/** Characters that are kept. */
const LONGEST = { key: 120, number: 40, name: 80, cabinet: 60, district: 60, street: 80, post: 60 } as const
const SERIAL = /^[A-Za-z0-9_-]{1,40}$/
/** Meanings whose text is kept as it is: nothing may come in that a spreadsheet would run when it is exported again. */
const KEPT = [
  'key',
  'number',
  'name',
  'post',
  'lampType',
  'cabinet',
  'district',
  'street',
  'controllerSn',
] as const satisfies readonly Meaning[]

const cached = <T>(read: (cell: string) => T): ((cell: string) => T) => {
  const known = new Map<string, T>()
  return (cell) => {
    const before = known.get(cell)
    if (before !== undefined) return before
    const value = read(cell)
    if (known.size < CACHED) known.set(own(cell), value)
    return value
  }
}

/** A text of its own: a piece cut out of a larger one would keep all of that in memory. */
const own = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString())

/** Numbers of the columns of each meaning. */
const indexesOf = ({ columns }: Mapping, names: readonly string[]): Readonly<Record<Meaning, readonly number[]>> =>
  Object.fromEntries(
    MEANINGS.map((meaning) => [meaning, (columns[meaning] ?? []).map((name) => names.indexOf(name)).filter((at) => at >= 0)]),
  ) as unknown as Readonly<Record<Meaning, readonly number[]>>

interface Spot {
  readonly row: number
  readonly keyed: boolean
  readonly post: string
  heads: number
}
/** Posts of the lamps planned so far: what stands at one place, or names one post, shares it. */
const createPosts = (samePlace: number) => {
  const spots = createSpots(samePlace)
  const firsts: Spot[] = []
  const named = new Map<string, { readonly lng: number; readonly lat: number }>()
  return {
    /** The first lamp that was planned at that place. */
    at: (lng: number, lat: number): Spot | undefined => firsts[spots.near(lng, lat)],
    /** The post of a new lamp: by its number unless that stands elsewhere too, else by what is there already. */
    join: (lamp: Omit<Spot, 'post' | 'heads'> & { key: string; lng: number; lat: number }, number: string, there: Spot | undefined) => {
      const first = number === '' ? undefined : named.get(number)
      const apart = first !== undefined && metresBetween(first.lng, first.lat, lamp.lng, lamp.lat) > SAME_POST_M
      const post = number !== '' && !apart ? `post:${number}` : (there?.post ?? lamp.key)
      if (number !== '' && !first) named.set(number, { lng: lamp.lng, lat: lamp.lat })
      if (there) there.heads++
      else {
        spots.add(lamp.lng, lamp.lat)
        firsts.push({ row: lamp.row, keyed: lamp.keyed, post, heads: 1 })
      }
      return { post, apart }
    },
  }
}

const NO_NUMBER: Text = ['没有编号，由平台编号', 'No number: the platform gives one']
const LONG_NUMBER: Text = [`编号超过 ${LONGEST.number} 个字符`, `The number has more than ${LONGEST.number} characters`]
const LONG_KEY: Text = [`标识超过 ${LONGEST.key} 个字符`, `The key has more than ${LONGEST.key} characters`]
const repeats = (key: string, row: number): Text => [`标识重复: ${key}，与第 ${row} 行相同`, `The key "${key}" repeats row ${row}`]
const repeatsNumber = (number: string, row: number): Text => [
  `编号重复: ${number}，与第 ${row} 行相同`,
  `The number "${number}" repeats row ${row}`,
]
const NO_POWER: Text = ['没有功率，留空', 'No wattage: it stays empty']
const BAD_HEIGHT: Text = ['高度无法识别，留空', 'The height could not be read and stays empty']
const BAD_SERIAL: Text = [
  '控制器序列号含有不允许的字符，留空',
  'The serial of the controller has characters that are not allowed and stays empty',
]
const MANY_HEADS: Text = [
  `同一位置超过 ${HEADS_AT_MOST} 盏灯，请核对坐标`,
  `More than ${HEADS_AT_MOST} lamps stand at one place: check the coordinates`,
]
const POST_APART: Text = [
  `同一灯杆编号相距超过 ${SAME_POST_M} 米，按不同灯杆处理`,
  `The same post number stands more than ${SAME_POST_M} m apart: taken as different posts`,
]

/**
 * What the rows of a file mean under a mapping: lamps with identity, place and power, rows that cannot be lamps with their reason, and notes. It keeps what
 * it saw, so that a second row of the same code or place is found whichever batch it comes in.
 */
export const planRows = (file: Pick<Inspection, 'columns'>, mapping: Mapping, { samePlace = SAME_PLACE_M }: PlanOptions = {}): Planner => {
  const names = file.columns.map(({ name }) => name)
  const columns = indexesOf(mapping, names)
  const at = { lng: columns.lng[0] ?? -1, lat: columns.lat[0] ?? -1, place: columns.place[0] ?? -1 }
  const kept = [...new Set(KEPT.flatMap((meaning) => columns[meaning]))]
  // Rows by their key, and by the number of their lamp.
  const keys = new Map<string, number>()
  const numbers = new Map<string, number>()
  // A column of post numbers numbers the lamps too: further lamps of a post get a suffix.
  const isPostNumber = columns.number.length > 0 && columns.number.every((column) => columns.post.includes(column))
  const isSameColumn = columns.key.length > 0 && columns.key[0] === columns.number[0]
  const posts = createPosts(samePlace)
  const notes = createNotes()
  const powerOf: (cell: string) => PowerReading = cached(readPower)
  const typeOf = cached(readLampType)
  // Few and much repeated: one text for all that say the same.
  const cabinetOf = cached((cell) => own(cell.slice(0, LONGEST.cabinet)) || null)
  const districtOf = cached((cell) => own(cell.slice(0, LONGEST.district)) || null)
  const streetOf = cached((cell) => own(cell.slice(0, LONGEST.street)) || null)

  const get = (row: RawRow, meaning: Meaning): string => {
    for (const column of columns[meaning]) {
      const cell = row.cells[column]
      if (cell) {
        const text = tidy(cell)
        if (text !== '') return text
      }
    }
    return ''
  }
  const failed = (row: RawRow, kind: FailedRow['kind'], reason: Text, where: FailedRow['at']): FailedRow => ({
    row: row.row,
    kind,
    reason,
    values: Object.fromEntries(names.map((name, column) => [name, row.cells[column] ?? ''])),
    at: where,
  })
  const height = (row: RawRow): number | null => {
    const cell = get(row, 'height')
    const metres = cell === '' ? null : readLength(cell, mapping.lengthUnit)
    if (cell !== '' && metres === null) notes.add(BAD_HEIGHT, row.row)
    return metres
  }
  const power = (row: RawRow): PowerReading => {
    const reading = powerOf(get(row, 'power'))
    if (reading.note) notes.add(reading.note, row.row)
    else if (reading.power === null) notes.add(NO_POWER, row.row)
    return reading
  }
  const serial = (row: RawRow): string | null => {
    const cell = get(row, 'controllerSn')
    if (cell === '' || SERIAL.test(cell)) return cell || null
    notes.add(BAD_SERIAL, row.row)
    return null
  }
  const formulaIn = ({ cells }: RawRow): string | undefined => {
    for (const column of kept) {
      const cell = cells[column]
      if (cell && isFormula(cell)) return cell
    }
    return undefined
  }

  /** The number of a lamp: of its column, else its key; null where the file gives none that fits. */
  const numberOf = (row: RawRow, code: string): string | null => {
    if (columns.number.length === 0) return code === '' || code.length > LONGEST.number ? null : own(code)
    const written = own(get(row, 'number'))
    if (written === '') return null
    if (!isPostNumber) return written
    let number = written
    for (let head = 2; numbers.has(number); head++) number = `${written}-${head}`
    return number
  }

  const planRow = (row: RawRow): PlannedLamp | FailedRow => {
    const place = locate(row, mapping.place, at)
    if (isText(place)) return failed(row, 'invalid', place, null)
    const [lng, lat] = place as readonly [number, number]
    const formula = formulaIn(row)
    if (formula !== undefined)
      return failed(
        row,
        'invalid',
        [`单元格是公式: ${formula.slice(0, 60)}`, `A cell holds a formula: ${formula.slice(0, 60)}`],
        [lng, lat],
      )
    const refuse = (kind: FailedRow['kind'], reason: Text): FailedRow => failed(row, kind, reason, [lng, lat])
    const code = get(row, 'key')
    const key = own(code) || `${lng.toFixed(6)},${lat.toFixed(6)}`
    if (key.length > LONGEST.key) return refuse('invalid', LONG_KEY)
    const same = keys.get(key)
    if (same !== undefined) return refuse('duplicate', isSameColumn ? repeatsNumber(key, same) : repeats(key, same))
    const there = posts.at(lng, lat)
    if (there && (code === '' || !there.keyed))
      return refuse('duplicate', [`与第 ${there.row} 行在同一位置`, `It is at the place of row ${there.row}`])
    const number = numberOf(row, code)
    if (number !== null && number.length > LONGEST.number) return refuse('invalid', LONG_NUMBER)
    const taken = number === null ? undefined : numbers.get(number)
    if (number !== null && taken !== undefined) return refuse('duplicate', repeatsNumber(number, taken))
    keys.set(key, row.row)
    if (number === null) notes.add(NO_NUMBER, row.row)
    else numbers.set(number, row.row)
    const postNumber = own(get(row, 'post').slice(0, LONGEST.post))
    const { post, apart } = posts.join({ row: row.row, key, keyed: code !== '', lng, lat }, postNumber, there)
    if (apart) notes.add(POST_APART, row.row)
    if (there && there.heads > HEADS_AT_MOST) notes.add(MANY_HEADS, row.row)
    const { power: watts, type } = power(row)
    return {
      row: row.row,
      key,
      keyed: code !== '',
      number,
      name: (get(row, 'name') || (number ?? key)).slice(0, LONGEST.name),
      lng,
      lat,
      post,
      postNumber: postNumber || null,
      power: watts,
      lampType: typeOf(get(row, 'lampType')) ?? type,
      height: height(row),
      cabinet: cabinetOf(get(row, 'cabinet')),
      district: districtOf(get(row, 'district')),
      street: streetOf(get(row, 'street')),
      controllerSn: serial(row),
    }
  }

  return {
    plan: (rows) => {
      const lamps: PlannedLamp[] = []
      const failures: FailedRow[] = []
      for (const row of rows) {
        const planned = planRow(row)
        if ('reason' in planned) failures.push(planned)
        else lamps.push(planned)
      }
      return { lamps, failed: failures }
    },
    notes: notes.list,
  }
}
