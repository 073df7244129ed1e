import { isIP, Socket } from 'node:net'
import { isRefusal } from '@lamplight/kit'
import pg from 'pg'
import { createOutboundGuard, isLoopback, OutboundError } from '../http/outbound.ts'
import type { Config } from '../platform-types.ts'
import type { Query } from './query.ts'

/** Configuration of an external PostgreSQL database. */
export interface ForeignSource {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /**
   * TLS: `no`, `auto` (`yes` unless the host is this machine), `yes` (without a check of the certificate),
   * `verified` (the certificate must match the host).
   */
  readonly encrypted: 'no' | 'auto' | 'yes' | 'verified'
}
/** Runs queries in an external database, in one read-only transaction. Rejects with `OutboundError` on any failure. */
export type ForeignDatabase = <T>(source: ForeignSource, work: (query: Query) => Promise<T>) => Promise<T>

/** Time limit of the whole call, from the first packet to the last row, ms. */
const WHOLE_MS = 8000
const STATEMENT_MS = 5000
/** Largest number of bytes that the remote server may send. */
const ANSWER_AT_MOST = 16 * 1024 * 1024
const LOOK_MS = 50
const WHY_AT_MOST = 200

/** Error message of the `pg` library. */
const NO_TLS = 'The server does not support SSL connections'

const tlsOf = ({ encrypted, host }: ForeignSource, address: string): pg.ClientConfig['ssl'] =>
  encrypted === 'no' || (encrypted === 'auto' && isLoopback(address))
    ? false
    : { rejectUnauthorized: encrypted === 'verified', ...(isIP(host) ? {} : { servername: host }) }

/**
 * Connects to databases that users configure. Private addresses are refused unless the deployment allows them (`OUTBOUND_PRIVATE=1`),
 * the name is resolved once and the connection uses that address, and time and size of the answer are limited. No environment variable
 * (such as `PGPASSWORD`) reaches the remote server.
 */
export const createForeignDatabase = (config: Pick<Config, 'number'>): ForeignDatabase => {
  const guard = createOutboundGuard(config)
  return async (source, work) => {
    const late = Promise.withResolvers<never>()
    late.promise.catch(() => undefined)
    const socket = new Socket()
    const stop = (error: OutboundError): void => {
      late.reject(error)
      socket.destroy()
    }
    const clock = setTimeout(() => stop(new OutboundError('timeout', `no answer within ${WHOLE_MS} ms`)), WHOLE_MS)
    const scale = setInterval(() => {
      if (socket.bytesRead > ANSWER_AT_MOST) stop(new OutboundError('size', `the answer is larger than ${ANSWER_AT_MOST} bytes`))
    }, LOOK_MS)
    const read = async () => {
      const address = await guard.resolve(source.host)
      // `pg` would connect a destroyed socket again, and the limits would no longer apply.
      if (socket.destroyed) return late.promise
      const client = new pg.Client({
        host: address,
        port: source.port,
        database: source.database,
        user: source.user,
        password: () => source.password,
        ssl: tlsOf(source, address),
        stream: () => socket,
        application_name: 'lamplight',
        query_timeout: STATEMENT_MS,
        connectionTimeoutMillis: WHOLE_MS,
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query('begin transaction read only')
        await client.query(`set local statement_timeout = ${STATEMENT_MS}`)
        return await work((async (sql, params) => (await client.query(sql, params as unknown[])).rows) as Query)
      } finally {
        void client.end().catch(() => undefined)
      }
    }
    try {
      return await Promise.race([read(), late.promise])
    } catch (thrown) {
      if (thrown instanceof OutboundError || isRefusal(thrown)) throw thrown
      if (thrown instanceof Error && thrown.message === NO_TLS) throw new OutboundError('plain', 'the server offers no TLS')
      throw new OutboundError('failed', (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, WHY_AT_MOST))
    } finally {
      clearTimeout(clock)
      clearInterval(scale)
      socket.destroy()
    }
  }
}
