import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LOG_LINES } from './log-words.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

test('every line that the server writes to the general log has a Chinese text', () => {
  const files = globSync('{platform/server-kit,domains/*/server,apps/server}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const lines = files.flatMap((file) =>
    [...readFileSync(resolve(ROOT, file), 'utf8').matchAll(/\blog\.(?:warn|info|error)\(\s*'([^']+)'/g)].map(([, line = '']) => line),
  )
  expect(lines.length).toBeGreaterThan(40)
  expect([...new Set(lines)].filter((line) => !(line in LOG_LINES)).sort()).toEqual([])
})
