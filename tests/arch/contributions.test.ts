import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = (pattern: string): string[] => globSync(pattern, { cwd: root })

// The console leaves out modules of which no name is imported, unless `sideEffects` names them.
test('a slice contributes to pages of other slices in its console/shell.tsx only, which its package names as its one module with effects', () => {
  const CALLED = /^(contribute|register|on)[A-Z]\w*\(/m
  const shells = files('domains/*/console/shell.tsx')
  const others = files('domains/*/console/**/*.{ts,tsx}').filter((file) => !shells.includes(file) && !/\.test\.tsx?$/.test(file))
  expect(shells.length).toBeGreaterThan(5)
  expect(others.length).toBeGreaterThan(500)
  const loud = others.filter((file) => CALLED.test(readFileSync(join(root, file), 'utf8')))
  // It is loaded by its own name: the page and the row that it registers belong together.
  expect(loud).toEqual(['domains/sales/console/tenant.page.tsx'])
  for (const file of files('domains/*/package.json')) {
    const { sideEffects } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { sideEffects: string[] }
    expect(
      sideEffects.filter((path) => path.includes('console')),
      file,
    ).toEqual(['./console/shell.tsx'])
  }
})
