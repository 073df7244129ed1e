import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\tx', '\rx', '＝1+1', '＋1', '－1', '＠cmd', '|cmd', '｜cmd'])(
  'a cell that begins like a formula (%j) is escaped',
  (text) => {
    expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true)
  },
)
test('numbers stay numbers; quotes and commas are quoted', () => {
  expect(csvLine(['-12.5', 'a "b", c', null, 7])).toBe('-12.5,"a ""b"", c",,7\r\n')
})
