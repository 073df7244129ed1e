import { type ApiClient, eventually } from '@lamplight/testing'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseRadio, openBrowser, signIn, type Windows } from '../browser.ts'
import { ADMIN, openProduct, type Product } from '../product.ts'

const GATEWAY = 'GW-E2E-BINS'
const LIST = '/equipmentMana/trash'
const MINUTE_MS = 60_000
/** Serial numbers of the bins; E2E-BUSY refuses every command, E2E-NONE has no gateway. */
const BINS = ['E2E-1', 'E2E-2', 'E2E-BUSY', 'E2E-NONE'] as const
type Sn = (typeof BINS)[number]

let product: Product
let windows: Windows
let client: ApiClient
let gateway: MqttClient
const ids = {} as Record<Sn, string>
/** A command as the gateway receives it. */
interface Command {
  readonly id: string
  readonly cmd: string
  readonly args?: { readonly open?: number; readonly minutes?: number }
  readonly sns?: readonly string[]
}
const received: Command[] = []
const started = Date.now()
let last = started

const up = (kind: 'report' | 'ack', ...entries: object[]): Promise<unknown> =>
  gateway.publishAsync(`ll/1/${GATEWAY}/up/${kind}`, JSON.stringify(entries), { qos: 1 })
/** Returns a device time later than all earlier ones. */
const tick = (): number => {
  last = Math.max(last + 1, Date.now())
  return last
}

/** Acts as a bin: answers the command and reports the value that it set. */
const obey = async ({ id, cmd, args = {}, sns = [] }: Command): Promise<void> => {
  const p = cmd === 'lid' ? { lid: args.open } : cmd === 'interval' ? { interval: args.minutes } : {}
  const obeys = sns.filter((sn) => sn !== 'E2E-BUSY')
  await up(
    'ack',
    ...sns.map((sn) => ({ id, sn, at: tick(), ...(obeys.includes(sn) ? { ok: true, code: 'ok', p } : { ok: false, code: 'busy' }) })),
  )
  await up('report', ...obeys.map((sn) => ({ sn, at: tick(), p })))
}

beforeAll(async () => {
  product = await openProduct({ lamps: 20 })
  windows = await openBrowser()
  client = await product.client()
  const [project] = (await client.get<{ id: string }[]>('/api/blade-system/project/list')).data
  const own = { projectId: project?.id }
  await client.post('/api/blade-device/gateway/submit', { sn: GATEWAY, name: GATEWAY, ...own })
  const [made] = (await client.get<{ records: { id: string }[] }>('/api/blade-device/gateway/list', { sn_equal: GATEWAY })).data.records
  const { data } = await client.post<{ secret: string }>('/api/blade-device/gateway/secret', { ids: [made?.id] })
  for (const sn of BINS) {
    const place = sn === 'E2E-NONE' ? own : { ...own, gatewayId: made?.id }
    const added = await client.post<{ id: string }>('/api/blade-device/trashdevice/submit', { sn, name: `桶 ${sn}`, ...place })
    expect(added.code, added.msg).toBe(200)
    ids[sn] = added.data.id
  }
  gateway = await connectAsync(`mqtt://127.0.0.1:${product.brokerPort}`, { clientId: GATEWAY, username: GATEWAY, password: data.secret })
  gateway.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as Command
    received.push(command)
    void obey(command)
  })
  await gateway.subscribeAsync(`ll/1/${GATEWAY}/down/command`, { qos: 1 })
  // Six hours of reports; the fill level rises by 2 % with each.
  const past = Array.from({ length: 24 }, (_, n) => ({
    sn: 'E2E-1',
    at: started - (24 - n) * 15 * MINUTE_MS,
    p: { fillLevel: 10 + 2 * n, lid: n % 2, temperature: 20.5 },
  }))
  await up('report', ...past)
  await up('report', {
    sn: 'E2E-1',
    at: tick(),
    p: { fillLevel: 60, lid: 0, temperature: 21.5, battery: 3.6, version: '2.1.4', faults: ['highTemperature'] },
  })
  await eventually(async () => {
    const { data: row } = await client.get<{ fillLevel: string }>('/api/blade-device/trashdevice/detail', { id: ids['E2E-1'] })
    return row.fillLevel === '60'
  })
})
afterAll(async () => {
  gateway?.end(true)
  await windows?.close()
  await product?.stop()
})

const rowOf = (page: Page, sn: Sn) => page.locator('tr.ll-r-tr', { hasText: sn })
const rungs = (page: Page): Promise<(string | null)[]> =>
  page.locator('.ll-ladder li').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-count')))
const details = (sn: Sn, tab = ''): string => `${product.url}${LIST}/detail?id=${ids[sn]}${tab && `&tab=${tab}`}`

test('the list shows values as text and with units, and is updated by reports', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}${LIST}?sn=E2E`)
  const row = rowOf(page, 'E2E-1')
  await expect.poll(() => row.textContent()).toMatch(/故障.*60%.*关.*21\.5°C/)
  await up('report', { sn: 'E2E-1', at: tick(), p: { fillLevel: 61 } })
  await up('report', { sn: 'E2E-1', at: tick(), p: { lid: 1, faults: [] } })
  // Values of the first report stay if the second report does not contain them.
  await expect.poll(() => row.textContent(), { timeout: 10_000 }).toMatch(/正常.*61%.*开.*21\.5°C/)
  expect(errors).toEqual([])
})

test('a command from the list shows its input and targets, and its rungs; failed devices are retried', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}${LIST}?sn=E2E`)
  for (const sn of BINS) await rowOf(page, sn).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: '设置上报间隔 4 个' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('4 个，1 个网关').waitFor()
  await dialog.getByText('其中 1 个没有接入网关，将记为失败').waitFor()
  await dialog.getByLabel('间隔').fill('0')
  await dialog.getByRole('button', { name: '设置上报间隔 4 个' }).click()
  await dialog.getByText('不能小于1').waitFor()
  expect(received).toEqual([])
  await dialog.getByLabel('间隔').fill('20')
  await dialog.getByRole('button', { name: '设置上报间隔 4 个' }).click()
  await expect.poll(() => rungs(page), { timeout: 15_000 }).toEqual(['4', '3', '2', '2', '2'])
  expect(received[0]).toMatchObject({ cmd: 'interval', args: { minutes: 20 }, sns: ['E2E-1', 'E2E-2', 'E2E-BUSY'] })
  await dialog.getByText('2 失败').waitFor()
  await dialog.getByRole('button', { name: '重试全部失败 2 台' }).click()
  await page.getByRole('dialog', { name: '重试 2 台失败设备' }).getByText('设置上报间隔：20 min').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '查看指令记录' }).click()
  await page.getByRole('heading', { name: /设置上报间隔：20 min/ }).waitFor()
  await page.getByText('垃圾桶 · 4 个').waitFor()
  expect(await page.getByText('在地图上显示').count()).toBe(0)
  expect(await page.getByText('自动恢复日程').count()).toBe(0)
  await page.getByRole('link', { name: '桶 E2E-1' }).click()
  await page.waitForURL((at) => at.pathname === `${LIST}/detail` && at.searchParams.get('id') === ids['E2E-1'])
  expect(errors).toEqual([])
})

test('the page of a device shows its values, sends a command that reaches verified, and lists it', async () => {
  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, ADMIN, 'en')
  await page.goto(details('E2E-1'))
  const value = (property: string) => page.locator(`[data-property=${property}] dd`)
  await expect.poll(() => value('temperature').textContent()).toBe('21.5°C')
  expect([await value('version').textContent(), await value('openings').textContent()]).toEqual(['2.1.4', '—'])
  await up('report', { sn: 'E2E-1', at: tick(), p: { lid: 0, faults: ['highTemperature'] } })
  await page.reload()
  await expect.poll(() => page.locator('.ll-status-line__fault').textContent()).toMatch(/^Faults: Temperature too high.*since \d{4}/)
  await expect.poll(() => value('lid').textContent()).toBe('Closed')

  await page.getByRole('tab', { name: 'Commands', exact: true }).click()
  await page.getByRole('button', { name: 'Open or close the lid' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 device behind 1 gateway').waitFor()
  await dialog.getByRole('button', { name: 'Open or close the lid 1' }).click()
  await expect.poll(() => rungs(page), { timeout: 15_000 }).toEqual(['1', '1', '1', '1', '1'])
  expect(received.at(-1)).toMatchObject({ cmd: 'lid', args: { open: 1 }, sns: ['E2E-1'] })
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const latest = page.getByRole('link', { name: 'Open or close the lid: Open' })
  await latest.waitFor()
  await expect.poll(() => page.locator('.ll-device-commands').textContent()).toContain('Verified')
  // The confirmation of a harmful command has a danger button.
  await page.getByRole('button', { name: 'Restart' }).click()
  await page.locator('[role=dialog] .ll-button--danger', { hasText: 'Restart 1' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await latest.click()
  await page.getByRole('heading', { name: /Open or close the lid: Open/ }).waitFor()
  await page.getByText('桶 E2E-1 · 1 device').waitFor()
  expect(errors).toEqual([])
})

test('the history shows a chart for each reported value, zooms by dragging, and explains an empty range', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(details('E2E-1', 'history'))
  const chart = page.getByRole('figure', { name: '满溢度' })
  await chart.locator('canvas').waitFor()
  // Pixels in the line's colour exist, but none where there were no reports.
  const drawn = (): Promise<number> =>
    chart.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let blue = 0
      for (let at = 0; at < data.length; at += 4)
        if (Math.abs((data[at] ?? 0) - 64) < 24 && Math.abs((data[at + 1] ?? 0) - 158) < 24 && (data[at + 2] ?? 0) > 230) blue += 1
      return blue
    })
  await expect.poll(drawn).toBeGreaterThan(50)
  await chart.getByRole('button', { name: '表' }).click()
  await expect.poll(() => chart.locator('tbody tr').count()).toBeGreaterThan(20)
  expect(await chart.locator('tbody').textContent()).toContain('56')
  await chart.getByRole('button', { name: '图' }).click()
  const frame = await chart.locator('.ll-chart-frame').boundingBox()
  if (!frame) throw new Error('the chart is not on the screen')
  const [y, x] = [frame.y + frame.height / 2, (share: number): number => frame.x + frame.width * share]
  await page.mouse.move(x(0.8), y)
  await page.mouse.down()
  await page.mouse.move(x(0.9), y, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL((at) => at.searchParams.has('from'))
  const span = await page.evaluate(() => {
    const { searchParams } = new URL(window.location.href)
    return Number(searchParams.get('to')) - Number(searchParams.get('from'))
  })
  expect(span / 3_600_000).toBeGreaterThan(2)
  expect(span / 3_600_000).toBeLessThan(3)

  await page.goto(details('E2E-NONE', 'history'))
  await page.getByText('这段时间没有上报').waitFor()
  await page.getByRole('button', { name: '查看最近 30 天' }).click()
  await page.waitForURL((at) => at.searchParams.get('hours') === '720')
  await page.goto(details('E2E-NONE'))
  await page.getByText('设备没有接入网关').waitFor()
  expect(errors).toEqual([])
})

test('the faults of a device are in a tab with begin and end, and its life record lists actions with their user', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await client.post('/api/blade-device/trashdevice/submit', { id: ids['E2E-1'], remark: '换锁' })
  await page.goto(details('E2E-1', 'faults'))
  const faults = page.locator('.ll-record tr.ll-r-tr')
  await expect.poll(() => faults.first().textContent()).toMatch(/^温度过高\d.*仍存在/)
  await up('report', { sn: 'E2E-1', at: tick(), p: { faults: [] } })
  await chooseRadio(page, '已结束')
  await expect.poll(() => faults.count()).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => faults.first().textContent()).not.toContain('仍存在')

  await page.goto(details('E2E-1', 'life'))
  const entries = page.locator('.ll-r-step')
  await expect.poll(() => page.locator('.ll-r-step[data-kind=command]').first().textContent()).toContain('开关桶盖')
  await expect.poll(() => page.locator('.ll-r-step[data-kind=edited]').first().textContent()).toMatch(/备注.*无 → 换锁/)
  expect(await page.locator('.ll-r-step[data-kind=added]').count()).toBe(1)
  await page.getByLabel('显示').selectOption('fault')
  await expect.poll(() => entries.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('data-kind')))])).toEqual(['fault'])
  await entries.first().getByRole('link', { name: '查看' }).click()
  await page.waitForURL((at) => at.searchParams.get('tab') === 'faults')
  expect(errors).toEqual([])
})

test('a device of a type created at run time has the same page: live values, charts, and a generated command form', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  const descriptor = {
    properties: { level: { label: ['液位', 'Level'], unit: '%', min: 0, max: 100, decimals: 0, history: true } },
    commands: {
      drain: { label: ['排空', 'Drain'], input: { minutes: { kind: 'int', label: ['时长', 'Minutes'], min: 1, max: 60, required: true } } },
    },
  }
  await client.post('/api/blade-device/type/submit', {
    unitProductCode: 'E2E-LEVEL',
    name: '液位计',
    descriptor: JSON.stringify(descriptor),
  })
  const [type] = (await client.get<{ records: { id: string }[] }>('/api/blade-device/type/list')).data.records
  const [own] = (await client.get<{ records: { id: string }[] }>('/api/blade-device/gateway/list', { sn_equal: GATEWAY })).data.records
  const added = await client.post('/api/blade-device/typed/submit', { sn: 'E2E-T', name: '液位 1', typeId: type?.id, gatewayId: own?.id })
  expect(added.code, added.msg).toBe(200)
  const [device] = (await client.get<{ records: { id: string }[] }>('/api/blade-device/typed/list', { sn_equal: 'E2E-T' })).data.records
  await up('report', { sn: 'E2E-T', at: tick(), p: { level: 41 } })
  const at = (tab = ''): string => `${product.url}/equipmentMana/productDevice/details?id=${device?.id}${tab && `&tab=${tab}`}`
  await page.goto(at())
  await expect.poll(() => page.locator('[data-property=level] dd').textContent()).toBe('41%')
  await up('report', { sn: 'E2E-T', at: tick() + 1000, p: { level: 42 } })
  last += 1000
  await expect.poll(() => page.locator('[data-property=level] dd').textContent(), { timeout: 10_000 }).toBe('42%')
  await page.goto(at('history'))
  await page.getByRole('figure', { name: '液位' }).locator('canvas').waitFor()
  await page.goto(at('commands'))
  await page.getByRole('button', { name: '排空' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('时长').fill('99')
  await dialog.getByRole('button', { name: /^排空/ }).click()
  await dialog.getByText('不能大于60').waitFor()
  await dialog.getByLabel('时长').fill('5')
  await dialog.getByRole('button', { name: /^排空/ }).click()
  await expect.poll(() => rungs(page), { timeout: 15_000 }).toEqual(['1', '1', '1', '0', '0'])
  expect(received.at(-1)).toMatchObject({ cmd: 'drain', args: { minutes: 5 }, sns: ['E2E-T'] })
  await dialog.getByRole('button', { name: '关闭' }).first().click()
  await page.getByRole('link', { name: '排空：5' }).waitFor()

  await page.goto(`${product.url}/equipmentMana/productDevice?sn=E2E-T`)
  await page.locator('tr.ll-r-tr', { hasText: 'E2E-T' }).getByRole('checkbox').check()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /下发指令/ })
    .click()
  await page.getByRole('dialog').getByLabel('指令').selectOption('drain')
  await page.getByRole('dialog').getByRole('button', { name: '下一步' }).click()
  await page.getByRole('dialog').getByLabel('时长').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  expect(errors).toEqual([])
})
