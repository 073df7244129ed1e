import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { canReach, chooseAccount } from './account.ts'
import { restoreLinks } from './binaries.ts'
import { startPostgres } from './index.ts'

const home = mkdtempSync(join(tmpdir(), 'lamplight-account-'))
const self = { uid: process.getuid!(), gid: process.getgid!() }
const stranger = { uid: 64_000, gid: 64_000 }

afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a folder is reachable when every parent folder is', () => {
  const inner = join(home, 'open', 'inner')
  mkdirSync(inner, { recursive: true })
  chmodSync(home, 0o700)
  expect(canReach(inner, self)).toBe(true)
  expect(canReach(inner, stranger)).toBe(false)
  chmodSync(home, 0o711)
  expect(canReach(inner, stranger)).toBe(true)
  expect(canReach(join(inner, 'not', 'made', 'yet'), stranger)).toBe(true)
  chmodSync(inner, 0o750)
  expect(canReach(inner, stranger)).toBe(false)
  expect(canReach(inner, { uid: stranger.uid, gid: statSync(inner).gid })).toBe(true)
})

test('an ordinary user runs PostgreSQL as himself; root as another user who can reach it, or in a user namespace', () => {
  const data = join(home, 'locked', 'postgres')
  mkdirSync(join(home, 'locked'), { mode: 0o700 })
  const locked = chooseAccount(home, data)
  chmodSync(join(home, 'locked'), 0o755)
  chmodSync(home, 0o755)
  const open = chooseAccount(home, data)
  const root = self.uid === 0
  expect(locked.owner).toBe(self.uid)
  expect(locked.prefix[0]).toBe(root ? 'unshare' : undefined)
  expect(open.prefix).toEqual([])
  expect(open.ids !== undefined).toBe(root)
  if (root) expect(open.owner).not.toBe(0)
})

test('data files work after their owner changed', async () => {
  chmodSync(home, 0o755)
  const parent = join(home, 'moving')
  const dataDir = join(parent, 'postgres')
  for (const mode of [0o700, 0o755, 0o700]) {
    mkdirSync(parent, { recursive: true })
    chmodSync(parent, mode)
    const postgres = await startPostgres({ dataDir, memory: 'test' })
    const owner = self.uid === 0 && mode === 0o755 ? chooseAccount(home, dataDir).owner : self.uid
    for (const path of [dataDir, join(dataDir, 'base'), join(dataDir, 'PG_VERSION')]) expect(statSync(path).uid).toBe(owner)
    await postgres.stop()
  }
})

test('symbolic links that npm could not create are created before the first start', () => {
  const root = join(home, 'native')
  mkdirSync(join(root, 'lib'), { recursive: true })
  writeFileSync(join(root, 'lib', 'libicu.so.60.2'), 'x')
  writeFileSync(
    join(root, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }]),
  )
  restoreLinks(root)
  restoreLinks(root)
  expect(readlinkSync(join(root, 'lib', 'libicu.so.60'))).toBe('libicu.so.60.2')
  expect(lstatSync(join(root, 'lib', 'libicu.so.60')).isSymbolicLink()).toBe(true)
  expect(existsSync(join(root, 'lib', 'libicu.so.60'))).toBe(true)
})
