import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const LAMPS = '/city/lampmanagement/lampinformation/index'
const MESSY = [
  '资产;Longitude;Latitude;额定瓦数;配电箱',
  'M-1;112.9380;28.2280;286(LED);新箱甲',
  'M-2;112.9384;28.2281;150;新箱甲',
  'M-2;112.9389;28.2284;150;新箱甲',
  'M-3;;;100;新箱甲',
  'M-4;112.9392;28.2286;;',
].join('\n')
const { product, windows } = withBrowser({ lamps: 60 })

const figure = (page: Page, name: string): Promise<string | null> =>
  page.locator('.ll-im-figures > div', { hasText: name }).locator('dd').first().textContent()

test('a messy file: columns corrected, failing rows previewed, lamps imported, failed rows downloaded, import undone', async () => {
  const client = await product().client()
  const made = await client.post('/api/blade-system/project/submit', { name: '滨江新城', type: 2 })
  expect(made.code, made.msg).toBe(200)
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  await page.getByRole('button', { name: '导入' }).click()
  await page.waitForURL(/lampImport/i)
  await page.locator('input[type=file]').setInputFiles({ name: '清单.csv', mimeType: 'text/csv', buffer: Buffer.from(MESSY) })
  await page.waitForURL(/uploadId=\d+/)

  await page.locator('#meaning-key').selectOption('资产')
  await page.locator('#meaning-power').selectOption('额定瓦数')
  await page.locator('#import-projectId').click()
  await page.getByRole('option', { name: '滨江新城' }).click()
  await page.getByRole('button', { name: /读取并核对/ }).click()

  await page.locator('.ll-im-map canvas').first().waitFor()
  expect([await figure(page, '新增'), await figure(page, '将失败')]).toEqual(['3', '2'])
  await page.getByText('标识重复：M-2').first().waitFor()
  const address = page.url()
  await page.reload()
  await page.locator('.ll-im-map canvas').first().waitFor()
  // The wheel scrolls the page; with Ctrl it zooms the map.
  const wheel = (ctrlKey: boolean): Promise<boolean> =>
    page
      .locator('.ll-im-map .ll-map-host')
      .evaluate(
        (map, ctrl) => map.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, ctrlKey: ctrl, bubbles: true, cancelable: true })),
        ctrlKey,
      )
  await expect.poll(() => wheel(true)).toBe(false)
  expect(await wheel(false)).toBe(true)
  expect(page.url()).toBe(address)

  await page.getByRole('button', { name: '导入 3 盏灯' }).click()
  await page.getByText('部分成功').first().waitFor()
  expect([await figure(page, '新增'), await figure(page, '失败')]).toEqual(['3', '2'])
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载失败行' }).click()])
  const bytes = await readFile(await download.path())
  expect([download.suggestedFilename(), bytes.subarray(0, 2).toString()]).toEqual(['清单-失败.xlsx', 'PK'])

  const lamps = async (): Promise<string[]> => {
    const { data } = await client.get<{ records: { name: string }[] }>('/api/blade-city/lamp/list', { name: 'M-', size: 20 })
    return data.records.map((row) => row.name).sort()
  }
  expect(await lamps()).toEqual(['M-1', 'M-2', 'M-4'])
  await page.getByRole('button', { name: '撤销这次导入' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('撤销导入：移除 3 盏灯').waitFor()
  await dialog.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText(/已移除 3 盏灯/).waitFor()
  expect(await lamps()).toEqual([])
  expect(errors).toEqual([])
})
