import { Readable } from 'node:stream'
import { safeCell } from '@lamplight/kit'
import { ZipFile } from 'yazl'

/** Rows that a sheet of Excel holds, its head included. */
export const SHEET_ROWS = 1_048_576
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

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

/** Characters in a column, of its head, within what a person reads. */
const widthOf = (head: string): number =>
  Math.min(
    40,
    Math.max(
      12,
      [...head].reduce((sum, sign) => sum + (sign > '\u2E80' ? 2 : 1), 4),
    ),
  )

/**
 * A workbook of one sheet, written while its rows come, so that its size costs no memory. The first row is the head, set in bold and fixed.
 * Numbers are numbers; every other value is text, defused where a spreadsheet would run it. @param name of the sheet
 */
export const workbook = (name: string, heads: readonly string[], parts: AsyncIterable<readonly (readonly unknown[])[]>): Readable => {
  const zip = new ZipFile()
  const sheet = async function* (): AsyncGenerator<string> {
    const columns = heads.map((head, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(head)}" customWidth="1"/>`).join('')
    const frozen =
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    yield `${HEAD}<worksheet xmlns="${MAIN}">${frozen}<cols>${columns}</cols><sheetData>${rowOf(heads, ' s="1"')}`
    for await (const rows of parts) yield rows.map((cells) => rowOf(cells)).join('')
    yield '</sheetData></worksheet>'
  }
  const title = escaped(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;')
  for (const [path, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(HEAD + xml), path)
  const book = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  zip.addBuffer(Buffer.from(HEAD + book), 'xl/workbook.xml')
  const out = zip.outputStream as Readable
  const rows = Readable.from(sheet())
  rows.on('error', (thrown) => out.destroy(thrown))
  out.on('close', () => rows.destroy())
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  return out
}
