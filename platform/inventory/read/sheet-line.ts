/** A line of a sheet or CSV file before its header is known. */
export interface SheetLine {
  /** Row number in the spreadsheet, from 1. */
  readonly row: number
  readonly cells: readonly string[]
}
/** A feature, a record, or a lamp of OpenStreetMap: named values. */
export interface NamedRow {
  readonly row: number
  readonly values: Readonly<Record<string, string>>
  readonly point: readonly [number, number] | null
  /** Type of a geometry that is no single point. */
  readonly shape?: string
}
/** Number of rows per batch: large enough to amortise the cost of a turn, small enough for constant memory. */
export const BATCH = 1_000
