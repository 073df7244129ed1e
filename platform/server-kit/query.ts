/** Runs one SQL statement with `$1` parameters; returns 64-bit integers as strings, numerics and doubles as numbers, times as Date. */
export type Query = <T extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]) => Promise<T[]>
