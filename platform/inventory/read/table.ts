import { meaningsIn } from '../column-names.ts'
import { isNumeric } from '../columns.ts'
import { LIMITS, refuse } from '../limits.ts'
import type { RawRow } from '../model.ts'
import { readPair } from '../place/place.ts'
import type { SheetLine } from './sheet-line.ts'

const LOOKED_AT = 15
const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell !== '')

/** Finds the row of the header: the first lines may be a title, and some files have no header (0). */
export const headerRowOf = (lines: readonly SheetLine[]): { readonly row: number; readonly meanings: number } => {
  let best = { row: -1, meanings: -1 }
  for (const { row, cells } of lines.slice(0, LOOKED_AT)) {
    const names = filled(cells)
    if (names.length < 2) continue
    const numbers = names.filter(isNumeric).length
    const meanings = numbers > names.length / 2 ? -1 : meaningsIn(cells)
    if (meanings > best.meanings) best = { row, meanings }
  }
  if (best.meanings > 0) return best
  const [first] = lines.filter(({ cells }) => filled(cells).length >= 2)
  if (!first) return refuse('header')
  const isData = first.cells.filter((cell) => /\d[.,]\d{3,}/.test(cell) && (isNumeric(cell) || readPair(cell))).length > 0
  return { row: isData ? 0 : first.row, meanings: 0 }
}

/** Makes column names unique: a repeated name gets a number, a column without a name is named by its number. */
export const namesOf = (cells: readonly string[], width: number): readonly string[] => {
  const taken = new Set<string>()
  return Array.from({ length: Math.max(width, cells.length) }, (_, at) => {
    const written = (cells[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 120) || `#${at + 1}`
    let name = written
    for (let again = 2; taken.has(name); again++) name = `${written} (${again})`
    taken.add(name)
    return name
  })
}

/** Returns the columns of a sheet: named ones, and unnamed ones up to the last column with data. */
export const tableOf = (lines: readonly SheetLine[], headerRow: number): readonly string[] => {
  const header = headerRow === 0 ? [] : (lines.find(({ row }) => row === headerRow)?.cells ?? refuse('header'))
  let width = header.length
  for (const { row, cells } of lines) if (row > headerRow) width = Math.max(width, cells.length)
  if (width > LIMITS.columns) refuse('columns')
  return width < 2 ? refuse('header') : namesOf(header, width)
}

/** Converts lines below the header to rows with a cell per column. */
export const rowsBehind = (lines: readonly SheetLine[], headerRow: number, width: number): readonly RawRow[] =>
  lines
    .filter(({ row, cells }) => row > headerRow && cells.some((cell) => cell !== ''))
    .map(({ row, cells }) => ({
      row,
      cells: cells.length === width ? cells : Array.from({ length: width }, (_, at) => cells[at] ?? ''),
      point: null,
    }))
