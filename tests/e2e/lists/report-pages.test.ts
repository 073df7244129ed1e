import { propertyKey } from '@lamplight/devices/model'
import { envSensorType } from '@lamplight/environment/model'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 120, config: { DEMO_NIGHTS: '5' } })

interface Totals {
  readonly totals: Readonly<Record<string, number | null>>
}
const TEMPERATURE = `property=${propertyKey(envSensorType, envSensorType.properties.temperature.slot)}`
/** Pages of a generated report, with the call that has its totals and one of its figures. */
const REPORTS = [
  ['rep.energy', '/report/energy', 'energy/page', 'energy'],
  ['city.stat.energy', '/city/statistics/energy', 'energy/page?systemType=2', 'energy'],
  ['vis.report.energy', '/visual/report/energy', 'energy/page?systemType=3', 'energy'],
  ['inst.stat', '/intelligentInstitute/statistics/index', 'energy/page?systemType=4', 'energy'],
  ['sun.report.energy', '/sun/report/energy', 'energy/page?systemType=200', 'energy'],
  ['rep.online', '/report/online', 'online/page', 'rate'],
  ['city.stat.online', '/city/statistics/online', 'online/page?systemType=2', 'rate'],
  ['rep.consumption', '/report/powerConsumption', 'powerConsumption/page', 'energy'],
  ['city.stat.consumption', '/city/statistics/powerConsumption', 'powerConsumption/page?systemType=2', 'energy'],
  ['rep.lightRate', '/report/lightRate', 'lightRate/page', 'rate'],
  ['city.stat.light', '/city/statistics/lightRate', 'lightRate/page?systemType=2', 'rate'],
  ['city.stat.charge', '/city/statistics/deviceCharge', 'deviceCharge/page', 'money'],
  ['rep.solar', '/report/solarVoltageCurrent', 'solarVoltage/page', 'voltageLow'],
  ['sun.report.vc', '/sun/report/voltageCurrent', 'solarVoltage/page', 'voltageLow'],
  ['rep.meter', '/report/meter', 'meterEnergy/page', 'energy'],
  ['rep.trash', '/report/trash', 'trashFill/page', 'mean'],
  ['rep.env', `/report/env?${TEMPERATURE}`, `envValues/page?${TEMPERATURE}`, 'mean'],
  ['rep.replace', '/report/replaceDevice', 'replaced/page', 'replaced'],
] as const
/** Pages written by hand, with a text that their figures or rows have. */
const PAGES = [
  ['rep.offline', '/report/offline', '离线次数'],
  ['city.stat.offline', '/city/statistics/offline', '离线次数'],
  ['rep.deviceStatus', '/report/deviceStatus', '按登记年限'],
  ['rep.scanIn', '/report/scanIn', '扫码录入报表'],
  ['city.stat.scan', '/city/statistics/scanIn', '扫码录入报表'],
  ['rep.history', '/report/history', '亮灯时长'],
  ['city.stat.history', '/city/statistics/history', '亮灯时长'],
  ['city.lighting', '/city/lampmanagement/lightingStatus/index', '起始时间'],
  ['', '/report/efficiency', '节能率'],
] as const

test('rule.function.6 area.report grp.city.statistics grp.sun.report: each report page shows the figures of its call', async () => {
  const client = await product().client(ADMIN)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  // The sums of past nights are made after the start.
  await expect
    .poll(async () => (await client.get<Totals>('/api/blade-report/lightRate/page')).data.totals.rate ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(50)
  const seen: string[] = []
  for (const [id, path, call, name] of REPORTS) {
    const { data, code, msg } = await client.get<Totals & { total: number }>(`/api/blade-report/${call}`)
    expect(code, `${id}: ${msg}`).toBe(200)
    await page.goto(`${product().url}${path}`)
    await page.locator('.ll-report').waitFor()
    if (data.total === 0) await page.getByText('所选时间和条件下没有数据').waitFor()
    else {
      const value = data.totals[name]
      const figures = page.locator('.ll-report-figures')
      await figures.waitFor()
      if (typeof value === 'number') await figures.getByText(Math.trunc(value).toLocaleString('en-US')).first().waitFor({ timeout: 5000 })
      seen.push(id)
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining(['rep.energy', 'city.stat.energy', 'rep.online', 'rep.lightRate', 'city.stat.charge', 'rep.consumption']),
  )
  expect(errors).toEqual([])
})

test('savings from bills propose months with bills, and their chart has one point a month', async () => {
  const client = await product().client(ADMIN)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  for (let month = 0; month < 24; month++) {
    const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
    const bill = { startDay: day(Date.UTC(2024, month, 1)), endDay: day(Date.UTC(2024, month + 1, 0)), kwh: 3000 + 50 * (month % 12) }
    const made = await client.post('/api/blade-report/bill/submit', { billNo: `B${month}`, supply: '31000001', ...bill })
    expect(made.code, made.msg).toBe(200)
  }
  const { data } = await client.get<{ times: readonly string[]; state: number; startDate: string; baselineStart: string }>(
    '/api/blade-report/savings/analysis?source=2',
  )
  expect([data.state, data.times.length]).toEqual([1, 12])
  await page.goto(`${product().url}/report/efficiency?source=2`)
  await page.getByLabel('开始日期').first().waitFor()
  await expect.poll(() => page.getByLabel('开始日期').first().inputValue()).toBe(data.startDate)
  expect(await page.getByLabel('基线开始').inputValue()).toBe(data.baselineStart)
  await page.getByRole('button', { name: '表', exact: true }).click()
  const cells = page.locator('.ll-chart-table tbody td:first-child')
  await cells.first().waitFor()
  expect((await cells.allTextContents()).map((text) => text.slice(0, 7)).sort()).toEqual([...data.times].sort())
  expect(errors).toEqual([])
})

test('rep.deviceStatus: only lamps are lit or dark, other devices are normal', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/report/deviceStatus`)
  const table = page.getByRole('region', { name: '按类型' })
  const cells = async (name: string): Promise<Record<string, string>> => {
    const heads = await table.getByRole('columnheader').allTextContents()
    const row = table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    const texts = await row.getByRole('cell').or(row.getByRole('rowheader')).allTextContents()
    return Object.fromEntries(heads.map((head, at) => [head.trim(), (texts[at] ?? '').trim()]))
  }
  await table.getByText('摄像头', { exact: true }).waitFor()
  expect(await cells('摄像头')).toMatchObject({ 亮灯: '—', 熄灯: '—', 正常: expect.stringMatching(/^\d+$/) })
  expect(await cells('单灯控制器')).toMatchObject({ 亮灯: expect.stringMatching(/^\d+$/), 熄灯: expect.stringMatching(/^\d+$/), 正常: '—' })
  expect(errors).toEqual([])
})

test('figures of properties with other units are not added, and a sum beside itself is no completeness', async () => {
  const client = await product().client(ADMIN)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/report/env`)
  await page.getByText('选择一个属性后显示合计与图表').waitFor()
  await page.getByRole('region', { name: '明细' }).getByText('温度（°C）').first().waitFor()
  expect(await page.locator('.ll-report-figures, .ll-chart').count()).toBe(0)
  await page.goto(`${product().url}/report/env?${TEMPERATURE}`)
  await page.locator('.ll-report-figures').waitFor()
  expect(await page.getByText('选择一个属性后显示合计与图表').count()).toBe(0)
  const { data } = await client.get<{ complete: { share: number | null; gapDays: number } }>('/api/blade-report/meterEnergy/page')
  expect(data.complete.share).toBeNull()
  expect(data.complete.gapDays).toBeGreaterThan(0)
  await page.goto(`${product().url}/report/meter`)
  await page.getByText(/天中有 \d+ 天没有数据/).waitFor()
  expect(await page.getByText('数据完整度').count()).toBe(0)
  await page.goto(`${product().url}/report/months`)
  await page.getByText('08:00 起 0.85 元/kWh，22:00 起 0.42 元/kWh').first().waitFor()
  expect(errors).toEqual([])
})

test('the energy of the page, of the file and of the call are one figure; a row leads to its streets and lamps; the link keeps the days', async () => {
  const client = await product().client(ADMIN)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  const { data } = await client.get<Totals>('/api/blade-report/energy/page', { by: 'areaId' })
  await page.goto(`${product().url}/report/energy?by=areaId`)
  const shown = await page.locator('.ll-report-figures dd strong').first().textContent()
  expect(Number((shown ?? '').replace(/[^\d.]/g, ''))).toBeCloseTo(Number(data.totals.energy), 1)
  const file = await client.call('GET', '/api/blade-report/energy/export?by=areaId&format=csv')
  const rows = (await file.text()).trim().split('\r\n').slice(1)
  expect(rows.reduce((sum, row) => sum + Number(row.split(',')[1]), 0)).toBeCloseTo(Number(data.totals.energy), 0)
  await page.getByText(/数据完整度/).waitFor()
  const table = page.getByRole('region', { name: '明细' })
  await table.locator('button').first().click()
  await page.waitForURL(/by=streetId/)
  await table.locator('button').first().click()
  await page.waitForURL(/by=deviceId/)
  await table.getByRole('row').nth(1).waitFor()
  await page.goBack()
  await page.waitForURL(/by=streetId/)
  expect(errors).toEqual([])
})

test('a report grouped anew has the rows of its new grouping only', async () => {
  const client = await product().client(ADMIN)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/report/energy?by=deviceId,period`)
  const rows = page.getByRole('region', { name: '明细' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(20)
  await page.locator('.ll-report-groups').getByRole('button', { name: '单灯控制器' }).click()
  await page.waitForURL((at) => !at.searchParams.get('by')?.includes('deviceId'))
  const { data } = await client.get<Totals & { total: number }>('/api/blade-report/energy/page', { by: 'period' })
  expect(data.total).toBeLessThan(20)
  await expect.poll(() => rows.count()).toBe(data.total)
  expect(errors).toEqual([])
})

test('pages of offline devices, states, scan-in, history and lighting open, and are cards on a phone', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  for (const [, path, text] of PAGES) {
    await page.goto(`${product().url}${path}`)
    await page.getByText(text).first().waitFor()
  }
  await page.goto(`${product().url}/city/lampmanagement/lightingStatus/index?tab=nights`)
  await page
    .getByRole('row', { name: /整夜亮灯/ })
    .first()
    .waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.locator('.ll-r-card').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
})
