// npm start: installs what is missing, builds the console when it changed, and runs the server until Ctrl-C.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, root } from './bootstrap.mjs'
import { lifeline, program, runNode } from './program.mjs'

const MQTT_PORT = 1883
/** A server whose starter was killed needs this long to leave. */
const LEAVING_MS = 6_000

/**
 * The port itself when it is free on `host` (0: any that is); undefined while it is in use. A port or host that cannot be listened on at all
 * counts as free: the server refuses it with the name of the setting.
 */
const tryPort = (port, host) =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(error.code === 'EADDRINUSE' ? undefined : port))
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

const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536

program(async () => {
  const { PORT = '7900', HOST = '127.0.0.1', DEMO = '1', MQTT_URL, MQTT_HOST = '127.0.0.1' } = process.env
  const node = bootstrap()
  const built = spawnSync(node, [...lifeline, join(root, 'tools', 'build-console.ts')], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the console could not be built: the reason stands above')
  // What is still in use after the wait the server refuses, with the name of the setting.
  const wasFree = !isPort(PORT) || (await tryPort(Number(PORT), HOST)) !== undefined
  if (!wasFree) await waitForPort(Number(PORT), HOST, LEAVING_MS)
  const env = { PORT, HOST, DEMO }
  if (!MQTT_URL && !process.env.MQTT_PORT) {
    const free = (await waitForPort(MQTT_PORT, MQTT_HOST, wasFree ? 0 : LEAVING_MS)) ?? (await tryPort(0, MQTT_HOST))
    env.MQTT_PORT = String(free)
  }
  const server = join(root, 'apps', 'server')
  const flags = JSON.parse(readFileSync(join(server, 'node-flags.json'), 'utf8'))
  return runNode(node, [...flags, join(server, 'main.ts')], { env, restarts: true })
})
