// npm start: installs what is missing, builds the console when it changed, and runs the server until Ctrl-C.
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { bootstrap, program, root, runNode } from './bootstrap.mjs'

const MQTT_PORT = 1883

/** `port` when it is free on `host`, else any that is. */
const freePort = (port, host) =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error) => (error.code === 'EADDRINUSE' && port !== 0 ? freePort(0, host).then(done, fail) : fail(error)))
    probe.listen(port, host, () => {
      const found = probe.address().port
      probe.close(() => done(found))
    })
  })

program(async () => {
  const node = bootstrap()
  const built = spawnSync(node, [join(root, 'tools', 'build-console.ts')], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('the console could not be built: the reason stands above')
  const { PORT = '7900', HOST = '127.0.0.1', DEMO = '1', MQTT_URL, MQTT_HOST = '127.0.0.1' } = process.env
  const port = process.env.MQTT_PORT ?? (MQTT_URL ? undefined : String(await freePort(MQTT_PORT, MQTT_HOST)))
  const env = { PORT, HOST, DEMO, ...(port ? { MQTT_PORT: port } : {}) }
  return runNode(node, [join(root, 'apps', 'server', 'main.ts')], { env })
})
