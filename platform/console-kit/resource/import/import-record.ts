/** A row of an imported file that was refused (decisions.md A57). */
export interface FailedRow {
  readonly row: number
  readonly reason: string
}
/** State of an import (decisions.md C12). */
export interface ImportRecord {
  readonly uploadId: string
  readonly fileName: string
  readonly phase: string
  /** 0 waiting, 1 processing, 2 done, 3 partly done, 4 failed. */
  readonly status: number
  readonly total: number
  readonly done: number
  readonly success: number
  readonly fail: number
  readonly added: number
  readonly changed: number
  /** Number of undone rows, and of rows that stay because they have changed since. */
  readonly undone: number
  readonly kept: number
  readonly reason: string
  readonly notes: readonly string[]
  readonly failures: readonly FailedRow[]
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number => (Number.isFinite(Number(value)) ? Math.max(0, Number(value)) : 0)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Parses the record in an answer of the import calls. */
export const readImport = (data: unknown): ImportRecord => {
  const record = isObject(data) ? data : {}
  const failures = Array.isArray(record.failures) ? record.failures.filter(isObject) : []
  return {
    uploadId: String(record.uploadId ?? record.id ?? ''),
    fileName: words(record.fileName),
    phase: words(record.phase),
    status: count(record.status),
    total: count(record.total),
    done: count(record.done),
    success: count(record.successNum),
    fail: count(record.failNum),
    added: count(record.added),
    changed: count(record.changed),
    undone: count(record.undone),
    kept: count(record.kept),
    reason: words(record.reason),
    notes: Array.isArray(record.notes) ? record.notes.map(String) : [],
    failures: failures.map((one) => ({ row: count(one.row), reason: words(one.reason) })),
  }
}

/** Returns true if its job has ended. The console polls until then (decisions.md C12). */
export const hasEnded = ({ phase, status }: Pick<ImportRecord, 'phase' | 'status'>): boolean =>
  phase === 'ended' || phase === 'undone' || (status === 4 && phase !== 'draft')
