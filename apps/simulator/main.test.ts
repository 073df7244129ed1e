import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseTopic } from '@lamplight/protocol'
import { createTown, type Inventory, inventoryOfTown } from '@lamplight/town'
import { virtualSecret } from '@lamplight/virtual-city'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const closing: (() => unknown)[] = []
const secrets = new Map<string, string>()
let url = ''
let wills = 0
/** Device types in hello messages, and serial numbers in reports. */
const types = new Set<string>()
const reported = new Set<string>()

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

beforeEach(async () => {
  const broker = await Aedes.createBroker()
  for (const log of [secrets, types, reported]) log.clear()
  wills = 0
  broker.authenticate = (client, _, password, done) => {
    secrets.set(client.id, password?.toString() ?? '')
    done(null, true)
  }
  broker.on('publish', (packet) => {
    const kind = parseTopic(packet.topic)?.kind
    if (kind === 'event') wills++
    if (kind === 'hello') for (const child of JSON.parse(packet.payload.toString()).children) types.add(child.type)
    if (kind === 'report') for (const entry of JSON.parse(packet.payload.toString())) reported.add(entry.sn)
  })
  closing.push(() => broker.close())
  url = `mqtt://127.0.0.1:${await listen(createServer(broker.handle))}`
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const run = (args: readonly string[]): ChildProcess & { output: () => string } => {
  const child = fork(MAIN, args, { silent: true, env: { ...process.env, LC_ALL: 'C' } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += String(part)))
  closing.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return Object.assign(child, { output: () => text })
}
const inventory = (): Inventory =>
  inventoryOfTown(createTown({ seed: 3, lamps: 200 }), { url, secretOf: (sn) => virtualSecret('seed', sn) })
const allConnected = (wanted: Inventory): Promise<void> =>
  vi.waitFor(() => expect(secrets).toEqual(new Map(wanted.gateways.map(({ sn, secret }) => [sn, secret]))), { timeout: 10_000 })
const endsWith = async (child: ChildProcess, code: number): Promise<void> => {
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(code)
}

test('plays a generated town with secrets derived from the seed until it is stopped', async () => {
  const city = run(['--lamps', '200', '--seed', '3', '--secret-seed', 'seed', '--broker', url])
  await allConnected(inventory())
  await new Promise((resolve) => setTimeout(resolve, 300))
  city.kill('SIGTERM')
  await endsWith(city, 0)
  expect(wills).toBe(0)
})

test('takes inventory and unknown device types from the parent process, reports ready, and ends with the parent', async () => {
  const city = run(['--quiet'])
  const label = ['井', 'Well'] as const
  const well = { name: 'well', code: 10_001, label, properties: { depth: { slot: 1, label, unit: 'm' } }, commands: {}, events: [] }
  const { gateways, ...rest } = inventory()
  const withWells = gateways.map((gateway, n) => ({ ...gateway, devices: [{ sn: `WELL-${n}`, type: 'well' }] }))
  const whole: Inventory = { ...rest, gateways: withWells, types: { well } }
  city.send({ type: 'inventory', inventory: whole, options: { seed: 3, reportInterval: 60 } })
  expect((await once(city, 'message'))[0]).toEqual({ type: 'ready' })
  await allConnected(inventory())
  await vi.waitFor(() => expect(reported).toContain('WELL-0'), { timeout: 10_000 })
  expect(types).toEqual(new Set(['controller', 'well']))
  city.disconnect()
  await endsWith(city, 0)
})

test('a parent that is killed, also before the city is ready, ends the city with one sentence', async () => {
  const message = JSON.stringify({ type: 'inventory', inventory: inventory(), options: { seed: 3, reportInterval: 60 } })
  const charging = JSON.stringify({ type: 'charging', url: 'http://127.0.0.1:1', operators: [] })
  for (const dies of ['process.kill(process.pid, "SIGKILL")', 'child.on("message", () => process.kill(process.pid, "SIGKILL"))']) {
    const script = `const child = require('node:child_process').fork(${JSON.stringify(MAIN)}, ['--quiet'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      child.send(${message}, () => child.send(${charging}, () => { ${dies} }))`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
    let text = ''
    for (const stream of [parent.stdout, parent.stderr]) stream.on('data', (part) => (text += String(part)))
    // The pipes close when the city, which has inherited them, has ended too.
    await once(parent, 'close')
    expect(text).toBe('The server that started the virtual city has ended: the virtual city ends with it\n')
  }
})

/** Starts a fake platform with one account and one project; returns its address. */
const startPlatform = async (): Promise<string> => {
  const server = createHttp((request, response) => {
    const target = new URL(request.url ?? '/', 'http://localhost')
    const answer = (status: number, body: unknown): unknown =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const { authorization } = request.headers
    if (request.method !== 'POST' || authorization !== 'Basic c2FiZXI6c2FiZXJfc2VjcmV0') return answer(401, { code: 401, msg: 'client' })
    if (target.pathname === '/api/blade-auth/oauth/token') {
      const { grant_type, tenantId, username, password } = Object.fromEntries(target.searchParams)
      const good = password === createHash('md5').update('admin').digest('hex')
      if (grant_type !== 'password' || tenantId !== '000000' || request.headers['tenant-id'] !== '000000' || username !== 'admin' || !good)
        return answer(400, { error: 'invalid_grant', error_description: 'wrong name or password' })
      return answer(200, { access_token: 'token-1' })
    }
    if (target.searchParams.get('projectName') === 'empty')
      return answer(200, { code: 200, data: { ...inventory(), gateways: [], proposed: { gateways: 0, lamps: 0, left: 0 } } })
    const known = target.pathname === '/api/blade-device/gateway/virtual' && target.searchParams.get('projectName') === '灯湾 一期'
    if (!known || request.headers['blade-auth'] !== 'bearer token-1') return answer(404, { code: 404, msg: 'no such project' })
    const proposed = { gateways: 5, lamps: 200, left: 0 }
    return answer(200, { code: 200, success: true, data: { ...inventory(), proposed }, msg: '' })
  })
  return `http://127.0.0.1:${await listen(server)}`
}

test('signs in to the platform, plays a project, and names the gateways created for it', async () => {
  const city = run(['--project', '灯湾 一期', '--url', await startPlatform()])
  await allConnected(inventory())
  expect(city.output()).toContain('200 lamps had no gateway: 5 virtual gateways were made by area and place')
  city.kill('SIGINT')
  await endsWith(city, 0)
})

test.each([
  [['--project', '灯湾 一期', '--password', 'wrong'], 'wrong name or password'],
  [['--project', 'elsewhere'], 'no such project'],
  [['--project', 'empty'], 'nothing can be simulated: the project has no lamps'],
])('arguments %j end the program with the error text of the platform', async (args, words) => {
  const city = run([...args, '--url', await startPlatform()])
  await endsWith(city, 1)
  expect(city.output()).toContain(words)
})
