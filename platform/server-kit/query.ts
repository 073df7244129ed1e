/** Runs one SQL statement with `$1` parameters; returns 64-bit integers as strings, numerics and doubles as numbers, times as Date. */
export type Query = <T extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]) => Promise<T[]>

/** SQL that makes the planner fetch rows by key for the rest of a transaction: it cannot know how few keys an array contains, and would read the whole table. */
export const FIND_BY_KEY = `set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`
