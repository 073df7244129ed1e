const FORMULA = /^[=+\-@\t\r]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** One cell of a CSV file: quoted where needed; text that a spreadsheet would run as a formula is led by an apostrophe. */
export const csvCell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
/** So that spreadsheets read the file as UTF-8. */
export const BOM = '\uFEFF'
