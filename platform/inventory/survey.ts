import type { Text } from '@lamplight/kit'
import { type FileNature, tailOf } from './format.ts'
import { codeIn } from './json-shape.ts'
import { LIMITS, refuse } from './limits.ts'
import type { Encoding, Guess, RawRow, Reading, Separator } from './model.ts'
import { readOsm } from './osm.ts'
import { isLamp, isLitWay, lampRow, OSM_ID } from './osm-lamps.ts'
import { readCsv, separatorOf } from './read-csv.ts'
import { readGeoJson } from './read-geojson.ts'
import { openWorkbook, type Workbook } from './read-xlsx.ts'
import type { NamedRow, SheetLine } from './sheet-line.ts'
import { headerRowOf, rowsBehind, tableOf } from './table.ts'

/** Number of sampled rows of a file, of OpenStreetMap elements, and of sheets. */
const LOOKED_AT = 5_000
const ELEMENTS_LOOKED_AT = 3_000_000
const SHEETS_LOOKED_AT = 20
const FIRST_LINES = 15

/** Information from the first rows of a file. */
export interface Survey {
  readonly reading: Reading
  readonly sheets: readonly string[]
  readonly names: readonly string[]
  readonly rows: readonly RawRow[]
  readonly exact: boolean
  readonly guesses: readonly Guess[]
  readonly litWays: number
  /** The EPSG number in the file. */
  readonly code: number | null
  /** Notes about unpaired quotes, and about geometries that are not single points. */
  readonly notes?: readonly Text[]
  /** Question to the user if the rows do not fit the header. */
  readonly question?: Text | null
}

const first = async <Item>(
  batches: AsyncIterable<readonly Item[]>,
  most: number,
): Promise<{ readonly items: readonly Item[]; readonly exact: boolean }> => {
  const items: Item[] = []
  for await (const batch of batches) {
    for (const item of batch) items.push(item)
    if (items.length > most) return { items: items.slice(0, most), exact: false }
  }
  return { items, exact: true }
}
const guess = (about: Guess['about'], confidence: number, reason: Guess['reason']): Guess => ({ about, column: null, confidence, reason })

/** Returns a question if most rows have more values than the header has names; otherwise null. */
const widthQuestion = (lines: readonly SheetLine[], headerRow: number): Text | null => {
  const header = lines.find(({ row }) => row === headerRow)?.cells ?? []
  const rows = lines.filter(({ row }) => row > headerRow)
  const wider = rows.filter(({ cells }) => cells.slice(header.length).some((cell) => cell !== ''))
  if (headerRow === 0 || wider.length * 2 <= rows.length) return null
  const [names, values] = [header.length, Math.max(...wider.slice(0, 100).map(({ cells }) => cells.length))]
  return [
    `表头有 ${names} 列，各行却有 ${values} 个值，可能是小数逗号没有加引号：请用分号作分隔符重新导出`,
    `The header has ${names} columns but the rows have ${values} values: numbers with a decimal comma may not be quoted. Export the file with semicolons as separators`,
  ]
}
const ROWS_NAMED = 5
const unpairedNote = (rows: readonly number[]): Text[] => {
  if (rows.length === 0) return []
  const more = rows.length > ROWS_NAMED
  const named = rows.slice(0, ROWS_NAMED)
  return [
    [
      `第 ${named.join('、')} 行${more ? `等 ${rows.length} 行` : ''}的引号没有成对，按普通字符读取`,
      `${rows.length === 1 ? 'Row' : 'Rows'} ${named.join(', ')}${more ? ` and ${rows.length - ROWS_NAMED} more` : ''}: unpaired quotes were read as ordinary characters`,
    ],
  ]
}

const surveyTable = (
  lines: { readonly items: readonly SheetLine[]; readonly exact: boolean },
  reading: Omit<Reading, 'headerRow'>,
  wanted: number | null | undefined,
): Pick<Survey, 'reading' | 'names' | 'rows' | 'exact' | 'guesses' | 'question'> => {
  const header = typeof wanted === 'number' ? { row: wanted, meanings: 1 } : headerRowOf(lines.items)
  const names = tableOf(lines.items, header.row)
  return {
    reading: { ...reading, headerRow: header.row },
    names,
    rows: rowsBehind(lines.items, header.row, names.length),
    exact: lines.exact,
    question: widthQuestion(lines.items, header.row),
    guesses: [
      header.row === 0
        ? guess('headerRow', 0.7, ['第一行就是数据', 'The first row is data already'])
        : guess('headerRow', header.meanings > 0 ? 0.95 : 0.5, [`第 ${header.row} 行是列名`, `Row ${header.row} holds the names`]),
    ],
  }
}

const surveyCsv = async (path: string, nature: FileNature, wanted: Partial<Reading>): Promise<Survey> => {
  const encoding = nature.encoding as Encoding
  const found = separatorOf(nature.head)
  const separator: Separator = wanted.separator ?? found.separator
  const unpaired: number[] = []
  const lines = await first(
    readCsv(path, encoding, separator, (row) => unpaired.push(row)),
    LOOKED_AT,
  )
  const table = surveyTable(lines, { encoding, separator, sheet: null }, wanted.headerRow)
  const guesses = [
    guess('encoding', 0.9, [`全文可按 ${encoding} 解码`, `The whole file can be decoded as ${encoding}`]),
    guess(
      'separator',
      found.confidence,
      found.named ? ['文件首行注明', 'The first line of the file says so'] : ['各行列数一致', 'All lines have the same number of columns'],
    ),
    ...table.guesses,
  ]
  return { ...table, guesses, notes: unpairedNote(unpaired), sheets: [], litWays: 0, code: null }
}

/** Returns the sheet whose header indicates the most meanings; of equal ones the first. */
const chooseSheet = async (book: Workbook): Promise<string> => {
  let best = { sheet: book.sheets[0]!, meanings: -1 }
  if (book.sheets.length === 1) return best.sheet
  for (const sheet of book.sheets.slice(0, SHEETS_LOOKED_AT)) {
    const { items } = await first(book.lines(sheet), FIRST_LINES)
    const { meanings } = items.some(({ cells }) => cells.length > 1) ? headerRowOf(items) : { meanings: -1 }
    if (meanings > best.meanings) best = { sheet, meanings }
  }
  return best.sheet
}

const surveyXlsx = async (path: string, wanted: Partial<Reading>): Promise<Survey> => {
  const book = await openWorkbook(path)
  try {
    const sheet = wanted.sheet ?? (await chooseSheet(book))
    const table = surveyTable(await first(book.lines(sheet), LOOKED_AT), { encoding: null, separator: null, sheet }, wanted.headerRow)
    const chosen =
      book.sheets.length > 1 ? [guess('sheet', 0.8, ['列名最多可识别的工作表', 'The sheet with the most recognised column names'])] : []
    return { ...table, guesses: [...chosen, ...table.guesses], sheets: book.sheets, litWays: 0, code: null }
  } finally {
    book.close()
  }
}

/** Converts rows with named values to a table; the columns are in the order of their first occurrence. */
const asTable = (
  rows: readonly NamedRow[],
  before: readonly string[],
): { readonly names: readonly string[]; readonly rows: readonly RawRow[] } => {
  const seen = new Set(before)
  for (const { values } of rows) for (const name of Object.keys(values)) seen.add(name)
  if (seen.size > LIMITS.columns) refuse('columns')
  const names = [...seen]
  return { names, rows: rows.map((row) => cellsOf(row, names)) }
}
/** Converts a row with named values to cells in the order of `names`. */
export const cellsOf = ({ row, values, point }: NamedRow, names: readonly string[]): RawRow => ({
  row,
  cells: names.map((name) => values[name] ?? ''),
  point,
})

const surveyGeoJson = async (path: string, nature: FileNature): Promise<Survey> => {
  const encoding = nature.encoding as Encoding
  const { items, exact } = await first(readGeoJson(path, encoding), LOOKED_AT)
  // Some programs write the projection behind the features.
  const code = codeIn(nature.head) ?? codeIn(await tailOf(path, encoding))
  const shapes = [...new Set(items.flatMap(({ shape }) => shape ?? []))].slice(0, 3)
  const shaped = items.filter(({ shape }) => shape !== undefined).length
  return {
    ...asTable(items, []),
    reading: { encoding, separator: null, sheet: null, headerRow: null },
    exact,
    guesses: [],
    sheets: [],
    litWays: 0,
    code,
    notes:
      shaped === 0
        ? []
        : [
            [
              `${shaped} 个要素不是单个点（${shapes.join('、')}），无法确定位置`,
              `${shaped} features are not single points (${shapes.join(', ')}), so they have no position`,
            ],
          ],
  }
}

const surveyOsm = async (path: string, nature: FileNature): Promise<Survey> => {
  const lamps: NamedRow[] = []
  let litWays = 0
  let seen = 0
  let exact = true
  for await (const elements of readOsm(path, nature.encoding)) {
    for (const element of elements) {
      if (isLamp(element) && lamps.length < LOOKED_AT) lamps.push(lampRow(element, lamps.length + 1))
      else if (isLitWay(element)) litWays++
    }
    seen += elements.length
    exact = seen <= ELEMENTS_LOOKED_AT && lamps.length < LOOKED_AT
    if (!exact) break
  }
  return {
    ...asTable(lamps, [OSM_ID]),
    reading: { encoding: nature.encoding, separator: null, sheet: null, headerRow: null },
    exact,
    guesses: [],
    sheets: [],
    litWays,
    code: 4326,
  }
}

/** Samples the first rows of a file. Throws `UnreadableInventory`. */
export const survey = (path: string, nature: FileNature, wanted: Partial<Reading>): Promise<Survey> => {
  if (nature.format === 'xlsx') return surveyXlsx(path, wanted)
  if (nature.format === 'csv') return surveyCsv(path, nature, wanted)
  return nature.format === 'geojson' ? surveyGeoJson(path, nature) : surveyOsm(path, nature)
}
