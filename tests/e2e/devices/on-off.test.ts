import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from '../browser.ts'
import { ADMIN, openProduct, type Product } from '../product.ts'

const STRATEGIES = '/visual/equipmentMana/onOffStrategy/index'
const LOG = '/visual/equipmentMana/onOffStrategy/log'
let product: Product
let windows: Windows
beforeAll(async () => {
  product = await openProduct({ lamps: 20 })
  windows = await openBrowser()
  const client = await product.client()
  for (const n of [1, 2]) await client.post('/api/blade-media/info_screen/submit', { sn: `SCREEN-${n}`, name: `屏 ${n}` })
  for (const [groupName, devType] of [
    ['商圈屏', 12],
    ['商圈音柱', 13],
    ['商圈路灯', 4],
  ])
    await client.post('/api/blade-city/group/submit', { groupName, devType })
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test.each([
  [
    'zh',
    {
      add: '添加一项',
      publish: '发布',
      screens: '信息屏',
      group: '设备分组',
      cancel: '取消发布',
      again: '重新下发',
      failed: '失败',
      send: /下发到 1 台设备/,
      name: '工作日',
    },
  ],
  [
    'en',
    {
      add: /Add an item/,
      publish: 'Publish',
      screens: 'Info screen',
      group: 'Device group',
      cancel: 'Cancel strategy',
      again: 'Send again',
      failed: 'Failed',
      send: /Send again \(1\)/,
      name: 'Weekdays',
    },
  ],
] as const)('%s: a strategy is added on its page, published to a screen, and sent again to its failed device', async (lang, words) => {
  const { page, errors } = await windows.open(lang)
  await signIn(page, product.url, ADMIN, lang)
  await page.goto(`${product.url}/visual/equipmentMana/components/onOffStrategyAdd`)
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().fill(words.name)
  await form.getByRole('button', { name: words.add }).click()
  await form.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname === STRATEGIES)

  const row = page.getByRole('row', { name: new RegExp(words.name) })
  await row.getByRole('button', { name: words.publish, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: words.screens }).click()
  await page.getByRole('option', { name: 'SCREEN-1' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: words.group }).click()
  await page.getByRole('option', { name: '商圈屏' }).waitFor()
  expect(await page.getByRole('option').allTextContents()).toEqual(['商圈屏'])
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: words.publish, exact: true }).click()
  await row.getByRole('button', { name: words.cancel, exact: true }).waitFor()

  await page.goto(`${product.url}${LOG}`)
  const log = page.getByRole('row', { name: new RegExp(words.name) })
  await log.getByRole('button', { name: words.again, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.send }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await log.getByRole('link', { name: '1', exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === `${LOG}/devices`)
  const device = page.getByRole('row', { name: /SCREEN-1/ })
  await expect.poll(() => device.textContent()).toContain(words.failed)
  expect(errors).toEqual([])
})

test('a button that is off can be reached by keyboard and touch, and says why; the history shows its dots in full', async () => {
  const client = await product.client()
  await client.post('/api/blade-strategy/strategy/submit', { name: '已下发', type: 1, periods: [{ days: 127, on: '08:00', off: '22:00' }] })
  const first = async (address: string, query: object): Promise<string> =>
    (await client.get<{ records: { id: string }[] }>(address, { current: 1, size: 1, ...query })).data.records[0]?.id ?? ''
  const id = await first('/api/blade-strategy/strategy/page', { name: '已下发' })
  const deviceIds = await first('/api/blade-media/info_screen/list', {})
  await client.post('/api/blade-media/on_off_strategy/publish', { strategyId: id, deviceIds })
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}${STRATEGIES}`)
  await page
    .getByRole('row', { name: /已下发/ })
    .getByRole('checkbox')
    .check()
  const remove = page.getByRole('toolbar', { name: '列表操作' }).getByRole('button', { name: /^删除/ })
  const why = page.getByRole('tooltip', { name: '所选数据中有当前状态不允许该操作的' })
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true')
  expect(await why.isVisible()).toBe(false)
  await remove.focus()
  await why.waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Tab')
  await why.waitFor({ state: 'hidden' })
  await remove.hover()
  await why.waitFor()

  await page.goto(`${product.url}${STRATEGIES}/details?id=${id}&tab=transitions`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const step = page.locator('.ll-r-step').first()
    await step.waitFor()
    const cut = await step.evaluate((one) => {
      const dot = one.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(one, '::before').left)
      const clips: number[] = []
      for (let above = one.parentElement; above; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') clips.push(above.getBoundingClientRect().left)
      return Math.max(...clips, 0) - dot
    })
    expect(cut).toBeLessThanOrEqual(0)
  }
  expect(errors).toEqual([])
})
