import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryOnce } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'lamplight-start-'))
const dataDir = join(home, 'data')
const cluster = join(dataDir, 'postgres')
let npm: ChildProcess
let output = ''
let port: number

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the running processes with command line and environment, without zombies. */
const everyProcess = (): { pid: number; command: string; environment: string }[] => {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line, environment: `${line.replaceAll(' ', '\0')}\0` }))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && !/^State:\s+[ZX]/m.test(read(`/proc/${name}/status`)))
    .map((pid) => ({
      pid: Number(pid),
      command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
      environment: read(`/proc/${pid}/environ`),
    }))
}

/** Returns all processes of this start: found by their environment, PostgreSQL by its data folder. */
const processes = (): { pid: number; command: string }[] =>
  everyProcess()
    .filter(({ command, environment }) => command.includes(dataDir) || environment.includes(`DATA_DIR=${dataDir}\0`))
    .map(({ pid, command }) => ({ pid, command }))

const SERVER = 'apps/server/dist/server.js'
const pidOf = (words: string): number => {
  const found = processes().find(({ command }) => command.includes(words))
  if (!found) throw new Error(`${words} does not run: ${JSON.stringify(processes())}`)
  return found.pid
}

/** Sends a signal; returns false if the process has ended. */
const sendSignal = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Returns `n` different free ports. */
const freePorts = async (n: number): Promise<number[]> => {
  const probes = Array.from({ length: n }, () => createServer())
  await Promise.all(probes.map((probe) => new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))))
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))))
  return ports
}

/** Waits until the server has reported `times` times that it is up; fails at once with the output if `npm start` has ended. */
const isUp = async (times: number): Promise<void> => {
  for (const end = performance.now() + 280_000; output.split('Ctrl-C stops everything').length - 1 < times; await sleep(100))
    if (npm.exitCode !== null || performance.now() > end) throw new Error(`npm start ${npm.exitCode ?? 'is slow'}: ${output}`)
}

const start = async (): Promise<void> => {
  const [http = 0, mqtt = 0] = await freePorts(2)
  port = http
  output = ''
  const env = { PORT: String(http), MQTT_PORT: String(mqtt), DATA_DIR: dataDir, DEMO_LAMPS: '20', DEMO: '1' }
  npm = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  await isUp(1)
}

/** Returns the open losses of gateways: what the platform believes to be lost. */
const lostGateways = async (): Promise<string[]> => {
  const folder = read(join(cluster, 'postmaster.pid')).split('\n')[4] ?? ''
  const rows = await queryOnce<{ sn: string }>(
    `postgres://postgres@localhost/lamplight?host=${encodeURIComponent(folder)}`,
    `select g.sn from devices_fault f join devices_gateway g on g.id = f.device_id where f.type = 'communicationFailure' and f.ended_at is null order by 1`,
  )
  return rows.map(({ sn }) => sn)
}

beforeAll(start)

afterAll(async () => {
  for (const { pid } of processes()) sendSignal(pid, 'SIGKILL')
  await vi.waitFor(() => expect(processes()).toEqual([]))
  rmSync(home, { recursive: true, force: true })
})

test('a killed server is started again, and the launcher prints why', async () => {
  process.kill(pidOf(SERVER), 'SIGKILL')
  await expect
    .poll(() => output)
    .toContain('The server was killed (SIGKILL): by somebody, or by the system because memory ran out. It starts again in 1 s.')
  await isUp(2)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
})

const PARTS = ['tools/start.mjs', SERVER, 'apps/server/dist/simulator.js', 'postgres']

test('SIGTERM to npm start alone leaves no process', async () => {
  for (const part of PARTS) expect(pidOf(part)).toBeGreaterThan(1)
  npm.kill('SIGTERM')
  await expect.poll(processes, { timeout: 40_000 }).toEqual([])
  expect(output).not.toContain('not started again')
})

test('SIGTERM to all processes at once, as a service manager sends it, leaves none, and the data is intact', {
  timeout: 400_000,
}, async () => {
  await start()
  for (const part of PARTS) expect(pidOf(part)).toBeGreaterThan(1)
  const lost = await lostGateways()
  for (const { pid } of processes()) sendSignal(pid, 'SIGTERM')
  await expect.poll(processes, { timeout: 40_000 }).toEqual([])
  expect(output).not.toContain('not started again')
  // A clean stop removes postmaster.pid. The inode shows that the next start uses the same database.
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  const made = statSync(join(cluster, 'PG_VERSION')).ino
  await start()
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  expect(await lostGateways(), 'a stop of the platform is no outage of its gateways').toEqual(lost)
  // Service manager and launcher may both signal the server. Further signals must not keep it from stopping PostgreSQL.
  const server = pidOf(SERVER)
  npm.kill('SIGTERM')
  while (sendSignal(server, 'SIGTERM') && processes().some(({ pid }) => pid === server)) await sleep(5)
  await expect.poll(processes, { timeout: 40_000 }).toEqual([])
  expect([existsSync(join(cluster, 'postmaster.pid')), statSync(join(cluster, 'PG_VERSION')).ino]).toEqual([false, made])
})
