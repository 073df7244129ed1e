/** An element of an array for PostgreSQL; null and undefined are NULL. */
export type Cell = number | string | boolean | null | undefined

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** `{1,NULL,"a b"}`: an array parameter as text. The driver's own way escapes each element by itself and takes several times as long. */
export const arrayOf = (cells: readonly Cell[]): string => {
  const parts = new Array<string | number | boolean>(cells.length)
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    parts[at] = cell === null || cell === undefined ? 'NULL' : typeof cell === 'string' ? quoted(cell) : cell
  }
  return `{${parts.join(',')}}`
}
