import { eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from '../browser.ts'
import { ADMIN, openProduct, type Product } from '../product.ts'

const PAGE = '/city/controlCenter/paramDrift/index'
let product: Product
let windows: Windows
let drifted: string

beforeAll(async () => {
  // Every device limits numbers to 0–50, so a larger wanted value drifts.
  product = await openProduct({ lamps: 20, simulate: '--param-clamp 1' })
  windows = await openBrowser()
  const client = await product.client()
  const { data } = await client.get<{ records: { id: string; name: string }[] }>('/api/blade-city/controller/page', { size: 3 })
  drifted = data.records[0]?.name ?? ''
  const controllerIds = data.records.map(({ id }) => id).join(',')
  await client.post('/api/blade-city/controller/batch/set/timeoffset', { controllerIds, onOffset: 90, offOffset: 0 })
  await eventually(async () => (await client.get<{ total: number }>('/api/blade-city/param/drift/count')).data.total === 3, 20_000)
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test('drift is counted in the menu, shows both values, is repaired with progress, and can be accepted; the device page shows the count too', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url, ADMIN)
  await page.goto(`${product.url}${PAGE}`)
  const row = page.getByRole('row', { name: new RegExp(drifted) })
  await row.getByText('开灯偏移 90 min').waitFor()
  await row.getByText('开灯偏移 50 min').waitFor()
  await expect.poll(() => page.locator('.ll-side__count').textContent()).toBe('3')

  await row.getByRole('button', { name: '重新下发' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/设置时间偏移/).waitFor()
  await dialog.getByRole('button', { name: '关闭' }).click()
  await row.getByText('设备改为其他值').waitFor({ timeout: 20_000 })

  await row.getByRole('link', { name: drifted }).click()
  await page.getByRole('tab', { name: /参数/ }).getByText('1', { exact: true }).waitFor()
  await page
    .getByRole('row', { name: /时间偏移/ })
    .getByRole('button', { name: '采纳上报值' })
    .waitFor()
  await page.goBack()

  await row.getByRole('button', { name: '采纳', exact: true }).click()
  await page.getByRole('dialog').getByText('开灯偏移 50 min').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '采纳上报值' }).click()
  await expect.poll(() => page.locator('.ll-side__count').textContent()).toBe('2')
  await row.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('chosen rows and all matching rows are repaired; the filters are in the address', async () => {
  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, ADMIN, 'en')
  await page.goto(`${product.url}${PAGE}`)
  await page.getByRole('radio', { name: /Time offset/ }).click()
  await page.waitForURL(/family=timeOffset/)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Resend 2', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resend all 2', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resend 2', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/Set time offset/)
    .waitFor()
  expect(errors).toEqual([])
})

test('a dangerous family names its devices and waves before its drift is repaired', async () => {
  const client = await product.client()
  const { data } = await client.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 100 })
  const controllerIds = data.records.map(({ id }) => id)
  const link = { host: 'lamps.example.com', port: 1883, protocol: 3, heartbeat: 120 }
  await client.post('/api/blade-city/controller/batch/set/serverlinkinfo', { controllerIds: controllerIds.slice(0, 1), ...link })
  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, ADMIN, 'en')
  await page.goto(`${product.url}${PAGE}?family=serverLink`)
  await page.locator('tr.ll-r-tr').getByRole('button', { name: 'Resend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Server link \(1 device\) can cut devices off.*1 device receives it at once/).waitFor()
  await dialog.getByText(/Devices without connection for 5 min return to their old values/).waitFor()
  await dialog.getByRole('button', { name: 'Resend 1', exact: true }).click()
  await dialog.locator('.ll-waves li, li').first().waitFor()
  expect(errors).toEqual([])
})
