import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from './browser.ts'
import { ADMIN, openProduct, type Product } from './product.ts'

const LIST = '/city/basisaccessories/controller/controllerinformation'
let product: Product
let windows: Windows
beforeAll(async () => {
  product = await openProduct({ lamps: 20 })
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

const firstController = async (): Promise<string> => {
  const client = await product.client()
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
      ...{ tab: 'Parameters', set: 'Set', on: 'Switch-on offset', family: 'Time offset', inSync: 'In sync', record: 'Open the record' },
      value: 'Switch-on offset 12 min · Switch-off offset 0 min',
    },
  ],
] as const)(
  '%s: a parameter is set on the page of its device, and the reported value is shown beside the wanted one',
  async (lang, words) => {
    const { page, errors } = await windows.open(lang)
    await signIn(page, product.url, ADMIN, lang)
    await page.goto(`${product.url}${LIST}/details?id=${await firstController()}`)
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
