/** An element of an array for PostgreSQL; null and undefined are NULL. */
export type Cell = number | string | boolean | null | undefined

const written = (cell: Cell): string | number | boolean => {
  if (cell === null || cell === undefined) return 'NULL'
  return typeof cell === 'string' ? `"${cell.replace(/["\\]/g, '\\$&')}"` : cell
}

/** `{1,NULL,"a b"}`: an array parameter as text. The driver's own way escapes each element by itself and takes several times as long. */
export const arrayOf = (cells: readonly Cell[]): string => {
  const parts = new Array<string | number | boolean>(cells.length)
  for (let at = 0; at < cells.length; at++) parts[at] = written(cells[at])
  return `{${parts.join(',')}}`
}

/** Array parameters for the columns of rows, one for each reader. */
export const arraysOf = <T>(rows: readonly T[], ...read: ((row: T) => Cell)[]): string[] => read.map((one) => arrayOf(rows.map(one)))
