import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMap, signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser({ lamps: 200 })

const SOON = { timeout: 15_000 }
const countsOf = (page: Page): Promise<number[]> =>
  page
    .locator('.ll-map-legend-count:not(.ll-city-kinds *)')
    .allTextContents()
    .then((all) => all.map((text) => Number(text.replaceAll(',', ''))))
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

test('two tabs of one user are live: both follow a command to its end without new requests', async () => {
  const { page: first, errors } = await windows().open()
  await signIn(first, product().url)
  await openMap(first, product().url)
  const second = await windows().beside(first)
  await openMap(second, product().url)
  const tabs = [first, second]
  for (const page of tabs) await page.locator('.ll-live--open').waitFor()
  const requests: string[] = []
  for (const page of tabs) page.on('request', (request) => request.url().includes('/lamp/map') && requests.push(request.url()))
  const [on = 0, off = 0] = await countsOf(first)
  const command = on > off ? 'off' : 'on'
  const client = await product().client()
  const { data } = await client.get<{ records: { lampControlId: string }[] }>('/api/blade-city/lamp/list', { current: 1, size: 25 })
  await client.post('/api/blade-city/controller/batch/command', {
    command,
    duration: 600,
    selector: { controllerIds: data.records.map((row) => row.lampControlId) },
  })
  const step = command === 'off' ? 25 : -25
  for (const page of tabs)
    await expect.poll(async () => (await countsOf(page)).slice(0, 2), { timeout: 15_000 }).toEqual([on - step, off + step])
  expect(requests).toEqual([])
  for (const page of tabs) await expect.poll(() => page.locator('.ll-live--open').count()).toBe(1)
  expect(errors).toEqual([])
})

test('rule.layout.header-hidden lay.header-hidden rule.project.global: the chosen project filters the map and the lists; the map, whose header is hidden, still offers the choice', async () => {
  const client = await product().client()
  const { data: before } = await client.get<{ total: number; records: { id: string }[] }>('/api/blade-city/lamp/list', {
    current: 1,
    size: 30,
  })
  expect((await client.post('/api/blade-system/project/submit', { name: '滨江试点', type: 2, sort: 9 })).code).toBe(200)
  const { data: projects } = await client.get<{ id: string; name: string }[]>('/api/blade-system/project/list', { name: '滨江试点' })
  const id = projects.find((one) => one.name === '滨江试点')?.id ?? ''
  const move = before.records.slice(0, 12).map((row) => row.id)
  for (const lamp of move) {
    const { data } = await client.get<Record<string, unknown>>('/api/blade-city/lamp/detail', { id: lamp })
    expect((await client.post('/api/blade-city/lamp/submit', { id: lamp, name: data.name, sn: data.sn, projectId: id })).code).toBe(200)
  }
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  const all = sum(await countsOf(page))
  expect(all).toBe(before.total)
  expect(await page.locator('.ll-bar').count()).toBe(0)
  const pick = async (name: string): Promise<void> => {
    await page.locator('.ll-bar__project').click()
    await page.locator('.ll-project').getByRole('button', { name, exact: true }).last().click()
  }
  await pick('滨江试点')
  await expect.poll(async () => sum(await countsOf(page)), SOON).toBe(move.length)
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index`)
  await expect.poll(() => page.locator('.ll-r-pager-total').textContent(), SOON).toContain(`共 ${move.length} 条`)
  await expect.poll(() => page.locator('tr.ll-r-tr').count()).toBe(move.length)
  await pick('全部项目')
  await expect.poll(() => page.locator('.ll-r-pager-total').textContent(), SOON).toContain(`共 ${before.total} 条`)
  expect(errors).toEqual([])
})

test('rule.gateway.assign: an unknown gateway is listed as unregistered without a reload; after assignment it belongs to the tenant', async () => {
  const sn = 'GW-STRANGER-1'
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/equipmentMana/unregisteredDevice`)
  await page.getByText('暂无数据').waitFor()
  const gateway = await connectAsync(`mqtt://127.0.0.1:${product().brokerPort}`, {
    clientId: sn,
    username: sn,
    password: 'a-secret-of-its-own-choice',
    reconnectPeriod: 0,
  })
  try {
    await gateway.publishAsync(
      `ll/1/${sn}/up/hello`,
      JSON.stringify({ sn, type: 'gateway', version: '7.1', children: [{ sn: 'LC-STRANGER-1', type: 'lamp' }] }),
      { qos: 1 },
    )
    const row = page.locator('tr', { hasText: sn })
    await row.waitFor()
    await expect.poll(() => row.textContent()).toContain('在线')
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '分配 1 个网关' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: /100001|示范区/ }).click()
    await dialog.getByRole('button', { name: '分配 1 个网关' }).click()
    await row.waitFor({ state: 'detached' })
    const operator = await product().client({ tenantId: '100001', account: 'operator' })
    const { data } = await operator.get<{ records: { sn: string; status: number }[] }>('/api/blade-device/gateway/page', {
      sn,
      current: 1,
      size: 10,
    })
    expect(data.records.map((one) => [one.sn, one.status])).toEqual([[sn, 1]])
    expect(errors).toEqual([])
  } finally {
    await gateway.endAsync(true)
  }
})
