// node tools/run.mjs FILE [arguments]: runs a TypeScript file of this repository with the right
// version of Node, which is installed first if needed.
import { relative, resolve, sep } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { program, runNode } from './program.mjs'

const [file, ...args] = process.argv.slice(2)
program(async () => {
  if (!file) throw new Error('usage: node tools/run.mjs FILE [arguments]')
  // The programs of apps are for running installations; tools and benches need packages of their own.
  const isProgram = relative(resolve(root, 'apps'), resolve(root, file)).split(sep)[0] !== '..'
  return runNode(bootstrap(isProgram ? 'start' : 'test'), [resolve(root, file), ...args], { cwd: process.env.INIT_CWD ?? process.cwd() })
})
