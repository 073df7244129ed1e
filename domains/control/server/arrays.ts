type Cell = string | number | boolean | null | undefined

const cell = (value: Cell): string | number | boolean => {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}

/** Array parameters as texts of PostgreSQL, one for each reader: several times as fast as the driver's own way for thousands of rows. */
export const columns = <T>(rows: readonly T[], ...read: ((row: T) => Cell)[]): string[] =>
  read.map((one) => `{${rows.map((row) => cell(one(row))).join(',')}}`)
