/** A line of a sheet or CSV file before its header is known. */
export interface SheetLine {
  /** From 1, as a spreadsheet counts. */
  readonly row: number
  readonly cells: readonly string[]
}
/** Rows handed on at a time: enough to spread the cost of a turn, few enough to keep memory flat. */
export const BATCH = 1_000
