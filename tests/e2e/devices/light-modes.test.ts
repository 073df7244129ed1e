import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN, GUEST } from '../product.ts'

const LIST = '/city/strategyCenter/lightMode/index'
const MODE = '/api/blade-strategy/lightSystem/mode'
const { product, windows } = withBrowser({ lamps: 20 })

const add = async (name: string): Promise<string> => {
  const client = await product().client()
  const page = await client.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 2 })
  const made = await client.post<{ id: string }>(`${MODE}/submit`, {
    name,
    lampRunMode: 1,
    lampModeRuleLis: [{ from: '18:30', level: 90, motionLevel: 100 }],
    devList: page.data.records.map(({ id }) => id),
  })
  expect(made.code, made.msg).toBe(200)
  return made.data.id
}

test.each([
  ['zh', { enable: '启用', disable: '停用', edit: '编辑', history: '流转记录', added: '新增', on: '启用', name: '主干道', lamps: /^2 盏/ }],
  [
    'en',
    {
      enable: 'Enable',
      disable: 'Disable',
      edit: 'Edit',
      history: 'History',
      added: 'Added',
      on: 'Enabled',
      name: 'Main road',
      lamps: /^2 lamps/,
    },
  ],
] as const)('%s: a row offers the actions of its state, and its page shows its history', async (lang, words) => {
  const id = await add(words.name)
  const { page, errors } = await windows().open(lang)
  await signIn(page, product().url, ADMIN, lang)
  await page.goto(`${product().url}${LIST}`)
  const row = page.getByRole('row', { name: new RegExp(words.name) })
  await row.getByRole('button', { name: words.enable, exact: true }).waitFor()
  expect(await row.getByRole('button', { name: words.disable, exact: true }).count()).toBe(0)
  expect(await row.getByRole('button', { name: words.edit, exact: true }).count()).toBe(1)
  await row.getByRole('button', { name: words.enable, exact: true }).click()
  await page.getByRole('dialog').locator('[data-affected="2"]').getByText(words.lamps).first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: words.enable }).click()
  await row.getByRole('button', { name: words.disable, exact: true }).waitFor()
  expect(await row.getByRole('button', { name: words.edit, exact: true }).count()).toBe(0)
  await page.goto(`${product().url}${LIST}/details?id=${id}`)
  await page.getByRole('cell', { name: '18:30' }).waitFor()
  await page.getByRole('tab', { name: words.history }).click()
  const steps = page.getByRole('listitem')
  await expect
    .poll(async () => (await steps.allInnerTexts()).filter((text) => text.includes('admin') || text.includes('管理员')).length)
    .toBe(2)
  const [last, first] = await page.locator('.ll-r-step').allInnerTexts()
  expect([last?.includes(words.on), first?.includes(words.added)]).toEqual([true, true])
  expect(errors).toEqual([])
})

test('rules are added and removed in the form; an invalid one is marked at its field', async () => {
  const { page, errors } = await windows().open('zh')
  await signIn(page, product().url, ADMIN, 'zh')
  await page.goto(`${product().url}${LIST}?create=1`)
  const form = page.getByRole('dialog')
  await form.getByLabel('模式名称').fill('新模式')
  await form.getByRole('button', { name: '添加一项' }).click()
  await form.getByRole('button', { name: '添加一项' }).click()
  await form.getByRole('button', { name: '删除第2项' }).click()
  const [time] = [form.getByRole('table').getByRole('textbox').first()]
  await time.fill('25:00')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('第1项起始时间应为 HH:mm').first().waitFor()
  await time.fill('19:00')
  await expect.poll(() => form.getByText('第1项起始时间应为 HH:mm').count()).toBe(0)
  expect(errors).toEqual([])
})

test('a guest can read light modes and has no actions', async () => {
  const { page, errors } = await windows().open('zh')
  await signIn(page, product().url, GUEST, 'zh')
  // Solar lighting lists them too; its page must load them itself.
  for (const list of ['/sun/lightMode/index', LIST]) {
    await page.goto(`${product().url}${list}`)
    await page.getByRole('heading', { name: '亮灯模式' }).first().waitFor()
    expect(await page.getByRole('button', { name: '启用', exact: true }).count()).toBe(0)
  }
  expect(errors).toEqual([])
})
