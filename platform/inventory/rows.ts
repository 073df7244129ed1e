import type { Inspection, RawRow } from './model.ts'
import { cellsOf } from './place/survey.ts'
import { readOsmLamps } from './read/osm.ts'
import { readCsv } from './read/read-csv.ts'
import { readGeoJson } from './read/read-geojson.ts'
import { openWorkbook } from './read/read-xlsx.ts'
import type { NamedRow, SheetLine } from './read/sheet-line.ts'
import { rowsBehind } from './read/table.ts'

/** The parts of an inspection that reading rows needs. */
export type Readable = Pick<Inspection, 'format' | 'columns' | 'mapping'>

const fromTable = async function* (
  lines: AsyncIterable<readonly SheetLine[]>,
  { columns, mapping }: Readable,
): AsyncGenerator<readonly RawRow[]> {
  for await (const batch of lines) {
    const rows = rowsBehind(batch, mapping.headerRow ?? 1, columns.length)
    if (rows.length > 0) yield rows
  }
}
const fromNamed = async function* (batches: AsyncIterable<readonly NamedRow[]>, { columns }: Readable): AsyncGenerator<readonly RawRow[]> {
  const names = columns.map(({ name }) => name)
  for await (const batch of batches) yield batch.map((row) => cellsOf(row, names))
}
const fromWorkbook = async function* (path: string, file: Readable): AsyncGenerator<readonly RawRow[]> {
  const book = await openWorkbook(path)
  try {
    yield* fromTable(book.lines(file.mapping.sheet ?? book.sheets[0]!), file)
  } finally {
    book.close()
  }
}

/**
 * Reads the rows of an inspected file in batches; the file is closed if the caller stops early. Throws
 * `UnreadableInventory` if the file turns out to be bad.
 */
export const readRows = (path: string, file: Readable): AsyncGenerator<readonly RawRow[]> => {
  const { format, mapping } = file
  if (format === 'xlsx') return fromWorkbook(path, file)
  if (format === 'csv') return fromTable(readCsv(path, mapping.encoding ?? 'utf-8', mapping.separator ?? ','), file)
  if (format === 'geojson') return fromNamed(readGeoJson(path, mapping.encoding ?? 'utf-8'), file)
  return fromNamed(readOsmLamps(path, format === 'pbf' ? null : (mapping.encoding ?? 'utf-8')), file)
}
