import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, typeCredentials, type Windows } from '../browser.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
let windows: Windows
beforeAll(async () => {
  product = await openProduct({ lamps: 100 })
  windows = await openBrowser()
  const admin = await product.client()
  const { data } = await admin.get<{ id: string; roleAlias: string }[]>('/api/blade-system/role/list', { tenantId: '100001' })
  const roleId = data.find((role) => role.roleAlias === 'sales')?.id
  const who = { tenantId: '100001', account: 'seller', password: 'Seller-001', realName: '王销售', roleId }
  expect((await admin.post('/api/blade-user/submit', who)).code).toBe(200)
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test('sales.tenant sales.user rule.perm.sales.loginas: a tenant is created with brand, administrator, projects and lamps; the salesperson signs in as its administrator and returns', async () => {
  const { page, errors } = await windows.open()
  await typeCredentials(page, product.url, { tenantId: '100001', account: 'seller', password: 'Seller-001' })
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  const began = Date.now()
  await page.goto(`${product.url}/sales/tenant`)
  await page.getByRole('link', { name: '新增' }).first().click()
  await page.getByRole('textbox', { name: /租户名称/ }).fill('滨海照明')
  await page.getByLabel('联系人').fill('李')
  await page.getByRole('button', { name: '创建租户' }).click()
  await page.getByLabel(/登录账号/).fill('the_boss')
  await page.getByLabel(/用户姓名/).fill('周站长')
  // A short password is refused with a message, and the typed values stay.
  await page.getByLabel(/密码/).fill('x')
  await page.getByRole('button', { name: '保存管理员' }).click()
  await page.getByRole('alert').filter({ hasText: /密码/ }).waitFor()
  await expect.poll(() => page.getByLabel(/用户姓名/).inputValue()).toBe('周站长')
  await page.getByLabel(/密码/).fill('Boss-0001')
  await page.getByRole('button', { name: '保存管理员' }).click()
  await page.getByRole('button', { name: '创建项目' }).click()
  await page.getByLabel(/灯具数量/).fill('60')
  await page.getByRole('button', { name: '生成 60 盏灯' }).click()
  const ready = page.getByRole('heading', { name: /租户 \d{6} 已就绪/ })
  await ready.waitFor()
  expect(Date.now() - began).toBeLessThan(120_000)
  const tenantId = /\d{6}/.exec((await ready.textContent()) ?? '')?.[0] ?? ''

  await page.getByRole('button', { name: '登录为管理员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '登录为' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel(/原因/).fill('交付培训')
  await dialog.getByRole('button', { name: '登录为' }).click()
  await page.waitForURL((at) => at.pathname.startsWith('/wel'))
  const banner = page.locator('.ll-sales-actor')
  await banner.waitFor()
  await expect.poll(() => banner.textContent()).toContain(tenantId)
  await page.goto(`${product.url}/city/lampmanagement/lampinformation/index`)
  await expect.poll(() => page.locator('.ll-r-pager-total').textContent(), { timeout: 15_000 }).toMatch(/共 \d+ 条/)
  await banner.waitFor()
  await banner.getByRole('button').click()
  await page.waitForURL((at) => at.pathname === '/sales/user')
  await banner.waitFor({ state: 'detached' })

  // The administrator of the new tenant signs in and finds the lamps, which answer: the virtual city runs them.
  const { page: own } = await windows.open()
  await typeCredentials(own, product.url, { tenantId, account: 'the_boss' }, 'Boss-0001')
  await own.waitForURL((at) => !at.pathname.endsWith('/login'))
  await own.goto(`${product.url}/city/lampmanagement/lampinformation/index`)
  await expect.poll(() => own.locator('.ll-r-pager-total').textContent(), { timeout: 15_000 }).toMatch(/共 (5|6)\d 条/)
  await expect.poll(async () => (await own.locator('tr.ll-r-tr', { hasText: /亮灯|熄灯/ }).count()) > 0, { timeout: 40_000 }).toBe(true)
  expect(errors).toEqual([])
})
