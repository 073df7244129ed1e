import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { LIMITS, refuse, UnreadableInventory } from './limits.ts'
import { type Encoding, SEPARATORS, type Separator } from './model.ts'
import { BATCH, type SheetLine } from './sheet-line.ts'
import { textChunks } from './text-source.ts'

/** How often a line has each separator outside quotes. */
const countsOf = (line: string): readonly number[] => {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  return SEPARATORS.map((separator) => bare.split(separator).length - 1)
}

/** The separator that cuts the first lines into the most columns while most lines agree on how many. */
export const separatorOf = (head: string): { readonly separator: Separator; readonly confidence: number } => {
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const counts = (lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, 50).map(countsOf)
  let best: { separator: Separator; confidence: number; score: number } = { separator: ',', confidence: 0.3, score: 0 }
  SEPARATORS.forEach((separator, at) => {
    const tally = new Map<number, number>()
    for (const line of counts) tally.set(line[at]!, (tally.get(line[at]!) ?? 0) + 1)
    for (const [count, times] of tally) {
      const agreed = times / counts.length
      const score = count * agreed
      if (count > 0 && agreed > 0.4 && score > best.score) best = { separator, confidence: agreed, score }
    }
  })
  return best
}

/** The lines of a CSV file in batches; quotes may stand inside a cell. Throws `UnreadableInventory`. */
export const readCsv = async function* (path: string, encoding: Encoding, separator: Separator): AsyncGenerator<readonly SheetLine[]> {
  const parser = parse({
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    max_record_size: LIMITS.record,
  })
  const source = Readable.from(textChunks(path, encoding), { objectMode: true, highWaterMark: 1 })
  pipeline(source, parser, () => undefined)
  let batch: SheetLine[] = []
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++
      if (cells.length > LIMITS.columns) refuse('columns')
      if (row > LIMITS.rows) refuse('rows')
      if (cells.length > 1 || cells[0] !== '') batch.push({ row, cells })
      if (batch.length === BATCH) {
        yield batch
        batch = []
      }
    }
  } catch (thrown) {
    if (thrown instanceof UnreadableInventory) throw thrown
    const tooLong = (thrown as { code?: string }).code === 'CSV_MAX_RECORD_SIZE'
    refuse(tooLong ? 'longRecord' : 'badCsv')
  }
  if (batch.length > 0) yield batch
}
