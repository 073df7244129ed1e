import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pressTool, signIn, withBrowser } from '../browser.ts'
import { OPERATOR } from '../product.ts'

const LAMPS = '/city/lampmanagement/lampinformation/index'
const REPORTS = '/report/reportlist'
const { product, windows } = withBrowser({ lamps: 120 })

const downloaded = async (page: Page, act: () => Promise<void>): Promise<{ name: string; lines: string[] }> => {
  const waits = page.waitForEvent('download')
  await act()
  const file = await waits
  let text = ''
  for await (const piece of await file.createReadStream()) text += String(piece)
  return {
    name: file.suggestedFilename(),
    lines: text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/),
  }
}

test('a report is saved from the lamp list, run from the list of reports, and its file has the rows of the list', async () => {
  const client = await product().client(OPERATOR)
  const { data } = await client.get<{ records: { name: string }[] }>('/api/blade-city/lamp/list', { size: -1, kind: 2, descs: 'name' })
  const wanted = data.records.map(({ name }) => name)
  expect(wanted.length).toBeGreaterThan(0)

  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await page.goto(`${product().url}${REPORTS}`)
  await page.getByText('在任一列表（如灯具）中设好条件').waitFor()
  await page.goto(`${product().url}${LAMPS}?kind=2&descs=name`)
  await page.locator('tr.ll-r-tr').first().waitFor()
  await pressTool(page, '导出')
  const dialog = page.getByRole('dialog', { name: '导出灯具' })
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  const name = dialog.getByRole('textbox', { name: '保存为报表' })
  await name.fill('交流灯周报')
  await name.press('Enter')
  await page.getByText('已保存报表“交流灯周报”').waitFor()
  await page.getByRole('button', { name: '查看报表' }).click()
  await page.waitForURL((url) => url.pathname === REPORTS)

  const row = page.getByRole('row', { name: /交流灯周报/ })
  await row.getByText(/灯型：市电/).waitFor()
  expect(await row.textContent()).toContain('排序：名称 ↓')
  expect(await page.getByRole('button', { name: '新增' }).count(), 'a report is created in the list of its rows').toBe(0)
  expect(await row.getByRole('button').allTextContents()).toEqual(['运行', '编辑', ''])
  await row.getByRole('button', { name: '运行' }).click()
  const question = page.getByRole('dialog', { name: '运行报表“交流灯周报”' })
  const file = await downloaded(page, () => question.getByRole('button', { name: '运行并下载' }).click())
  await question.waitFor({ state: 'detached' })
  expect(file.name).toMatch(new RegExp(`^交流灯周报_${wanted.length}条_\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const [head = '', ...lines] = file.lines
  const at = head.split(',').indexOf('名称')
  expect(lines.map((line) => line.split(',')[at])).toEqual(wanted)

  await row.getByRole('link', { name: '灯具', exact: true }).click()
  await page.waitForURL((url) => url.pathname === LAMPS && url.searchParams.get('kind') === '2' && url.searchParams.get('descs') === 'name')
  expect(errors).toEqual([])
})

test('a report of command records stores the preset, not the dates; it is renamed and removed in the list', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await page.goto(`${product().url}/city/controlCenter/commandRecord/index`)
  await page.getByRole('button', { name: '7 天' }).click()
  await page.waitForURL((url) => url.searchParams.has('createTime_datege'))
  await pressTool(page, '导出')
  const dialog = page.getByRole('dialog', { name: '导出指令记录' })
  await dialog.getByText('时间为“7 天”，每次运行时重新计算').waitFor()
  await dialog.getByRole('textbox', { name: '保存为报表' }).fill('每周指令')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: '查看报表' }).click()
  const row = page.getByRole('row', { name: /每周指令/ })
  await row.getByText(/指令记录 · 7 天/).waitFor()

  await row.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  const name = form.getByRole('textbox', { name: '名称' })
  await expect.poll(() => name.inputValue()).toBe('每周指令')
  expect(await form.getByRole('textbox').count()).toBe(1)
  await name.fill('指令周报')
  await form.getByRole('button', { name: '保存' }).click()
  const renamed = page.getByRole('row', { name: /指令周报/ })
  await renamed.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('button', { name: '删除 1 项报表' }).click()
  await renamed.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})
