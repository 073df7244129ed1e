import { isFormula, type Text } from '@lamplight/kit'
import { locate } from './coordinates.ts'
import { headReader } from './heads.ts'
import {
  type FailedRow,
  type Inspection,
  type Mapping,
  MEANINGS,
  type Meaning,
  type PlanBatch,
  type PlanNote,
  type PlannedCabinet,
  type PlannedLamp,
  type RawRow,
} from './model.ts'
import { createNotes } from './notes.ts'
import { createOutliers } from './outliers.ts'
import { isText } from './place.ts'
import { createPosts, SAME_POST_M } from './posts.ts'
import { LOST_DIGITS, lostDigits } from './read-styles.ts'
import { ruleFinder } from './row-rules.ts'
import { tidy } from './tidy.ts'
import { readLength } from './words.ts'

export interface PlanOptions {
  /** Lamps closer than this share a post, m. */
  readonly samePlace?: number
}
export interface Planner {
  /** Interprets the next rows. */
  plan(rows: readonly RawRow[]): PlanBatch
  /** Remarks about doubtful values so far. */
  notes(): readonly PlanNote[]
}

const SAME_PLACE_M = 0.5
/** Largest number of lamps at one place; more may be the position of a whole street. */
const HEADS_AT_MOST = 8
const CACHED = 10_000
/** Stored length of each text, characters. */
const LONGEST = { key: 120, number: 40, name: 80, cabinet: 60, district: 60, street: 80, post: 60 } as const
const SERIAL = /^[A-Za-z0-9_-]{1,40}$/
/** Meanings whose text is stored unchanged: texts that a spreadsheet would run in a later export are refused. */
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

/** Copies a text: a slice of a larger string would keep all of that string in memory. */
const own = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString())

/** Column indexes of each meaning. */
const indexesOf = ({ columns }: Mapping, names: readonly string[]): Readonly<Record<Meaning, readonly number[]>> =>
  Object.fromEntries(
    MEANINGS.map((meaning) => [meaning, (columns[meaning] ?? []).map((name) => names.indexOf(name)).filter((at) => at >= 0)]),
  ) as unknown as Readonly<Record<Meaning, readonly number[]>>

const NO_NUMBER: Text = ['没有编号，由平台编号', 'No number: the platform assigns one']
const LONG_NUMBER: Text = [`编号超过 ${LONGEST.number} 个字符`, `The number has more than ${LONGEST.number} characters`]
const LONG_KEY: Text = [`标识超过 ${LONGEST.key} 个字符`, `The key has more than ${LONGEST.key} characters`]
const repeats = (key: string, row: number): Text => [`标识重复：${key}，与第 ${row} 行相同`, `The key "${key}" repeats row ${row}`]
const repeatsNumber = (number: string, row: number): Text => [
  `编号重复：${number}，与第 ${row} 行相同`,
  `The number "${number}" repeats row ${row}`,
]
const NAMELESS: Text = ['控制箱没有编号和名称', 'The cabinet has neither number nor name']
const left = (column: string, value: string): Text => [
  `按条件不导入（${column}：${value}）`,
  `Not imported because of the condition (${column}: ${value})`,
]
const BAD_HEIGHT: Text = ['高度无法识别，留空', 'The height could not be read: left empty']
const BAD_SERIAL: Text = [
  '控制器序列号含有不允许的字符，留空',
  'The serial number of the controller has characters that are not allowed: left empty',
]
const MANY_HEADS: Text = [
  `同一位置超过 ${HEADS_AT_MOST} 盏灯，请核对坐标`,
  `More than ${HEADS_AT_MOST} lamps at one place: check the coordinates`,
]
const holdsFormula = (formula: string): Text => [`单元格是公式：${formula.slice(0, 60)}`, `A cell holds a formula: ${formula.slice(0, 60)}`]
const withoutDigits = (cell: string): Text => [`${LOST_DIGITS[0]}：${cell}`, `${LOST_DIGITS[1]}: ${cell}`]
const POST_APART: Text = [
  `同一灯杆编号相距超过 ${SAME_POST_M} 米，按不同灯杆处理`,
  `The same post number is used more than ${SAME_POST_M} m apart: treated as different posts`,
]

/**
 * Interprets the rows of a file under a mapping: lamps with identity, place and power, rows that cannot be lamps with the reason, and notes. It
 * remembers earlier rows, so that a duplicate code or place is found in any batch.
 */
export const planRows = (file: Pick<Inspection, 'columns'>, mapping: Mapping, { samePlace = SAME_PLACE_M }: PlanOptions = {}): Planner => {
  const names = file.columns.map(({ name }) => name)
  const columns = indexesOf(mapping, names)
  const at = { lng: columns.lng[0] ?? -1, lat: columns.lat[0] ?? -1, place: columns.place[0] ?? -1 }
  const kept = [...new Set(KEPT.flatMap((meaning) => columns[meaning]))]
  // Rows by key and by lamp number.
  const keys = new Map<string, number>()
  const numbers = new Map<string, number>()
  // A column of post numbers also numbers the lamps: further lamps of a post get a suffix.
  const isPostNumber = columns.number.length > 0 && columns.number.every((column) => columns.post.includes(column))
  const isSameColumn = columns.key.length > 0 && columns.key[0] === columns.number[0]
  const posts = createPosts(samePlace)
  const notes = createNotes()
  const outliers = createOutliers(notes)
  const ruleOf = ruleFinder(mapping.rules ?? [], names)
  // These texts repeat often, so equal ones are shared.
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
  const headsOf = headReader(mapping, get)
  const serial = (row: RawRow): string | null => {
    const cell = get(row, 'controllerSn')
    if (cell === '' || SERIAL.test(cell)) return cell || null
    notes.add(BAD_SERIAL, row.row)
    return null
  }
  /** Returns why a text of the row cannot be stored: it is a formula, or a number that a spreadsheet has rounded; undefined if all texts can be stored. */
  const unfitText = ({ cells }: RawRow): Text | undefined => {
    for (const column of kept) {
      const cell = cells[column]
      if (cell && isFormula(cell)) return holdsFormula(cell)
      if (cell && lostDigits(cell)) return withoutDigits(cell)
    }
    return undefined
  }

  /** Returns the number of a lamp from its column, else its key; null if the file has no suitable one. */
  const numberOf = (row: RawRow, code: string): string | null => {
    if (columns.number.length === 0) return code === '' || code.length > LONGEST.number ? null : own(code)
    const written = own(get(row, 'number'))
    if (written === '') return null
    return isPostNumber ? nextNumber(written, []) : written
  }
  /** Returns the post's number for another of its lamps, with a suffix that no lamp has yet. */
  function nextNumber(post: string, made: readonly { readonly number: string | null }[]): string {
    let number = post
    for (let head = 2; numbers.has(number) || made.some((one) => one.number === number); head++) number = `${post}-${head}`
    return number
  }

  const cabinet = (row: RawRow): PlannedCabinet | FailedRow => {
    const unfit = unfitText(row)
    const name = (get(row, 'number') || get(row, 'key') || get(row, 'name')).slice(0, LONGEST.cabinet)
    if (unfit !== undefined) return failed(row, 'invalid', unfit, null)
    if (name === '') return failed(row, 'invalid', NAMELESS, null)
    const place = locate(row, mapping.place, at)
    const [lng, lat] = isText(place) ? [null, null] : (place as readonly [number, number])
    return { row: row.row, name: own(name), lng, lat, district: districtOf(get(row, 'district')) }
  }
  /** Returns keys and numbers of a row's lamps, or why they cannot be assigned. */
  const identities = (row: RawRow, code: string, base: string, count: number) => {
    const made: { readonly key: string; readonly number: string | null }[] = []
    const first = numberOf(row, code)
    for (let head = 1; head <= count; head++) {
      const key = head === 1 ? base : `${base}#${head}`
      const number = first === null || head === 1 ? first : isPostNumber ? nextNumber(get(row, 'number'), made) : `${first}-${head}`
      const [sameKey, sameNumber] = [keys.get(key), number === null ? undefined : numbers.get(number)]
      if (key.length > LONGEST.key) return { kind: 'invalid', reason: LONG_KEY } as const
      if (sameKey !== undefined)
        return { kind: 'duplicate', reason: isSameColumn ? repeatsNumber(key, sameKey) : repeats(key, sameKey) } as const
      if (number !== null && number.length > LONGEST.number) return { kind: 'invalid', reason: LONG_NUMBER } as const
      if (number !== null && sameNumber !== undefined) return { kind: 'duplicate', reason: repeatsNumber(number, sameNumber) } as const
      made.push({ key, number })
    }
    return made
  }

  const keepsNear = mapping.nearby === 'keep'
  /** First number to try for a further lamp at a place: without it, many rows at one place would try all earlier numbers. */
  const nextNumbers = new Map<string, number>()
  /**
   * Returns the key of a lamp without an identity: its place. If several lamps at one place are kept, the later ones get a number behind
   * it.
   */
  const placeKey = (lng: number, lat: number): string => {
    const place = `${lng.toFixed(6)},${lat.toFixed(6)}`
    if (!keepsNear || !keys.has(place)) return place
    let number = nextNumbers.get(place) ?? 2
    while (keys.has(`${place}~${number}`)) number++
    nextNumbers.set(place, number)
    return `${place}~${number}`
  }

  const planRow = (row: RawRow): readonly PlannedLamp[] | FailedRow => {
    const place = locate(row, mapping.place, at)
    if (isText(place)) return failed(row, 'invalid', place, null)
    const [lng, lat] = place as readonly [number, number]
    const refuse = (kind: FailedRow['kind'], reason: Text): FailedRow => failed(row, kind, reason, [lng, lat])
    const unfit = unfitText(row)
    if (unfit !== undefined) return refuse('invalid', unfit)
    const { heads, remarks } = headsOf(row)
    const code = get(row, 'key')
    const base = own(code) || placeKey(lng, lat)
    const made = identities(row, code, base, heads.length)
    if ('reason' in made) return refuse(made.kind, made.reason)
    const there = posts.at(lng, lat)
    if (there && (code === '' || !there.keyed) && !keepsNear)
      return refuse('duplicate', [`与第 ${there.row} 行在同一位置`, `At the same place as row ${there.row}`])
    for (const remark of remarks) notes.add(remark, row.row)
    if (heads.length === 0) return []
    for (const { key, number } of made) {
      keys.set(key, row.row)
      if (number !== null) numbers.set(number, row.row)
    }
    if (made[0]?.number === null) notes.add(NO_NUMBER, row.row)
    const postNumber = own(get(row, 'post').slice(0, LONGEST.post))
    const street = streetOf(get(row, 'street'))
    const { post, apart } = posts.join(
      { row: row.row, key: base, keyed: code !== '', lng, lat, street, heads: heads.length },
      postNumber,
      there,
    )
    if (apart) notes.add(POST_APART, row.row)
    if (there && there.heads > HEADS_AT_MOST) notes.add(MANY_HEADS, row.row)
    outliers.see({ row: row.row, lng, lat })
    const written = get(row, 'name')
    const shared = {
      row: row.row,
      keyed: code !== '',
      lng,
      lat,
      post,
      postNumber: postNumber || null,
      height: height(row),
      cabinet: cabinetOf(get(row, 'cabinet')),
      district: districtOf(get(row, 'district')),
      street,
      controllerSn: serial(row),
    }
    return made.map(({ key, number }, head) => ({
      ...shared,
      key,
      number,
      name: (written === '' ? (number ?? key) : head === 0 ? written : `${written}-${head + 1}`).slice(0, LONGEST.name),
      power: heads[head]!.power,
      lampType: heads[head]!.lampType,
    }))
  }

  return {
    plan: (rows) => {
      const batch = { lamps: [] as PlannedLamp[], cabinets: [] as PlannedCabinet[], failed: [] as FailedRow[] }
      for (const row of rows) {
        const found = ruleOf(row)
        if (found?.rule.as === 'skip') {
          notes.add(left(found.rule.column, found.value), row.row)
          continue
        }
        const planned = found ? cabinet(row) : planRow(row)
        if ('reason' in planned) batch.failed.push(planned)
        else if ('name' in planned) batch.cabinets.push(planned)
        else batch.lamps.push(...planned)
      }
      return batch
    },
    notes: () => {
      outliers.settle()
      return notes.list()
    },
  }
}
