import type { Text } from '@lamplight/kit'
import { dateFromSerial, format, getFormatDateInfo, isDateFormat } from 'numfmt'
import { localName, readXml } from './xml.ts'
import type { Archive } from './zip.ts'

/** Number formats of a workbook's cells, by the index of their style. */
export type CellFormats = readonly string[]

/** Built-in number formats of dates, times and percentages by number (ECMA-376 part 1, 18.8.30). 27 to 36 and 50 to 58 are East Asian dates. */
const BUILT_IN: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  27: 'yyyy-mm',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm',
  35: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  55: 'h:mm',
  56: 'h:mm:ss',
  57: 'yyyy-mm',
  ...Object.fromEntries([28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 58].map((id) => [id, 'yyyy-mm-dd'])),
}
const STYLES_AT_MOST = 70_000

/** Reads the number format of each cell style of a workbook. Throws `UnreadableInventory`. */
export const readFormats = async (archive: Archive, part: string): Promise<CellFormats> => {
  const own = new Map<number, string>()
  const formats: string[] = []
  let inCells = false
  const reading = readXml(archive.text(part), {
    open: (tag, attribute) => {
      const name = localName(tag)
      if (name === 'numFmt' && own.size < STYLES_AT_MOST) own.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells && formats.length < STYLES_AT_MOST) {
        const id = Number(attribute('numFmtId') ?? 0)
        formats.push(own.get(id) ?? BUILT_IN[id] ?? '')
      }
    },
    close: (tag) => {
      if (localName(tag) === 'cellXfs') inCells = false
    },
  })
  for await (const _ of reading);
  return formats
}

/** Days between 1900-01-01 and 1904-01-01, from which the dates of some workbooks (old Macintosh versions) count. */
const DAYS_1904 = 1462
/** Serial number of 10000-01-01, after the last date that spreadsheets know. */
const YEAR_10000 = 2_958_466
const SECONDS_PER_DAY = 86_400
const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Writes a date as `yyyy-MM-dd`, `yyyy-MM`, `HH:mm:ss` or `yyyy-MM-dd HH:mm:ss`, by the parts that its format shows. */
const dateText = (serial: number, code: string, is1904: boolean): string | null => {
  const info = getFormatDateInfo(code)
  const hasTime = info.hours || info.minutes || info.seconds
  const hasDate = info.year || info.month || info.day
  // Elapsed hours (`[h]:mm`) are a duration, not a time of the day.
  if (/\[[hms]+\]/i.test(code) || (!hasTime && !hasDate)) return null
  const whole = Math.round((serial + (is1904 ? DAYS_1904 : 0)) * SECONDS_PER_DAY) / SECONDS_PER_DAY
  if (!(whole >= 0 && whole < YEAR_10000)) return null
  const [year, month, day, hour, minute, second] = dateFromSerial(whole)
  const date =
    info.year && info.month && !info.day && !hasTime ? `${year}-${twoDigits(month)}` : `${year}-${twoDigits(month)}-${twoDigits(day)}`
  const time = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(Math.round(second))}`
  if (!hasDate) return time
  return hasTime ? `${date} ${time}` : date
}

/** Parts of a format that stand for no digit: quoted and escaped text, colours and conditions, spaces and repeated fill characters. */
const LITERAL = /"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g
/** Returns true for formats of identifiers: leading zeros (`00000`), or a text before the digits (`"L-"000`). */
const isIdentifier = (code: string): boolean => {
  const [first = ''] = code.split(';')
  const digits = first.replace(LITERAL, '')
  return /^0{2,}$/.test(digits) || (/^(?:"[^"]+"|\\.)+0+$/.test(first) && digits.length > 0)
}

/** Significant digits that a spreadsheet keeps of a number. */
const DIGITS = 15
const EXACT_BELOW = 10 ** DIGITS

/**
 * Returns a number of 16 or more digits as it is written, if all its digits are known. Otherwise its last digits were lost, because a
 * spreadsheet keeps 15 or a program kept it as a binary number: it is returned in scientific notation, which `lostDigits` recognises.
 */
const longNumber = (written: string, value: number): string => {
  const isRounded = /^-?\d{15}0+$/.test(written) || (Math.abs(value) > Number.MAX_SAFE_INTEGER && String(value) === written)
  if (/^-?\d{16,}$/.test(written) && !isRounded) return written
  return value.toExponential().toUpperCase()
}

type Kind = 'date' | 'identifier' | 'percent' | 'number'
const kindOf = (code: string): Kind => {
  if (isDateFormat(code)) return 'date'
  if (isIdentifier(code)) return 'identifier'
  return code.replace(LITERAL, '').includes('%') ? 'percent' : 'number'
}
const kinds = new Map<string, Kind>()
const KINDS_AT_MOST = 1000
const cachedKind = (code: string): Kind => {
  if (code === '') return 'number'
  const known = kinds.get(code)
  if (known) return known
  if (kinds.size >= KINDS_AT_MOST) kinds.clear()
  const kind = kindOf(code)
  kinds.set(code, kind)
  return kind
}

/** Returns the text of a number in a cell as its format shows it, but with all digits and dates in ISO form. */
export const numberText = (written: string, code: string, is1904: boolean): string => {
  const value = Number(written)
  if (written === '' || !Number.isFinite(value)) return written
  const kind = cachedKind(code)
  if (kind === 'date') return dateText(value, code, is1904) ?? written
  if (Math.abs(value) >= EXACT_BELOW) return longNumber(written, value)
  if (kind === 'identifier' && Number.isInteger(value) && value >= 0) return format(code, value).trim()
  if (kind === 'percent') return `${Number((value * 100).toPrecision(DIGITS))}%`
  // Binary fractions: 112.93100000000001 is shown as 112.931.
  return written.length <= DIGITS && !/e/i.test(written) ? written : String(Number(value.toPrecision(DIGITS)))
}

/** Returns true for a long number in scientific notation (`8.98601E+18`): spreadsheets write it so after losing its last digits. */
export const lostDigits = (text: string): boolean => /^\d(?:[.,]\d+)?E\+(?:1[1-9]|[2-9]\d)$/.test(text)
export const LOST_DIGITS: Text = [
  '表格软件已丢失长数字的末位，请把该列设为文本格式后重新填写或导出',
  'The spreadsheet has lost the last digits of this long number: format the column as text, then enter or export it again',
]
