import { meaningsIn } from './column-names.ts'
import { LIMITS, refuse } from './limits.ts'
import { type Encoding, SEPARATORS, type Separator } from './model.ts'
import { BATCH, type SheetLine } from './sheet-line.ts'
import { textChunks } from './text-source.ts'

/** First line that names the separator (`sep=;`), so that Excel opens the file in every country. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?\s*$/i
const withoutQuotedParts = (line: string): string => line.replaceAll(/"(?:[^"]|"")*"/g, '')
/** Number of lines among which the header is looked for. */
const HEADER_WITHIN = 15
/** Longest column name that is compared with known ones, characters. */
const LONGEST_NAME = 100
/** Returns the line of the header when the lines are split at a separator: the first of those with the most known names. */
const headerOf = (lines: readonly string[], separator: Separator): string => {
  let best = { line: lines[0] ?? '', meanings: 0 }
  for (const line of lines.slice(0, HEADER_WITHIN)) {
    const names = line.includes(separator) ? line.split(separator, LIMITS.columns) : []
    const meanings = meaningsIn(names.map((name) => name.slice(0, LONGEST_NAME).replaceAll('"', '').trim()))
    if (meanings > best.meanings) best = { line, meanings }
  }
  return best.line
}

/**
 * Returns the separator that the file names in its first line, else the one that gives the most columns while most lines agree on their
 * number.
 */
export const separatorOf = (head: string): { readonly separator: Separator; readonly confidence: number; readonly named: boolean } => {
  const [first = '', ...rest] = head.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const named = SEPARATORS.find((separator) => separator === SEPARATOR_LINE.exec(first)?.[1])
  if (named) return { separator: named, confidence: 1, named: true }
  const lines = [first, ...rest].filter((line) => line.trim() !== '')
  const looked = (lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, 50)
  let best: { separator: Separator; confidence: number; score: number } = { separator: ',', confidence: 0.3, score: 0 }
  for (const separator of SEPARATORS) {
    const countOf = (line: string): number => withoutQuotedParts(line).split(separator).length - 1
    const counts = looked.map(countOf)
    const inHeader = countOf(headerOf(looked, separator))
    const tally = new Map<number, number>()
    for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1)
    for (const [count, times] of tally) {
      const agreed = times / counts.length
      // A decimal comma occurs in the lines, but not in the header.
      const score = count * agreed * (inHeader === count ? 1 : 0.4)
      if (count > 0 && agreed > 0.4 && score > best.score) best = { separator, confidence: agreed, score }
    }
  }
  return { separator: best.separator, confidence: best.confidence, named: false }
}

interface Record {
  readonly cells: readonly string[]
  /** Index of the next record; -1 if the text ends within this one. */
  readonly next: number
}

/**
 * Reads a record with quotes: cells may contain separators and line ends, `""` is a quote, a quote after other text is literal.
 * Returns null if a quote at the beginning of a cell is closed in a later line with text behind it: both quotes are then ordinary characters.
 */
const quotedRecord = (text: string, from: number, separator: string, newline: string): Record | null => {
  const cells: string[] = []
  let at = from
  for (;;) {
    let begin = at
    while (text[begin] === ' ') begin++
    let cell = ''
    if (text[begin] === '"') {
      at = begin + 1
      for (;;) {
        const quote = text.indexOf('"', at)
        // It is not known yet whether another quote follows the last character.
        if (quote < 0 || quote === text.length - 1) return { cells, next: -1 }
        cell += text.slice(at, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
        at++
      }
    }
    const line = text.indexOf(newline, at)
    const cut = text.indexOf(separator, at)
    const end = cut >= 0 && (line < 0 || cut < line) ? cut : line
    if (end < 0) return { cells, next: -1 }
    const behind = text.slice(at, end)
    if (cell.includes(newline) && behind.trim() !== '') return null
    if (cells.push((cell + behind).trim()) > LIMITS.columns) refuse('columns')
    at = end + 1
    if (end === line) return { cells, next: at }
  }
}

/** Splits one line at each separator. A quote is a character like others, except around a whole cell. */
const literalLine = (line: string, separator: string): readonly string[] => {
  const cells = line.split(separator)
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]!.trim()
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    cells[at] = (isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell.replace(/^"/, '')).trim()
  }
  return cells
}
/** Fewest columns at which rows inside a quoted cell can be distinguished from a text of several lines. */
const LEAST_WIDTH = 3
/** Returns true if a cell of the record contains whole rows of the table, because a quote before them was not closed. */
const swallowsRows = ({ cells }: Record, separator: string, newline: string, width: number): boolean =>
  width >= LEAST_WIDTH &&
  cells.some((cell) =>
    cell
      .split(newline)
      .slice(1, -1)
      .some((line) => {
        const parts = line.split(separator)
        return parts.length === width && parts.filter((part) => part.trim() !== '').length * 2 > width
      }),
  )

/** Reads the record at a position. `width`: columns of the record before; `ended`: there is no further text. */
const recordAt = (
  text: string,
  from: number,
  at: { readonly separator: string; readonly newline: string },
  width: number,
  ended: boolean,
) => {
  const { separator, newline } = at
  const end = text.indexOf(newline, from)
  const line = text.slice(from, end < 0 ? text.length : end)
  const isLong = line.length > LIMITS.record
  if (line.includes('"')) {
    const record = quotedRecord(text, from, separator, newline)
    const isOpen = record?.next === -1
    if (record && !isOpen && !swallowsRows(record, separator, newline, width)) return { ...record, isUnpaired: false }
    // A quote that is not closed within `LIMITS.quoted` characters, or by the end of the file, is an ordinary character.
    if (end < 0 || isLong || (isOpen && !ended && text.length - from <= LIMITS.quoted)) return { cells: [], next: -1, isUnpaired: false }
    return { cells: literalLine(line, separator), next: end + 1, isUnpaired: true }
  }
  if (end < 0) return { cells: [], next: -1, isUnpaired: false }
  if (isLong) refuse('longRecord')
  const cells = line.split(separator)
  for (let cell = 0; cell < cells.length; cell++) cells[cell] = cells[cell]!.trim()
  return { cells, next: end + 1, isUnpaired: false }
}

/**
 * Reads the lines of a CSV file in batches, numbered as in a spreadsheet. Throws `UnreadableInventory`. We use our own reader because a
 * quote that is never closed must affect only its own row; csv-parse, with which a test compares this reader, stops at such a quote.
 * @param onUnpaired called with the number of each row in which an unpaired quote was read as an ordinary character
 */
export const readCsv = async function* (
  path: string,
  encoding: Encoding,
  separator: Separator,
  onUnpaired: (row: number) => void = () => undefined,
): AsyncGenerator<readonly SheetLine[]> {
  let text = ''
  let width = 0
  let ended = false
  let newline = ''
  let batch: SheetLine[] = []
  let row = 0
  const take = function* (): Generator<readonly SheetLine[]> {
    let from = 0
    while (from < text.length) {
      const { cells, next, isUnpaired } = recordAt(text, from, { separator, newline }, width, ended)
      if (next < 0) break
      const isHint = row === 0 && SEPARATOR_LINE.test(text.slice(from, next).trim())
      from = next
      row++
      if (isHint) continue
      if (isUnpaired) onUnpaired(row)
      if (cells.length > 1) width = cells.length
      if (cells.length > LIMITS.columns) refuse('columns')
      if (row > LIMITS.rows) refuse('rows')
      if (cells.length > 1 || cells[0] !== '') batch.push({ row, cells })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
    text = text.slice(from)
    if (text.length > LIMITS.record) refuse('longRecord')
  }
  for await (const chunk of textChunks(path, encoding)) {
    text += chunk
    // Old Macintosh files end lines with a single carriage return.
    newline ||= text.includes('\n') ? '\n' : text.includes('\r') && text.length > 1 ? '\r' : ''
    if (newline !== '') yield* take()
    else if (text.length > LIMITS.record) refuse('longRecord')
  }
  if (text !== '') {
    newline ||= '\n'
    text += newline
    ended = true
    yield* take()
    if (text !== '') refuse('badCsv')
  }
  if (batch.length > 0) yield batch
}
