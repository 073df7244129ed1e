import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

export interface Prepared {
  /** Name of the prepared statement; undefined: it is parsed each time. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}
/** A column of a result: the function that parses its text, and its type in the database (pg_type.oid). */
export interface CellColumn {
  readonly name: string
  readonly type: number
  readonly read: (text: string) => unknown
}
/** Rows as the text that the database sent, by column. */
export interface Cells {
  readonly columns: readonly CellColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
}
/** Returns one cell as a value. */
export const cellAt = ({ columns, rows }: Cells, row: number, name: string): unknown => {
  const at = columns.findIndex((column) => column.name === name)
  const text = rows[row]?.[at]
  return typeof text === 'string' ? columns[at]?.read(text) : null
}
/** Returns the rows as objects. */
export const objectsOf = ({ columns, rows }: Cells): Record<string, unknown>[] =>
  rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (let n = 0; n < columns.length; n += 1) {
      const [{ name, read }, text] = [columns[n] as CellColumn, cells[n]]
      row[name] = typeof text === 'string' ? read(text) : null
    }
    return row
  })
/**
 * A statement that was sent to a connection. `isPrepared`: a transaction with it has succeeded; until then another transaction on the same connection cannot
 * rely on it, because the database skips what follows an error. `columns` is set once the database has described them.
 */
interface ParsedStatement {
  isPrepared?: true
  columns?: readonly CellColumn[]
}
/** Messages of the extended query protocol, as the `pg` connection sends them. */
interface Wire {
  close(what: { type: 'S'; name: string }): void
  parse(what: { name: string; text: string }): void
  bind(what: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}

/** The methods of a query that the `pg` client calls. */
interface Handlers {
  /** The `pg` client replaces this callback by its own, which handles the query timeout. */
  callback: (error: Error | null) => void
  prepare: (wire: Wire) => void
  handleRowDescription: (message: { fields: readonly pg.FieldDef[] }) => void
  handleDataRow: (message: { fields: readonly (string | null)[] }) => void
  handleCommandComplete: () => void
  handleEmptyQuery: () => void
  handleError: (error: Error) => void
  handleReadyForQuery: () => void
}

/** Statements that a connection keeps prepared; the database holds up to 100 kB for each. */
const PREPARED_AT_MOST = 400

const parsed = new WeakMap<object, Map<string, ParsedStatement>>()
const knownOn = (wire: Wire): Map<string, ParsedStatement> => {
  let known = parsed.get(wire)
  if (!known) {
    known = new Map()
    parsed.set(wire, known)
  }
  return known
}

/** Closes the oldest prepared statements until `more` others fit. These messages come first: after an error the database skips the rest of a batch. */
const makeRoom = (wire: Wire, known: Map<string, ParsedStatement>, more: number): void => {
  for (const name of known.keys()) {
    if (known.size + more <= PREPARED_AT_MOST) return
    wire.close({ type: 'S', name })
    known.delete(name)
  }
}

/**
 * Runs statements with one `Sync` after the last: the protocol then treats them as one transaction, without `begin` and `commit`, and
 * the database answers in one packet. Each connection prepares a statement once and describes its columns once. The first error rolls
 * all back. Resolves with the cells of each statement.
 */
export const oneTransaction = async (client: pg.ClientBase, prepared: readonly Prepared[]): Promise<Cells[]> => {
  // Converts the values before anything is sent: an unserialisable value must not leave half a transaction.
  const statements = prepared.map(({ name, text, values }) => ({
    // A prefix avoids collisions with the names that the `pg` client prepares itself.
    name: name ? `one ${name}` : '',
    text,
    values: values.map((value) => prepareValue(value)),
  }))
  const found = statements.map((): (string | null)[][] => [])
  const parsed: ParsedStatement[] = []
  let at = 0
  let known: Map<string, ParsedStatement> | undefined
  const next = (): void => {
    at += 1
  }
  return new Promise((resolve, reject) => {
    const query: pg.Query & Handlers = Object.assign<pg.Query, Handlers>(
      new pg.Query({ text: '', queryMode: 'extended' } as pg.QueryConfig),
      {
        callback: (error: Error | null): void =>
          error ? reject(error) : resolve(found.map((rows, n) => ({ rows, columns: parsed[n]?.columns ?? [] }))),
        prepare: (wire: Wire): void => {
          known = knownOn(wire)
          makeRoom(wire, known, statements.length)
          for (const { name, text, values } of statements) {
            const statement = known.get(name) ?? {}
            if (!statement.isPrepared && !parsed.includes(statement)) {
              if (name) {
                // A transaction that failed, or is not answered yet, may have prepared it.
                wire.close({ type: 'S', name })
                known.set(name, statement)
              }
              wire.parse({ name, text })
            }
            wire.bind({ statement: name, values })
            if (!statement.columns) wire.describe({ type: 'P' })
            wire.execute()
            parsed.push(statement)
          }
          wire.sync()
        },
        handleRowDescription: ({ fields }: { fields: readonly pg.FieldDef[] }): void => {
          const statement = parsed[at] as ParsedStatement
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
          // After an error it is unknown which statements are prepared, or whether their columns are still the same.
          for (const { name } of statements) known?.delete(name)
          query.callback(error)
        },
        handleReadyForQuery: (): void => {
          for (const statement of parsed) statement.isPrepared = true
          query.callback(null)
        },
      },
    )
    client.query(query)
  })
}
