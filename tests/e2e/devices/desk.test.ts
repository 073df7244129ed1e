import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, typeCredentials, type Windows } from '../browser.ts'
import { ADMIN, openProduct, type Product } from '../product.ts'

const ROLE = '1123598816738675201'
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

const topEntries = (page: Page) => page.getByRole('navigation', { name: '系统', exact: true }).getByRole('button')

test('menus are moved by dragging or by keyboard only; the order stays after a reload, also in the menu bar', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  const open = async () => {
    await page.goto(`${product.url}/system/menu`)
    await page.getByRole('button', { name: '调整顺序' }).click()
    const dialog = page.getByRole('dialog', { name: '调整菜单顺序' })
    await dialog.getByText('研发工具', { exact: true }).waitFor()
    return dialog
  }
  const first = async (count: number): Promise<string[]> =>
    (await page.getByRole('dialog').locator('.ant-tree-treenode:not([aria-hidden]) .ant-tree-title').allTextContents()).slice(0, count)
  let dialog = await open()
  expect(await first(3)).toEqual(['首页', '城市照明', '太阳能照明'])
  const target = dialog.locator('.ant-tree-treenode', { hasText: '太阳能照明' })
  const { height } = (await target.boundingBox())!
  const handle = dialog.locator('.ant-tree-node-content-wrapper', { hasText: '城市照明' })
  await handle.dragTo(target, { sourcePosition: { x: 10, y: 8 }, targetPosition: { x: 40, y: height - 4 } })
  await expect.poll(() => first(3)).toEqual(['首页', '太阳能照明', '城市照明'])
  await page.getByText('已保存').first().waitFor()
  dialog = await open()
  expect(await first(3)).toEqual(['首页', '太阳能照明', '城市照明'])
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.poll(async () => (await topEntries(page).allTextContents()).slice(0, 3)).toEqual(['首页', '太阳能照明', '城市照明'])

  // From here on, only the keyboard is used.
  await page.getByRole('button', { name: '调整顺序' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('研发工具', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '移出' }).focus()
  await page.keyboard.press('Tab')
  for (const key of ['ArrowDown', 'ArrowDown', ' ']) await page.keyboard.press(key)
  await expect.poll(() => dialog.locator('.ant-tree-treenode-selected').textContent()).toContain('城市照明')
  const to = async (name: string) => {
    for (let turn = 0; turn < 6 && (await page.evaluate(() => document.activeElement?.textContent)) !== name; turn++)
      await page.keyboard.press('Shift+Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
  }
  await to('上移')
  // Two presses in sequence are two moves, also while the first one is being saved.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => first(3)).toEqual(['城市照明', '首页', '太阳能照明'])
  await page.getByRole('button', { name: '完成', disabled: false }).waitFor()
  expect(await dialog.getByRole('button', { name: '重试' }).count()).toBe(0)
  expect(await first(3)).toEqual(['城市照明', '首页', '太阳能照明'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => first(3)).toEqual(['首页', '城市照明', '太阳能照明'])
  await page.reload()
  await expect.poll(async () => (await topEntries(page).allTextContents()).slice(0, 3)).toEqual(['首页', '城市照明', '太阳能照明'])
  expect(errors).toEqual([])
})

test('a rich-text notice for some users is announced at the bell, read as written, and then marked as read; others do not get it', async () => {
  const who = { tenantId: ADMIN.tenantId, account: 'reader_one' }
  const admin = await product.client(ADMIN)
  const person = { account: who.account, password: 'Reads-2026', realName: '读者甲', roleId: ROLE }
  expect((await admin.post('/api/blade-user/submit', person)).code).toBe(200)
  const reader = await windows.open()
  await typeCredentials(reader.page, product.url, who, person.password)
  await reader.page.waitForURL((at) => !at.pathname.endsWith('/login'))
  await reader.page.goto(`${product.url}/wel/index`)
  await reader.page.getByRole('button', { name: '通知，没有未读' }).waitFor()

  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/desk/notice`)
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('请输入通知标题', { exact: true }).first().waitFor()
  await form.getByLabel(/^通知标题/).fill('今晚检修')
  await form.getByRole('combobox', { name: /通知类型/ }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('combobox', { name: /接收用户/ }).click()
  await page.getByRole('option', { name: /读者甲/ }).click()
  await form.getByLabel(/^通知日期/).click()
  await form.getByRole('textbox', { name: /^通知日期/ }).fill('2026-01-01 08:00:00')
  await page.keyboard.press('Enter')
  const text = form.getByRole('textbox', { name: /通知内容/ })
  await text.click()
  await page.keyboard.type('滨江路 ')
  await form.getByRole('button', { name: '加粗' }).click()
  await page.keyboard.type('22:00')
  await form.getByRole('button', { name: '加粗' }).click()
  await page.keyboard.type(' 起熄灯')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: '项目列表' }).click()
  await page.keyboard.type('请绕行')
  expect(await form.getByRole('button', { name: '项目列表' }).getAttribute('aria-pressed')).toBe('true')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '今晚检修' }).waitFor()

  await reader.page.getByRole('button', { name: '通知，1 条未读' }).click()
  await reader.page.waitForURL((at) => at.pathname === '/desk/notices')
  const line = reader.page.getByRole('button', { name: /今晚检修/ })
  await line.getByText('未读').waitFor()
  await line.click()
  const memo = reader.page.getByRole('article', { name: '今晚检修' })
  await memo.locator('strong', { hasText: '22:00' }).waitFor()
  await memo.locator('ul > li', { hasText: '请绕行' }).waitFor()
  await line.getByText('未读').waitFor({ state: 'detached' })
  await reader.page.getByRole('button', { name: '通知，没有未读' }).waitFor()
  await reader.page.reload()
  await reader.page.getByRole('article', { name: '今晚检修' }).waitFor()
  await reader.page.getByRole('button', { name: '通知，没有未读' }).waitFor()
  await page.getByRole('button', { name: '通知，没有未读' }).waitFor()
  expect([...reader.errors, ...errors]).toEqual([])
})

test('a backup is made, watched, downloaded and removed; the daily time is set, and an invalid one refused', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/monitor/backup`)
  const tools = page.getByRole('toolbar', { name: '列表操作' })
  await tools.getByRole('button', { name: '立即备份' }).click()
  await page.getByRole('dialog').getByText('备份期间平台照常工作。').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /立即备份/ })
    .click()
  const row = page.locator('tr.ll-r-tr').first()
  await row.waitFor()
  await row.getByText('完成', { exact: true }).waitFor()
  await row.getByRole('button', { name: '下载' }).click()
  const dialog = page.getByRole('dialog', { name: '下载备份' })
  await dialog.getByText(/全部租户的数据和密钥/).waitFor()
  const begun = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载', exact: true }).click()
  const download = await begun
  const bytes = await readFile(await download.path())
  await row.getByRole('link').first().click()
  const shown = page.locator('.ll-pane:not([hidden])')
  await shown.getByText(createHash('sha256').update(bytes).digest('hex')).waitFor()
  await shown.getByText(download.suggestedFilename()).first().waitFor()

  await page.goto(`${product.url}/system/param?paramKey=backup.at`)
  const param = page.getByRole('row', { name: /backup\.at/ })
  await param.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^参数键值/).fill('03:30')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await param.getByText('03:30').waitFor()
  const admin = await product.client(ADMIN)
  const { data } = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-system/param/list', { paramKey: 'backup.at' })
  const refused = await admin.post('/api/blade-system/param/submit', { ...data.records[0], paramValue: '25:99' })
  expect([refused.status, refused.code]).toEqual([400, 400])

  await page.goto(`${product.url}/monitor/backup`)
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^删除/ }).click()
  await page.getByText('还没有备份').waitFor()
  expect(errors).toEqual([])
})
