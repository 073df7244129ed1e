import { afterAll, beforeAll, expect, test } from 'vitest'
import { land, openBrowser, openMap, signIn, type Windows } from '../browser.ts'
import { openProduct, type Product } from '../product.ts'
import { type Gate, openGate } from './gate.ts'

let product: Product
let gate: Gate
let windows: Windows
beforeAll(async () => {
  product = await openProduct({ lamps: 200 })
  gate = await openGate(product.port)
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await gate?.stop()
  await product?.stop()
})

test('a lost connection is shown, the content stays, and the page catches up without a reload', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, gate.url)
  await openMap(page, gate.url)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const live = page.locator('.ll-tabs .ll-live')
  await page.locator('.ll-live--open').waitFor()
  const counts = (): Promise<number[]> =>
    page
      .locator('.ll-map-legend-count')
      .allTextContents()
      .then((all) => all.map(Number))
  const [on = 0, off = 0] = await counts()

  gate.shut()
  await page.locator('.ll-tabs .ll-live--lost').waitFor()
  await expect.poll(() => live.textContent()).toContain('连接')
  // While the connection is lost, the lamps change to the other state.
  const command = on > off ? 'off' : 'on'
  const client = await product.client()
  const { data } = await client.get<{ records: { lampControlId: string }[] }>('/api/blade-city/lamp/list', { current: 1, size: 30 })
  const controllerIds = data.records.map((row) => row.lampControlId)
  const sent = await client.post<{ batchId: string; total: number }>('/api/blade-city/controller/batch/command', {
    command,
    duration: 600,
    selector: { controllerIds },
  })
  expect(sent.data.total).toBe(30)
  await expect
    .poll(
      async () => (await client.get<{ verified: number }>('/api/blade-city/commandrecord/detail', { id: sent.data.batchId })).data.verified,
      { timeout: 20_000 },
    )
    .toBe(30)
  expect((await counts()).slice(0, 2)).toEqual([on, off])

  gate.open()
  await page.locator('.ll-live--open').waitFor()
  const step = command === 'off' ? 30 : -30
  await expect.poll(async () => (await counts()).slice(0, 2), { timeout: 10_000 }).toEqual([on - step, off + step])
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(errors).toEqual([])
})

test('a server that does not answer is detected within 10 s: it is shown, the map turns grey, and both recover', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, gate.url)
  await openMap(page, gate.url)
  await page.locator('.ll-live--open').waitFor()
  const filter = () => page.locator('.ll-map-host').evaluate((host) => getComputedStyle(host).filter)
  expect(await filter()).toBe('none')
  const since = performance.now()
  gate.freeze()
  await page.locator('.ll-tabs .ll-live--lost').waitFor({ timeout: 15_000 })
  expect(performance.now() - since).toBeLessThan(11_000)
  expect(await filter()).toBe('grayscale(1)')
  gate.open()
  await page.locator('.ll-live--open').waitFor()
  await expect.poll(filter).toBe('none')
  expect(errors).toEqual([])
})

test('a standalone page and the lock page whose chunk failed to load are loaded on retry, without a reload', async () => {
  const { page } = await windows.open()
  await land(page, product.url)
  await page.goto(`${product.url}/system/post`)
  await page.locator('.ll-page-header h1').first().waitFor()
  await page.evaluate(() => Object.assign(window, { stays: true }))
  const stays = () => page.evaluate(() => 'stays' in window)

  const landing = /landing\.page-[^/]+\.js/
  await page.route(landing, (route) => route.abort())
  await page.locator('.ll-side__brand').click()
  const again = page.getByRole('alert').getByRole('button', { name: '重试' })
  await again.waitFor()
  await page.unroute(landing)
  await again.click()
  await page.getByRole('navigation', { name: '系统导航' }).getByRole('button', { name: '城市照明' }).waitFor()
  expect(await stays()).toBe(true)

  await page.goBack()
  const lock = /lock-page-[^/]+\.js/
  await page.route(lock, (route) => route.abort())
  await page.locator('.ll-bar__lock').click()
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await dialog.getByPlaceholder('请输入锁屏密码').fill('1234')
  await dialog.getByRole('button', { name: '锁屏', exact: true }).click()
  await page.getByRole('button', { name: '重新加载' }).waitFor()
  await page.unroute(lock)
  await page.getByRole('button', { name: '重新加载' }).click()
  await page.getByRole('heading', { name: '屏幕已锁定' }).waitFor()
  expect(await stays()).toBe(true)
})

test('notices whose styles failed to load are shown once they load, without an error meanwhile', async () => {
  const { page, errors } = await windows.open()
  let missing = true
  await page.route(/toasts-.*\.css/, (route) => (missing ? route.abort() : route.continue()))
  const failed = page.waitForRequest(/toasts-.*\.css/)
  await signIn(page, product.url)
  await failed
  missing = false
  await page.locator('.ll-toasts').waitFor({ state: 'attached', timeout: 15_000 })
  expect(errors).toEqual([])
})
