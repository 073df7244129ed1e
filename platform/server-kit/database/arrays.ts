/** An element of a PostgreSQL array; null and undefined become NULL. */
export type Cell = number | string | boolean | null | undefined

/** Matches texts that PostgreSQL reads without quotation marks. They are not copied; most are ids. It does not match `NULL`, which PostgreSQL reads as null. */
const PLAIN = /^(?!null$)[\w.:+-]+$/i

const written = (cell: Cell): string | number | boolean => {
  if (cell === null || cell === undefined) return 'NULL'
  return typeof cell === 'string' && !PLAIN.test(cell) ? `"${cell.replace(/["\\]/g, '\\$&')}"` : cell
}

/**
 * Writes an array parameter as PostgreSQL text: `{1,NULL,"a b"}`. The `pg` driver escapes each
 * element separately and takes several times as long.
 */
export const arrayOf = (cells: readonly Cell[]): string => {
  const parts = new Array<string | number | boolean>(cells.length)
  for (let at = 0; at < cells.length; at++) parts[at] = written(cells[at])
  return `{${parts.join(',')}}`
}

/** Returns one array parameter per column: each reader picks the value of its column from every row. */
export const arraysOf = <T>(rows: readonly T[], ...read: ((row: T) => Cell)[]): string[] => read.map((one) => arrayOf(rows.map(one)))
