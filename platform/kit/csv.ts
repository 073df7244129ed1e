const FORMULA = /^[=+\-@\t\r]/
/** Some spreadsheets read the full-width twins as the plain characters, and `|` as the beginning of a DDE call. */
const RISKY = /^[=+\-@\t\r|＝＋－＠｜]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Whether a spreadsheet would run the text as a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text) && !PLAIN_NUMBER.test(text)
/** A value as a cell of any exported sheet: text that a spreadsheet could run as a formula gets a leading apostrophe. */
export const safeCell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}
/** One cell of a CSV file: safe, and quoted where needed. */
export const csvCell = (value: unknown): string => {
  const safe = safeCell(value)
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
/** So that spreadsheets read the file as UTF-8. */
export const BOM = '\uFEFF'
