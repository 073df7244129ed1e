import { expect, test } from 'vitest'
import { chooseRadio, signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const DETAILS = '/city/basisaccessories/controller/controllerinformation/details/index'
const { product, windows } = withBrowser({ lamps: 20 })

const firstController = async (): Promise<string> => {
  const client = await product().client()
  const page = await client.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 1 })
  return page.data.records[0]?.id ?? ''
}

test.each([
  [
    'zh',
    {
      tab: '参数',
      set: '设置',
      on: '开灯偏移',
      family: '时间偏移',
      inSync: '一致',
      record: '查看指令记录',
      value: '开灯偏移 10 min · 关灯偏移 0 min',
    },
  ],
  [
    'en',
    {
      tab: 'Parameters',
      set: 'Set',
      on: 'Switch-on offset',
      family: 'Time offset',
      inSync: 'In sync',
      record: 'Open the record',
      value: 'Switch-on offset 12 min · Switch-off offset 0 min',
    },
  ],
] as const)(
  '%s: a parameter is set on the page of its device, and the reported value is shown beside the wanted one',
  async (lang, words) => {
    const { page, errors } = await windows().open(lang)
    await signIn(page, product().url, ADMIN, lang)
    await page.goto(`${product().url}${DETAILS}?id=${await firstController()}`)
    await page.getByRole('tab', { name: words.tab }).click()
    const row = page.getByRole('row', { name: new RegExp(words.family) })
    await row.getByRole('button', { name: words.set, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.on).fill(lang === 'zh' ? '10' : '12')
    await dialog.getByRole('button', { name: words.set, exact: true }).click()
    await dialog.getByRole('button', { name: words.record }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await row.getByText(words.inSync).waitFor({ timeout: 20_000 })
    await expect.poll(() => row.getByText(words.value).count()).toBe(2)
    expect(errors).toEqual([])
  },
)

test('the page of a lamp leads to its controller, which has the tabs of every device and the commands of the lamp', async () => {
  const client = await product().client()
  const { data } = await client.get<{ records: { id: string; lampControlId: string }[] }>('/api/blade-city/lamp/list', { size: 1 })
  const [lamp] = data.records
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/details?id=${lamp?.id}`)
  await page.locator('.ll-status-line').getByRole('link', { name: '单灯控制器' }).click()
  await page.waitForURL((at) => at.pathname === DETAILS && at.searchParams.get('id') === lamp?.lampControlId)
  const tabs = page.locator('main .ll-r-detail-tabs [role=tab]:visible')
  await expect.poll(() => tabs.allTextContents()).toEqual(['实时', '概况', '供电关系', '历史', '指令', '参数', '故障', '履历'])
  await expect.poll(() => page.locator('[data-property=voltage] dd').textContent()).toMatch(/^2\d\d(\.\d)?\sV$/)
  await tabs.filter({ hasText: '指令' }).click()
  await page.locator('.ll-device-commands').getByRole('button', { name: '关灯' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^关灯/ }).last().click()
  await dialog.getByRole('button', { name: '查看指令记录' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.ll-device-commands').getByRole('link', { name: '关灯', exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('the page of reported values shows each field with what is wanted, and reads and sends again', async () => {
  const client = await product().client()
  const id = await firstController()
  const path = '/city/controlCenter/lampBarAngle/index'
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${path}`)
  await page.getByRole('navigation', { name: '灯杆角度' }).getByRole('link', { name: '设备上报值' }).click()
  await page.getByText('还没有设备上报灯杆角度').waitFor()
  await page.getByRole('button', { name: '读取分组' }).waitFor()
  const sent = await client.post('/api/blade-city/controller/batch/set/lampbarangle', { controllerIds: id, alarmAngle: 12, filter: 10 })
  expect(sent.code, sent.msg).toBe(200)
  const row = page.locator('tr.ll-r-tr')
  await expect.poll(() => row.allTextContents(), { timeout: 20_000 }).toEqual([expect.stringMatching(/一致12°10 s/)])
  await row.getByRole('button', { name: '重新读取' }).click()
  await page
    .getByRole('dialog', { name: /^读取灯杆角度/ })
    .getByRole('button', { name: '查看指令记录' })
    .waitFor()
  await page.keyboard.press('Escape')
  await chooseRadio(page, '与期望不一致')
  await page.waitForURL((at) => at.searchParams.get('drift') === '1')
  await page.getByText('没有符合条件的设备').waitFor()
  await chooseRadio(page, '全部')
  await row.getByRole('link').first().click()
  await page.waitForURL((at) => at.searchParams.get('tab') === 'params' && at.searchParams.get('id') === id)
  expect(errors).toEqual([])
})
