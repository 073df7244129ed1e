/** A row of an imported file that was not taken (decisions.md A57). */
export interface FailedRow {
  readonly row: number
  readonly reason: string
  readonly values: Readonly<Record<string, unknown>>
}
/** How an import stands (decisions.md C12). */
export interface ImportRecord {
  readonly uploadId: string
  readonly fileName: string
  /** 0 waiting, 1 processing, 2 done, 3 partly done, 4 failed. */
  readonly status: number
  readonly total: number
  readonly success: number
  readonly fail: number
  readonly reason: string
  readonly notes: readonly string[]
  readonly failures: readonly FailedRow[]
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number => (Number.isFinite(Number(value)) ? Math.max(0, Number(value)) : 0)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The record in an answer of the status call. */
export const readImport = (data: unknown): ImportRecord => {
  const record = isObject(data) ? data : {}
  const failures = Array.isArray(record.failures) ? record.failures.filter(isObject) : []
  return {
    uploadId: String(record.uploadId ?? record.id ?? ''),
    fileName: words(record.fileName),
    status: count(record.status),
    total: count(record.total),
    success: count(record.successNum),
    fail: count(record.failNum),
    reason: words(record.reason),
    notes: Array.isArray(record.notes) ? record.notes.map(String) : [],
    failures: failures.map((one) => ({ row: count(one.row), reason: words(one.reason), values: isObject(one.values) ? one.values : {} })),
  }
}

/** Has it ended? The console polls until it has (decisions.md C12). */
export const hasEnded = (record: Pick<ImportRecord, 'status'>): boolean => record.status >= 2

/** The failed rows as a table: number, reason, then what stood in the file. */
export const failedTable = (
  failures: readonly FailedRow[],
  heads: readonly [row: string, reason: string],
): readonly (readonly unknown[])[] => {
  const names = [...new Set(failures.flatMap((failure) => Object.keys(failure.values)))]
  return [[...heads, ...names], ...failures.map((failure) => [failure.row, failure.reason, ...names.map((name) => failure.values[name])])]
}
