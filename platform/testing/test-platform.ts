import {
  actingPort,
  type Clock,
  configFrom,
  createLog,
  createPlatform,
  type MqttPort,
  type Platform,
  provide,
  type Registry,
  type Running,
  type ServerSlice,
} from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import { type ApiClient, createClient, md5 } from './client.ts'
import { freshDatabase, seededDatabase } from './database.ts'

export interface TestPlatform {
  readonly url: string
  readonly databaseUrl: string
  readonly broker: MqttPort
  readonly platform: Platform
  readonly registry: Registry
  readonly running: Running
  /** Signs in and returns a client; by default as the platform's administrator. */
  readonly signIn: (who?: { tenantId?: string; account?: string; password?: string; lang?: 'zh-CN' | 'en-US' }) => Promise<ApiClient>
  readonly anonymous: ApiClient
  readonly stop: () => Promise<void>
}

/**
 * Returns a slice that provides the ports which `slices` need but none of them provides, so that a test can run with some of the slices.
 * Calls of such a port throw.
 */
export const standIns = (slices: readonly ServerSlice[]): ServerSlice[] => {
  const provided = new Set(slices.flatMap(({ ports = [] }) => ports.map(({ key }) => key)))
  const missing = new Set(slices.flatMap(({ needs = [] }) => needs.filter((key) => key !== actingPort && !provided.has(key))))
  const refuse = (name: string) => (): never => {
    throw new Error(`no slice of this test provides the port ${name}`)
  }
  const domain = { name: 'absent', label: ['缺少的模块', 'Absent slices'], level: 7, dependsOn: [] } as const
  return missing.size === 0 ? [] : [{ domain, ports: [...missing].map((key) => provide(key, refuse(key.name))) }]
}

/**
 * `stop` replaces the properties of a platform by these. A worker keeps the modules of all its test files, and their variables refer to the platforms that
 * the tests have stopped; without their properties the platforms can be freed.
 */
const STOPPED = {
  broker: undefined,
  platform: undefined,
  registry: undefined,
  running: undefined,
  signIn: undefined,
  anonymous: undefined,
  stop: async (): Promise<void> => undefined,
}

const DEFAULTS = {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: '/nonexistent',
  LOGIN_ADDRESS_FAILURES: '1000',
  DEMO_LAMPS: '300',
  DEMO_NIGHTS: '0',
  DEMO_STRATEGIES: '0',
  DEMO_ROWS: '0',
  DEMO_DEVICES: '0',
}
/** Settings whose rows depend on the time at which they are seeded. */
const OF_THE_PAST = ['DEMO_NIGHTS', 'DEMO_STRATEGIES', 'DEMO_ROWS'] as const
type Settings = Readonly<Record<string, string | undefined>>
/** True if these settings seed rows of past nights: a database that was seeded before then has another past. */
export const seedsThePast = (settings: Settings): boolean => OF_THE_PAST.some((name) => settings[name] !== '0')
/** Returns the settings that decide what is seeded. */
export const demoSettings = (settings: Settings) =>
  Object.entries(settings)
    .filter(([name]) => name.startsWith('DEMO'))
    .sort()
/** From this number of slices on, seeding takes much longer than copying a database that is seeded. */
const MANY = 20

interface PlatformOptions {
  readonly slices: readonly ServerSlice[]
  readonly config?: Readonly<Record<string, string>>
  /** Runs before seeds and tasks start. */
  readonly beforeStart?: (running: Running) => Promise<void>
  readonly clock?: Clock
  /** False: do not wait until the past of the demo is complete. */
  readonly awaitPast?: false
  /** An existing database; `stop` drops it. */
  readonly database?: { readonly url: string; readonly drop: () => Promise<void> }
}
const CLOCK: Clock = { now: () => Date.now() }

const startOn = async (url: string, options: PlatformOptions) => {
  const log = createLog(process.env.TEST_LOG ? 'info' : 'error')
  const config = configFrom({ ...DEFAULTS, ...options.config })
  const clock = options.clock ?? CLOCK
  const broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, log, clock })
  const running = await createPlatform({
    url,
    slices: [...options.slices, ...standIns(options.slices)],
    mqtt: broker,
    log,
    config,
    clock,
  })
  await options.beforeStart?.(running)
  await running.start()
  if (options.awaitPast !== false) await running.past()
  return { broker, running }
}

/** Writes the seeds of slices into a migrated database, without running their tasks. */
export const seedDatabase = async (url: string, { slices, config }: Pick<PlatformOptions, 'slices' | 'config'>): Promise<void> => {
  const { running, broker } = await startOn(url, { slices: slices.map((slice) => ({ ...slice, tasks: [] })), config })
  await running.stop()
  await broker.stop()
}

/** Returns a database that the seeds of these slices have filled, or a migrated one without rows if the seeds depend on the time, on files or on preparations of the test. */
const databaseFor = async ({ slices, config = {}, ...options }: PlatformOptions) => {
  const settings = { ...DEFAULTS, ...config }
  const dependsOnTest = options.clock || options.beforeStart || slices.length < MANY || config.DATA_DIR !== undefined
  if (dependsOnTest || seedsThePast(settings)) return freshDatabase()
  const key = JSON.stringify([slices.map(({ domain, seed }) => [domain.name, String(seed)]), demoSettings(settings)])
  return seededDatabase(key, (url) => seedDatabase(url, { slices, config }))
}

/**
 * Starts a platform for a test: its own database, the embedded broker and HTTP on free ports, the given slices with their seeds and
 * tasks. `config` sets environment variables (`COMMAND_EXPIRE_SECONDS: '2'`).
 */
export const testPlatform = async (options: PlatformOptions): Promise<TestPlatform> => {
  const database = options.database ?? (await databaseFor(options))
  const { broker, running } = await startOn(database.url, options)
  const url = await running.http.listen({ port: 0, host: '127.0.0.1' })

  const signIn: TestPlatform['signIn'] = async (who = {}) => {
    const { tenantId = '000000', account = 'admin', password = account, lang } = who
    const open = createClient(url, { tenantId, lang })
    const answer = await open.post('/api/blade-auth/oauth/token', undefined, {
      tenantId,
      username: account,
      password: md5(password),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    })
    const token = answer.body.access_token
    if (typeof token !== 'string') throw new Error(`sign-in of ${account} failed: ${JSON.stringify(answer.body)}`)
    return createClient(url, { token, tenantId, lang, userId: String(answer.body.user_id) })
  }
  const product: TestPlatform = {
    url,
    databaseUrl: database.url,
    broker,
    platform: running.platform,
    registry: running.registry,
    running,
    signIn,
    anonymous: createClient(url),
    stop: async () => {
      await running.stop()
      await broker.stop()
      await database.drop()
      Object.assign(product, STOPPED)
    },
  }
  return product
}
