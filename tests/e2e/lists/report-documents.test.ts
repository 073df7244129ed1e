import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 120, config: { DEMO_NIGHTS: '5' } })
const month = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)

test('the monthly report: one press, then a file in each language', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/report/monthly`)
  await page
    .getByRole('button', { name: /生成月报/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /月份/ }).fill(month())
  await dialog.getByRole('button', { name: /确定|生成月报/ }).click()
  await expect
    .poll(
      async () => {
        await page.goto(`${product().url}/report/monthly?month=${month()}`)
        return page
          .getByRole('button', { name: '中文 PDF' })
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          )
      },
      // The sums of the past days are written by a task that runs once a minute.
      { timeout: 150_000 },
    )
    .toBe(true)
  for (const [name, head] of [
    ['中文 PDF', '%PDF-'],
    ['英文 XLSX', 'PK'],
  ] as const) {
    const waits = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await readFile(await (await waits).path())
    expect(file.subarray(0, head.length).toString()).toBe(head)
  }
  expect(errors).toEqual([])
})

test('a report page is exported as PDF with the days of the page', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/report/energy?by=areaId&preset=7`)
  const waits = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 PDF' }).click()
  const download = await waits
  expect(download.suggestedFilename()).toMatch(/^能耗统计_\d{4}-\d\d-\d\d–.*\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  expect(errors).toEqual([])
})

/** Pages with a text that their figures, rows or empty states have. */
const PAGES = [
  ['rep.fault', '/report/fault', '新增'],
  ['city.al.analysis', '/city/alarmCenter/faultAnalysis/index', '新增'],
  ['city.al.month', '/city/alarmCenter/monthFault/index', '环比'],
  ['city.al.errpkg', '/city/alarmCenter/errorDatapackage/index', '错误数据包'],
  ['', '/equipmentMana/errorPacket/index', '错误数据包'],
  ['', '/report/bill', '供电账单'],
  ['', '/report/billCheck', '账单核对'],
  ['', '/report/inventory', '有电表数据'],
] as const

test('faults, refused messages, bills and the check of meters open, also on a phone and in English', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  for (const [, path, text] of PAGES) {
    await page.goto(`${product().url}${path}`)
    await page.getByText(text).first().waitFor()
  }
  await page.setViewportSize({ width: 390, height: 800 })
  for (const [, path] of PAGES) {
    await page.goto(`${product().url}${path}`)
    await page.locator('h1').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
  expect(errors).toEqual([])
})

test('an imported bill that says it is estimated is marked with what to ask', async () => {
  const client = await product().client(ADMIN)
  const body = new FormData()
  body.set(
    'file',
    new Blob([
      '账单号,户号,起始日,截止日,电量,抄表方式\nB-1,3100,2026-01-01,2026-01-31,3100,估算\nB-2,3100,2026-02-01,2026-02-28,2600,实际抄表',
    ]),
    'bills.csv',
  )
  const sent = (await (await client.call('POST', '/api/blade-report/bill/import', { body })).json()) as { code: number; msg: string }
  expect(sent.code, sent.msg).toBe(200)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await expect
    .poll(
      async () => {
        await page.goto(`${product().url}/report/billCheck`)
        return page
          .getByRole('row', { name: /B-1/ })
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          )
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  await page.getByRole('cell', { name: '账单注明为估算' }).waitFor()
  await page.getByRole('cell', { name: /请供电公司提供本期起止示数/ }).waitFor()
  expect(errors).toEqual([])
})
