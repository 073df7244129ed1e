import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildPart, isBuilt, type Part } from './part.ts'

const home = mkdtempSync(join(tmpdir(), 'lamplight-part-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a part is built when contents differ, not when only times do; an interrupted build counts as none', async () => {
  const part: Part = { name: 'trial', out: join(home, 'dist'), from: [join(home, 'src')] }
  for (const folder of ['src', 'dist']) mkdirSync(join(home, folder))
  const source = join(home, 'src', 'a.ts')
  let made = 0
  const make = (): void => {
    made += 1
  }
  writeFileSync(source, 'one')
  expect(isBuilt(part)).toBe(false)
  await buildPart(part, make)
  expect([made, isBuilt(part)]).toEqual([1, true])
  utimesSync(source, 1, 1)
  await buildPart(part, make)
  expect([made, isBuilt(part)]).toEqual([1, true])
  writeFileSync(source, 'two')
  expect(isBuilt(part)).toBe(false)
  await expect(
    buildPart(part, () => {
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  // The half-written result is of `two`, although the sources are as they were for the build before.
  writeFileSync(source, 'one')
  expect(isBuilt(part)).toBe(false)
  await buildPart(part, make)
  expect([made, isBuilt(part)]).toEqual([2, true])
})
