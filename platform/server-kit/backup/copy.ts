import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import pg from 'pg'

/** The part of the `pg` connection that a COPY statement uses. */
interface Wire {
  readonly stream: Socket
  sendCopyFromChunk(piece: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}
interface Handlers {
  /** The `pg` client replaces this callback by its own, which handles the query timeout. */
  callback: (error: Error | null) => void
  handleCopyData: (message: { chunk: Buffer }, wire: Wire) => void
  handleCopyInResponse: (wire: Wire) => void
  handleCommandComplete: (message: { text: string }) => void
  handleError: (error: Error) => void
  handleReadyForQuery: () => void
}
const PIECE = 256 * 1024

const statement = (
  sql: string,
  handlers: Omit<Handlers, 'handleError' | 'handleReadyForQuery' | 'handleCommandComplete'>,
  onRows?: (rows: number) => void,
) => {
  let failed: Error | undefined
  const query: pg.Query & Handlers = Object.assign<pg.Query, Handlers>(new pg.Query({ text: sql } as pg.QueryConfig), {
    ...handlers,
    handleCommandComplete: ({ text }) => onRows?.(Number(text.split(' ')[1] ?? 0)),
    handleError: (error) => {
      failed = error
      query.callback(error)
    },
    handleReadyForQuery: () => {
      if (!failed) query.callback(null)
    },
  })
  return query
}

/** Streams the output of `copy … to stdout`. Back-pressure reaches the database while nobody reads. Calls `rows` with the row count at the end. */
export const copyOut = (client: pg.Client, sql: string, rows: (count: number) => void): Readable => {
  let wire: Wire | undefined
  let held: Buffer[] = []
  let bytes = 0
  const flush = (): boolean => {
    const piece = Buffer.concat(held, bytes)
    held = []
    bytes = 0
    return piece.length === 0 || out.push(piece)
  }
  const out = new Readable({ highWaterMark: PIECE, read: () => void wire?.stream.resume() })
  const query = statement(
    sql,
    {
      callback: (error) => {
        wire?.stream.resume()
        if (error) {
          out.destroy(error)
          return
        }
        flush()
        out.push(null)
      },
      handleCopyData: ({ chunk }, from) => {
        wire = from
        // Copies the chunk because the parser reuses its buffer.
        held.push(Buffer.from(chunk))
        bytes += chunk.length
        if (bytes >= PIECE && !flush()) from.stream.pause()
      },
      handleCopyInResponse: (from) => from.sendCopyFail('nothing to copy'),
    },
    rows,
  )
  client.query(query)
  return out
}

const roomIn = async (stream: Socket): Promise<void> => {
  const other = new AbortController()
  const { signal } = other
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() => other.abort())
}

/**
 * Feeds `pieces` into `copy … from stdin` and resolves with the number of rows. If `pieces` throws,
 * the COPY is aborted and the error is rethrown.
 */
export const copyIn = (client: pg.Client, sql: string, pieces: AsyncIterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    let count = 0
    let broken: unknown
    let over = false
    const feed = async (wire: Wire): Promise<void> => {
      try {
        for await (const piece of pieces) {
          if (over) return
          wire.sendCopyFromChunk(piece)
          if (wire.stream.writableNeedDrain) await roomIn(wire.stream)
        }
        wire.endCopyFrom()
      } catch (thrown) {
        broken = thrown
        wire.sendCopyFail('the source broke off')
      }
    }
    const query = statement(
      sql,
      {
        callback: (error) => {
          over = true
          if (broken ?? error) reject(broken ?? error)
          else resolve(count)
        },
        handleCopyData: () => undefined,
        handleCopyInResponse: (wire) => void feed(wire),
      },
      (rows) => {
        count = rows
      },
    )
    client.query(query)
  })
