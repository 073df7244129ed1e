import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseOf, browserTestsOf, changedSince, presentWork, slicesOf } from './changed.ts'

const root = mkdtempSync(join(tmpdir(), 'lamplight-changed-'))
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root, encoding: 'utf8' })
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
beforeAll(() => {
  git('init', '-q', '-b', 'main')
  write('domains/bins/model/menu.ts', "export const menu = [{ path: '/equipment/bins' }]")
  write('domains/lamps/console/lamps.console.tsx', "export const link = '/city/lamps'")
  write('tests/e2e/devices/bins.test.ts', "page.goto('/equipment/bins')")
  write('tests/e2e/lamps.test.ts', "page.goto('/city/lamps')")
  git('add', '-A')
  git('commit', '-qm', 'first')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('changed files are those of the working tree and of later commits, with new files', () => {
  expect(baseOf(root, '')).toBe('HEAD')
  expect(changedSince(root, 'HEAD')).toEqual([])
  write('domains/bins/model/menu.ts', 'changed')
  write('domains/bins/server/new.ts', 'new')
  expect(changedSince(root, 'HEAD').sort()).toEqual(['domains/bins/model/menu.ts', 'domains/bins/server/new.ts'])
  git('add', '-A')
  git('commit', '-qm', 'second')
  expect(changedSince(root, baseOf(root, 'HEAD'))).toEqual([])
  expect(changedSince(root, baseOf(root, 'HEAD~1'))).toHaveLength(2)
  expect(() => changedSince(root, 'nowhere')).toThrow()
})

test('the present work is that of the branch, with files that are not committed; of a clean main it is the last commit', () => {
  expect(presentWork(root)?.sort()).toEqual(['domains/bins/model/menu.ts', 'domains/bins/server/new.ts'])
  git('switch', '-qc', 'work')
  write('domains/lamps/server/one.ts', 'one')
  git('add', '-A')
  git('commit', '-qm', 'third')
  write('domains/lamps/server/two.ts', 'two')
  expect(baseOf(root, '')).toMatch(/^[0-9a-f]{40}$/)
  expect(presentWork(root)?.sort()).toEqual(['domains/lamps/server/one.ts', 'domains/lamps/server/two.ts'])
  expect(presentWork(join(root, '..'))).toBeUndefined()
})

test('a slice is changed by its code, not by its papers', () => {
  expect(slicesOf(['domains/bins/server/bin.ts', 'domains/lamps/README.md', 'platform/kit/index.ts'])).toEqual(['bins'])
})

test.each([
  ['a slice touches the tests that name its addresses', ['domains/lamps/server/lamp.server.ts'], ['tests/e2e/lamps.test.ts']],
  ['a test touches itself', ['tests/e2e/devices/bins.test.ts'], ['tests/e2e/devices/bins.test.ts']],
  ['the platform touches all', ['platform/console-kit/index.ts'], ['tests/e2e/devices/bins.test.ts', 'tests/e2e/lamps.test.ts']],
  ['papers and unit tests touch none', ['docs/adding.md', 'domains/lamps/server/lamp.test.ts'], []],
])('%s', (_, changed, expected) => {
  expect(browserTestsOf(root, changed)).toEqual(expected)
})
