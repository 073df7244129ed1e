import { type ApiClient, eventually, queryOnce } from '@lamplight/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from './browser.ts'
import { ADMIN, GUEST, openProduct, type Product } from './product.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** A closed hour with readings of a meter that was replaced in it. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS
const METERS = '/visual/equipmentMana/meter/index'

let product: Product
let windows: Windows
let client: ApiClient
let [meterId, waterId, levelId] = ['', '', '']
/** A time on the wire, in the zone of the tenant (China). */
const wireTime = (at: number): string => new Date(at + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')

beforeAll(async () => {
  product = await openProduct({ lamps: 60 })
  windows = await openBrowser()
  client = await product.client()
  const add = async (path: string, body: object): Promise<string> => {
    const { code, msg, data } = await client.post<{ id: string }>(path, body)
    expect(code, msg).toBe(200)
    return data.id
  }
  const gatewayId = await add('/api/blade-device/gateway/submit', { sn: 'GW-METERS', name: '电表网关' })
  meterId = await add('/api/blade-city/meter/submit', { sn: 'METER-OLD', name: '旧表', gatewayId })
  const addTyped = async (code: string, sn: string, properties: object): Promise<string> => {
    const descriptor = JSON.stringify({ properties, commands: {} })
    const made = await client.post('/api/blade-device/type/submit', { unitProductCode: code, name: code, descriptor })
    expect(made.code, made.msg).toBe(200)
    const { data } = await client.get<{ records: { id: string }[] }>('/api/blade-device/type/list', { unitProductCode_equal: code })
    return add('/api/blade-device/typed/submit', { sn, name: sn, typeId: data.records[0]?.id, gatewayId })
  }
  waterId = await addTyped('E2E-WATER', 'WATER-1', {
    volume: { label: ['用水', 'Water'], unit: 'L', min: 0, decimals: 0, counter: true, history: true },
  })
  levelId = await addTyped('E2E-DEPTH', 'DEPTH-1', { level: { label: ['液位', 'Level'], unit: '%', history: true } })
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

/** Opens the life record of the meter by the list of meters. */
const openLife = async (page: Page): Promise<void> => {
  await page.goto(`${product.url}${METERS}`)
  await page.locator('tr.ll-r-tr').filter({ hasText: 'METER-OLD' }).getByRole('link').first().click()
  await page.waitForURL((url) => url.searchParams.has('id'))
  await page.goto(`${page.url()}&tab=life`)
}

test('a meter that was replaced is recorded on the page of its device, and not for a time in the future', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await openLife(page)
  await page.getByRole('button', { name: '登记换表' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('新旧示数之差不计入用量').waitFor()
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await page.getByText('已登记换表').waitFor()
  const entry = page.locator('.ll-r-step[data-kind=replaced]')
  await expect.poll(() => entry.allTextContents()).toEqual([expect.stringMatching(/更换电表.*admin/)])

  // The dialog begins with the present time, so a clock that is ahead gives a time in the future.
  await page.clock.setFixedTime(Date.now() + 2 * HOUR_MS)
  await page.reload()
  await page.getByRole('button', { name: '登记换表' }).click()
  await dialog.getByRole('button', { name: '登记', exact: true }).click()
  await dialog.getByText('换表时间不能晚于当前时间').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.poll(() => entry.count()).toBe(1)
  expect(errors).toEqual([])
})

test('history and life record say what was decided about the counter', async () => {
  const at = (minute: number): string => `to_timestamp(${(START + minute * MINUTE_MS) / 1000})`
  await queryOnce(product.databaseUrl, `select devices_telemetry_partition(date '${new Date(START).toISOString().slice(0, 10)}')`)
  const readings = [
    [5, 1000],
    [10, 1000.5],
    [30, 200],
    [40, 201],
  ].map(([minute = 0, kwh]) => `('000000', ${meterId}, 25, ${at(minute)}, array[${kwh}]::float8[])`)
  await queryOnce(product.databaseUrl, `insert into devices_series (tenant_id, device_id, type, at, v) values ${readings.join(', ')}`)
  await eventually(async () => {
    const [row] = await queryOnce<{ closed: boolean }>(
      product.databaseUrl,
      `select closed_until > ${at(60)} as closed from devices_rollup_frontier`,
    )
    return row?.closed
  })
  const told = await client.post('/api/blade-device/counter/replaced', { deviceId: meterId, at: wireTime(START + 20 * MINUTE_MS) })
  expect(told.code, told.msg).toBe(200)
  await eventually(async () => {
    const { data } = await client.get<{ counters: object[] }>('/api/blade-device/telemetry/history', { deviceId: meterId, hours: 24 })
    return data.counters.length > 0
  })

  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, ADMIN, 'en')
  await openLife(page)
  await page.locator('.ll-r-step[data-kind=fault]').filter({ hasText: 'Energy: 1 reset' }).waitFor()
  const replaced = page.locator('.ll-r-step[data-kind=replaced]').filter({ hasText: 'Meter replaced' })
  const before = await replaced.count()
  await page.getByRole('button', { name: 'Record a replaced meter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('the difference between old and new readings is not counted').waitFor()
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByText('The replaced meter was recorded').waitFor()
  await expect.poll(() => replaced.count()).toBe(before + 1)
  await page.goto(page.url().replace('tab=life', 'tab=history'))
  await page.getByRole('list', { name: 'Meter decisions' }).getByText('Energy: 1 reset').waitFor()
  const chinese = await windows.open()
  await signIn(chinese.page, product.url)
  await chinese.page.goto(page.url().replace('/en/', '/'))
  await chinese.page.getByRole('list', { name: '示数判定' }).getByText('总电量：清零 1 次').waitFor()
  expect([...errors, ...chinese.errors]).toEqual([])
})

test('the button is on the pages of lamps and of devices of types made at run time, not of devices without a counter, and not for guests', async () => {
  const lampOf = async (of: ApiClient): Promise<string> => {
    const { data } = await of.get<{ records: { id: string }[] }>('/api/blade-city/lamp/list', { size: 1 })
    return `${product.url}/city/lampmanagement/lampinformation/details?id=${data.records[0]?.id}&tab=life`
  }
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  const button = page.getByRole('button', { name: '登记换表' })
  await page.goto(await lampOf(client))
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: '登记', exact: true }).click()
  await page.locator('.ll-r-step[data-kind=replaced]').filter({ hasText: '更换电表' }).waitFor()
  const typed = (id: string): string => `${product.url}/equipmentMana/productDevice/details?id=${id}&tab=life`
  await page.goto(typed(waterId))
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: '登记', exact: true }).click()
  await page.locator('.ll-r-step[data-kind=replaced]').filter({ hasText: '更换电表' }).waitFor()
  await page.goto(typed(levelId), { waitUntil: 'networkidle' })
  await page.getByLabel('显示').waitFor()
  expect(await button.count()).toBe(0)

  const guest = await windows.open()
  await signIn(guest.page, product.url, GUEST)
  await guest.page.goto(await lampOf(await product.client(GUEST)))
  await guest.page.getByLabel('显示').waitFor()
  expect(await guest.page.getByRole('button', { name: '登记换表' }).count()).toBe(0)
  expect([...errors, ...guest.errors]).toEqual([])
})
