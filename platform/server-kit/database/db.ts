import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lang } from '@lamplight/kit'
import { connectTo } from '@lamplight/postgres/connect'
import pg from 'pg'
import { createSlowLane, type SlowLane } from '../http/slow-lane.ts'
import type { DataAccess, Log } from '../platform-types.ts'
import { createLanes } from './lanes.ts'
import { type Cells, objectsOf, oneTransaction } from './one-transaction.ts'
import type { Query } from './query.ts'
import { createNames } from './statement-names.ts'

/** Identity of the user for the database; row-level security policies compare rows with it. */
export interface Claims {
  readonly tenantId: string
  readonly userId: string
  /** True: the user sees rows of all tenants where a table's policy allows it (scope `platform`). */
  readonly platform: boolean
  /** Data scopes of the user, as JSON (context-types.ts, Scopes). */
  readonly scope?: string
  /** Language of the request; the SQL function `ll_said` reads it. Chinese if it is not set. */
  readonly lang?: Lang
}
export type Statement = readonly [sql: string, params?: readonly unknown[]]
type Rows = Record<string, unknown>[]

export interface Database {
  /** Runs statements under the claims, in one transaction and one round trip. Resolves with the rows of each statement. */
  readonly scoped: (claims: Claims, statements: readonly Statement[]) => Promise<Rows[]>
  /** Runs one statement under the claims. Resolves with its cells as the text that the database sent. */
  readonly cells: (claims: Claims, statement: Statement) => Promise<Cells>
  readonly tx: <T>(claims: Claims, work: (query: Query) => Promise<T>) => Promise<T>
  /** Runs slow work within the limited share of request connections (slow-lane.ts). */
  readonly slowly: SlowLane['run']
  /** Queries of the worker role, across tenants. */
  readonly system: { readonly query: Query; readonly tx: <T>(work: (query: Query) => Promise<T>) => Promise<T> }
  readonly state: () => Promise<'up' | 'down'>
  /**
   * Resolves with true if the database answers a new connection within `ms`, or answered any query
   * meanwhile. A refused connection counts as an answer.
   */
  readonly answers: (ms: number) => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** Returns data access with the claims of a tenant but no user. */
export const tenantAccess =
  (db: Pick<Database, 'scoped' | 'tx'>): DataAccess['asTenant'] =>
  (tenantId) => {
    const claims = { tenantId, userId: '', platform: false }
    return {
      query: (async (sql: string, params?: readonly unknown[]) => (await db.scoped(claims, [[sql, params]]))[0] ?? []) as Query,
      tx: (work) => db.tx(claims, work),
    }
  }

const APP_CONNECTIONS = 12
/** Connections for short reads, besides (lanes.ts). */
const LANES = 3
/** At most 1 of this many request connections runs slow work. */
const SLOW_SHARE = 4
/** Largest number of waiting slow queries of one user, and the longest wait, ms. */
const SLOW_WAITING = { waitingAtMost: 50, patienceMs: 20_000 }
/** How long a caller waits for a free connection, ms. */
const CONNECT_MS = 5000
/** Longest statement of a request and of background work, ms; the database cancels a longer one. */
const STATEMENT_MS = { app: 15_000, worker: 60_000 } as const
/** Additional time after which the client gives up a statement that the database did not cancel, ms. */
const SILENT_MS = 5000
/** A timer that fires later than this shows that this process was blocked, not that the database is silent, ms. */
const STOOD_STILL_MS = 1000
const SET_CLAIMS = {
  name: 'claims',
  text: `select set_config('app.tenant', $1, true), set_config('app.user', $2, true), set_config('app.platform', $3, true), set_config('app.lang', $4, true)`,
}

/**
 * The same claims for users with data scopes. The statement also switches to the role `lamplight_scoped`, whose policies apply the scopes, so
 * that plans for other users stay free of them.
 */
const SET_SCOPED = {
  name: 'scoped claims',
  text: `${SET_CLAIMS.text}, set_config('app.scope', $5, true), set_config('role', 'lamplight_scoped', true)`,
}

const NO_CELLS: Cells = { columns: [], rows: [] }

const settle = async (pending: readonly Promise<unknown>[]): Promise<void> => {
  const failed = (await Promise.allSettled(pending)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** True if the connection is lost or unreliable: any error except one that the database raised for a single statement. */
const isBroken = (thrown: unknown): thrown is Error => {
  if (!(thrown instanceof Error)) return false
  const severity = 'severity' in thrown ? thrown.severity : undefined
  return severity !== 'ERROR' && ('code' in thrown || /timeout|terminated|not queryable/i.test(thrown.message))
}

const WRONG_ROLE = 'WrongRole'
/** Returns true if a connection was refused because it runs as another role than the one asked for. */
export const isWrongRole = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === WRONG_ROLE

/**
 * Refuses a connection that does not run as the role asked for. A pooler that drops start-up parameters leaves it as the owner of the tables,
 * for whom row-level security does not hold: it would see the rows of every tenant.
 */
const assertRole = async (client: pg.ClientBase, role: string): Promise<void> => {
  const [row] = (await client.query<{ role: string }>('select current_user as role')).rows
  if (row?.role === role) return
  throw Object.assign(
    new Error(
      `the database connection runs as ${row?.role}, not as ${role}: a pooler between server and database drops the start-up parameter "options". Take "options" out of its ignore_startup_parameters, or connect without it`,
    ),
    { name: WRONG_ROLE },
  )
}

/** Opens the two pools: `app` sees the rows that policies allow, `worker` works across tenants. Neither role owns tables. */
export const createDatabase = (options: {
  url: string
  log: Log
  app?: number
  worker?: number
  /** Connections that requests share for short reads. */
  lanes?: number
  connectMs?: number
  /** Longest statement of a request, ms. */
  statementMs?: number
}): Database => {
  const nameOf = createNames()
  const longest = { ...STATEMENT_MS, ...(options.statementMs ? { app: options.statementMs } : {}) }
  const settingsOf = (kind: 'app' | 'worker') => ({
    connectionString: options.url,
    options: `-c role=lamplight_${kind} -c statement_timeout=${longest[kind]} -c idle_in_transaction_session_timeout=30000`,
    query_timeout: longest[kind] + SILENT_MS,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: options.connectMs ?? CONNECT_MS,
  })
  const pool = (kind: 'app' | 'worker', max: number): pg.Pool => {
    const role = `lamplight_${kind}`
    const made = new pg.Pool({
      ...settingsOf(kind),
      max,
      idleTimeoutMillis: 60_000,
      onConnect: (client) => assertRole(client, role),
    })
    made.on('error', (error) => options.log.warn('database connection lost', { role, why: error.message }))
    made.on('connect', (client) => client.on('error', () => undefined))
    return made
  }
  const connections = options.app ?? APP_CONNECTIONS
  const shared = options.lanes ?? LANES
  const app = pool('app', connections)
  const lanes = createLanes({
    lanes: shared,
    connect: async () => {
      const client = await connectTo(settingsOf('app'))
      await assertRole(client, 'lamplight_app')
      return client
    },
  })
  const lane = createSlowLane({ places: Math.max(1, Math.floor(connections / SLOW_SHARE)), ...SLOW_WAITING })
  const worker = pool('worker', options.worker ?? 8)
  let answeredAt = Number.NEGATIVE_INFINITY
  const noteAnswer = <T>(value: T): T => {
    answeredAt = performance.now()
    return value
  }
  const run = async (client: pg.PoolClient, [text, params]: Statement): Promise<Rows> =>
    objectsOf(noteAnswer(await oneTransaction(client, [{ name: nameOf(text), text, values: params ?? [] }]))[0] ?? NO_CELLS)

  const withClient = async <T>(from: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await from.connect()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (thrown) {
      if (isBroken(thrown)) broken = thrown
      throw thrown
    } finally {
      client.release(broken)
    }
  }
  const claimsOf = ({ tenantId, userId, platform, scope, lang }: Claims) => {
    const values = [tenantId, userId, platform ? 'on' : '', lang ?? '']
    return scope ? { ...SET_SCOPED, values: [...values, scope] } : { ...SET_CLAIMS, values }
  }

  const transaction = async <T>(from: pg.Pool, claims: Claims | null, work: (query: Query) => Promise<T>): Promise<T> => {
    const client = await from.connect()
    const query = (async (sql: string, params?: readonly unknown[]) => run(client, [sql, params])) as Query
    let lost: Error | undefined
    try {
      await settle([client.query('begin'), ...(claims ? [client.query(claimsOf(claims))] : [])])
      const result = await work(query)
      await client.query('commit')
      return result
    } catch (thrown) {
      if (isBroken(thrown)) lost = thrown
      else
        await client.query('rollback').catch((error: Error) => {
          lost = error
        })
      throw thrown
    } finally {
      client.release(lost)
    }
  }

  const together = (claims: Claims, statements: readonly Statement[]): Promise<Cells[]> => {
    const work = async (client: pg.ClientBase): Promise<Cells[]> => {
      const prepared = statements.map(([text, values = []]) => ({ name: nameOf(text), text, values }))
      return noteAnswer(await oneTransaction(client, [claimsOf(claims), ...prepared])).slice(1)
    }
    const texts = statements.map(([text]) => text)
    return lanes.run(texts, work, { otherwise: () => withClient(app, work), isLost: isBroken })
  }

  return {
    scoped: async (claims, statements) => (await together(claims, statements)).map(objectsOf),
    cells: async (claims, statement) => (await together(claims, [statement]))[0] ?? NO_CELLS,
    tx: (claims, work) => transaction(app, claims, work),
    slowly: lane.run,
    system: {
      query: (async (sql: string, params?: readonly unknown[]) => withClient(worker, (client) => run(client, [sql, params]))) as Query,
      tx: (work) => transaction(worker, null, work),
    },
    state: () =>
      worker.query('select 1').then(
        () => 'up' as const,
        () => 'down' as const,
      ),
    answers: async (ms) => {
      const began = performance.now()
      const socket = new Socket()
      const client = new pg.Client({ connectionString: options.url, stream: () => socket })
      client.on('error', () => undefined)
      const connecting = client.connect().then(
        () => true,
        () => true,
      )
      const answered = await Promise.race([connecting, sleep(ms, false, { ref: false })])
      socket.destroy()
      // If this process was blocked itself, it could not have received an answer.
      return answered || answeredAt > began || performance.now() - began > ms + STOOD_STILL_MS
    },
    stop: async () => {
      await Promise.allSettled([lanes.stop(), app.end(), worker.end()])
    },
  }
}
