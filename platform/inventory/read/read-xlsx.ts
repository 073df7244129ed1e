import { LIMITS, refuse } from '../limits.ts'
import { type CellFormats, numberText, readFormats } from './read-styles.ts'
import { BATCH, type SheetLine } from './sheet-line.ts'
import { localName, readXml, type XmlHandler } from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

interface Sheet {
  readonly name: string
  readonly part: string
}
export interface Workbook {
  /** Names of the sheets in workbook order; hidden ones last. */
  readonly sheets: readonly string[]
  /**
   * Yields the non-empty lines of a sheet, in batches. A cell has the text that its number format shows (`00101`, `2026-01-31`). A formula
   * is read as its stored result; without a result it is read as the formula with a leading `=`.
   */
  lines(sheet: string): AsyncGenerator<readonly SheetLine[]>
  close(): void
}

const drain = async (reading: AsyncGenerator<void>): Promise<void> => {
  for await (const _ of reading);
}

interface Parts {
  readonly sheets: readonly Sheet[]
  readonly shared: string | null
  readonly styles: string | null
  /** True if dates count from 1904. */
  readonly is1904: boolean
}
const sheetsOf = async (archive: Archive): Promise<Parts> => {
  if (!archive.has('xl/workbook.xml')) refuse('otherZip')
  const named: { name: string; id: string; hidden: boolean }[] = []
  let is1904 = false
  await drain(
    readXml(archive.text('xl/workbook.xml'), {
      open: (tag, attribute) => {
        if (localName(tag) === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
        if (localName(tag) !== 'sheet') return
        const id = attribute('r:id') ?? attribute('id')
        if (id) named.push({ name: attribute('name') ?? '', id, hidden: (attribute('state') ?? 'visible') !== 'visible' })
      },
    }),
  )
  const targets = new Map<string, string>()
  let shared: string | null = null
  let styles: string | null = null
  if (archive.has('xl/_rels/workbook.xml.rels'))
    await drain(
      readXml(archive.text('xl/_rels/workbook.xml.rels'), {
        open: (tag, attribute) => {
          if (localName(tag) !== 'Relationship') return
          const [id = '', target = '', type = ''] = ['Id', 'Target', 'Type'].map(attribute)
          const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
          targets.set(id, part)
          if (type.endsWith('/sharedStrings')) shared = part
          if (type.endsWith('/styles')) styles = part
        },
      }),
    )
  const sheets = [...named.filter(({ hidden }) => !hidden), ...named.filter(({ hidden }) => hidden)].flatMap(({ name, id }) => {
    const part = targets.get(id)
    return part && archive.has(part) ? [{ name, part }] : []
  })
  return { sheets: sheets.length > 0 ? sheets : refuse('otherZip'), shared, styles, is1904 }
}

/** Reads the shared texts of a workbook, without the phonetic hints of East Asian scripts. */
const sharedTexts = async (archive: Archive, part: string): Promise<readonly string[]> => {
  const texts: string[] = []
  let text = ''
  let chars = 0
  let inText = false
  let aids = 0
  await drain(
    readXml(archive.text(part), {
      open: (tag) => {
        const name = localName(tag)
        if (name === 'si') text = ''
        else if (name === 'rPh') aids++
        else if (name === 't') inText = aids === 0
      },
      text: (more) => {
        if (inText) text += more
      },
      close: (tag) => {
        const name = localName(tag)
        if (name === 't') inText = false
        else if (name === 'rPh') aids--
        else if (name === 'si') {
          texts.push(text)
          chars += text.length
          if (texts.length > LIMITS.sharedCount || chars > LIMITS.sharedChars) refuse('bomb')
        }
      },
    }),
  )
  return texts
}

/** Returns the column index of a reference: `AB12` gives 27; -1 if it names no column. */
const columnOf = (reference: string): number => {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90 || at > 3) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Decodes characters that XML cannot contain, which workbooks write as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

/** Writes an ISO 8601 date of a cell as `yyyy-MM-dd`, with its time unless it is midnight. */
const isoText = (written: string): string => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(written) ?? []
  if (!date) return written
  return time && time !== '00:00:00' ? `${date} ${time}` : date
}

const FORMULA = 'f'
/** Parts of the workbook to which cells of its sheets refer. */
interface SheetContext {
  readonly shared: readonly string[]
  readonly formats: CellFormats
  readonly is1904: boolean
}
const readSheet = async function* (
  archive: Archive,
  part: string,
  { shared, formats, is1904 }: SheetContext,
): AsyncGenerator<readonly SheetLine[]> {
  let batch: SheetLine[] = []
  let row = 0
  let seen = 0
  let cells: string[] = []
  let column = -1
  let type = ''
  let style = ''
  let value = ''
  let formula: string | null = null
  let gathering = ''
  let aids = 0

  const written = (): string => {
    if (value === '' && formula !== null) return `=${formula}`
    if (type === 's') return shared[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === '' || type === 'n') return numberText(value, formats[Number(style)] ?? '', is1904)
    if (type === 'd') return isoText(value)
    return type === 'e' ? '' : value
  }
  const closeCell = (): void => {
    const text = value === '' && formula === null ? '' : unescaped(written()).replaceAll('\u0000', '').toWellFormed().trim()
    if (text === '') return
    if (column >= LIMITS.columns) refuse('columns')
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const closeRow = (): void => {
    if (cells.length === 0) return
    if (++seen > LIMITS.rows) refuse('rows')
    batch.push({ row, cells })
  }
  const open: XmlHandler['open'] = (tag, attribute) => {
    const name = localName(tag)
    if (name === 'c') {
      const place = attribute('r')
      column = place ? columnOf(place) : column + 1
      type = attribute('t') ?? ''
      style = attribute('s') ?? ''
      value = ''
      formula = null
    } else if (name === 'v' || name === FORMULA || name === 't') {
      gathering = aids > 0 ? '' : name
      if (name === FORMULA) formula = ''
    } else if (name === 'row') {
      row = Number(attribute('r') ?? row + 1)
      cells = []
      column = -1
    } else if (name === 'rPh') aids++
  }
  const close = (tag: string): void => {
    const name = localName(tag)
    gathering = ''
    if (name === 'c') closeCell()
    else if (name === 'row') closeRow()
    else if (name === 'rPh') aids--
  }
  const text = (more: string): void => {
    if (gathering === FORMULA) formula = (formula ?? '') + more
    else if (gathering !== '') value += more
  }
  for await (const _ of readXml(archive.text(part), { open, close, text })) {
    while (batch.length >= BATCH) {
      const ready = batch.slice(0, BATCH)
      batch = batch.slice(BATCH)
      yield ready
    }
  }
  if (batch.length > 0) yield batch
}

/** Opens a workbook; the caller must close it. Throws `UnreadableInventory`. */
export const openWorkbook = async (path: string): Promise<Workbook> => {
  const archive = await openArchive(path)
  try {
    const { sheets, shared, styles, is1904 } = await sheetsOf(archive)
    let context: SheetContext | null = null
    return {
      sheets: sheets.map(({ name }) => name),
      close: archive.close,
      lines: async function* (wanted) {
        const { part } = sheets.find(({ name }) => name === wanted) ?? refuse('noSheet')
        context ??= {
          shared: shared && archive.has(shared) ? await sharedTexts(archive, shared) : [],
          formats: styles && archive.has(styles) ? await readFormats(archive, styles) : [],
          is1904,
        }
        yield* readSheet(archive, part, context)
      },
    }
  } catch (thrown) {
    archive.close()
    throw thrown
  }
}
