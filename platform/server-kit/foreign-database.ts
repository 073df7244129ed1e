import { isIP, Socket } from 'node:net'
import { isRefusal } from '@lamplight/kit'
import pg from 'pg'
import { createOutboundGuard, isLoopback, OutboundError } from './outbound.ts'
import type { Config } from './platform-types.ts'
import type { Query } from './query.ts'

/** A PostgreSQL database that is not ours, as somebody configured it. */
export interface ForeignSource {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** TLS: `no`, `auto` (`yes` unless the host is this machine), `yes` (whoever answers), `verified` (the certificate is checked against the host). */
  readonly encrypted: 'no' | 'auto' | 'yes' | 'verified'
}
/** Reads in a foreign database, in one transaction that cannot write. Rejects with `OutboundError`, whatever went wrong there. */
export type ForeignDatabase = <T>(source: ForeignSource, work: (query: Query) => Promise<T>) => Promise<T>

/** From the first packet to the last row, ms. */
const WHOLE_MS = 8000
const STATEMENT_MS = 5000
/** Bytes that the other side may send. */
const ANSWER_AT_MOST = 16 * 1024 * 1024
const LOOK_MS = 50
const WHY_AT_MOST = 200

/** As the library words it. */
const NO_TLS = 'The server does not support SSL connections'

const tlsOf = ({ encrypted, host }: ForeignSource, address: string): pg.ClientConfig['ssl'] =>
  encrypted === 'no' || (encrypted === 'auto' && isLoopback(address))
    ? false
    : { rejectUnauthorized: encrypted === 'verified', ...(isIP(host) ? {} : { servername: host }) }

/**
 * Connections to databases that people configure: addresses inside our own networks are refused unless the deployment allows them
 * (`OUTBOUND_PRIVATE=1`), the name is looked up once and that address is taken, and the answer is bounded in time and size. Nothing of the
 * environment (`PGPASSWORD` and its like) goes to the other side.
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
    const ask = async () => {
      const address = await guard.resolve(source.host)
      // A socket that was destroyed would connect all the same, with nobody left to bound it.
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
      return await Promise.race([ask(), late.promise])
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
