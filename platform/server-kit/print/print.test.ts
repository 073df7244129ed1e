import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { chartSvg } from './chart.ts'
import type { PrintDocument } from './document.ts'
import { printBook, printPdf } from './print.ts'

const documentOf = (words: readonly string[]): PrintDocument => ({
  lang: 'zh',
  title: '照明月报',
  subtitle: '2026-10',
  head: [['时间', '2026-10-01 – 2026-10-31']],
  foot: 'Lamplight',
  parts: [
    { kind: 'figures', items: [{ label: '用电量', value: { n: 1234567.891, d: 2 }, unit: 'kWh' }] },
    {
      kind: 'table',
      name: '区域',
      columns: [{ head: '区域' }, { head: '值', align: 'right' }],
      rows: words.map((word, n) => [word, { n: n + 0.5, d: 1 }]),
    },
  ],
})
const hasPoppler = (): boolean => {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a document is a PDF with its font embedded; the workbook has its numbers and runs no formula', async () => {
  const document = documentOf(['望江路', '=cmd|1', 'a\u0000b'])
  const pdf = await printPdf(document)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1')).toMatch(/FontFile2|FontFile3/)
  const book = await buffer(printBook(document))
  expect(book.subarray(0, 2).toString()).toBe('PK')
})

// Extracted text may be right where glyphs are missing: only the ink shows them.
test('names with rare characters have ink', async () => {
  // Without the tool of the platform the document must at least be drawn.
  if (!hasPoppler()) {
    expect((await printPdf(documentOf(['䶮𬭁𬬭㙍']))).length).toBeGreaterThan((await printPdf(documentOf(['']))).length)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'print-'))
  try {
    const inkOf = async (word: string): Promise<number> => {
      const path = join(folder, 'page')
      writeFileSync(`${path}.pdf`, await printPdf(documentOf([word])))
      execFileSync('pdftoppm', ['-r', '72', '-gray', '-singlefile', `${path}.pdf`, path])
      const bytes = readFileSync(`${path}.pgm`)
      return bytes.subarray(bytes.length - 595 * 842).reduce((ink, grey) => ink + 255 - grey, 0)
    }
    const empty = await inkOf('')
    for (const word of ['䶮𬭁𬬭㙍', '㙍㙍㙍㙍', '人民路段']) expect((await inkOf(word)) - empty, word).toBeGreaterThan(2000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a chart escapes names, leaves gaps of the data open and draws the goal', () => {
  const times = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04']
  const svg = chartSvg(
    { kind: 'chart', title: '', unit: '%', type: 'line', times, series: [{ name: '<b>&"', values: [97, 98, null, 99] }], goal: 97 },
    'Noto',
  )
  expect(svg).toContain('&lt;b&gt;&amp;&quot;')
  expect(svg.match(/<polyline/g)).toHaveLength(1)
  expect(svg.match(/<circle/g)).toHaveLength(1)
  expect(svg).toContain('97 %')
})
