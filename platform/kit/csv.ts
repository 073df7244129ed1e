const FORMULA = /^[=+\-@\t\r]/
/** Some spreadsheets treat the full-width characters like the plain ones, and `|` as the start of a DDE call. */
const RISKY = /^[=+\-@\t\r|＝＋－＠｜]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Returns true if a spreadsheet would run the text as a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !PLAIN_NUMBER.test(text)
/** Converts a value to a cell of an exported sheet: text that a spreadsheet could run as a formula gets a leading apostrophe. */
export const safeCell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}
/** Converts a value to a cell of a CSV file: escaped like `safeCell`, and quoted if needed. */
export const csvCell = (value: unknown): string => {
  const safe = safeCell(value)
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
/** Byte order mark: with it spreadsheets read the file as UTF-8. */
export const BOM = '\uFEFF'
