import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BOM, csvLine, type Lang, pick, safeCell, type Text } from '@lamplight/kit'
import type { FailedRow } from './model.ts'

const ROW: Text = ['行号', 'Row']
const REASON: Text = ['原因', 'Reason']
/** Largest number of rows in a workbook, which is built in memory. Use CSV for more. */
export const WORKBOOK_ROWS = 50_000

export interface FailuresOptions {
  readonly format: 'xlsx' | 'csv'
  readonly lang: Lang
}
type Source<Item> = Iterable<Item> | AsyncIterable<Item>

const cellsOf = ({ row, reason, values }: FailedRow, columns: readonly string[], lang: Lang): readonly unknown[] => [
  row,
  pick(reason, lang),
  ...columns.map((name) => values[name] ?? ''),
]

const writeCsv = (path: string, heads: readonly string[], rows: Source<readonly unknown[]>): Promise<void> => {
  const lines = async function* (): AsyncGenerator<string> {
    yield BOM + csvLine(heads)
    for await (const cells of rows) yield csvLine(cells)
  }
  return pipeline(Readable.from(lines()), createWriteStream(path))
}

const writeXlsx = async (path: string, heads: readonly string[], rows: Source<readonly unknown[]>): Promise<void> => {
  const { default: writeExcel } = await import('write-excel-file/node')
  const text = (value: unknown) => ({ type: String, value: safeCell(value) })
  const sheet = [heads.map((head) => ({ ...text(head), fontWeight: 'bold' as const }))] as { type: typeof String; value: string }[][]
  for await (const cells of rows) {
    sheet.push(cells.map(text))
    if (sheet.length > WORKBOOK_ROWS) break
  }
  await writeExcel(sheet, { stickyRowsCount: 1 }).toFile(path)
}

/**
 * Writes failed rows unchanged, preceded by number and reason; text that a spreadsheet would run is escaped. A workbook takes at
 * most 50,000 rows. Leaves no file if it fails.
 */
export const writeFailures = async (
  path: string,
  columns: readonly string[],
  failed: Source<FailedRow>,
  { format, lang }: FailuresOptions,
): Promise<void> => {
  const heads = [pick(ROW, lang), pick(REASON, lang), ...columns]
  const rows = async function* (): AsyncGenerator<readonly unknown[]> {
    for await (const row of failed) yield cellsOf(row, columns, lang)
  }
  try {
    await (format === 'xlsx' ? writeXlsx : writeCsv)(path, heads, rows())
  } catch (thrown) {
    await rm(path, { force: true })
    throw thrown
  }
}
