import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf } from './plan.ts'

const root = mkdtempSync(join(tmpdir(), 'lamplight-plan-'))
const write = (path: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
}
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root, encoding: 'utf8' })

const LEDGER = 'domains/control/server/ledger/ledger.test.ts'
const LIST = 'platform/console-kit/list.test.tsx'
const CALLS = 'tests/contract/list-calls.test.ts'
const PAGE = 'tests/e2e/lists/lists.test.ts'
beforeAll(() => {
  for (const path of [
    LEDGER,
    LIST,
    CALLS,
    PAGE,
    'domains/control/server/ledger/ledger.ts',
    'domains/control/node_modules/x/ledger.test.ts',
  ])
    write(path)
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('without a name everything runs', () => {
  expect(planOf(root, {})).toEqual({ checks: true, tests: 'all', browser: 'all' })
})

test.each([
  ['a name without a browser test needs no browser and no checks', ['ledger'], [LEDGER], []],
  ['a name selects tests of server, console and browser', ['list'], [LIST, CALLS], [PAGE]],
  ['a browser test alone', ['e2e/lists'], [], [PAGE]],
  ['several names', ['LEDGER', 'list-calls'], [LEDGER, CALLS], []],
  ['a path as a shell completes it', [`./${LEDGER}`], [LEDGER], []],
  ['a path of another system', [LEDGER.replaceAll('/', '\\')], [LEDGER], []],
])('%s', (_, names, tests, browser) => {
  expect(planOf(root, { names })).toEqual({ checks: false, tests, browser })
})

test('a name that no test file has is refused', () => {
  expect(() => planOf(root, { names: ['ledgers', 'nothing'] })).toThrow('No test file has "ledgers" or "nothing" in its path')
})

test('with a commit the checks run, and the tests that changed files touch', () => {
  expect(planOf(root, { base: 'HEAD' })).toEqual({ checks: true, tests: 'changed', browser: [] })
  write('tests/e2e/new.test.ts')
  expect(planOf(root, { base: 'HEAD' }).browser).toEqual(['tests/e2e/new.test.ts'])
})
