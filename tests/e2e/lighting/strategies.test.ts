import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseRadio, type Lang, signIn, withBrowser } from '../browser.ts'
import { ADMIN, OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 400 })

const CITY = '/city/strategyCenter'
const BASE = '/api/blade-strategy/workstrategy'
const AREA = '中心区'
const SUNSET = { trigger: 2, offset: 0, level: 100 }
const SUNRISE = { trigger: 3, offset: 0, level: 0 }

const open = async (path: string, lang: Lang = 'zh'): Promise<{ page: Page; errors: readonly string[] }> => {
  const { page, errors } = await windows().open(lang)
  await signIn(page, product().url, OPERATOR, lang)
  await page.goto(`${product().url}${path}`)
  return { page, errors }
}
const handles = (page: Page): Locator => page.locator('.ll-night-edit__handle')
const handle = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
/** Contents of the year map; it is complete when all nights are painted. */
const yearOf = (page: Page): Promise<string> =>
  page.locator('.ll-year canvas[data-painted]').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
const chooseArea = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: '区域', exact: true }).click()
  await page.getByRole('option', { name: AREA, exact: true }).click()
}
const publishButton = (page: Page): Locator => page.locator('.ll-st-publish').getByRole('button', { name: /^下发到 \d+ 盏灯/ })
const add = async (name: string, body: object, kind: 'normal' | 'special' = 'normal'): Promise<string> => {
  const client = await product().client(OPERATOR)
  const made = await client.post<{ id: string }>(`${BASE}/${kind}`, { name, systemType: 2, ...body })
  expect(made.code, made.msg).toBe(200)
  return made.data.id
}

test('city.strategy rt.city.addStrateData grp.city.strategyCenter: a strategy begins with a template, is dragged and edited by keys, previewed and published to an area', async () => {
  const { page, errors } = await open(`${CITY}/index`)
  await page.getByText('新增一个策略').waitFor()
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('button', { name: /分时调光/ }).click()
  await expect.poll(() => handles(page).count()).toBe(5)

  // Dragging a handle moves the switch point and repaints the year.
  const before = await yearOf(page)
  const box = await handle(page, '22:30 · 70%').boundingBox()
  if (!box) throw new Error('the handle is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 - 20, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => handle(page, '22:30 · 70%').count()).toBe(0)
  await expect.poll(async () => (await yearOf(page)) !== before).toBe(true)
  await page.keyboard.press('Control+z')
  await handle(page, '22:30 · 70%').waitFor()
  await page.keyboard.press('Control+y')
  await expect.poll(() => handle(page, '22:30 · 70%').count()).toBe(0)

  // The same by keys: steps of 5 minutes and 5 %, large ones with Shift, removal, and the way to the form.
  await handle(page, '00:30 · 50%').focus()
  await page.keyboard.press('ArrowRight')
  await handle(page, '00:35 · 50%').waitFor()
  await page.keyboard.press('Shift+ArrowUp')
  await handle(page, '00:35 · 70%').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('第3个开关点 触发')
  await handle(page, '00:35 · 70%').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => handles(page).count()).toBe(4)
  await page.keyboard.press('Control+z')
  await expect.poll(() => handles(page).count()).toBe(5)
  // A sun point moves as an offset to its event.
  await page.getByRole('button', { name: /^日落/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: /^日落 −5 分钟/ }).waitFor()
  // A double click adds one.
  const plot = await page.locator('.ll-night-edit svg').boundingBox()
  if (!plot) throw new Error('the timeline is not on the screen')
  await page.mouse.dblclick(plot.x + plot.width * 0.6, plot.y + plot.height * 0.7)
  await expect.poll(() => handles(page).count()).toBe(6)
  await page.keyboard.press('Control+z')

  // The season slider shows another night.
  const season = page.getByRole('slider', { name: '季节' })
  await season.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => season.inputValue()).toBe('1')

  await page.locator('.ll-st-basics').getByLabel('策略名称').fill('主干道')
  await chooseArea(page)
  await publishButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('峰值功率').waitFor()
  await dialog.getByLabel('原因').fill('冬季')
  await dialog.getByRole('button', { name: /^下发到/ }).click()
  await dialog.getByText('已下发到').waitFor()
  await dialog.getByRole('link', { name: '指令记录' }).click()
  await page.waitForURL(/commandRecord\/index\/details/)

  await page.goto(`${product().url}${CITY}/index`)
  const row = page.getByRole('row', { name: /主干道/ })
  await row.getByRole('img').waitFor()
  await row.getByRole('button', { name: '编辑' }).click()
  await page.waitForURL(/addStrateData\?id=/)
  await expect.poll(() => handles(page).count()).toBe(5)
  expect(errors).toEqual([])
})

test('city.special rt.city.specialDayDetail: a festival evening for one district takes six clicks from the list and is in effect on every lamp', async () => {
  const { page, errors } = await open(`${CITY}/specialDay`)
  const clicks = [
    () => page.getByRole('link', { name: '新增', exact: true }),
    () => page.getByRole('button', { name: /节日夜景/ }),
    () => page.getByRole('combobox', { name: '区域', exact: true }),
    () => page.getByRole('option', { name: AREA, exact: true }),
    () => publishButton(page),
    () => page.getByRole('dialog').getByRole('button', { name: /^下发到/ }),
  ]
  for (const click of clicks) await click().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('已下发到').waitFor()
  await page.locator('.ll-ladder li[data-rung=applied][data-full]').waitFor()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('link', { name: '版本', exact: true }).click()
  await page.waitForURL(/specialDayDetail/i)
  await page.getByRole('heading', { name: /节日夜景/ }).waitFor()
  // In effect: every device has reported the hash of its calendar.
  const figure = async (name: string): Promise<number> => Number(await page.locator(`[data-figure=${name}] dd`).textContent())
  await expect.poll(() => figure('held'), { timeout: 40_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await figure('held')) - (await figure('assigned')), { timeout: 40_000 }).toBe(0)
  expect([await figure('drifted'), await figure('failedCount'), await figure('outdated')]).toEqual([0, 0, 0])
  await page.locator('.ll-year__special:visible').first().waitFor()
  expect(errors).toEqual([])
})

test('rt.city.addStrateData: a bad strategy is refused with the night that proves it', async () => {
  const { page, errors } = await open(`${CITY}/addStrateData?template=empty`)
  await page.getByRole('button', { name: '添加开关点' }).click()
  const finding = page.locator('[data-code=litInDaylight]')
  await finding.getByText('错误').waitFor()
  await chooseArea(page)
  await page.getByText(/个错误，修正后才能下发/).waitFor()
  expect(await publishButton(page).isDisabled()).toBe(true)
  await page.getByLabel('日期', { exact: true }).fill('2027-03-01')
  await finding.getByRole('button', { name: '显示该夜' }).click()
  await expect.poll(() => page.getByLabel('日期', { exact: true }).inputValue()).not.toBe('2027-03-01')
  await page.locator('.ll-night-edit__handle[data-faulty], .ll-st-night[data-proof]').first().waitFor()

  // The server refuses it as well, and says why.
  const id = await add('只开不关', { entries: [SUNSET] })
  const client = await product().client(OPERATOR)
  const { data } = await client.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 1 })
  const refused = await client.post(`${BASE}/publish`, { strategyId: id, controllerIds: data.records[0]?.id })
  expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('白天亮灯')])

  await page.getByRole('button', { name: '添加开关点' }).click()
  await page.getByLabel('第2个开关点 触发').selectOption('3')
  await page.getByLabel('第2个开关点 亮度').fill('0')
  await expect.poll(() => finding.count()).toBe(0)
  await expect.poll(() => publishButton(page).isEnabled()).toBe(true)
  expect(errors).toEqual([])
})

test('rt.city.strategyDataDetail: two versions are compared, and the earlier one comes back and is published', async () => {
  const id = await add('支路', { entries: [SUNSET, { trigger: 1, time: '23:00', level: 60 }, SUNRISE] })
  const client = await product().client(OPERATOR)
  const { data } = await client.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 3 })
  const entries = [SUNSET, { trigger: 1, time: '22:00', level: 30 }, SUNRISE]
  await client.put(`${BASE}/normal`, { workStrategyId: id, entries })
  const sent = await client.post(`${BASE}/publish`, { strategyId: id, controllerIds: data.records.map((one) => one.id).join() })
  expect(sent.code, sent.msg).toBe(200)

  const { page, errors } = await open(`/city/StrategyCenter/strategyDataDetail?id=${id}`)
  await page.getByRole('heading', { name: /支路.*版本 2/ }).waitFor()
  await expect.poll(() => page.locator('[data-figure=assigned] dd').textContent()).toBe('3')
  await page.getByRole('button', { name: '版本 1 与当前版本对比' }).click()
  await page.locator('.ll-night__compared').waitFor()
  const lines = await page.locator('.ll-st-diff li').allTextContents()
  expect(lines).toEqual(['新增22:00 · 30%', '删除23:00 · 60%'])
  // Any two versions, here the other way round.
  const comparison = page.getByRole('region', { name: '对比', exact: true })
  await comparison.getByLabel('从', { exact: true }).selectOption({ index: 0 })
  await comparison.getByLabel('到', { exact: true }).selectOption({ index: 1 })
  await expect.poll(() => page.locator('.ll-st-diff li').allTextContents()).toEqual(['新增23:00 · 60%', '删除22:00 · 30%'])
  await comparison.getByRole('button', { name: '结束对比' }).click()
  await page
    .getByRole('row', { name: /版本 1/ })
    .getByRole('button', { name: '恢复此版本' })
    .click()
  // The same dialog restores alone, or restores and publishes.
  const restoring = page.getByRole('dialog')
  await restoring.getByRole('button', { name: '恢复此版本' }).waitFor()
  await restoring.getByLabel('同时下发到分配了此策略的 3 台设备').check()
  await restoring.getByText('峰值功率').waitFor()
  await restoring.getByRole('button', { name: '恢复并下发到 3 台设备' }).click()
  await restoring.getByRole('link', { name: '指令记录' }).waitFor()
  await restoring.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('heading', { name: /支路.*版本 3/ }).waitFor()
  await expect.poll(() => page.locator('[data-figure=outdated] dd').textContent()).toBe('0')

  // An edit says why.
  await page.getByRole('link', { name: '编辑', exact: true }).click()
  await handle(page, '23:00 · 60%').focus()
  await page.keyboard.press('ArrowUp')
  await page.getByLabel('修改原因').fill('夜市延长')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存').first().waitFor()
  await page.getByRole('link', { name: '版本', exact: true }).click()
  await page
    .getByRole('row', { name: /版本 4/ })
    .getByText('夜市延长')
    .waitFor()

  await expect.poll(() => page.locator('[data-figure=outdated] dd').textContent()).toBe('3')
  await page.getByRole('button', { name: '下发当前版本' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下发当前版本' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '指令记录' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await expect.poll(() => page.locator('[data-figure=outdated] dd').textContent()).toBe('0')

  // It is taken from one of the lamps, then from the others.
  await page.getByRole('button', { name: '取消分配' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/恢复出厂默认/).waitFor()
  await dialog.getByText('分配了此策略的 3 台设备').waitFor()
  await dialog.getByText('峰值功率').waitFor()
  await dialog.getByLabel('原因').fill('改用分时调光')
  await dialog.getByRole('button', { name: '从 3 台设备取消分配' }).click()
  await dialog.getByText('已从 3 台设备取消分配').waitFor()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect.poll(() => page.locator('[data-figure=assigned] dd').textContent()).toBe('0')
  expect(await page.getByRole('button', { name: '取消分配' }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('grp.city.strategyCenter: a second person sees what a publication changes before approving it', async () => {
  const admin = await product().client(ADMIN)
  const { data: roles } = await admin.get<{ id: string; roleAlias: string }[]>('/api/blade-system/role/list', { tenantId: '100001' })
  const who = { tenantId: '100001', account: 'planner_one', password: 'Planner-001' }
  const roleId = roles.find(({ roleAlias }) => roleAlias === 'admin')?.id
  expect((await admin.post('/api/blade-user/submit', { ...who, realName: '策划', roleId })).code).toBe(200)
  const key = 'strategy.approval.devices'
  const { data: params } = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-system/param/list', { paramKey: key })
  expect((await admin.post('/api/blade-system/param/submit', { ...params.records[0], paramValue: '2' })).code).toBe(200)

  const id = await add('审批用', { entries: [SUNSET, { trigger: 1, time: '23:00', level: 40 }, SUNRISE] })
  const planner = await product().client(who)
  const { data } = await planner.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 5 })
  const request = { strategyId: id, controllerIds: data.records.map((one) => one.id).join(), reason: '节能' }
  // The server keeps the old value of a changed parameter for a few seconds: it is asked until the new one counts.
  await expect.poll(async () => (await planner.post<{ state: number }>(`${BASE}/publish`, request)).data.state).toBe(0)

  const { page, errors } = await open(`${CITY}/publications`)
  const row = page.getByRole('row', { name: /审批用.*待审批/ })
  await row.getByRole('button', { name: '批准并下发' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('峰值功率').waitFor()
  await dialog.locator('[data-figure=energy]').waitFor()
  await dialog.getByText('节能').waitFor()
  await dialog.getByLabel('意见').fill('同意')
  await dialog.getByRole('button', { name: '批准并下发' }).click()
  await page.getByRole('row', { name: /审批用.*已下发/ }).waitFor()
  await page
    .getByRole('row', { name: /审批用/ })
    .getByRole('link')
    .first()
    .click()
  const facts = page.getByRole('region', { name: '预览与下发' })
  await facts.locator('[data-figure=energy]').waitFor()
  await facts.getByRole('link', { name: '打开完整预览' }).click()
  await page.getByText('下发记录的设备（5）').waitFor()
  await publishButton(page).waitFor()
  expect(errors).toEqual([])
  expect((await admin.post('/api/blade-system/param/submit', { ...params.records[0], paramValue: '1000' })).code).toBe(200)
})

test('city.strategy: the lamps of a filtered list are the targets of a strategy', async () => {
  const id = await add('筛选下发', { entries: [SUNSET, SUNRISE] })
  const { page, errors } = await open('/city/lampmanagement/lampinformation/index')
  await page.getByRole('button', { name: '下发策略' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/符合列表当前筛选条件的 \d+ 盏灯/).waitFor()
  await dialog.getByRole('combobox', { name: '策略' }).click()
  await page.getByRole('option', { name: '筛选下发', exact: true }).click()
  await dialog.getByRole('button', { name: '查看预览' }).click()
  await page.waitForURL(new RegExp(`id=${id}.*lampFilter=`))
  await page.getByText('符合列表筛选条件的全部灯具').waitFor()
  await publishButton(page).waitFor()
  expect(errors).toEqual([])
})

test('vis.strategy sun.strategy inst.strategy rt.inst.addStrateData: each system lists its own strategies, in English too', async () => {
  const systems = [
    ['/visual/strategyCenter/index', 3, 'Smart pole night'],
    ['/sun/strategyCenter/index', 4, 'Solar night'],
    ['/intelligentInstitute/strategyCenter/index', 5, 'Campus night'],
  ] as const
  for (const [, systemType, name] of systems) await add(name, { systemType, entries: [SUNSET, SUNRISE] })
  const { page, errors } = await open('/visual/strategyCenter/index', 'en')
  for (const [path, , name] of systems) {
    await page.goto(`${product().url}${path}`)
    await page.getByRole('link', { name, exact: true }).waitFor()
    for (const [, , other] of systems)
      if (other !== name) expect(await page.getByRole('link', { name: other, exact: true }).count()).toBe(0)
  }
  await chooseRadio(page, 'Special days')
  await page.getByText('No data').waitFor()
  await page.getByRole('link', { name: 'New', exact: true }).first().click()
  await page.waitForURL(/intelligentInstitute\/strategyCenter\/addStrateData/)
  await page.getByRole('button', { name: /All night/ }).click()
  await page.getByRole('button', { name: /^Sunset/ }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  expect(errors).toEqual([])
})

test('the pages of a controller and of a lamp, and its card on the map, say why it has its level', async () => {
  const id = await add('为何', { entries: [SUNSET, SUNRISE] })
  const client = await product().client(OPERATOR)
  const { data } = await client.get<{ records: { id: string; lampControlId: string }[] }>('/api/blade-city/lamp/list', { size: 50 })
  const lamp = data.records.find(({ lampControlId }) => lampControlId !== '')
  const sent = await client.post(`${BASE}/publish`, { strategyId: id, controllerIds: lamp?.lampControlId })
  expect(sent.code, sent.msg).toBe(200)
  const answer = await client.get(`${BASE}/why`, { controllerId: lamp?.lampControlId ?? '' })
  expect(answer.code, answer.msg).toBe(200)
  const { page, errors } = await open(`/city/basisaccessories/controller/controllerinformation/details/index?id=${lamp?.lampControlId}`)
  const why = page.getByRole('region', { name: '为何是这个亮度' })
  await why.getByRole('link').first().waitFor()
  expect(await why.getByRole('listitem').count()).toBeGreaterThan(1)
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/details?id=${lamp?.id}`)
  await why.getByText('下一次变化').waitFor()
  await page.goto(`${product().url}/city/map/index?lamp=${lamp?.lampControlId}`)
  await why.getByText('下一次变化').waitFor()
  expect(errors).toEqual([])
})

test('city.strategy: the nights of a preview are exported as a table of 366 rows below its head', async () => {
  const id = await add('导出预览', { entries: [SUNSET, { trigger: 1, time: '23:00', level: 50 }, SUNRISE] })
  const { page, errors } = await open(`${CITY}/addStrateData?id=${id}`)
  await chooseArea(page)
  const waits = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出每晚数据' }).click()
  const download = await waits
  expect(download.suggestedFilename()).toMatch(/^导出预览 \d{4}-\d{2}-\d{2}\.csv$/)
  const [head, ...rows] = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  expect(rows.length).toBe(366)
  expect(head).toContain('用电量')
  const nights = rows.map((row) => row.split(',')[0]?.replaceAll('"', ''))
  expect(new Set(nights).size).toBe(366)
  expect(nights[0]).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(new Set(rows.map((row) => row.split(',').length))).toEqual(new Set([head?.split(',').length]))
  expect(errors).toEqual([])
})
