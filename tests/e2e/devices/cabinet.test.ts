import type { Inventory } from '@lamplight/town'
import { type City, createCity } from '@lamplight/virtual-city'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { plays } from '../../../apps/simulator/plays.ts'
import { closeList, signIn, withBrowser } from '../browser.ts'

const LAMPS = 40
const SUPPLY = '/city/basisaccessories'
const { product, windows } = withBrowser({ lamps: 20 })
let city: City | undefined
afterAll(() => city?.stop())

/** Opens a list page, adds a row with the form, and opens the detail page of the new row. */
const add = async (
  page: Page,
  path: string,
  texts: Readonly<Record<string, string>>,
  choices: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await page.goto(`${product().url}${SUPPLY}/${path}`)
  await page.locator('main').getByRole('button', { name: /^新增/ }).first().click()
  const form = page.getByRole('dialog')
  for (const [label, text] of Object.entries(texts))
    await form
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(text)
  for (const [label, option] of Object.entries(choices)) {
    await form.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await page.getByRole('option', { name: option }).first().click()
    await closeList(page)
  }
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
}

test('city.switchbox city.loop city.airswitch: a cabinet with 40 lamps from a sheet, to verified light, and dark behind its open breaker', async () => {
  const client = await product().client()
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await client.post<{ id: string }>(path, body)
    expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
    return answer.data.id
  }
  const idOf = async (path: string): Promise<string> =>
    (await client.get<{ records: { id: string; name: string }[] }>(path, { size: 200 })).data.records.find(({ name }) =>
      name.startsWith('北环'),
    )?.id ?? ''
  const projectId = await made('/api/blade-system/project/submit', { name: '北环改造', type: 2 })
  await made('/api/blade-device/gateway/submit', { sn: 'GW-NORTH', name: '北环网关', projectId, lng: 112.94, lat: 28.23 })
  await made('/api/blade-city/group/submit', { groupName: '北环灯组' })

  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await add(page, 'switchbox/index', { 配电箱名称: '北环箱', 配电箱编号: 'PDX-NORTH' })
  await add(page, 'loop/index', { 回路名称: '北环回路' }, { 配电箱: '北环箱', 灯具分组: '北环灯组' })
  await add(page, 'switchbox/airswitch', { 序列号: 'QF-NORTH', 名称: '北环空开' }, { 网关: 'GW-NORTH', 配电箱: '北环箱', 回路: '北环回路' })

  // The sheet is the template, filled in.
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index`)
  await page.getByRole('button', { name: '导入' }).click()
  await page.waitForURL(/lampImport/i)
  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /模板/ }).click()])
  expect(template.suggestedFilename()).toBe('导入模板.csv')
  const head = '编号,名称,经度,纬度,功率,控制箱,控制器序列号'
  const rows = Array.from(
    { length: LAMPS },
    (_, at) => `NORTH-${at},北环路 ${at + 1} 号,${(112.94 + at / 5000).toFixed(5)},28.23,100,北环网关,NORTH-C-${at}`,
  )
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '北环.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...rows].join('\n')) })
  await page.waitForURL(/uploadId=\d+/)
  for (const [field, option] of [
    ['projectId', '北环改造'],
    ['groupId', '北环灯组'],
  ] as const) {
    await page.locator(`#import-${field}`).click()
    await page.getByRole('option', { name: option }).click()
  }
  await page.getByRole('button', { name: /读取并核对/ }).click()
  await page.getByRole('button', { name: `导入 ${LAMPS} 盏灯` }).click()
  await page.getByText('导入成功').first().waitFor()

  // The devices in the street are switched on and connect.
  const { data: inventory } = await client.post<Inventory>('/api/blade-device/gateway/virtual?projectName=北环改造&propose=none', {})
  city = createCity({ inventory, reportInterval: 10, latency: 20, ...plays })
  city.start()
  const loopId = await idOf('/api/blade-city/loop/page')
  const loop = `${product().url}${SUPPLY}/loop/index/details?id=${loopId}`
  await page.goto(`${loop}&tab=supply`)
  const row = page.locator('tr.ll-r-tr', { hasText: '北环空开' })
  await expect.poll(() => row.textContent(), { timeout: 20_000 }).toMatch(/合闸.*40/)

  await page.goto(loop)
  await page.getByRole('link', { name: '在地图上查看' }).click()
  await page.getByRole('heading', { name: /北环回路.*40/ }).waitFor()
  await page.getByRole('button', { name: '开灯', exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `下发到 ${LAMPS} 盏灯` })
    .click()
  await page.locator(`.ll-city-run li[data-rung=verified][data-count="${LAMPS}"]`).waitFor({ timeout: 30_000 })
  expect(city.stats().lit).toBe(LAMPS)

  const switchId = await idOf('/api/blade-city/airswitch/page')
  const breaker = `${product().url}${SUPPLY}/switchbox/airswitch/details?id=${switchId}`
  await page.goto(breaker)
  await page.getByRole('button', { name: '分合闸' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch').click()
  await dialog.getByRole('button', { name: /^分合闸 1/ }).click()
  await page.goto(`${breaker}&tab=supply`)
  await expect.poll(() => page.locator('tr.ll-r-tr', { hasText: '无供电' }).count(), { timeout: 30_000 }).toBe(LAMPS)
  await page.getByRole('status').getByText('北环空开 已断开').waitFor()
  expect(city.stats().lit).toBe(0)
  const [lamp] = (await client.get<{ ids: string[] }>('/api/blade-city/lamp/target', { loopId })).data.ids
  await page.goto(`${product().url}${SUPPLY}/controller/controllerinformation/details/index?id=${lamp}&tab=supply`)
  await page.getByText(/上级 北环空开 已断开/).waitFor()
  expect(errors).toEqual([])
})
