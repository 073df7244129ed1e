import { expect, test } from 'vitest'
import { readEncoding, readMappingFile } from './mapping-file.ts'

test.each([
  ['no JSON', '{"columns": ', 'The mapping file is not JSON'],
  ['a list', '[]', 'The mapping file must hold one JSON object'],
  ['an unknown key', '{"colums": {}}', 'an unknown key "colums"; it may have columns, place'],
  ['an unknown meaning', '{"columns": {"watts": "W"}}', 'gives a column to "watts", which is no meaning'],
  ['a wrong unit', '{"lengthUnit": "yard"}', 'The mapping file is wrong at lengthUnit: it must'],
  ['a number for a column', '{"columns": {"power": 7}}', 'The mapping file is wrong at columns.power: it must'],
  ['a rule without values', '{"rules": [{"column": "type", "as": "skip"}]}', 'The mapping file is wrong at rules.0: it must'],
])('a mapping file with %s is refused with a readable message', (_what, text, words) => {
  expect(() => readMappingFile(text)).toThrow(words)
})
test('a single column may be given by its name', () => {
  expect(readMappingFile('{"columns": {"power": "瓦", "name": []}, "encoding": "shift_jis"}')).toEqual({
    columns: { power: ['瓦'], name: [] },
    encoding: 'shift_jis',
  })
})
test('an encoding is accepted under several names', () => {
  expect(['GBK', 'cp949', 'Shift-JIS', 'latin1', 'utf-8'].map(readEncoding)).toEqual([
    'gb18030',
    'euc-kr',
    'shift_jis',
    'windows-1252',
    'utf-8',
  ])
  expect(() => readEncoding('klingon')).toThrow('--encoding takes utf-8, gb18030, euc-kr')
})
