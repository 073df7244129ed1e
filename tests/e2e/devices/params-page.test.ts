import { type ApiClient, eventually } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drag, openBrowser, signIn, type Windows } from '../browser.ts'
import { ADMIN, openProduct, type Product } from '../product.ts'

const PAGE = '/city/controlCenter/params/index'
const CITY = '/api/blade-city'
const TEST_MS = 120_000
interface Controller {
  readonly id: string
  readonly sn: string
  readonly areaId: string
  readonly gatewayId: string
}

let product: Product
let windows: Windows
let client: ApiClient
/** The controllers of one district, of which the first two drift. */
let district: readonly Controller[]

beforeAll(async () => {
  // Every device limits numbers to 0–50, so a larger wanted value drifts.
  product = await openProduct({ lamps: 200, simulate: '--param-clamp 1' })
  windows = await openBrowser()
  client = await product.client()
  const { data } = await client.get<{ records: readonly Controller[] }>(`${CITY}/controller/page`, { size: 200 })
  const districts = [...Map.groupBy(data.records, ({ areaId }) => areaId).values()].sort((a, b) => b.length - a.length)
  district = districts[0] ?? []
  const set = (some: readonly Controller[], onOffset: number): Promise<unknown> =>
    client.post(`${CITY}/controller/batch/set/timeoffset`, { controllerIds: some.map(({ id }) => id), onOffset, offOffset: 0 })
  await set(district.slice(2), 10)
  await set(district.slice(0, 2), 90)
  const spread = async () =>
    (
      await client.post<{ reported: number; drifted: number }>(`${CITY}/param/spread`, {
        family: 'timeOffset',
        areaId: district[0]?.areaId,
      })
    ).data
  await eventually(async () => {
    const { reported, drifted } = await spread()
    return reported === district.length && drifted === 2
  })
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test('drift of a family in one district: the spread shows it, the deviating lamps are chosen and set, and wanted equals reported', {
  timeout: TEST_MS,
}, async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url, ADMIN)
  await page.goto(`${product.url}${PAGE}?family=timeOffset&areaId=${district[0]?.areaId}`)
  const drifted = page.locator('.ll-spread button[data-tone=drift]')
  await expect.poll(() => drifted.textContent()).toMatch(/开灯偏移 50 min.*2 台/)
  await drifted.click()
  const rows = page.locator('tr.ll-r-tr')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('button', { name: '设置 2 台' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 台设备').first().waitFor()
  await dialog.getByLabel('开灯偏移').fill('10')
  await dialog.getByRole('button', { name: '下发到 2 台设备' }).click()
  await dialog.getByRole('button', { name: '查看指令记录' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${product.url}${PAGE}?family=timeOffset&areaId=${district[0]?.areaId}&size=200`)
  await expect.poll(() => page.locator('.ll-spread button').count(), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => page.locator('.ll-spread button').textContent()).toContain(`${district.length} 台`)
  for (const { sn } of district.slice(0, 2)) await expect.poll(() => rows.filter({ hasText: sn }).textContent()).toMatch(/一致.*10 min/)
  expect(errors).toEqual([])
})

test('a dangerous family names its waves before it is sent, and the record shows them', { timeout: TEST_MS }, async () => {
  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, ADMIN, 'en')
  await page.goto(`${product.url}${PAGE}?family=serverLink&areaId=${district[0]?.areaId}`)
  await page.getByRole('button', { name: /^Set / }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('[data-waves="2"]')
    .filter({ hasText: /sent to a first wave of \d+.*5 min/ })
    .waitFor()
  // These devices were never read.
  await dialog.getByText('all fields below are sent and overwrite them').waitFor()
  await dialog
    .getByLabel(/^Server/)
    .first()
    .fill('en.example.com')
  await dialog.getByRole('button', { name: /^Send to / }).click()
  await dialog.locator('.ll-waves li[data-wave="2"][data-state=waiting]').waitFor()
  await dialog.getByRole('button', { name: 'Open the record' }).click()
  await page.locator('.ll-waves li[data-wave="1"]').waitFor()
  await page.locator('.ll-waves li[data-wave="2"]').waitFor()
  expect(errors).toEqual([])
})

test('lamps that are selected on the map are the devices of the page', { timeout: TEST_MS }, async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url, ADMIN)
  await page.goto(`${product.url}${PAGE}?family=timeOffset`)
  await page.getByRole('button', { name: '在地图上选择' }).click()
  await page.waitForURL((at) => at.searchParams.get('choose') === 'params')
  await page.getByText('用套索（L）或矩形（R）选择灯具').waitFor()
  const map = page.locator('.ll-map-host')
  await page.getByRole('button', { name: '框选（R）' }).click()
  await drag(page, map, [300, 200], [800, 600])
  const count = /\d+/.exec((await page.locator('.ll-city-dim h2').textContent()) ?? '')?.[0]
  await page.locator('.ll-city-dim').getByRole('button', { name: '参数', exact: true }).click()
  await page.waitForURL((at) => at.pathname === PAGE)
  await page.getByRole('button', { name: `地图选择：${count} 台` }).waitFor()
  await page.getByRole('button', { name: `读取 ${count} 台` }).waitFor()
  expect(errors).toEqual([])
})

test('a calibration of power meters shows the error, the one before it and the change, without a reload', {
  timeout: TEST_MS,
}, async () => {
  const { page, errors } = await windows.open('en')
  const [lamp] = district
  await client.get(`${CITY}/controller/batch/get/powercheck`, { controllerIds: lamp?.id })
  await signIn(page, product.url, ADMIN, 'en')
  await page.goto(`${product.url}/city/controlCenter/powerCheck/index?keyword=${lamp?.sn}`)
  const row = page.locator('tr.ll-r-tr')
  await expect.poll(() => row.textContent()).toMatch(/\d%/)
  const error = /-?[\d.]+%/.exec((await row.textContent()) ?? '')?.[0]
  await row.getByRole('button', { name: 'Calibrate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Calibrate', exact: true }).click()
  await expect.poll(() => row.textContent()).toMatch(new RegExp(`Before calibration ${error}, change [+-][\\d.]+%`))
  expect(errors).toEqual([])
})
