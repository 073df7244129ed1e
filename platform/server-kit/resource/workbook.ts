import { Readable } from 'node:stream'
import { safeCell } from '@lamplight/kit'
import { ZipFile } from 'yazl'

/** Largest number of rows in a sheet of Excel, including the head. */
export const SHEET_ROWS = 1_048_576
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
const numbers = (sheets: number): number[] => Array.from({ length: sheets }, (_, at) => at + 1)
/** The constant parts of a workbook with this number of sheets. */
const partsOf = (sheets: number): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbers(
    sheets,
  )
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}"/>`)
    .join(
      '',
    )}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbers(sheets)
    .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
})

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none of them
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escaped = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>]/g, (sign) => ESCAPES[sign] as string)

const cellOf = (value: unknown, style: string): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return `<c${style}><v>${value}</v></c>`
  const text = safeCell(value)
  return text === '' ? '<c/>' : `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text.toWellFormed())}</t></is></c>`
}
const rowOf = (cells: readonly unknown[], style = ''): string => `<row>${cells.map((cell) => cellOf(cell, style)).join('')}</row>`

/** Width of a column in characters: that of its head, between fixed limits. */
const widthOf = (head: string): number =>
  Math.min(
    40,
    Math.max(
      12,
      [...head].reduce((sum, sign) => sum + (sign > '\u2E80' ? 2 : 1), 4),
    ),
  )

/** Additional parts of a template. */
export interface BookExtras {
  /** Drop-down values by column, from 0; the spreadsheet accepts no others. */
  readonly lists: ReadonlyMap<number, readonly string[]>
  /** A second sheet; its first row is the head. */
  readonly notes: { readonly name: string; readonly rows: readonly (readonly unknown[])[] }
}
/** Longest list of choices in a cell's validation rule, characters (ECMA-376, dataValidation). */
const LIST_AT_MOST = 255
const LAST_ROW = 5001
const letterOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26)
const choicesOf = (lists: BookExtras['lists']): string => {
  const rules = [...lists].flatMap(([column, values]) => {
    const list = values.join(',')
    if (list.length > LIST_AT_MOST || values.some((value) => value.includes(','))) return []
    const cells = `${letterOf(column)}2:${letterOf(column)}${LAST_ROW}`
    const formula = escaped(`"${list.replaceAll('"', '""')}"`)
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>${formula}</formula1></dataValidation>`,
    ]
  })
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
}
const columnsOf = (heads: readonly string[]): string =>
  `<cols>${heads.map((head, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(head)}" customWidth="1"/>`).join('')}</cols>`
const sheetName = (name: string): string => escaped(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;')

/**
 * Writes a workbook as its rows arrive, in constant memory. The first row of a sheet is the head, bold and frozen. Numbers are written as
 * numbers, every other value as text, escaped where a spreadsheet would run it as a formula.
 */
export const workbook = (
  name: string,
  heads: readonly string[],
  parts: AsyncIterable<readonly (readonly unknown[])[]>,
  extras?: BookExtras,
): Readable => {
  const zip = new ZipFile()
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const begin = (first: readonly string[]): string =>
    `${HEAD}<worksheet xmlns="${MAIN}">${frozen}${columnsOf(first)}<sheetData>${rowOf(first, ' s="1"')}`
  const sheet = async function* (): AsyncGenerator<string> {
    yield begin(heads)
    for await (const rows of parts) yield rows.map((cells) => rowOf(cells)).join('')
    yield `</sheetData>${extras ? choicesOf(extras.lists) : ''}</worksheet>`
  }
  const names = [name, ...(extras ? [extras.notes.name] : [])]
  for (const [path, xml] of Object.entries(partsOf(names.length))) zip.addBuffer(Buffer.from(HEAD + xml), path)
  const sheets = names.map((one, at) => `<sheet name="${sheetName(one)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')
  const book = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${sheets}</sheets></workbook>`
  zip.addBuffer(Buffer.from(HEAD + book), 'xl/workbook.xml')
  if (extras) {
    const [first = [], ...rest] = extras.notes.rows
    const xml = `${begin(first.map(String))}${rest.map((cells) => rowOf(cells)).join('')}</sheetData></worksheet>`
    zip.addBuffer(Buffer.from(xml), 'xl/worksheets/sheet2.xml')
  }
  const out = zip.outputStream as Readable
  const rows = Readable.from(sheet())
  rows.on('error', (thrown) => out.destroy(thrown))
  out.on('close', () => rows.destroy())
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  return out
}

/** Writes a workbook of several small sheets, each with its head. Names that stand twice get a number. */
export const sheetsBook = (
  sheets: readonly { readonly name: string; readonly heads: readonly string[]; readonly rows: readonly (readonly unknown[])[] }[],
): Readable => {
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(partsOf(sheets.length))) zip.addBuffer(Buffer.from(HEAD + xml), path)
  const used = new Map<string, number>()
  const names = sheets.map(({ name }) => {
    const cut = name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 27)
    const times = (used.get(cut) ?? 0) + 1
    used.set(cut, times)
    return times > 1 ? `${cut} ${times}` : cut
  })
  const list = names.map((name, at) => `<sheet name="${sheetName(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')
  const book = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${list}</sheets></workbook>`
  zip.addBuffer(Buffer.from(HEAD + book), 'xl/workbook.xml')
  for (const [at, { heads, rows }] of sheets.entries()) {
    const frozen =
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    const xml = `${HEAD}<worksheet xmlns="${MAIN}">${frozen}${columnsOf(heads)}<sheetData>${rowOf(heads, ' s="1"')}${rows.map((cells) => rowOf(cells)).join('')}</sheetData></worksheet>`
    zip.addBuffer(Buffer.from(xml), `xl/worksheets/sheet${at + 1}.xml`)
  }
  zip.end()
  return zip.outputStream as Readable
}
