import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { EMPTY_PLAIN, sidesOf, takingUp, wired } from './wire.ts'

const bench = { slice: 'places', variable: 'bench', file: 'bench' }
const flat = (text: string): string => text.replace(/\s+/g, ' ')
const HEAD = "import type { ResourceDefinition } from '@lamplight/kit'"

test('the list gets the element and the file its import, for empty, single-line and multi-line lists', () => {
  for (const [before, after] of [
    ['[]', '[ bench]'],
    ['[unit]', '[unit, bench]'],
    ['[\n  unit, // ] is a bracket\n  area,\n]', '[ unit, // ] is a bracket area, bench]'],
  ] as const) {
    const text = wired(`${HEAD}\n\nexport const plain: readonly ResourceDefinition[] = ${before}\n`, bench)
    expect(text).toContain("import { bench } from './bench.resource.ts'")
    expect(flat(text)).toContain(`ResourceDefinition[] = ${after}`)
  }
})

test('an existing element is refused, and so is a file without the list', () => {
  expect(() => wired('export const plain: readonly ResourceDefinition[] = [bench]\n', bench)).toThrow('bench is there already')
  expect(() => wired('export const others = []\n', bench)).toThrow('the list plain is not found')
})

const root = resolve(import.meta.dirname, '..', '..')
const [server, client] = sidesOf({ slice: 'bench' })

test('the first resource of a slice makes its list', () => {
  expect(flat(wired(EMPTY_PLAIN, bench))).toContain('ResourceDefinition[] = [ bench]')
})

test('the slice takes up the list, whatever its declaration contains, and only once', () => {
  const before = `import type { ServerSlice } from '@lamplight/server-kit'\n\nexport const s: ServerSlice = { domain, ...of([{ a: ')' }]) } // {\nexport const other = {}\n`
  const after = takingUp(before, server)
  expect(after).toContain("export const s: ServerSlice = withPlain(plain, { domain, ...of([{ a: ')' }]) }) // {\nexport const other")
  expect(after).toContain("import { withPlain } from '@lamplight/server-kit'\nimport { plain } from '../model/plain.ts'\n")
  expect(takingUp(after, server)).toBe(after)
  const page = takingUp("import { defineConsole } from 'kit'\n\nexport const c = defineConsole({ pages: [f(1)] })\n", client)
  expect(page).toContain('export const c = withPlain(plain, { pages: [f(1)] })\n')
  expect(page).not.toContain('defineConsole')
  expect(takingUp("import { defineConsole, lang } from 'kit'\nexport const c = defineConsole({})\n", client)).toContain(
    "import { lang } from 'kit'",
  )
  expect(() => takingUp('export const c = {}\n', client)).toThrow('the declaration of the slice is not found')
})

test('server and console of every slice can take up a list', () => {
  for (const slice of readdirSync(join(root, 'domains')))
    for (const side of sidesOf({ slice }))
      expect(takingUp(readFileSync(join(root, side.path), 'utf8'), side), side.path).toContain('withPlain(plain, ')
})
