import { refuse } from '../limits.ts'
import { natureOf } from './format.ts'
import { readCsv, separatorOf } from './read-csv.ts'
import { openWorkbook } from './read-xlsx.ts'
import type { SheetLine } from './sheet-line.ts'

/** Reads all lines of a CSV file, or of the first sheet of a workbook, including the header. Throws `UnreadableInventory`. */
export const readSheetLines = async function* (path: string): AsyncGenerator<readonly SheetLine[]> {
  const { format, encoding, head } = await natureOf(path)
  if (format === 'csv') yield* readCsv(path, encoding ?? 'utf-8', separatorOf(head).separator)
  else if (format === 'xlsx') {
    const book = await openWorkbook(path)
    try {
      yield* book.lines(book.sheets[0] ?? refuse('noSheet'))
    } finally {
      book.close()
    }
  } else refuse('notText')
}
