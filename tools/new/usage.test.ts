import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('npm run new answers --help with its usage, and a missing argument with the same text as an error', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })
  const help = run('--help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toMatch(/^npm run new -- resource SLICE\.ENTITY --service/)
  const nothing = run()
  expect([nothing.status, nothing.stdout]).toEqual([1, ''])
  expect(nothing.stderr).toBe(help.stdout)
})
