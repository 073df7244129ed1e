import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configFrom } from '@lamplight/server-kit'
import { afterAll, expect, test } from 'vitest'
import { checkAddress, prepareDataDir } from './start-checks.ts'

const home = mkdtempSync(join(tmpdir(), 'lamplight-checks-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const PORT_NAMES = { port: 'MQTT_PORT', host: 'MQTT_HOST' }

test('the data folder is created with its parents, and the check leaves no file in it', () => {
  const path = join(home, 'one', 'two')
  prepareDataDir(path)
  prepareDataDir(path)
  expect(readdirSync(path)).toEqual([])
})

test('a data folder that cannot be created is refused at once with DATA_DIR and the reason', () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  expect(() => prepareDataDir(file)).toThrow(/^DATA_DIR=.*it is a file, or lies below one: choose another folder/)
  expect(() => prepareDataDir(join(file, 'below'))).toThrow(/it is a file, or lies below one: choose another folder/)
  expect(() => prepareDataDir(join(home, 'x'.repeat(300)))).toThrow(/the path is too long/)
})

// mkdir with `recursive` never returns there.
test('a folder below /proc is refused', () => {
  expect(() => prepareDataDir('/proc/lamplight/data')).toThrow(/^DATA_DIR=\/proc\/lamplight\/data cannot be used, /)
})

test('a port in use and a foreign host are refused by the name of the setting', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  await expect(checkAddress({ names: PORT_NAMES, port, host: '127.0.0.1' })).rejects.toThrow(
    `MQTT_PORT=${port}: port ${port} of 127.0.0.1 is in use: stop what runs there, or choose another one (MQTT_PORT=${port + 1} npm start)`,
  )
  await new Promise((done) => other.close(done))
  await checkAddress({ names: PORT_NAMES, port, host: '127.0.0.1' })
  await expect(checkAddress({ names: PORT_NAMES, port: 0, host: '203.0.113.1' })).rejects.toThrow(/^MQTT_HOST=203\.0\.113\.1 is no address/)
})

test.each([
  [{ PORT: 'abc' }, 'PORT=abc is not possible: PORT takes a number from 0 to 65535'],
  [{ PORT: '7900.5' }, 'PORT=7900.5 is not possible'],
  [{ MQTT_PORT: '99999' }, 'MQTT_PORT=99999 is not possible'],
  [{ LOGIN_LOCK_MINUTES: 'long' }, 'LOGIN_LOCK_MINUTES=long is not possible: LOGIN_LOCK_MINUTES takes a number, 0 or more'],
  [{ DEMO: 'yes' }, 'DEMO=yes is not possible: DEMO takes 0 or 1'],
  [{ MQTT_URL: 'somewhere' }, 'MQTT_URL is no address'],
  [{ DATABASE_URL: 'me:secret@host' }, 'DATABASE_URL is no address: it begins with postgres:// or postgresql://'],
  [{ PUBLIC_URL: 'lights.example' }, 'PUBLIC_URL is no address'],
])('configuration %j is refused by the name of the setting', (env, message) => {
  expect(() => configFrom(env)).toThrow(message)
})

test('the server prints a configuration error in one line and exits with 1', () => {
  const started = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, PORT: 'abc', DATA_DIR: join(home, 'never') },
  })
  expect([started.status, started.stderr]).toEqual([1, 'PORT=abc is not possible: PORT takes a number from 0 to 65535\n'])
  expect(existsSync(join(home, 'never'))).toBe(false)
})
