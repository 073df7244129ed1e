// Builds the console and the server, or only the parts that are named. A part whose files have not changed is not built again.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPart, consolePart, type Part, root, serverPart } from './part.ts'
import { bundleProgram } from './server-bundle.ts'

const buildConsole = (): void => {
  const app = join(root, 'apps', 'console')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', app, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: app,
    stdio: 'inherit',
    // `npm test` sets NODE_ENV=test. With it Vite makes a development build, which is larger than the size budgets allow.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

const BUILDS: readonly (readonly [Part, () => void | Promise<void>])[] = [
  [consolePart, buildConsole],
  [serverPart, () => bundleProgram(join(root, 'apps', 'server', 'main.ts'), join(root, serverPart.out))],
]
const names = process.argv.slice(2)
for (const [part, make] of BUILDS) if (names.length === 0 || names.includes(part.name)) await buildPart(part, make)
