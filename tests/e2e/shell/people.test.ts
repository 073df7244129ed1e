import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, typeCredentials, type Windows } from '../browser.ts'
import { ADMIN, GUEST, OPERATOR, openProduct, type Product } from '../product.ts'

let product: Product
let windows: Windows
let provider: Server
let issuer: string
beforeAll(async () => {
  // The sign-in provider of this test runs on this machine.
  process.env.OUTBOUND_PRIVATE = '1'
  product = await openProduct({ lamps: 200 })
  windows = await openBrowser()
  provider = createServer()
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const made = new Provider(issuer, {
    clients: [
      {
        client_id: 'lamplight',
        client_secret: 'secret',
        redirect_uris: [`${product.url}/oauth/redirect/portal`],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], profile: ['name'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, name: sub }) }),
  })
  provider.on('request', made.callback())
  const admin = await product.client(ADMIN)
  await admin.post('/api/blade-user/submit', { account: 'taken_one', password: 'Taken-001', realName: '已有' })
  const source = {
    name: '门户',
    source: 'portal',
    issuer,
    client: 'lamplight',
    clientSecret: 'secret',
    scopes: 'openid profile',
    enabled: 1,
  }
  expect((await admin.post('/api/blade-auth/social/source/submit', source)).code).toBe(200)
})
afterAll(async () => {
  delete process.env.OUTBOUND_PRIVATE
  await windows?.close()
  await product?.stop()
  provider?.closeAllConnections()
  provider?.close()
})

const throughProvider = async (page: Page, who: string): Promise<void> => {
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: '使用门户登录' }).click()
  await page.waitForURL((at) => at.href.startsWith(issuer))
  await page.locator('input[name=login]').fill(who)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('button[type=submit]').click()
  await page.waitForURL((at) => at.href.startsWith(product.url))
}

test('pub.oauth-redirect dlg.register rule.register.shown rule.register.fields rule.register.match rule.register.success rule.register.failure: an unknown user comes from a provider, requests an account and waits', async () => {
  const { page } = await windows.open('zh')
  await throughProvider(page, 'anna_li')
  const dialog = page.getByRole('dialog', { name: '账号注册' })
  await dialog.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('saber-token'))).toBeNull()
  const send = dialog.getByRole('button', { name: '提交' })
  const says = (text: string) => dialog.getByRole('alert').getByText(text, { exact: true }).waitFor()
  await send.click()
  await says('请先输入租户编号')
  await dialog.getByLabel('租户编号').fill('000000')
  await send.click()
  await says('请先输入账号名称')
  await dialog.getByLabel('用户姓名').fill('安娜')
  await dialog.getByLabel('账号名称').fill('anna')
  await send.click()
  await says('以字母开头，6至20位字母、数字、横线或下划线')
  await dialog.getByLabel('账号名称').fill('taken_one')
  await send.click()
  await says('请先输入密码')
  await dialog.getByLabel('密码', { exact: true }).fill('Anna-2026')
  await dialog.getByLabel('确认密码').fill('Anna-2027')
  await send.click()
  await says('两次密码输入不一致')
  await dialog.getByLabel('确认密码').fill('Anna-2026')
  await send.click()
  await says('当前账号已被使用!')
  await dialog.getByLabel('账号名称').fill('anna_li')
  await send.click()
  await page.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
  await page.getByRole('button', { name: '知道了' }).click()
  await page.waitForURL((at) => at.pathname === '/login')
})

test('sysm.userAudit: an administrator approves the user, who then signs in by the provider', async () => {
  const admin = await product.client(ADMIN)
  const { page } = await windows.open('zh')
  await signIn(page, product.url, ADMIN)
  await page.goto(`${product.url}/system/userAudit`)
  await page.getByText('anna_li').first().waitFor()
  const { data } = await admin.get<{ records: { id: string }[] }>('/api/blade-user/guest/page', { account: 'anna_li' })
  const ids = [data.records[0]?.id]
  expect((await admin.post('/api/blade-user/guest/approve', { ids, roleIds: '1123598816738675201' })).code).toBe(200)
  await page.reload()
  await page.getByText('已通过').first().waitFor()
  const other = await windows.open('zh')
  await throughProvider(other.page, 'anna_li')
  await other.page.waitForURL((at) => !/login|oauth/.test(at.pathname))
})

test('rule.info.tabs frm.info.personal frm.info.password rule.info.personal rule.info.password: the own record and password are changed in the personal centre', async () => {
  const { page, errors } = await windows.open('zh')
  await signIn(page, product.url, GUEST)
  await page.goto(`${product.url}/info/index`)
  await page.getByRole('tab', { name: '个人信息' }).waitFor()
  await expect.poll(() => page.getByRole('tabpanel').locator('input[name=tenantId]').isDisabled()).toBe(true)
  expect(
    await page
      .getByRole('tab')
      .filter({ hasText: /个人信息|修改密码|邀请链接|投诉二维码/ })
      .count(),
  ).toBe(4)
  await page.getByLabel('微信').fill('guest-weixin')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('修改信息成功!').waitFor()
  const client = await product.client(GUEST)
  expect((await client.get('/api/blade-user/info')).data.wechat).toBe('guest-weixin')

  await page.getByRole('tab', { name: '修改密码' }).click()
  await page.getByLabel('原密码').fill('wrong')
  await page.getByLabel('新密码', { exact: true }).fill('guest')
  await page.getByLabel('确认密码').fill('guest')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('至少 8 位').first().waitFor()
  await page.getByLabel('新密码', { exact: true }).fill('Guest-1234')
  await page.getByLabel('确认密码').fill('Guest-1234')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('原密码不正确!').waitFor()
  await expect.poll(() => page.getByLabel('新密码', { exact: true }).inputValue()).toBe('Guest-1234')
  await page.getByLabel('原密码').fill('guest')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('修改密码成功!').waitFor()
  expect((await client.get('/api/blade-user/info')).status).toBe(401)
  expect(errors.filter((error) => !/400/.test(error))).toEqual([])
})

test('role.grant: scopes are loaded when their tab is opened, and saving changes only what was edited', async () => {
  const admin = await product.client(ADMIN)
  const system = '/api/blade-system'
  const idOf = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const { data, msg } = await admin.post<{ id: string }>(`${system}/${path}/submit`, body)
    expect(msg).toBe('操作成功')
    return data.id
  }
  interface Node {
    readonly id: string
    readonly code: string
    readonly children?: readonly Node[]
  }
  const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const { menu } = (await admin.get<{ menu: readonly Node[] }>(`${system}/menu/grant-tree`, { parts: 'menu' })).data
  const postMenu = flat(menu).find(({ code }) => code === 'post') as Node
  const role = await idOf('role', { roleName: '值班员', roleAlias: 'watch', sort: 9 })
  const call = await idOf('api-scope', {
    scopeName: '岗位列表',
    menuId: postMenu.id,
    resourceCode: 'watch_posts',
    scopePath: '/blade-system/post/list',
    scopeType: 1,
  })
  const data = await idOf('data-scope', { scopeName: '本人岗位', menuId: postMenu.id, resourceCode: 'watch_own', scopeType: 2 })
  const menuIds = (postMenu.children ?? []).map(({ id }) => id)
  expect((await admin.post(`${system}/role/grant`, { roleIds: [role], menuIds, dataScopeIds: [data] })).code).toBe(200)

  const { page, errors } = await windows.open('zh')
  await signIn(page, product.url, ADMIN)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant-tree')) requests.push(new URL(request.url()).searchParams.get('parts') ?? '')
  })
  await page.goto(`${product.url}/authority/role`)
  await page.getByRole('row').filter({ hasText: '值班员' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: '权限设置' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: '菜单权限', selected: true }).waitFor()
  await dialog.getByRole('tree').waitFor()
  expect(requests).toEqual(['menu'])
  await dialog.getByRole('tab', { name: '接口权限' }).click()
  await dialog.getByRole('searchbox').fill('岗位列表')
  await dialog
    .getByRole('treeitem', { name: /岗位列表/ })
    .last()
    .click()
  expect(requests).toEqual(['menu', 'apiScope'])
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  const keys = (await admin.get<Record<string, string[]>>(`${system}/menu/role-tree-keys`, { roleIds: role })).data
  expect(keys).toMatchObject({ dataScope: [data], apiScope: [call] })
  const held = flat([postMenu]).map(({ id }) => id)
  expect(keys.menu?.length).toBeGreaterThan(0)
  expect(keys.menu?.every((id) => held.includes(id))).toBe(true)
  expect(errors).toEqual([])
})

test('a tenant that requires a second step makes users set it up at the next sign-in, and requires it from then on', async () => {
  const admin = await product.client(ADMIN)
  const { data } = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-system/tenant/page', { tenantId: OPERATOR.tenantId })
  expect((await admin.post('/api/blade-system/tenant/submit', { ...data.records[0], mfa: 2 })).code).toBe(200)
  const enter = async (page: Page, secret: string): Promise<void> => {
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await page.getByLabel('验证码', { exact: true }).last().fill(code)
    await page.getByRole('button', { name: '验证' }).click()
  }
  const first = await windows.open('zh')
  await typeCredentials(first.page, product.url, OPERATOR, OPERATOR.account, 'zh')
  await first.page.getByRole('heading', { name: '两步验证' }).waitFor()
  await first.page.getByRole('img', { name: '验证器二维码' }).waitFor()
  const secret = (await first.page.locator('.ll-sign__secret').textContent()) ?? ''
  await first.page.getByLabel('验证码', { exact: true }).last().fill('000000')
  await first.page.getByRole('button', { name: '验证' }).click()
  await first.page.getByRole('alert').getByText('验证码不正确').waitFor()
  await enter(first.page, secret)
  await first.page.waitForURL((at) => !at.pathname.includes('login'))

  const next = await windows.open('zh')
  await typeCredentials(next.page, product.url, OPERATOR, OPERATOR.account, 'zh')
  await next.page.getByText('请输入验证器中的 6 位验证码，或一个恢复码').waitFor()
  // Each code is accepted only once; the code of the next half minute is already valid.
  const later = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
  await next.page.getByLabel('验证码', { exact: true }).last().fill(later)
  await next.page.getByRole('button', { name: '验证' }).click()
  await next.page.waitForURL((at) => !at.pathname.includes('login'))
})

test('the user form: a platform administrator chooses the tenant, roles are of that tenant, and an error is shown at its field', async () => {
  const { page, errors } = await windows.open('zh')
  await signIn(page, product.url, ADMIN)
  await page.goto(`${product.url}/system/user?create=1`)
  const form = page.getByRole('dialog')
  const pick = async (box: string, option: string): Promise<void> => {
    await form.getByRole('combobox', { name: box, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
    // A single-choice list closes by itself.
    if (box !== '所属租户') await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  }
  const offered = async (): Promise<string[]> => {
    await form.getByRole('combobox', { name: '所属角色' }).click()
    await page.getByRole('option').first().waitFor()
    const names = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    return names.sort()
  }
  const own = await offered()
  expect([own.includes('超级管理员'), own.includes('操作员')]).toEqual([true, false])
  await pick('所属角色', '超级管理员')
  await pick('所属租户', '示范区')
  // The chosen role belongs to another tenant, so the choice is removed.
  await form.getByText('超级管理员').waitFor({ state: 'detached' })
  expect(await offered()).toEqual(['操作员', '管理员', '访客', '销售', '维修人员', '区域负责人'].sort())
  expect(await form.getByRole('combobox', { name: '可见区域' }).isDisabled()).toBe(true)
  await pick('所属角色', '操作员')
  await form.getByText('预览：保存后该用户能看到什么').click()
  await expect.poll(() => form.locator('.ll-sight dd').first().textContent()).toBe('操作员')
  await form.getByLabel('登录账号').fill('operator')
  await form.getByLabel('用户姓名').fill('夜班')
  await form.getByRole('button', { name: '保存' }).click()
  const field = form.locator('.ll-r-field[data-invalid]')
  await expect.poll(() => field.allTextContents()).toEqual([expect.stringMatching(/^登录账号.*已存在/)])
  await form.getByLabel('登录账号').fill('night_one')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  const { data } = await (await product.client(ADMIN)).get<{ records: Record<string, unknown>[] }>('/api/blade-user/page', {
    account: 'night_one',
  })
  expect(data.records).toMatchObject([{ tenantId: OPERATOR.tenantId, roleName: '操作员' }])

  // A role that has everything by its alias has nothing to copy. For another role, the button shows no count.
  await page.goto(`${product.url}/authority/role`)
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  await rowOf('操作员').getByRole('button', { name: '复制角色' }).click()
  await page.getByRole('dialog').getByLabel('新角色名称').fill('夜班操作员')
  await page.getByRole('dialog').getByRole('button', { name: '复制角色', exact: true }).click()
  await rowOf('夜班操作员').waitFor()
  expect(await rowOf('超级管理员').getByRole('button', { name: '复制角色' }).count()).toBe(0)
  expect(errors).toEqual([])
})
