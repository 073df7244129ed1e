import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import {
  type ApiClient,
  createClient,
  demoSettings,
  eventually,
  freshDatabase,
  md5,
  queryOnce,
  seededDatabase,
  seedsThePast,
} from '@lamplight/testing'
import { serverProgram } from '../../tools/build/server-program.ts'

const root = resolve(import.meta.dirname, '..', '..')
/** A busy machine starts it several times slower; a product that never starts still fails. */
const START_MS = 240_000
const STOP_MS = 8_000

export interface Who {
  readonly tenantId: string
  readonly account: string
  /** Default: the account name. */
  readonly password?: string
}
export const ADMIN: Who = { tenantId: '000000', account: 'admin' }
export const OPERATOR: Who = { tenantId: '100001', account: 'operator' }
export const GUEST: Who = { tenantId: '100001', account: 'guest' }

export interface Product {
  readonly url: string
  readonly port: number
  readonly brokerPort: number
  /** For rows that only machines write. */
  readonly databaseUrl: string
  /** Signs in without the browser; passwords of the demo equal the account names. */
  readonly client: (who?: Who) => Promise<ApiClient>
  readonly stop: () => Promise<void>
  /** Ends the server and removes its folder without waiting. */
  readonly kill: () => void
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const end = async (child: ChildProcess): Promise<void> => {
  if (ended(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(late)
}

const signIn = async (url: string, { tenantId, account, password = account }: Who): Promise<ApiClient> => {
  const form = { tenantId, username: account, password: md5(password), grant_type: 'password', scope: 'all', type: 'account' }
  const answer = await createClient(url, { tenantId }).post('/api/blade-auth/oauth/token', undefined, form)
  const token = answer.body.access_token
  if (typeof token !== 'string') throw new Error(`sign-in of ${account} failed: ${JSON.stringify(answer.body)}`)
  return createClient(url, { token, tenantId, userId: String(answer.body.user_id) })
}

/** True when every gateway of the demo is online, so that commands reach the lamps, and most lamps are lit. */
export const cityIsUp = async (client: ApiClient): Promise<boolean> => {
  const { data } = await client.get<{
    lamps: number
    gateways: { total: number; online: number }
    states: { on: number; off: number; offline: number }
  }>('/api/blade-report/dashboard/info')
  const { lamps, gateways, states } = data
  return lamps > 0 && gateways.total > 0 && gateways.online === gateways.total && states.offline === 0 && states.on > states.off
}

export interface ProductOptions {
  readonly lamps?: number
  readonly simulate?: string
  readonly config?: NodeJS.ProcessEnv
  /** False: a city with a past has broken lamps and gateways, or the test plays the city itself: nobody waits for all of them. */
  readonly whole?: boolean
  /** True: the product makes its demo itself, as at a first start, and logs it. */
  readonly first?: true
}
/** Returns a copy of a database that was seeded with these settings, or one that the product seeds itself if the rows depend on the time. */
const databaseOf = (env: NodeJS.ProcessEnv, first = false): ReturnType<typeof freshDatabase> => {
  if (first || seedsThePast(env)) return freshDatabase()
  return seededDatabase(JSON.stringify(demoSettings(env)), async (url) => {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'seed.ts')], {
      env: { ...env, NODE_OPTIONS: '', DATABASE_URL: url },
    })
  })
}

const startProduct = async ({ lamps = 400, simulate = '', config = {}, whole = true, first }: ProductOptions): Promise<Product> => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const data = mkdtempSync(join(tmpdir(), 'lamplight-e2e-'))
  const url = `http://127.0.0.1:${port}`
  // A server whose test run was killed ends itself.
  const lifeline = ['--import', pathToFileURL(join(root, 'tools', 'lifeline.mjs')).href]
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DEMO_LAMPS: String(lamps),
    DEMO_NIGHTS: '0',
    DEMO_STRATEGIES: '0',
    DEMO_ROWS: '0',
    // Lists and pages need some devices of each type, not the 40 of a demo.
    DEMO_DEVICES: '6',
    // The city shows the night, so that lamps are lit at any hour of the day.
    DEMO_LIT: '1',
    SIM_ARGS: simulate,
    ...config,
  }
  const database = await databaseOf(env, first)
  const child = spawn(process.execPath, [...lifeline, serverProgram()], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, DATABASE_URL: database.url },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4000)
    })
  const stop = async (): Promise<void> => {
    await end(child)
    await database.drop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await eventually(async () => {
      if (ended(child)) return 'ended'
      const health = await fetch(`${url}/api/health`)
      if (health.status !== 200) return false
      const { data } = (await health.json()) as { data: { past: string } }
      return data.past === 'complete'
    }, START_MS)
    if (ended(child)) throw new Error('the server ended early')
    const client = await signIn(url, ADMIN)
    if (whole) await eventually(() => cityIsUp(client), START_MS)
  } catch (error) {
    await stop()
    throw new Error(`${(error as Error).message}\n${output}`)
  }
  return {
    url,
    port,
    brokerPort: mqttPort,
    databaseUrl: database.url,
    client: (who = ADMIN) => signIn(url, who),
    stop,
    kill: () => {
      child.kill('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Another process can take a free port before the server listens at it. */
const TAKEN = 'EADDRINUSE'
const TRIES = 3

const launch = async (options: ProductOptions, tries = TRIES): Promise<Product> => {
  try {
    return await startProduct(options)
  } catch (error) {
    if (tries <= 1 || !(error as Error).message.includes(TAKEN)) throw error
    return launch(options, tries - 1)
  }
}

/** The product that the read-only files of this worker use, one file after the other. */
let shared: { readonly key: string; readonly product: Product } | undefined

const endShared = async (): Promise<void> => {
  const last = shared
  shared = undefined
  await last?.product.stop()
}
// Vitest ends a worker by this signal, without waiting for anything.
process.once('SIGTERM', () => {
  shared?.product.kill()
  process.kill(process.pid, 'SIGTERM')
})

/**
 * Starts the product as `npm start` does (server, broker, virtual city, built console), with a new database and free ports. The shared product ends: it would
 * take processor time while nobody uses it.
 */
export const openProduct = async (options: ProductOptions = {}): Promise<Product> => {
  await endShared()
  return launch(options)
}

/** What the audit log has of users who only read. */
const OF_READERS = ['identity.signIn', 'identity.signOut']

/**
 * Returns what users have changed since entry `after` of the audit log, with the number of changes. Rules of the demo, for example box strategies, act at their
 * time of day on behalf of their user, without an address.
 */
const changesSince = (product: Product, after: string): Promise<{ what: string; count: string }[]> =>
  queryOnce(
    product.databaseUrl,
    `select what, count(*) from kit_audit where id > ${after} and user_id is not null and ip <> '' and what <> all ('{${OF_READERS.join()}}') group by what`,
  )

/**
 * Returns the shared product for a file that only reads, started if the options differ from those of the file before, and a function for the end of the file:
 * it throws if the file has changed something, and ends the product in that case, so that no other file meets the change.
 */
export const readProduct = async (options: ProductOptions): Promise<{ product: Product; leave: () => Promise<void> }> => {
  const key = JSON.stringify(options)
  if (shared?.key !== key) shared = { key, product: await openProduct(options) }
  const { product } = shared
  const [last] = await queryOnce<{ id: string }>(product.databaseUrl, 'select coalesce(max(id), 0)::text as id from kit_audit')
  const leave = async (): Promise<void> => {
    const changes = await changesSince(product, last?.id ?? '0')
    if (changes.length === 0) return
    await endShared()
    const told = changes.map(({ what, count }) => `${what} (${count})`).join(', ')
    throw new Error(`this file shares its product, so it must not change anything; the audit log has: ${told}`)
  }
  return { product, leave }
}
