const FORMULA = /^[=+\-@\t\r]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** One cell: quoted where needed; text that a spreadsheet would run as a formula is led by an apostrophe. */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a CSV file that spreadsheets read as UTF-8 (byte order mark, CRLF). */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
export const csvBlob = (rows: readonly (readonly unknown[])[]): Blob => new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' })
