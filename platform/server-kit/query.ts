/** Runs one SQL statement with `$1` parameters; 64-bit integers come back as strings, numerics and doubles as numbers, times as Date. */
export type Query = <T extends object = Record<string, unknown>>(sql: string, params?: readonly unknown[]) => Promise<T[]>
