/** A line of a sheet or CSV file before its header is known. */
export interface SheetLine {
  /** Row number in the spreadsheet, from 1. */
  readonly row: number
  readonly cells: readonly string[]
}
/** Number of rows per batch: large enough to amortise the cost of a turn, small enough for constant memory. */
export const BATCH = 1_000
