import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'lamplight-install-'))
afterAll(() => rm(home, { recursive: true, force: true }))

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }

/** npm 11 refuses a lock file that lacks an optional package of another platform; npm 10 writes such a file without a warning. */
test('the lock file contains the optional packages of every platform', () => {
  const { packages }: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const missing = Object.values(packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !names.has(name)),
  )
  expect(missing).toEqual([])
})

// `npm ci` compares the lock file with every package.json before it installs. A dry run compares too, and installs nothing.
test.each(['10.9.4', '11.6.1'])('npm %s accepts the lock file', { timeout: 600_000 }, (version) => {
  const folder = join(home, version)
  for (const file of ['package-lock.json', ...globSync('{.,{platform,domains,apps}/*}/package.json', { cwd: root })]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  const args = ['exec', '--yes', `--package=npm@${version}`, '--', 'npm', 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect(stderr).not.toContain('npm error')
  expect(status).toBe(0)
})
