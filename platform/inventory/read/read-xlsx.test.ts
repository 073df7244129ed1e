import { afterAll, expect, test } from 'vitest'
import { createFolder, planned, sheetRow, workbookOf, zipOf } from '../made-files.ts'
import { lostDigits } from './read-styles.ts'
import { readSheetLines } from './sheet.ts'

const { write, remove } = createFolder()
afterAll(remove)

const FORMATS = [
  'General',
  '00000',
  'yyyy\\-mm\\-dd',
  '[$-804]yyyy"年"m"月"d"日";@',
  'h:mm',
  'yyyy/m/d h:mm',
  '0%',
  '0.00',
  '"L-"000',
  '[h]:mm',
  'yyyy"年"m"月"',
]
const styles = (): string =>
  `<styleSheet><numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
   <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${FORMATS.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}<xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`
/** Writes a workbook whose cells can use the styles above. */
const styled = (rows: string, pr = '') => {
  const entries = workbookOf({ S: rows }).map((entry) => {
    if (entry.name === 'xl/workbook.xml') return { ...entry, content: String(entry.content).replace('<sheets>', `${pr}<sheets>`) }
    if (entry.name.endsWith('.rels'))
      return {
        ...entry,
        content: String(entry.content).replace(
          '</Relationships>',
          '<Relationship Id="y" Type="x/styles" Target="styles.xml"/></Relationships>',
        ),
      }
    return entry
  })
  return write(zipOf([...entries, { name: 'xl/styles.xml', content: styles() }]))
}
const cellsOf = async (path: string): Promise<readonly (readonly string[])[]> => {
  const lines: (readonly string[])[] = []
  for await (const batch of readSheetLines(path)) lines.push(...batch.map(({ cells }) => cells))
  return lines
}
const cell = (value: string, format: string | number, type = ''): string =>
  `<c s="${typeof format === 'number' ? format : FORMATS.indexOf(format)}"${type}><v>${value}</v></c>`

test.each([
  ['101', '00000', '00101'],
  ['46023', 'yyyy\\-mm\\-dd', '2026-01-01'],
  ['46023', '[$-804]yyyy"年"m"月"d"日";@', '2026-01-01'],
  ['46023', 'yyyy"年"m"月"', '2026-01'],
  ['46023', FORMATS.length, '2026-01-01'],
  ['46023.75', FORMATS.length + 1, '2026-01-01 18:00:00'],
  ['46023.770833333336', 'yyyy/m/d h:mm', '2026-01-01 18:30:00'],
  ['0.75', 'h:mm', '18:00:00'],
  ['60', 'yyyy\\-mm\\-dd', '1900-02-29'],
  ['1.5', '[h]:mm', '1.5'],
  ['0.6', '0%', '60%'],
  ['70.123', '0.00', '70.123'],
  ['7', '"L-"000', 'L-007'],
  ['112.93100000000001', 'General', '112.931'],
  ['1.12E-2', 'General', '0.0112'],
  ['8.6012345678901E+14', 'General', '860123456789010'],
  ['8.9860112823584E+18', 'General', '8.9860112823584E+18'],
  ['8986011282358400000', 'General', '8.9860112823584E+18'],
  ['8986011282358412345', 'General', '8986011282358412345'],
  ['8986011282358412000', 'General', '8.986011282358412E+18'],
  ['4503599627370497', 'General', '4503599627370497'],
])('%s under the format %s is read as %s', async (value, format, text) => {
  expect(await cellsOf(styled(`<row r="1">${cell(value, format)}</row>`))).toEqual([[text]])
})
test('dates that count from 1904, and dates written as ISO texts, are read', async () => {
  const row = `<row r="1">${cell('44561', FORMATS.length)}${cell('2026-01-31T00:00:00', 0, ' t="d"')}${cell('2026-01-31T18:30:00.000Z', 0, ' t="d"')}</row>`
  expect(await cellsOf(styled(row, '<workbookPr date1904="1"/>'))).toEqual([['2026-01-01', '2026-01-31', '2026-01-31 18:30:00']])
})
test('a formula is its stored result, also where the formula stands in another cell; without a result it is refused', async () => {
  const row = (n: number, id: string, watts: string): string =>
    `<row r="${n}"><c r="A${n}" t="str">${id}</c><c r="B${n}"><v>112.9${n}</v></c><c r="C${n}"><v>28.2</v></c><c r="D${n}">${watts}</c></row>`
  const rows = [
    sheetRow(1, ['id', 'lng', 'lat', 'watts']),
    row(2, '<f t="shared" ref="A2:A4" si="0">"F-"&amp;ROW()</f><v>F-2</v>', '<f>30*2</f><v>60</v>'),
    row(3, '<f t="shared" si="0"/><v>F-3</v>', '<f t="shared" si="1"/><v>70</v>'),
    row(4, '<f t="shared" si="0"/>', '<v>80</v>'),
    row(5, '<f>"="&amp;"1+1"</f><v>=1+1</v>', '<v>80</v>'),
  ]
  const { lamps, failed } = await planned(styled(rows.join('')))
  expect(lamps.map(({ key, power }) => [key, power])).toEqual([
    ['F-2', 60],
    ['F-3', 70],
  ])
  expect(failed.map(({ row: at, reason }) => [at, reason[1]])).toEqual([
    [4, 'A cell holds a formula: ='],
    [5, 'A cell holds a formula: =1+1'],
  ])
})
test('a number of a lamp whose last digits the spreadsheet has lost fails its row, in workbooks and in CSV', async () => {
  const book = styled(
    `${sheetRow(1, ['灯具编号', '经度', '纬度'])}<row r="2">${cell('8.9860112823584E+18', 0)}${cell('112.9', 0)}${cell('28.2', 0)}</row>`,
  )
  const text = write('灯具编号,经度,纬度\n8.98601E+18,112.9,28.2\n1E5,112.8,28.2\n')
  for (const path of [book, text])
    expect((await planned(path)).failed.map(({ row, reason }) => [row, reason[1]])).toEqual([
      [2, expect.stringMatching(/^The spreadsheet has lost the last digits of this long number: .*: 8\.98601\d*E\+18$/)],
    ])
})
test.each([
  ['8.98601E+18', true],
  ['8,60123E+14', true],
  ['1E+11', true],
  ['1E5', false],
  ['12E+18', false],
  ['8986011282358412345', false],
  ['L-1E+18', false],
])('%s has lost digits: %s', (text, lost) => {
  expect(lostDigits(text)).toBe(lost)
})
