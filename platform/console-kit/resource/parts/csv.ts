import { BOM, csvLine } from '@lamplight/kit'

/** Converts rows to a CSV file that spreadsheets read as UTF-8 (byte order mark, CRLF). */
const csvText = (rows: readonly (readonly unknown[])[]): string => BOM + rows.map(csvLine).join('')
export const csvBlob = (rows: readonly (readonly unknown[])[]): Blob => new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' })
