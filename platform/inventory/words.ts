import type { Text } from '@lamplight/kit'
import type { LengthUnit } from './model.ts'

const BLANK = /^(?:-+|—+|–|\/|\.|n\/?a|null|<null>|none|nil|unknown|undefined|无|暂无|空|不详|未知|没有)$/i
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** A cell as its writer meant it: without control characters; what only says that there is nothing is nothing. */
export const tidy = (cell: string): string => {
  const text = cell.replace(CONTROL, ' ').trim()
  return BLANK.test(text) ? '' : text
}

/** What people call light sources, and the short form that is kept. The first that matches counts. */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:led|leds|solid[\s_-]?state)\b|led|发光二极管/, 'LED'],
  [/\b(?:lps|sox)\b|low[\s_-]?pressure[\s_-]?sodium|低压钠/, 'LPS'],
  [/\b(?:hps|son|hpsv|shp)\b|high[\s_-]?pressure[\s_-]?sodium|sodium|高压钠|钠灯/, 'HPS'],
  [/\b(?:cmh|cdm|cpo)\b|ceramic[\s_-]?metal|陶瓷金卤/, 'CMH'],
  [/\b(?:mh|mhl|hqi)\b|metal[\s_-]?halide|金卤|金属卤化物/, 'MH'],
  [/\b(?:mv|hpm|hme)\b|mercury|汞灯|水银/, 'MV'],
  [/\b(?:ind|lvd|qel)\b|induction|无极灯/, 'IND'],
  [/\b(?:cfl|pll)\b|compact[\s_-]?fluorescent|节能灯/, 'CFL'],
  [/\bfl\b|fluorescent|荧光/, 'FL'],
  [/\bhal\b|halogen|卤钨/, 'HAL'],
  [/\binc\b|incandescent|白炽/, 'INC'],
  [/\bgas\b|gaslight|煤气灯/, 'GAS'],
]
const sourceOf = (text: string): string | null => SOURCES.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** `高压钠灯` → HPS, `HPS/Induction` → HPS/IND; what nobody knows stays as written, in capitals; null where it says nothing. At most 20 characters. */
export const readLampType = (cell: string): string | null => {
  const text = tidy(cell).toLowerCase()
  if (text === '' || text === 'electric' || text === 'other') return null
  const parts = text.split(/\s*[/+&,;、]\s*/).filter((part) => part !== '')
  const sources = parts.map(sourceOf)
  if (parts.length > 1 && sources.every((source) => source !== null)) return [...new Set(sources)].join('/').slice(0, 20)
  return sourceOf(text) ?? text.toUpperCase().slice(0, 20)
}
/** Whether a cell says which light source it is, in words that are known. */
export const isLampType = (cell: string): boolean => cell.length <= 40 && sourceOf(cell.toLowerCase()) !== null

export interface PowerReading {
  /** W */
  readonly power: number | null
  readonly type: string | null
  readonly note: Text | null
}
const NUMBER = /(\d+(?:[.,]\d+)?)/.source
const UNIT = /\s*(kw|千瓦|watts?|w|瓦特|瓦)?/.source
const HEADS = /(\d{1,2})\s*(?:盏|支|个)?/.source
const TIMES = /\s*[x×*]\s*/.source
const ONE = new RegExp(`^${NUMBER}${UNIT}$`)
const HEADS_FIRST = new RegExp(`^${HEADS}${TIMES}${NUMBER}${UNIT}$`)
const HEADS_LAST = new RegExp(`^${NUMBER}${UNIT}${TIMES}${HEADS}$`)
const MOST = 5000
/** Characters of a cell that can still be a wattage. */
const LONGEST = 60

const watts = (number: string, unit: string | undefined): number =>
  Number(number.replace(',', '.')) * (/^(?:kw|千瓦)$/.test(unit ?? '') ? 1000 : 1)
/** Watts of one part (`250`, `250 w`, `2x58w`); NaN when it is none. */
const partOf = (part: string): number => {
  const one = ONE.exec(part)
  if (one) return watts(one[1]!, one[2])
  const first = HEADS_FIRST.exec(part)
  if (first) return Number(first[1]) * watts(first[2]!, first[3])
  const last = HEADS_LAST.exec(part)
  return last ? Number(last[3]) * watts(last[1]!, last[2]) : Number.NaN
}
/** A light source in words or letters, bracketed or not; units, counts and the sign of multiplication are none. */
const WORD =
  /\(?\s*(?!(?:kw|watts?|w|x)(?![a-z])|千瓦|瓦|盏|支|个)([a-z\p{Script=Han}][a-z\p{Script=Han}_]*(?:[ -][a-z\p{Script=Han}]{2,})*)\s*\)?/gu
const UNIT_FIRST = /^(?:kw|watts?|w|千瓦|瓦特?)(?=[a-z\p{Script=Han}]{2})/u

const takeWords = (plain: string): { readonly rest: string; readonly type: string | null; readonly strange: boolean } => {
  let type: string | null = null
  let strange = false
  const rest = plain.replace(WORD, (whole: string, written: string) => {
    // `100wled`: the unit belongs to the number.
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

/**
 * Reads what people write for watts: `286(LED)` is 286 and LED, `LED 100W` too; of `250/100` the first counts; `2x58W` and `250+100` are the sum;
 * blank unknown. The note says what was read with judgement, or could not be read.
 */
export const readPower = (cell: string): PowerReading => {
  const text = tidy(cell)
  if (text === '') return { power: null, type: null, note: null }
  const said = text.slice(0, LONGEST)
  const { rest, type, strange } = takeWords(said.normalize('NFKC').toLowerCase())
  const levels = rest.split('/').map((level) => level.split('+').map((part) => partOf(part.trim())))
  const sums = levels.map((parts) => parts.reduce((sum, part) => sum + part, 0))
  const power = Math.round(sums[0]! * 100) / 100
  if (strange || text.length > LONGEST || !sums.every((sum) => sum > 0 && sum <= MOST))
    return { power: null, type: null, note: [`功率“${said}”无法识别，留空`, `The wattage "${said}" could not be read and stays empty`] }
  if (sums.length > 1)
    return {
      power,
      type,
      note: [`功率“${said}”有多个值，取第一个 ${power} W`, `The wattage "${said}" has several values: the first, ${power} W, was taken`],
    }
  const judged = levels[0]!.length > 1 || /[x×*]/.test(rest)
  return {
    power,
    type,
    note: judged ? [`功率“${said}”按合计 ${power} W 读取`, `The wattage "${said}" was read as ${power} W in all`] : null,
  }
}

const LENGTH =
  /^(\d+(?:[.,]\d+)?)\s*(m|米|公尺|metres?|meters?|cm|厘米|mm|毫米|ft|feet|foot|'|′|英尺)?\s*(?:(\d+(?:\.\d+)?)\s*(?:"|″|in|英寸))?$/
const METRES: Readonly<Record<string, number>> = { m: 1, 米: 1, 公尺: 1, metre: 1, meter: 1, cm: 0.01, 厘米: 0.01, mm: 0.001, 毫米: 0.001 }
const FOOT = 0.3048

/** A height in metres; its own unit counts before the column's. Null when it is none, or not one of a lamp post (up to 60 m). */
export const readLength = (cell: string, unit: LengthUnit): number | null => {
  const match = LENGTH.exec(cell.trim().toLowerCase())
  if (!match) return null
  const number = Number(match[1]!.replace(',', '.'))
  const own = match[2]?.replace(/^(met(?:re|er))s$/, '$1')
  const metres = own ? (METRES[own] ?? FOOT) : unit === 'ft' ? FOOT : 1
  const height = Math.round((number * metres + Number(match[3] ?? 0) * (FOOT / 12)) * 100) / 100
  return height > 0 && height <= 60 ? height : null
}
/** The unit that a cell or a column's name spells out; null when it does not. */
export const lengthUnitIn = (text: string): LengthUnit | null => {
  const plain = text.normalize('NFKC').toLowerCase()
  if (/(?:^|[^a-z])(?:ft|feet|foot)(?:[^a-z]|$)|英尺|\d\s*['′]/.test(plain)) return 'ft'
  return /(?:^|[^a-z])(?:m|metres?|meters?)(?:[^a-z]|$)|米|公尺/.test(plain) ? 'm' : null
}
