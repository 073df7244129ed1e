import { arrayOf, type Cell } from './arrays.ts'
import type { Query } from './query.ts'

/** Columns of a bulk insert with their types, in the order of each row's values. */
export type Columns = readonly (readonly [name: string, type: string])[]

const CHUNK = 5000

/** Inserts rows as array parameters, some thousands per statement, with one plan for all. */
export const insertMany = async (query: Query, table: string, columns: Columns, rows: readonly (readonly Cell[])[]): Promise<void> => {
  const names = columns.map(([name]) => name).join(', ')
  const sources = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK)
    await query(
      `insert into ${table} (${names}) select * from unnest(${sources})`,
      columns.map((_, at) => arrayOf(part.map((row) => row[at]))),
    )
  }
}
