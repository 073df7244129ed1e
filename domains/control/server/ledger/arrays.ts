type Cell = string | number | boolean | null | undefined

const cell = (value: Cell): string | number | boolean => {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}

/** Returns one array parameter per column as PostgreSQL text; several times as fast as the `pg` driver for thousands of rows. */
export const columns = <T>(rows: readonly T[], ...read: ((row: T) => Cell)[]): string[] =>
  read.map((one) => `{${rows.map((row) => cell(one(row))).join(',')}}`)
