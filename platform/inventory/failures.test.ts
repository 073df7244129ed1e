import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeFailures } from './failures.ts'
import { createFolder, inspected } from './made-files.ts'
import type { FailedRow } from './model.ts'
import { openWorkbook } from './read-xlsx.ts'

const { folder, write, remove } = createFolder()
afterAll(remove)
const FAILED: readonly FailedRow[] = [
  { row: 3, kind: 'invalid', reason: ['没有坐标', 'It has no coordinates'], values: { id: '=cmd|x', note: 'a "b", c' }, at: null },
  { row: 9, kind: 'duplicate', reason: ['标识重复：1', 'Its identity stands twice: 1'], values: { id: '-1.5', note: '灯' }, at: [1, 2] },
]

test('failed rows are written as CSV with their reasons, and formulas are escaped', async () => {
  const path = join(folder, 'failed.csv')
  await writeFailures(path, ['id', 'note'], FAILED, { format: 'csv', lang: 'en' })
  expect(readFileSync(path, 'utf8')).toBe(
    '\uFEFFRow,Reason,id,note\r\n3,It has no coordinates,\'=cmd|x,"a ""b"", c"\r\n9,Its identity stands twice: 1,-1.5,灯\r\n',
  )
})
test('failed rows are written as a workbook that can be read back', async () => {
  const path = join(folder, 'failed.xlsx')
  const rows = async function* () {
    yield* FAILED
  }
  await writeFailures(path, ['id', 'note'], rows(), { format: 'xlsx', lang: 'zh' })
  const book = await openWorkbook(path)
  const lines: (readonly string[])[] = []
  for await (const batch of book.lines(book.sheets[0] ?? '')) lines.push(...batch.map(({ cells }) => cells))
  book.close()
  expect(lines).toEqual([
    ['行号', '原因', 'id', 'note'],
    ['3', '没有坐标', "'=cmd|x", 'a "b", c'],
    ['9', '标识重复：1', '-1.5', '灯'],
  ])
})
test('a file whose writing failed is deleted', async () => {
  const path = join(folder, 'broken.csv')
  const rows = function* (): Generator<FailedRow> {
    yield FAILED[0] as FailedRow
    throw new Error('gone')
  }
  await expect(writeFailures(path, ['id'], rows(), { format: 'csv', lang: 'en' })).rejects.toThrow('gone')
  expect(existsSync(path)).toBe(false)
})
test('a file of failed rows can be imported after it is corrected', async () => {
  const path = join(folder, 'again.csv')
  await writeFailures(path, ['id', 'lng', 'lat'], [{ ...(FAILED[0] as FailedRow), values: { id: 'A', lng: '', lat: '28' } }], {
    format: 'csv',
    lang: 'en',
  })
  const mended = await inspected(write(readFileSync(path, 'utf8').replace('A,,28', 'A,112,28')))
  expect(mended.mapping.columns).toMatchObject({ key: ['id'], lng: ['lng'], lat: ['lat'] })
})
