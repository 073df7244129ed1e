// The server: database, broker, HTTP and, in the demo, the virtual city.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@lamplight/postgres'
import { assertDurable, configFrom, createLog, createPlatform, createSteadyClock, migrate, rolesFrom } from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import { createExternalBroker } from '@lamplight/server-kit/mqtt-external'
import { isLoopback, refuseDemoPassword } from './safety.ts'
import { slices } from './slices.ts'
import { startVirtualCity } from './virtual-city.ts'
import { welcome } from './welcome.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const env = process.env
const config = configFrom({ ...env, DATA_DIR: resolve(env.DATA_DIR ?? join(root, 'data')) })
const log = createLog((env.LOG_LEVEL as 'info' | 'warn' | undefined) ?? 'warn')
const clock = createSteadyClock()
const roles = rolesFrom(env.ROLES)
const stops: (() => Promise<unknown>)[] = []

const stop = async (code: number): Promise<void> => {
  for (const part of stops.splice(0).reverse())
    await part().catch((thrown: unknown) => log.error('stopping failed', { why: String(thrown) }))
  process.exit(code)
}

const run = async (): Promise<void> => {
  await mkdir(config.dataDir, { recursive: true })
  let url = env.DATABASE_URL
  if (!url) {
    const postgres = await startPostgres({ dataDir: join(config.dataDir, 'postgres'), log: (message) => log.info(message) })
    stops.push(() => postgres.stop())
    url = postgres.url
  }
  await assertDurable(url)
  await migrate(url, join(root, 'db', 'migrations'))
  const mqtt = env.MQTT_URL
    ? await createExternalBroker({ url: env.MQTT_URL, log, clock, clientId: `lamplight-${hostname()}-${config.port}` })
    : await createEmbeddedBroker({ host: env.MQTT_HOST ?? '127.0.0.1', port: config.number('MQTT_PORT', 1883), log, clock })
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
  stops.push(() => running.stop())
  // On this machine the health call answers from the first moment; beyond it nothing listens before the passwords are known to be good.
  const listen = () => running.http.listen({ port: config.port, host: config.host })
  if (isLoopback(config.host)) await listen()
  await running.start()
  if (!isLoopback(config.host)) {
    await refuseDemoPassword(running, config)
    await listen()
  }
  if (config.demo && env.VIRTUAL_CITY !== '0') stops.push(await startVirtualCity(running, root, env))
  console.log(welcome(config))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0))
process.on('unhandledRejection', (thrown) =>
  log.error('unhandled rejection', { why: thrown instanceof Error ? thrown.stack : String(thrown) }),
)
run().catch(async (thrown: unknown) => {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  if (env.LOG_LEVEL === 'info') console.error(thrown)
  await stop(1)
})
