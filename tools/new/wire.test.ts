import { expect, test } from 'vitest'
import { wired } from './wire.ts'

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
