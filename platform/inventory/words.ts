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
const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`
const UNIT = String.raw`\s*(kw|千瓦|watts?|w|瓦|瓦特)?`
const ONE = new RegExp(`^${NUMBER}${UNIT}$`)
const TIMES = new RegExp(`^(\\d{1,2})\\s*(?:盏|支|个)?\\s*[x×*]\\s*${NUMBER}${UNIT}$`)
const TIMES_AFTER = new RegExp(`^${NUMBER}${UNIT}\\s*[x×*]\\s*(\\d{1,2})\\s*(?:盏|支|个)?$`)
const SUM = new RegExp(`^${NUMBER}${UNIT}(?:\\s*\\+\\s*${NUMBER}${UNIT})+$`)
const LEVELS = new RegExp(`^${NUMBER}${UNIT}(?:\\s*/\\s*${NUMBER}${UNIT})+$`)
const MOST = 5000
/** Characters of a cell that can still be a wattage. */
const LONGEST = 60

const watts = (number: string, unit: string | undefined): number =>
  Number(number.replace(',', '.')) * (unit === 'kw' || unit === '千瓦' ? 1000 : 1)
const wattsOf = (part: string): number => {
  const [, number = '', unit] = ONE.exec(part.trim()) ?? []
  return watts(number, unit)
}

const numberOf = (text: string): { readonly power: number; readonly judged: boolean } | null => {
  const one = ONE.exec(text)
  if (one) return { power: watts(one[1]!, one[2]), judged: false }
  const times = TIMES.exec(text)
  if (times) return { power: Number(times[1]) * watts(times[2]!, times[3]), judged: true }
  const after = TIMES_AFTER.exec(text)
  if (after) return { power: Number(after[3]) * watts(after[1]!, after[2]), judged: true }
  if (SUM.test(text)) return { power: text.split('+').reduce((sum, part) => sum + wattsOf(part), 0), judged: true }
  return LEVELS.test(text) ? { power: wattsOf(text.split('/')[0]!), judged: true } : null
}

/**
 * Reads what people write for watts: `286(LED)` is 286 and LED, `LED 100W` too; `250/100` the first of two levels; `2x58W` and `250+100` the sum;
 * blank unknown. The note says what was read with judgement, or could not be read.
 */
export const readPower = (cell: string): PowerReading => {
  const text = tidy(cell)
  if (text === '') return { power: null, type: null, note: null }
  const plain = text.slice(0, LONGEST).normalize('NFKC').toLowerCase()
  const letters = plain.replace(/kw|千瓦|watts?|瓦特?|(?<=\d\s*)w\b|(?<=\d\s*)[x×*]\s*(?=\d)/g, ' ')
  const word = /[a-z\p{Script=Han}][a-z\p{Script=Han}\s_-]*/u.exec(letters)?.[0].trim() ?? ''
  const type =
    word === ''
      ? null
      : sourceOf(word)
        ? readLampType(word)
        : /^\(\s*[a-z]+\s*\)$/.test(/\([^)]*\)/.exec(plain)?.[0] ?? '')
          ? word.toUpperCase()
          : null
  const bare = (word === '' ? plain : plain.replace(word, ' '))
    .replace(/[()[\]]/g, ' ')
    .replace(/^[\s\-_:,]+|[\s\-_:,]+$/g, '')
    .trim()
  const read = numberOf(bare)
  if (!read || !(read.power > 0 && read.power <= MOST) || (word !== '' && type === null))
    return { power: null, type: null, note: [`功率“${text}”无法识别，留空`, `The wattage "${text}" could not be read and stays empty`] }
  const power = Math.round(read.power * 100) / 100
  const note: Text | null = read.judged ? [`功率“${text}”按 ${power} W 读取`, `The wattage "${text}" was read as ${power} W`] : null
  return { power, type, note }
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
