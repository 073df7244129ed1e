import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Postgres, startPostgres } from '@lamplight/postgres'
import {
  assertDurable,
  collectWhenIdle,
  configFrom,
  createLog,
  createPlatform,
  createSteadyClock,
  migrate,
  rolesFrom,
  stackOf,
} from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import { createExternalBroker } from '@lamplight/server-kit/mqtt-external'
import { mqttTlsFrom } from './mqtt-tls.ts'
import { isLoopback, refuseDemoPassword } from './safety.ts'
import { slices } from './slices.ts'
import { checkAddress, prepareDataDir } from './start-checks.ts'
import { startVirtualChirpStack } from './virtual-chirpstack.ts'
import { startVirtualCity } from './virtual-city.ts'
import { welcome } from './welcome.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const env = process.env
/** Exit code of a failure after the start; the launcher then starts the server again (tools/program.mjs). */
const FAILED_LATER = 70
/** Maximum time for stopping after such a failure, ms. */
const LAST_STOP_MS = 10_000
const log = createLog((env.LOG_LEVEL as 'info' | 'warn' | undefined) ?? 'warn')
const stops: (() => Promise<unknown>)[] = []

let leaving = false

let stopping: Promise<void> | undefined
const stopParts = async (code: number): Promise<void> => {
  leaving = true
  for (const part of stops.splice(0).reverse())
    await part().catch((thrown: unknown) => log.error('stopping failed', { why: String(thrown) }))
  process.exit(code)
}
const stop = (code: number): Promise<void> => {
  stopping ??= stopParts(code)
  return stopping
}

const stopsOf = (starting: Promise<Postgres>) => () =>
  starting.then(
    (postgres) => postgres.stop(),
    () => undefined,
  )

const run = async (early: Promise<Postgres> | undefined): Promise<void> => {
  if (early) stops.push(stopsOf(early))
  const config = configFrom({ ...env, DATA_DIR: resolve(env.DATA_DIR || join(root, 'data')) })
  const roles = rolesFrom(env.ROLES)
  const clock = createSteadyClock()
  const tls = mqttTlsFrom(env)
  // With plain connections switched off, the unencrypted port listens on this machine only, for the virtual city.
  const mqttAddress = { port: config.number('MQTT_PORT', 1883), host: (env.MQTT_PLAIN !== '0' && env.MQTT_HOST) || '127.0.0.1' }
  prepareDataDir(config.dataDir)
  await checkAddress({ names: { port: 'PORT', host: 'HOST' }, ...config })
  if (!env.MQTT_URL) {
    await checkAddress({ names: { port: 'MQTT_PORT', host: 'MQTT_HOST' }, ...mqttAddress })
    if (tls) await checkAddress({ names: { port: 'MQTT_TLS_PORT', host: 'MQTT_HOST' }, port: tls.port, host: tls.host })
  }
  let url = env.DATABASE_URL
  if (!url) {
    const starting = early ?? startPostgres({ dataDir: join(config.dataDir, 'postgres'), log: (message) => log.info(message) })
    if (!early) stops.push(stopsOf(starting))
    url = (await starting).url
  }
  await assertDurable(url)
  await migrate(url, join(root, 'db', 'migrations'))
  const mqtt = env.MQTT_URL
    ? await createExternalBroker({ url: env.MQTT_URL, log, clock, clientId: `lamplight-${hostname()}-${config.port}` })
    : await createEmbeddedBroker({ ...mqttAddress, log, clock, tls })
  stops.push(() => mqtt.stop())
  const dist = join(root, 'apps', 'console', 'dist')
  const running = await createPlatform({
    url,
    slices,
    mqtt,
    log,
    config,
    clock,
    announce: (line) => console.log(line),
    roles,
    cluster: env.DATABASE_URL !== undefined,
    consoleDir: existsSync(join(dist, 'index.html')) ? dist : undefined,
  })
  const afterPlatform = stops.length
  stops.push(() => running.stop())
  // On a loopback address the health call responds from the beginning. On other addresses nothing listens before the demo passwords are checked.
  const listen = () => running.http.listen({ port: config.port, host: config.host })
  if (isLoopback(config.host)) await listen()
  await running.start()
  if (!isLoopback(config.host)) {
    await refuseDemoPassword(running, config)
    await listen()
  }
  if (config.demo && env.VIRTUAL_CITY !== '0') {
    // On a stop they end after the platform. If they ended first, the platform would store the loss of their gateways.
    stops.splice(afterPlatform, 0, await startVirtualCity(running, env))
    stops.splice(afterPlatform, 0, await startVirtualChirpStack(running))
  }
  collectWhenIdle()
  console.log(welcome(config))
}

// A second signal must not end the process before PostgreSQL has stopped: a service manager and the lifeline may both send one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
process.on('unhandledRejection', (thrown) => log.error('unhandled rejection', { why: stackOf(thrown) }))
process.on('uncaughtException', (thrown) => {
  console.error(thrown)
  setTimeout(() => process.exit(FAILED_LATER), LAST_STOP_MS).unref()
  void stop(FAILED_LATER)
})
/** Starts the server: database, broker, HTTP and, in the demo, the virtual city. `early`: the database, if it starts already. */
export const serve = (early: Promise<Postgres> | undefined): Promise<void> =>
  run(early).catch(async (thrown: unknown) => {
    // The server was asked to stop while it started: the error comes from parts that are stopped already.
    if (leaving) return
    console.error(thrown instanceof Error ? thrown.message : thrown)
    if (env.LOG_LEVEL === 'info') console.error(thrown)
    await stop(1)
  })
