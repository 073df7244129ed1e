import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { planOf, testFiles } from './plan.ts'
import { CORE, LONG, quickOf } from './quick.ts'

const root = resolve(import.meta.dirname, '..', '..')
const all = testFiles(root)
const filesOf = (...changed: string[]): readonly string[] => {
  const { tests, browser } = quickOf(root, all, changed)
  return [...tests, ...browser]
}

test('the named files exist', () => {
  expect([...CORE, ...Object.keys(LONG)].filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('a whole run has every test file: nothing is named, so that Vitest runs all', () => {
  expect(planOf(root, {})).toEqual({ checks: true, tests: 'all', browser: 'all' })
})

test('CI and npm test -- --all run the whole set', () => {
  expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).toContain('CI=true npm test')
})

test('whatever is changed, unit tests, the suites of all calls and the core run; files are left to the whole set and counted', () => {
  const files = filesOf('docs/adding.md')
  const unit = all.filter((file) => /^(platform|domains|apps)\//.test(file))
  const walks = all.filter((file) => /^tests\/contract\/(api|rights|audit)\//.test(file) && !LONG[file])
  expect([...unit, ...walks, ...CORE].filter((file) => !files.includes(file))).toEqual([])
  expect(quickOf(root, all, ['docs/adding.md']).left).toBe(all.length - files.length)
  expect(all.length - files.length).toBeGreaterThan(100)
})

test.each([
  ['a slice runs the contract tests that send its calls', 'domains/solar/server/solar.server.ts', 'tests/e2e/devices/solar-qr.test.ts'],
  ['a slice runs the contract tests that import it', 'domains/lora/server/lora.server.ts', 'tests/contract/devices/lora.test.ts'],
  ['a slice runs the tests of its pages', 'domains/strategies/model/strategy.resource.ts', 'tests/e2e/lighting/strategies.test.ts'],
  ['a changed test runs', 'tests/contract/import/streets.test.ts', 'tests/contract/import/streets.test.ts'],
  ['a changed part of a test runs it', 'tests/contract/devices/charging-world.ts', 'tests/contract/devices/charging.test.ts'],
  ['a changed model runs the walks through all pages', 'domains/lora/model/module.resource.ts', 'tests/e2e/shell/keyboard.test.ts'],
  ['a changed launcher runs the tests of starting', 'tools/start.mjs', 'tools/start.test.ts'],
])('%s', (_, changed, expected) => {
  expect(filesOf(changed)).toContain(expected)
  expect(filesOf('docs/adding.md')).not.toContain(expected)
})

test('every test file runs for some change: its own', () => {
  const files = filesOf(...all)
  expect(all.filter((file) => !files.includes(file))).toEqual([])
  const long = 'tools/torture/rounds.test.ts'
  expect(filesOf(long)).toContain(long)
})
