import { type ApiClient, eventually } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeList, openBrowser, signIn, type Windows } from '../browser.ts'
import { openProduct, type Product } from '../product.ts'

const GATEWAY = 'GW-E2E-ROUTE'
const BINS = { 'ROUTE-1': [112.9, 28.2], 'ROUTE-2': [112.902, 28.2], 'ROUTE-3': [112.904, 28.2] } as const
const HOUR_MS = 3_600_000

let product: Product
let windows: Windows
let client: ApiClient
let gateway: MqttClient
const ids: Record<string, string> = {}

const up = (kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })

beforeAll(async () => {
  product = await openProduct({ lamps: 20, config: { FACILITY_FAULT_SECONDS: '1' } })
  windows = await openBrowser()
  client = await product.client()
  const [project] = (await client.get<{ id: string }[]>('/api/blade-system/project/list')).data
  const own = { projectId: project?.id }
  await client.post('/api/blade-device/gateway/submit', { sn: GATEWAY, name: GATEWAY, ...own })
  const [made] = (await client.get<{ records: { id: string }[] }>('/api/blade-device/gateway/list', { sn_equal: GATEWAY })).data.records
  const { data } = await client.post<{ secret: string }>('/api/blade-device/gateway/secret', { ids: [made?.id] })
  for (const [sn, [longitude, latitude]] of Object.entries(BINS)) {
    const body = { sn, name: `清运桶 ${sn}`, gatewayId: made?.id, longitude, latitude, ...own }
    ids[sn] = (await client.post<{ id: string }>('/api/blade-device/trashdevice/submit', body)).data.id
  }
  gateway = await connectAsync(`mqtt://127.0.0.1:${product.brokerPort}`, { clientId: GATEWAY, username: GATEWAY, password: data.secret })
  gateway.on('message', (_topic, payload) => {
    const { id, args, sns = [] } = JSON.parse(payload.toString()) as { id: string; args: { minutes?: number }; sns?: string[] }
    const p = { interval: args.minutes }
    void up('ack', ...sns.map((sn) => ({ id, sn, ok: true, code: 'ok', at: Date.now(), p }))).then(() =>
      up('report', ...sns.map((sn) => ({ sn, at: Date.now() + 1, p }))),
    )
  })
  await gateway.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  const now = Date.now()
  await up('report', ...[3, 2, 1].map((hours) => ({ sn: 'ROUTE-1', at: now - hours * HOUR_MS, p: { fillLevel: 90 - hours } })))
  await up('report', { sn: 'ROUTE-1', at: now, p: { fillLevel: 92 } }, { sn: 'ROUTE-2', at: now, p: { fillLevel: 96, tilt: 60 } })
  await up('report', { sn: 'ROUTE-3', at: now, p: { fillLevel: 99 } })
  await eventually(async () => {
    const faults = await client.get<{ total: number }>('/api/blade-device/trashfaultinfo/list', { sn: 'ROUTE-2' })
    return faults.data.total > 0
  })
})
afterAll(async () => {
  gateway?.end(true)
  await windows?.close()
  await product?.stop()
})

test('rt.eq.trash eq.trashDetail trash.command trash.fault area.trash: a bin from the list to its page, a command, a fault and the collection route', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/equipmentMana/trash?sn=ROUTE`)
  await page.getByRole('link', { name: 'ROUTE-1' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/equipmentMana/trash/detail')
  await page.getByRole('tab', { name: '近况' }).click()
  await page.getByText('已满').waitFor()
  await page.locator('.ll-env-charts canvas').first().waitFor()

  await page.goto(`${product.url}/trash/command/index`)
  const form = page.locator('form.ll-env-command')
  await form.getByRole('combobox').nth(0).fill('ROUTE-1')
  await page.getByRole('option', { name: /ROUTE-1/ }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('combobox').nth(1).click()
  await page.getByRole('option', { name: '设置上报间隔' }).click()
  await form.getByLabel(/上报间隔/).fill('25')
  await page.getByRole('button', { name: '下发到 1 台' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下发到 1 台' }).click()
  await page.getByRole('dialog').locator('.ll-ladder').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).first().click()
  const record = page.locator('tr', { hasText: '设置上报间隔：25 min' })
  await expect.poll(() => record.first().textContent(), { timeout: 20_000 }).toContain('成功')

  await page.goto(`${product.url}/trash/fault/index?sn=ROUTE-2`)
  const fault = page.locator('tr', { hasText: '倾倒' })
  await fault.getByRole('button', { name: '确认' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认' }).click()
  await expect.poll(() => fault.textContent()).toContain('已确认')

  await page.goto(`${product.url}/trash/collection/index?threshold=91&lng=112.899&lat=28.2`)
  await page.getByText('ROUTE-3').waitFor()
  const stops = await page.locator('.ll-env-route tbody tr').allTextContents()
  const own = stops.filter((text) => text.includes('ROUTE-')).map((text) => /ROUTE-\d/.exec(text)?.[0])
  expect(own).toEqual(['ROUTE-1', 'ROUTE-2', 'ROUTE-3'])
  expect(errors).toEqual([])
})

test('eq.trashGroup: the form of a group of bins chooses its members, and shows them when it is opened again', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/equipmentMana/trashGroup/index?create=1`)
  const form = page.getByRole('dialog')
  await form.getByLabel('分组名称').fill('清运一组')
  expect(await form.getByLabel(/灯型|设备类型/).count()).toBe(0)
  const bins = form.getByRole('combobox', { name: '垃圾桶' })
  const choose = async (sn: string): Promise<void> => {
    await bins.fill(sn)
    await page.getByRole('option', { name: new RegExp(sn) }).click()
    await closeList(page)
  }
  await choose('ROUTE-1')
  await choose('ROUTE-3')
  await form.getByRole('button', { name: '保存' }).click()
  await page.locator('tr', { hasText: '清运一组' }).waitFor()
  const members = async (): Promise<{ memberIds: string; id: string }> => {
    const { records } = (await client.get<{ records: { id: string }[] }>('/api/blade-city/trash_group/list', { groupName: '清运一组' }))
      .data
    return (await client.get<{ memberIds: string; id: string }>('/api/blade-city/trash_group/detail', { id: String(records[0]?.id) })).data
  }
  const { id, memberIds } = await members()
  expect(memberIds.split(',')).toEqual([ids['ROUTE-1'], ids['ROUTE-3']])

  await page.goto(`${product.url}/equipmentMana/trashGroup/index?edit=${id}`)
  await form.getByText('ROUTE-1、ROUTE-3').first().waitFor()
  await choose('ROUTE-2')
  await form.getByRole('button', { name: '保存' }).click()
  await expect.poll(async () => (await members()).memberIds.split(',')).toEqual(['ROUTE-1', 'ROUTE-2', 'ROUTE-3'].map((sn) => ids[sn]))
  expect(errors).toEqual([])
})
