import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

export interface Prepared {
  /** Undefined: parsed anew each time. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}
/** A column of an answer: how its text is read, and the type it has in the database (pg_type.oid). */
export interface CellColumn {
  readonly name: string
  readonly type: number
  readonly read: (text: string) => unknown
}
/** Rows as the database wrote them: the text of each cell, by column. */
export interface Cells {
  readonly columns: readonly CellColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
}
/** One cell as a value. */
export const cellAt = ({ columns, rows }: Cells, row: number, name: string): unknown => {
  const at = columns.findIndex((column) => column.name === name)
  const text = rows[row]?.[at]
  return typeof text === 'string' ? columns[at]?.read(text) : null
}
/** The rows as objects. */
export const objectsOf = ({ columns, rows }: Cells): Record<string, unknown>[] =>
  rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (let n = 0; n < columns.length; n += 1) {
      const [{ name, read }, text] = [columns[n] as CellColumn, cells[n]]
      row[name] = typeof text === 'string' ? read(text) : null
    }
    return row
  })
/** What a connection knows of a statement it has parsed; its columns once they have been described. */
interface Known {
  columns?: readonly CellColumn[]
}
/** The messages of the extended protocol, as the client's connection sends them. */
interface Wire {
  close(what: { type: 'S'; name: string }): void
  parse(what: { name: string; text: string }): void
  bind(what: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}

/** What the client calls of a query as its answers come. */
interface Handlers {
  /** Replaced by the client, which counts the time. */
  callback: (error: Error | null) => void
  prepare: (wire: Wire) => void
  handleRowDescription: (message: { fields: readonly pg.FieldDef[] }) => void
  handleDataRow: (message: { fields: readonly (string | null)[] }) => void
  handleCommandComplete: () => void
  handleEmptyQuery: () => void
  handleError: (error: Error) => void
  handleReadyForQuery: () => void
}

const parsed = new WeakMap<object, Map<string, Known>>()
const knownOn = (wire: Wire): Map<string, Known> => {
  let known = parsed.get(wire)
  if (!known) {
    known = new Map()
    parsed.set(wire, known)
  }
  return known
}

/**
 * Runs statements with one `Sync` after the last: the protocol makes them one transaction, without `begin` and `commit`, and the database
 * answers all of them in one packet. Statements are prepared once for each connection and their columns described once. The first error
 * ends all of it and nothing is kept. The cells of each statement.
 */
export const oneTransaction = async (client: pg.ClientBase, given: readonly Prepared[]): Promise<Cells[]> => {
  // Before a byte is sent: a value that cannot be written must not leave half a transaction behind.
  const statements = given.map(({ name, text, values }) => ({
    // Names of its own: the client counts, for itself, what it has prepared.
    name: name ? `one ${name}` : '',
    text,
    values: values.map((value) => prepareValue(value)),
  }))
  const found = statements.map((): (string | null)[][] => [])
  const asked: Known[] = []
  let at = 0
  let known: Map<string, Known> | undefined
  const next = (): void => {
    at += 1
  }
  return new Promise((resolve, reject) => {
    const query: pg.Query & Handlers = Object.assign<pg.Query, Handlers>(
      new pg.Query({ text: '', queryMode: 'extended' } as pg.QueryConfig),
      {
        callback: (error: Error | null): void =>
          error ? reject(error) : resolve(found.map((rows, n) => ({ rows, columns: asked[n]?.columns ?? [] }))),
        prepare: (wire: Wire): void => {
          known = knownOn(wire)
          for (const { name, text, values } of statements) {
            let statement = known.get(name)
            if (!statement) {
              statement = {}
              if (name) {
                // A transaction that failed may have left the name behind.
                wire.close({ type: 'S', name })
                known.set(name, statement)
              }
              wire.parse({ name, text })
            }
            wire.bind({ statement: name, values })
            if (!statement.columns) wire.describe({ type: 'P' })
            wire.execute()
            asked.push(statement)
          }
          wire.sync()
        },
        handleRowDescription: ({ fields }: { fields: readonly pg.FieldDef[] }): void => {
          const statement = asked[at] as Known
          statement.columns = fields.map(({ name, dataTypeID }) => ({
            name,
            type: dataTypeID,
            read: pg.types.getTypeParser(dataTypeID, 'text'),
          }))
        },
        handleDataRow: ({ fields }: { fields: readonly (string | null)[] }): void => {
          found[at]?.push(fields as (string | null)[])
        },
        handleCommandComplete: next,
        handleEmptyQuery: next,
        handleError: (error: Error): void => {
          // Whether they were parsed, or still answer as they were described, is not known any more.
          for (const { name } of statements) known?.delete(name)
          query.callback(error)
        },
        handleReadyForQuery: (): void => query.callback(null),
      },
    )
    client.query(query)
  })
}
