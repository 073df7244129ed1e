import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createFolder } from '../made-files.ts'
import { readCsv, separatorOf } from './read-csv.ts'

const { write, remove } = createFolder()
afterAll(remove)
const linesOf = async (text: string, separator: ',' | ';' = ','): Promise<readonly (readonly string[])[]> => {
  const lines: (readonly string[])[] = []
  for await (const batch of readCsv(write(text, 'lines.csv'), 'utf-8', separator)) lines.push(...batch.map(({ cells }) => cells))
  return lines
}

test.each([
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a,1","b\n2"\n', [['a,1', 'b\n2']]],
  ['"say ""hi""", x \n', [['say "hi"', 'x']]],
  ['5" pipe,b\n', [['5" pipe', 'b']]],
  ['"a"b,c\n', [['ab', 'c']]],
  ['a\n\n,\nb,c', [['a'], ['', ''], ['b', 'c']]],
  ['"",x\n', [['', 'x']]],
] as const)('%j is split into cells', async (text, lines) => {
  expect(await linesOf(text)).toEqual(lines)
})
test('written CSV is read back unchanged for any chunk boundaries', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', 'é', '灯', ' x', '1'), maxLength: 6 }).map((text) => text.trim())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.nat(9),
      async (rows, pad) => {
        // The filling moves the rows across the border between two chunks of the file.
        const filling = `${'x'.repeat(65_536 - 20 - pad * 7)},y`
        const text = [filling, ...rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))].join('\n')
        const lines = await linesOf(text)
        expect(lines.slice(1)).toEqual(rows)
        expect(lines.slice(1)).toEqual((parse(text, { trim: true, relax_column_count: true }) as string[][]).slice(1))
      },
    ),
    { numRuns: 100 },
  )
})
test.each([
  ['a,b;c\n1,2;3\n4,5;6\n', ','],
  ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['"a;b","c"\n"d;e;f","g"\n', ','],
])('the separator of %j is %j', (head, separator) => {
  expect(separatorOf(head).separator).toBe(separator)
})
