// npm start: installs what is missing, builds console and server if they changed, and runs the server until Ctrl-C.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, root } from './bootstrap.mjs'
import { lifeline, program, runNode } from './program.mjs'

const MQTT_PORT = 1883
/** Time that a server needs to stop after its starter was killed, ms. */
const LEAVING_MS = 6_000

/**
 * Returns the port if it is free on `host` (for 0, any free one); undefined if it is in use. A port or host that cannot be listened on at all
 * counts as free: the server then refuses it and names the setting.
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
  const node = bootstrap('start')
  const built = spawnSync(node, [...lifeline, join(root, 'tools', 'build', 'main.ts')], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('console or server could not be built: the reason stands above')
  // If the port is still in use after the wait, the server refuses it and names the setting.
  const wasFree = !isPort(PORT) || (await tryPort(Number(PORT), HOST)) !== undefined
  if (!wasFree) await waitForPort(Number(PORT), HOST, LEAVING_MS)
  const env = { PORT, HOST, DEMO }
  if (!MQTT_URL && !process.env.MQTT_PORT) {
    const free = (await waitForPort(MQTT_PORT, MQTT_HOST, wasFree ? 0 : LEAVING_MS)) ?? (await tryPort(0, MQTT_HOST))
    env.MQTT_PORT = String(free)
  }
  const server = join(root, 'apps', 'server')
  const flags = JSON.parse(readFileSync(join(server, 'node-flags.json'), 'utf8'))
  return runNode(node, [...flags, join(server, 'dist', 'server.js')], { env, restarts: true })
})
