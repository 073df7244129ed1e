import { eventually } from '@lamplight/testing'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseRadio, closeList, signIn, withBrowser } from '../browser.ts'
import { GUEST, OPERATOR } from '../product.ts'

// The pages of automation, each with its main action on devices of the virtual city.
const { product, windows } = withBrowser({ lamps: 60, config: { DEMO_STRATEGIES: '1' } })

const SLOW_MS = 120_000
const RUN_MS = 40_000
interface Row {
  readonly id: string
  readonly sn: string
}
type Records = { readonly records: readonly (Row & Readonly<Record<string, unknown>>)[]; readonly total: number }
const list = async (path: string, query: Record<string, string | number> = {}): Promise<Records> =>
  (await (await product().client(OPERATOR)).get<Records>(`/api/${path}`, { size: 50, ...query })).data
const made = async (path: string, body: object): Promise<string> => {
  const answer = await (await product().client(OPERATOR)).post<{ id: string }>(`/api/${path}`, body)
  expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
  return answer.data.id
}
const open = async (path: string): Promise<{ page: Page; errors: readonly string[] }> => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await page.goto(`${product().url}${path}`)
  return { page, errors }
}
const go = (page: Page, path: string) => page.goto(`${product().url}${path}`)
/** Chooses an entry of a combobox of the form, found by its text. */
const choose = async (page: Page, within: Locator, name: string, option: string): Promise<void> => {
  await within.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
  await closeList(page)
}
const save = (form: Locator) => form.locator('button[type=submit]').last().click()
const rowOf = (page: Page, text: string): Locator => page.locator('.ll-pane:not([hidden])').getByRole('row').filter({ hasText: text })
/** Controllers of online lamps. */
const lamps = async (n: number): Promise<readonly Row[]> => (await list('blade-city/controller/page', { size: n })).records

test(
  'vis.linkage vis.linkageTpl grp.visual.linkage: a linkage is bound to devices, tried on the history, and in shadow mode records what it would have done',
  async () => {
    const [trigger, acting] = await lamps(2)
    await made('blade-strategy/linkage/template/submit', {
      name: '亮灯联动',
      toggleDevType: 4,
      property: 'power',
      operator: 1,
      value: '5',
      devType: 4,
      holdSeconds: 0,
      actions: [{ cmd: 'dim', args: '{"level":33}', delay: 0 }],
    })
    const { page, errors } = await open('/visual/linkage/template')
    await rowOf(page, '亮灯联动').waitFor()
    await go(page, '/visual/linkage/instance?create=1')
    const form = page.getByRole('dialog')
    await form.getByLabel('实例名称').fill('街口联动')
    await choose(page, form, '模板', '亮灯联动')
    for (const [label, { sn }] of [
      ['触发设备', trigger!],
      ['执行设备', acting!],
    ] as const) {
      const field = form.locator('.ll-r-field').filter({ hasText: label })
      await field.getByRole('searchbox').fill(sn)
      await field.getByRole('listitem').filter({ hasText: sn }).getByRole('button', { name: '选择' }).click()
      await field.getByText('已选 1 台').waitFor()
    }
    await form.getByText('影子（只记录）').click()
    await form.getByRole('button', { name: '试算近 7 天' }).click()
    await form.getByText(/近 7 天会触发 \d+ 次|近 7 天没有读数/).waitFor()
    await save(form)
    await rowOf(page, '街口联动').getByText('影子').waitFor()

    // The lamp goes off and on again: the condition begins, and nothing is sent.
    const client = await product().client(OPERATOR)
    const dim = (level: number) =>
      client.post('/api/blade-city/controller/batch/command', {
        command: 'dim',
        level,
        reason: 'test',
        selector: { controllerIds: [trigger!.id] },
      })
    await dim(0)
    await eventually(async () => {
      await dim(90)
      await new Promise((resolve) => setTimeout(resolve, 3000))
      const found = (await list('blade-strategy/linkage/record/page', { source: '街口联动' })).total > 0
      if (!found) await dim(0)
      return found
    }, RUN_MS)
    await go(page, '/visual/linkage/record')
    const record = rowOf(page, '街口联动').first()
    await record.getByText('影子：未执行').waitFor()
    await record.getByText(trigger!.sn).first().waitFor()
    const { records } = await list('blade-strategy/linkage/record/page', { source: '街口联动' })
    expect(records[0], 'nothing was sent').toMatchObject({ state: 5, actions: [{ cmd: 'dim', batchId: '' }] })
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test('city.timedSwitch: a timed switch is added, runs at its minute, and its run has a command record', async () => {
  const [lamp] = await lamps(1)
  const at = new Date(Date.now() + (new Date().getSeconds() > 40 ? 120_000 : 60_000))
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'short' }).format(at)
  const { page, errors } = await open('/city/controlCenter/timedSwitch/index?create=1')
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').first().fill('晚间开灯')
  await form.getByLabel('时刻').fill(time)
  await choose(page, form, '设备', lamp!.sn)
  await form.locator('.ll-facts').getByText(/^1 盏/).waitFor()
  await save(form)
  await rowOf(page, '晚间开灯').waitFor()
  await eventually(
    async () => (await list('blade-strategy/timedSwitchLight/record/page', { name: '晚间开灯', state: 2 })).total === 1,
    SLOW_MS,
  )
  await go(page, '/city/controlCenter/timedSwitch/record')
  const run = rowOf(page, '晚间开灯')
  await run.getByText('成功').waitFor()
  await run.getByRole('link').last().click()
  await page.waitForURL(/commandRecord/i)
  expect(errors).toEqual([])
})

test(
  'cab.box cab.boxRecord: an interface of a cabinet is switched by hand, and the record of the box shows it',
  async () => {
    const [cabinet] = (await list('blade-visual/cabinet/list')).records
    const before = await list('blade-strategy/boxcontrol/commandrecord/page')
    const { page, errors } = await open('/roadCabinet/boxControl/index')
    const form = page.locator('.ll-linkage-box')
    await form.getByLabel('接口').selectOption({ index: 1 })
    await choose(page, form, '机柜', cabinet!.sn)
    await form.getByRole('button', { name: '下发' }).click()
    await page.getByRole('dialog').locator('.ll-facts').getByText(/^1 个/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '下发' }).click()
    await page.locator('.ll-ladder li[data-rung=received][data-full]').waitFor({ timeout: RUN_MS })
    await page.keyboard.press('Escape')
    await go(page, '/roadCabinet/boxControl/record')
    const rows = page.locator('.ll-pane:not([hidden]) tr.ll-r-tr')
    await expect.poll(() => rows.count()).toBe(before.total + 1)
    await rows.first().getByText('成功').first().waitFor({ timeout: RUN_MS })
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test('box control says which right is missing to a user who may only see it', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, GUEST)
  await page.goto(`${product().url}/roadCabinet/boxControl/index`)
  await page.locator('main').getByText('没有下发权限').waitFor()
  expect(await page.locator('.ll-linkage-box').count()).toBe(0)
  expect(errors).toEqual([])
})

test(
  'city.strategyInstance sun.strategyInstance: an instance publishes its strategy to a lamp until it is in effect, and gives it back when it is removed',
  async () => {
    const [lamp] = await lamps(1)
    const entries = [
      { trigger: 2, offset: 0, level: 100 },
      { trigger: 3, offset: 0, level: 0 },
    ]
    const id = await made('blade-strategy/workstrategy/normal', { name: '实例用策略', systemType: 2, entries })
    const { page, errors } = await open('/city/strategyCenter/instance?create=1')
    const form = page.getByRole('dialog')
    await form.getByLabel('名称').first().fill('路口实例')
    await choose(page, form, '策略', '实例用策略')
    await choose(page, form, '设备', lamp!.sn)
    await form.getByLabel('下发原因').fill('试点')
    await save(form)
    const row = rowOf(page, '路口实例')
    await row.waitFor()
    await eventually(
      async () =>
        Number((await (await product().client(OPERATOR)).get<{ held: string }>(`/api/blade-strategy/workstrategy/${id}`)).data.held) === 1,
      RUN_MS,
    )
    await page.reload()
    await row.getByText('已生效').waitFor()
    const { records } = await list('blade-strategy/workstrategy/publication/page', { strategyId: id })
    expect(records).toMatchObject([{ kind: 1, state: 1, reason: '试点' }])
    // An instance of a strategy of city lighting is not one of solar lighting.
    await go(page, '/sun/strategyInstance/index')
    await page.locator('.ll-pane:not([hidden])').getByText('新增实例，把策略绑定到分组或设备').waitFor()
    expect(await row.isVisible()).toBe(false)
    await go(page, '/city/strategyCenter/instance')
    await row.getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await list('blade-strategy/workstrategy/publication/page', { strategyId: id })).records.map(({ kind }) => kind), {
        timeout: RUN_MS,
      })
      .toEqual([3, 1])
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test(
  'sun.strategy: a solar strategy is published to a solar lamp from the editor',
  async () => {
    const [lamp] = (await list('blade-sun/device/list', { online: 1 })).records
    const { page, errors } = await open('/city/strategyCenter/addStrateData?systemType=4&template=allNight')
    await page.locator('.ll-st-basics').getByLabel('策略名称').fill('太阳能整夜')
    await chooseRadio(page, '太阳能灯')
    await choose(page, page.locator('.ll-st-publish'), '太阳能灯', lamp!.sn)
    await page.locator('.ll-st-publish').getByRole('button', { name: '下发到 1 盏灯' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '下发到 1 盏灯' }).click()
    await dialog.getByText('已下发到 1 盏灯').waitFor()
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await go(page, '/sun/strategyCenter/index')
    const [stored] = (await list('blade-strategy/workstrategy/normal/page', { systemType: 4 })).records
    await eventually(
      async () => Number((await list('blade-strategy/workstrategy/normal/page', { systemType: 4 })).records[0]?.held) === 1,
      RUN_MS,
    )
    await go(page, `/city/StrategyCenter/strategyDataDetail?id=${stored?.id}`)
    await expect.poll(() => page.locator('[data-figure=held] dd').textContent()).toBe('1')
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test(
  'city.powerStrategy: a power supply preset is sent to a group of solar lamps, which then report it',
  async () => {
    const [lamp] = (await list('blade-sun/device/list', { online: 1 })).records
    const groupId = await made('blade-city/group/submit', { groupName: '电源分组', devType: 7 })
    await (await product().client(OPERATOR)).post('/api/blade-city/device_group/copy', { groupId, ids: lamp!.id })
    const { page, errors } = await open('/city/strategyCenter/powerSupply?create=1')
    const form = page.getByRole('dialog')
    await form.getByLabel('名称').first().fill('市电兜底')
    await form.getByLabel('转市电电量').fill('25')
    await save(form)
    const row = rowOf(page, '市电兜底')
    await row.getByRole('button', { name: '下发' }).first().click()
    const dialog = page.getByRole('dialog')
    await choose(page, dialog, '分组', '电源分组')
    await dialog.locator('[data-affected="1"]').waitFor()
    await dialog.getByRole('button', { name: /下发/ }).last().click()
    await dialog.locator('.ll-ladder, .ll-r-progress').first().waitFor()
    await eventually(async () => {
      const { data } = await (await product().client(OPERATOR)).get<Record<string, unknown>>(
        '/api/blade-strategy/powerSupplyStrategy/data/by/sn',
        { sn: lamp!.sn },
      )
      return JSON.stringify(data).includes('25')
    }, RUN_MS)
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test(
  'sun.mode trash.strategy: a solar mode and a trash strategy name the devices that they reach before they are sent',
  async () => {
    const [lamp] = (await list('blade-sun/device/list', { online: 1 })).records
    const bins = { total: (await list('blade-device/trashdevice/list', { size: 100 })).records.length }
    const { page, errors } = await open('/sun/mode/index')
    const rows = page.locator('.ll-pane:not([hidden]) tr.ll-r-tr')
    const dialog = page.getByRole('dialog')
    await rows.first().getByRole('button', { name: '下发' }).click()
    await choose(page, dialog, '太阳能灯', lamp!.sn)
    await dialog.locator('[data-affected="1"]').waitFor()
    await dialog.getByRole('button', { name: '下发' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await go(page, '/trash/strategy/index')
    await rows.first().getByRole('button', { name: '下发' }).click()
    await dialog.locator(`[data-affected="${bins.total}"]`).waitFor()
    await dialog.getByText(`${bins.total} 个`).first().waitFor()
    await dialog.getByRole('button', { name: '下发' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test(
  'city.spray city.sprayStrategy: a spray is switched and has a record; a spray strategy is made, published and held by it',
  async () => {
    const [spray] = (await list('blade-device/spray/device/list', { online: 1 })).records
    const { page, errors } = await open('/city/controlCenter/spray/index')
    const row = rowOf(page, spray!.sn)
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '喷淋', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /喷淋/ }).last().click()
    await dialog.locator('.ll-ladder').waitFor()
    await page.keyboard.press('Escape')
    await go(page, '/city/controlCenter/spray/record')
    await page.locator('.ll-pane:not([hidden]) tr.ll-r-tr').first().getByText('喷淋').first().waitFor()

    await go(page, '/city/strategyCenter/spray')
    await page.getByRole('link', { name: '新增', exact: true }).first().click()
    await page.locator('.ll-st-basics').getByLabel('策略名称').fill('早晚喷淋')
    for (const [n, time, level] of [
      [1, '07:00', '60'],
      [2, '07:30', '0'],
    ] as const) {
      await page.getByRole('button', { name: '添加开关点' }).click()
      await page.getByLabel(`第${n}个开关点 触发`).selectOption('1')
      await page.getByLabel(`第${n}个开关点 时刻`).fill(time)
      await page.getByLabel(`第${n}个开关点 亮度`).fill(level)
    }
    await chooseRadio(page, '喷淋设备')
    await choose(page, page.locator('.ll-st-publish'), '喷淋设备', spray!.sn)
    await page.locator('.ll-st-publish').getByRole('button', { name: '下发到 1 台设备' }).click()
    await dialog.getByText('设备数').waitFor()
    await dialog.getByRole('button', { name: '下发到 1 台设备' }).click()
    await dialog.getByText('已下发到 1 台设备').waitFor()
    await eventually(async () => {
      const { records } = await list('blade-strategy/spray/workstrategy/normal/page')
      return Number(records.find(({ name }) => name === '早晚喷淋')?.held) === 1
    }, RUN_MS)
    expect(errors).toEqual([])
  },
  SLOW_MS,
)

test(
  'the pages of night checks and deviations show what the platform has stored, and filter it',
  async () => {
    const nights = await list('blade-strategy/workstrategy/night/page')
    const deviations = await list('blade-strategy/workstrategy/deviation/page')
    const { page, errors } = await open('/city/strategyCenter/nights')
    const rows = page.locator('.ll-pane:not([hidden]) tr.ll-r-tr')
    await page.getByRole('heading', { name: '夜间核对' }).first().waitFor()
    await expect.poll(() => rows.count()).toBe(Math.min(nights.total, 20))
    for (const { day } of nights.records.slice(0, 20)) await rows.filter({ hasText: String(day) }).waitFor()
    if (nights.total === 0) await page.getByText(/每天中午后核对前一晚/).waitFor()
    await go(page, '/city/strategyCenter/deviations')
    await page.getByRole('heading', { name: '策略偏离' }).first().waitFor()
    await expect.poll(() => rows.count()).toBe(Math.min(deviations.total, 20))
    if (deviations.total === 0) await page.getByText(/没有偏离策略的灯具/).waitFor()
    await go(page, '/city/strategyCenter/deviations?cause=1')
    await expect.poll(() => rows.count()).toBe(deviations.records.filter(({ cause }) => cause === 1).length)
    expect(errors).toEqual([])
  },
  SLOW_MS,
)
