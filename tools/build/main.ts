// Builds the console and the server, or the parts that are named, where the last build was made from other files.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildNeeded, consolePart, type Part, root, serverPart } from './part.ts'
import { bundleProgram } from './server-bundle.ts'

const buildConsole = (): void => {
  const app = join(root, 'apps', 'console')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', app, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: app,
    stdio: 'inherit',
    // The tests run with NODE_ENV=test, and a development build would exceed the size budgets.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

const BUILDS: readonly (readonly [Part, () => void | Promise<void>])[] = [
  [consolePart, buildConsole],
  [serverPart, () => bundleProgram(join(root, 'apps', 'server', 'main.ts'), join(root, serverPart.out))],
]
const names = process.argv.slice(2)
for (const [part, build] of BUILDS) {
  if (names.length > 0 && !names.includes(part.name)) continue
  const built = buildNeeded(part)
  if (!built) continue
  await build()
  built()
}
