import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSheetLines, type SheetLine, UnreadableInventory } from '@lamplight/inventory'
import { pick, type ResourceDefinition } from '@lamplight/kit'
import { errors } from '../http/refuse.ts'
import type { RouteInput } from '../http/route-types.ts'
import { columnsBehind, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { exampleCells } from './sheet-template.ts'
import type { Cells } from './sheet-values.ts'

/** Limits of a sheet (decisions.md A56). */
export const SHEET_BYTES = 5 * 1024 * 1024
export const SHEET_ROWS_AT_MOST = 5000
const NAME_AT_MOST = 200

export interface SheetRow {
  /** Row number in the spreadsheet, from 1. */
  readonly row: number
  readonly cells: Cells
}
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Heads of `columns` as written in the file. */
  readonly heads: readonly string[]
  /** Heads that match no column of the resource. */
  readonly unknown: readonly string[]
  readonly rows: readonly SheetRow[]
}

/** Reads the lines of an uploaded file. The upload is written to disk first, because an XLSX archive has its index at the end. */
const linesOf = async ({ ctx, files }: Pick<RouteInput, 'ctx' | 'files'>): Promise<{ name: string; lines: SheetLine[] }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  try {
    for await (const file of files()) {
      const path = join(folder, 'file')
      let size = 0
      const bounded = async function* (): AsyncGenerator<Uint8Array> {
        for await (const part of file.stream) {
          size += part.byteLength
          if (size > SHEET_BYTES) throw errors.tooLarge({ limit: '5 MB' }, 'file')
          yield part
        }
      }
      await pipeline(Readable.from(bounded()), createWriteStream(path))
      const lines: SheetLine[] = []
      for await (const batch of readSheetLines(path)) {
        lines.push(...batch)
        if (lines.length > SHEET_ROWS_AT_MOST * 2) break
      }
      return { name: file.name.slice(0, NAME_AT_MOST), lines }
    }
  } catch (thrown) {
    if (thrown instanceof UnreadableInventory) throw errors.field({ field: 'file', message: pick(thrown.text, ctx.lang) }, 'file')
    throw thrown
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  throw errors.missingParameter({ field: 'file' }, 'file')
}

/** Returns the cells of a line by the wire name of their column. Cells are always text, also if a spreadsheet would read a number or date. */
const cellsOf = (line: SheetLine, behind: readonly (SheetColumn | undefined)[]): Record<string, string> => {
  const cells: Record<string, string> = {}
  behind.forEach((column, at) => {
    const text = (line.cells[at] ?? '').trim()
    if (column && text !== '') cells[column.wire] = text.replaceAll('\u0000', '\uFFFD').toWellFormed()
  })
  return cells
}
const isExample = (cells: Cells, columns: readonly SheetColumn[]): boolean =>
  (['zh', 'en'] as const).some((lang) => {
    const example = exampleCells(columns, lang)
    return Object.keys(cells).length > 0 && Object.entries(cells).every(([wire, text]) => example[wire] === text)
  })

/** Reads the sheet of a request. Throws a refusal if the file is unreadable, too long or lacks a required column. */
export const readSheet = async (input: Pick<RouteInput, 'ctx' | 'files'>, resource: ResourceDefinition): Promise<Sheet> => {
  const { ctx } = input
  const { name, lines } = await linesOf(input)
  const [first, ...rest] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const all = sheetColumns(resource)
  const heads = first?.cells ?? []
  const behind = columnsBehind(all, heads)
  const columns = behind.filter((column) => column !== undefined)
  const missing = all.filter((column) => column.required && !columns.includes(column))
  if (missing.length > 0)
    throw errors.missingParameter({ field: missing.map(({ head }) => pick(head, ctx.lang)).join(ctx.lang === 'zh' ? '、' : ', ') }, 'file')
  const rows = rest.map((line) => ({ row: line.row, cells: cellsOf(line, behind) })).filter(({ cells }) => !isExample(cells, all))
  if (rows.length === 0)
    throw errors.field({ field: 'file', message: ctx.lang === 'zh' ? '没有数据行' : 'has no rows below its head' }, 'file')
  if (rows.length > SHEET_ROWS_AT_MOST)
    throw errors.tooLarge({ limit: ctx.lang === 'zh' ? `${SHEET_ROWS_AT_MOST} 行` : `${SHEET_ROWS_AT_MOST} rows` }, 'file')
  return {
    name,
    columns,
    heads: columns.map((column) => (heads[behind.indexOf(column)] ?? '').trim()),
    unknown: heads.filter((head, at) => !behind[at] && head.trim() !== '').map((head) => head.trim().slice(0, 100)),
    rows,
  }
}
