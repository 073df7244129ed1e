/** Runs one SQL statement with `$1` parameters; returns 64-bit integers as strings, numerics and doubles as numbers, times as Date. */
export type Query = <T extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]) => Promise<T[]>

/** True if a statement failed because a row would repeat a unique key (SQLSTATE 23505). */
export const isRepeatedKey = (thrown: unknown): boolean => (thrown as { code?: unknown } | null)?.code === '23505'

/** Select list that disables table scans, hash joins and merge joins for the rest of a transaction. The planner does not know how many keys an array contains, and would scan the whole table for a few keys. */
export const FIND_BY_KEY = `set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`
