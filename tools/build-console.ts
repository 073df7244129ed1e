import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const app = join(root, 'apps', 'console')
const stamp = join(app, 'dist', '.inputs')
const FOLDERS = ['apps/console', 'domains', 'platform'] as const
const FILES = ['package-lock.json', 'tsconfig.json'] as const
const SKIPPED = new Set(['node_modules', 'dist', 'README.md'])

/** Returns all files the console is built from, in a fixed order; without tests and build output. */
const inputs = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? inputs(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .sort()

const inputHash = (): string => {
  const hash = createHash('sha256')
  for (const path of [...FOLDERS.flatMap(inputs), ...FILES])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Builds apps/console/dist with Vite, unless the last build used the same files. */
const hash = inputHash()
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) process.exit(0)
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const built = spawnSync(process.execPath, [vite, 'build', app, '--emptyOutDir', '--logLevel', 'warn'], {
  cwd: app,
  stdio: 'inherit',
  // The tests run with NODE_ENV=test, and a development build would exceed the size budgets.
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.status !== 0) process.exit(built.status ?? 1)
writeFileSync(stamp, hash)
