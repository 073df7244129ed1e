// npm start: installs what is missing, builds the console when it changed, and runs the server until Ctrl-C.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, program, root, runNode } from './bootstrap.mjs'

const MQTT_PORT = 1883
/** A server whose starter was killed needs this long to leave. */
const LEAVING_MS = 6_000

/** The port itself when it is free on `host` (0: any that is), else undefined. */
const tryPort = (port, host) =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? done(undefined) : fail(error)))
    probe.listen(port, host, () => {
      const found = probe.address().port
      probe.close(() => done(found))
    })
  })

const waitForPort = async (port, host, ms) => {
  for (const end = performance.now() + ms; ; await sleep(200)) {
    const free = await tryPort(port, host)
    if (free !== undefined || performance.now() > end) return free
  }
}

program(async () => {
  const { PORT = '7900', HOST = '127.0.0.1', DEMO = '1', MQTT_URL, MQTT_HOST = '127.0.0.1' } = process.env
  const node = bootstrap()
  const built = spawnSync(node, [join(root, 'tools', 'build-console.ts')], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the console could not be built: the reason stands above')
  const wasFree = (await tryPort(Number(PORT), HOST)) !== undefined
  if (!wasFree && (await waitForPort(Number(PORT), HOST, LEAVING_MS)) === undefined)
    throw new Error(`port ${PORT} of ${HOST} is in use: stop what runs there, or choose another one (PORT=7901 npm start)`)
  const env = { PORT, HOST, DEMO }
  if (!MQTT_URL && !process.env.MQTT_PORT) {
    const free = (await waitForPort(MQTT_PORT, MQTT_HOST, wasFree ? 0 : LEAVING_MS)) ?? (await tryPort(0, MQTT_HOST))
    env.MQTT_PORT = String(free)
  }
  const server = join(root, 'apps', 'server')
  const flags = JSON.parse(readFileSync(join(server, 'node-flags.json'), 'utf8'))
  return runNode(node, [...flags, join(server, 'main.ts')], { env })
})
