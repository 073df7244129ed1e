// node tools/run.mjs FILE [arguments]: runs a TypeScript file of this repository with the right
// version of Node, which is installed first if needed.
import { resolve } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { program, runNode } from './program.mjs'

const [file, ...args] = process.argv.slice(2)
program(async () => {
  if (!file) throw new Error('usage: node tools/run.mjs FILE [arguments]')
  return runNode(bootstrap(), [resolve(root, file), ...args], { cwd: process.env.INIT_CWD ?? process.cwd() })
})
