import type { Text } from '@lamplight/kit'
import { sourceOf } from './light-sources.ts'
import type { LengthUnit, PowerUnit } from './model.ts'
import { tidy, withoutAccents } from './tidy.ts'

export interface PowerReading {
  /** W */
  readonly power: number | null
  readonly type: string | null
  readonly note: Text | null
  /** Power of each lamp in the cell, W: two for `2x58`, one for `250`; empty if it cannot be read. */
  readonly parts: readonly number[]
}
const NUMBER = /(\d+(?:[.,]\d+)?)/.source
const UNIT = /\s*(kw|千瓦|watts?|w|瓦特|瓦|vatios?|watios?|와트|ワット)?/.source
const HEADS = /(\d{1,2})\s*(?:盏|支|个|灯|灯具|等|등|개|台)?/.source
const TIMES = /\s*[x×*]\s*/.source
const ONE = new RegExp(`^${NUMBER}${UNIT}$`)
const HEADS_FIRST = new RegExp(`^${HEADS}${TIMES}${NUMBER}${UNIT}$`)
const HEADS_LAST = new RegExp(`^${NUMBER}${UNIT}${TIMES}${HEADS}$`)
const MAX_WATTS = 5000
/** Longest cell that can be a wattage, characters. */
const LONGEST = 60

const watts = (number: string, unit: string | undefined, column: PowerUnit): number =>
  Number(number.replace(',', '.')) * (/^(?:kw|千瓦)$/.test(unit ?? '') || (!unit && column === 'kW') ? 1000 : 1)
const MANY = 20
/** Power of each lamp in one part (`250`, `250 w`, `2x58w`), W; empty if it is not a power. */
const partOf = (part: string, column: PowerUnit): readonly number[] => {
  const one = ONE.exec(part)
  if (one) return [watts(one[1]!, one[2], column)]
  const first = HEADS_FIRST.exec(part)
  const last = first ? null : HEADS_LAST.exec(part)
  const [count, each] = first
    ? [Number(first[1]), watts(first[2]!, first[3], column)]
    : last
      ? [Number(last[3]), watts(last[1]!, last[2], column)]
      : [0, 0]
  return count > 0 && count <= MANY ? Array<number>(count).fill(each) : []
}
/** A light source as a word or letters, with or without brackets; excludes units, counts and multiplication signs. */
const WORD =
  /\(?\s*(?!(?:kw|watts?|vatios?|watios?|w|x)(?!\p{L})|千瓦|瓦|와트|ワット|盏|支|个|灯(?!\p{L})|등(?!\p{L})|개|台)(\p{L}[\p{L}ー_]*(?:[ -]\p{L}{2,})*)\s*\)?/gu
const UNIT_FIRST = /^(?:kw|watts?|w|千瓦|瓦特?)(?=\p{L}{2})/u

const takeWords = (plain: string): { readonly rest: string; readonly type: string | null; readonly strange: boolean } => {
  let type: string | null = null
  let strange = false
  const rest = plain.replace(WORD, (whole: string, written: string) => {
    // `100wled`: the w is the unit of the number.
    const unit = UNIT_FIRST.exec(written)?.[0] ?? ''
    const word = written.slice(unit.length)
    const source = sourceOf(word) ?? (/^\(.*\)$/.test(whole.trim()) ? word.toUpperCase().slice(0, 20) : null)
    if (source === null) strange = true
    type ??= source
    return `${unit} `
  })
  const bare = rest.replace(/[()[\]]/g, ' ').trim()
  return { rest: type === null ? bare : bare.replace(/^[\s\-_:,]+|[\s\-_:,]+$/g, ''), type, strange }
}

const rounded = (value: number): number => Math.round(value * 100) / 100
const unreadable = (text: string): PowerReading => ({
  power: null,
  type: null,
  note: [`功率“${text}”无法识别，留空`, `The wattage "${text}" could not be read: left empty`],
  parts: [],
})

/**
 * Parses a wattage: `286(LED)` and `LED 286W` are 286 and LED; of `250/100` the first counts; `2x58W` and `250+100` are sums; a blank is
 * unknown. The note says what is doubtful or unreadable. `column`: the unit of numbers without one.
 */
export const readPower = (cell: string, column: PowerUnit = 'W'): PowerReading => {
  const text = tidy(cell)
  if (text === '') return { power: null, type: null, note: null, parts: [] }
  const shortText = text.slice(0, LONGEST)
  const { rest, type, strange } = takeWords(withoutAccents(shortText))
  const levels = rest.split('/').map((level) => level.split('+').map((part) => partOf(part.trim(), column)))
  const isRead = levels.every((level) => level.every((part) => part.length > 0 && part.every((each) => each > 0)))
  const sums = levels.map((level) => level.flat().reduce((sum, each) => sum + each, 0))
  if (strange || !isRead || text.length > LONGEST || sums.some((sum) => sum > MAX_WATTS)) return unreadable(shortText)
  const power = rounded(sums[0]!)
  const parts = levels[0]!.flat().map(rounded)
  const reading = (note: Text | null): PowerReading => ({ power, type, note, parts })
  if (sums.length > 1)
    return reading([
      `功率“${shortText}”有多个值，取第一个 ${power} W`,
      `The wattage "${shortText}" has several values: the first, ${power} W, was taken`,
    ])
  return reading(
    parts.length > 1 ? [`功率“${shortText}”按合计 ${power} W 读取`, `The wattage "${shortText}" was read as ${power} W in total`] : null,
  )
}
/** Returns the power unit in a column's name; null if it has none. */
export const powerUnitIn = (name: string): PowerUnit | null => {
  const plain = name.normalize('NFKC')
  if (/(?:^|[^a-z])kw(?:[^a-z]|$)|kilowatt|千瓦|キロワット|킬로와트/i.test(plain)) return 'kW'
  return /(?:^|[^a-z])(?:w|watts?|vatios|watios)(?:[^a-z]|$)|瓦|ワット|와트/i.test(plain) ? 'W' : null
}

const LENGTH =
  /^(\d+(?:[.,]\d+)?)\s*(m|米|公尺|metres?|meters?|metros?|미터|メートル|cm|厘米|mm|毫米|ft|feet|foot|'|′|英尺)?\s*(?:(\d+(?:\.\d+)?)\s*(?:"|″|in|英寸))?$/
const METRES: Readonly<Record<string, number>> = {
  m: 1,
  米: 1,
  公尺: 1,
  metre: 1,
  meter: 1,
  metro: 1,
  미터: 1,
  メートル: 1,
  cm: 0.01,
  厘米: 0.01,
  mm: 0.001,
  毫米: 0.001,
}
const FOOT = 0.3048

/** Returns a height in metres; its own unit overrides the column's. Null if it is not a length, or not that of a lamp post (up to 60 m). */
export const readLength = (cell: string, unit: LengthUnit): number | null => {
  const match = LENGTH.exec(cell.trim().toLowerCase())
  if (!match) return null
  const number = Number(match[1]!.replace(',', '.'))
  const own = match[2]?.replace(/^(met(?:re|er|ro))s$/, '$1')
  const metres = own ? (METRES[own] ?? FOOT) : unit === 'ft' ? FOOT : 1
  const height = Math.round((number * metres + Number(match[3] ?? 0) * (FOOT / 12)) * 100) / 100
  return height > 0 && height <= 60 ? height : null
}
/** Returns the length unit in a cell or column name; null if it has none. */
export const lengthUnitIn = (text: string): LengthUnit | null => {
  const plain = text.normalize('NFKC').toLowerCase()
  if (/(?:^|[^a-z])(?:ft|feet|foot)(?:[^a-z]|$)|英尺|\d\s*['′]/.test(plain)) return 'ft'
  return /(?:^|[^a-z])(?:m|metres?|meters?|metros?)(?:[^a-z]|$)|米|公尺|미터|メートル/.test(plain) ? 'm' : null
}
