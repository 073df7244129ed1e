import { LIMITS, refuse } from './limits.ts'
import { type Encoding, SEPARATORS, type Separator } from './model.ts'
import { BATCH, type SheetLine } from './sheet-line.ts'
import { textChunks } from './text-source.ts'

/** Counts each separator in a line, outside quotes. */
const countsOf = (line: string): readonly number[] => {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  return SEPARATORS.map((separator) => bare.split(separator).length - 1)
}

/** Returns the separator that gives the most columns while most lines agree on their number. */
export const separatorOf = (head: string): { readonly separator: Separator; readonly confidence: number } => {
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const counts = (lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, 50).map(countsOf)
  let best: { separator: Separator; confidence: number; score: number } = { separator: ',', confidence: 0.3, score: 0 }
  SEPARATORS.forEach((separator, at) => {
    const tally = new Map<number, number>()
    for (const line of counts) tally.set(line[at]!, (tally.get(line[at]!) ?? 0) + 1)
    for (const [count, times] of tally) {
      const agreed = times / counts.length
      // A decimal comma occurs in the lines, but not in the header.
      const score = count * agreed * (counts[0]![at] === count ? 1 : 0.4)
      if (count > 0 && agreed > 0.4 && score > best.score) best = { separator, confidence: agreed, score }
    }
  })
  return best
}

interface Record {
  readonly cells: readonly string[]
  /** Index of the next record; -1 if the text ends within this one. */
  readonly next: number
}

/** Reads a record with quotes: cells may contain separators and line ends, `""` is a quote, a quote after other text is literal. */
const quotedRecord = (text: string, from: number, separator: string, newline: string): Record => {
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
    if (cells.push((cell + text.slice(at, end)).trim()) > LIMITS.columns) refuse('columns')
    at = end + 1
    if (end === line) return { cells, next: at }
  }
}

const recordAt = (text: string, from: number, separator: string, newline: string): Record => {
  const end = text.indexOf(newline, from)
  const line = text.slice(from, end < 0 ? text.length : end)
  if (line.includes('"')) return quotedRecord(text, from, separator, newline)
  if (end < 0) return { cells: [], next: -1 }
  if (line.length > LIMITS.record) refuse('longRecord')
  const cells = line.split(separator)
  for (let at = 0; at < cells.length; at++) cells[at] = cells[at]!.trim()
  return { cells, next: end + 1 }
}

/** Reads the lines of a CSV file in batches, numbered as in a spreadsheet. Throws `UnreadableInventory`. */
export const readCsv = async function* (path: string, encoding: Encoding, separator: Separator): AsyncGenerator<readonly SheetLine[]> {
  let text = ''
  let newline = ''
  let batch: SheetLine[] = []
  let row = 0
  const take = function* (): Generator<readonly SheetLine[]> {
    let from = 0
    while (from < text.length) {
      const { cells, next } = recordAt(text, from, separator, newline)
      if (next < 0) break
      from = next
      row++
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
    yield* take()
    if (text !== '') refuse('badCsv')
  }
  if (batch.length > 0) yield batch
}
