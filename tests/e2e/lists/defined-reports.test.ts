import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 120 })

test('command results in figures, chart and table; filters are in the address; a phone shows cards; the file has the rows', async () => {
  const client = await product().client(OPERATOR)
  const { data } = await client.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 3 })
  const ids = data.records.map(({ id }) => id)
  const sent = await client.post('/api/blade-city/controller/batch/manual/switch-lum', { controllerIds: ids, dimValue: 40, duration: 600 })
  expect(sent.code, sent.msg).toBe(200)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await expect
    .poll(async () => (await client.get<{ total: number }>('/api/blade-report/commandResult/page')).data.total, { timeout: 30_000 })
    .toBeGreaterThan(0)
  await page.goto(`${product().url}/report/commandResult`)
  await page.getByRole('row', { name: /operator/ }).waitFor()
  await page.getByRole('button', { name: '去年同期' }).click()
  await page.waitForURL(/compare=2/)
  await page.getByRole('button', { name: '近 12 个月' }).click()
  await page.waitForURL(/preset=months/)
  await page.reload()
  expect(await page.getByRole('button', { name: '去年同期' }).getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('row', { name: /operator/ }).waitFor()
  const waits = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 Excel' }).click()
  expect((await waits).suggestedFilename()).toMatch(/^指令执行统计_.*\.xlsx$/)
  await page.getByRole('textbox', { name: '操作人' }).fill('nobody')
  await page.getByText('所选时间和条件下没有数据').waitFor()
  await page.getByRole('button', { name: '重置' }).click()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.locator('.ll-r-card').filter({ hasText: 'operator' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
})

test('energy and online rate open with filters by area and supplier', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  for (const [path, title] of [
    ['/report/energy', '能耗统计'],
    ['/report/online', '在线率统计'],
  ]) {
    await page.goto(`${product().url}${path}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText('供应商').first().waitFor()
  }
  expect(errors).toEqual([])
})
