import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from '../browser.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
let windows: Windows
beforeAll(async () => {
  product = await openProduct({ lamps: 200 })
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test('dlg.theme: the eleven themes are shown in their own colours; the chosen theme and colour are kept, in every tab and after a reload', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/wel/index`)
  const other = await windows.beside(page)
  await other.goto(`${product.url}/wel/index`)
  await page.getByRole('button', { name: '主题' }).click()
  await page.getByRole('menuitem', { name: '选择主题' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').last().waitFor({ state: 'attached' })
  const grounds = () => dialog.locator('.ll-themes__side').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  await expect.poll(async () => new Set(await grounds()).size).toBe(11)
  const chrome = (tab = page) => tab.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ll-chrome').trim())
  const before = await chrome()
  await dialog.getByRole('radio', { name: '炫彩' }).check({ force: true })
  await expect.poll(() => chrome()).not.toBe(before)
  await dialog.getByLabel('主题色').fill('#00a37a')
  await dialog.getByRole('button', { name: '完成' }).click()
  const worn = await chrome()
  await expect.poll(() => chrome(other)).toBe(worn)
  await page.reload()
  await page.getByRole('button', { name: '主题' }).waitFor()
  expect(await chrome()).toBe(worn)
  expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ll-primary').trim())).toBe('#00a37a')
  expect(errors).toEqual([])
})
