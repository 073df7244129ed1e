import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { land, openSystem, signIn, withBrowser } from '../browser.ts'
import { ADMIN, GUEST, OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 200 })

const SOON = { timeout: 15_000 }
const LAMPS = '/city/lampmanagement/lampinformation/index'
const at = (page: Page): string => new URL(page.url()).pathname
const tabNames = (page: Page): Promise<string[]> =>
  page
    .getByRole('tab')
    .allTextContents()
    .then((all) => all.map((text) => text.trim()))
const titleIs = (page: Page, title: string): Promise<void> => expect.poll(() => page.title(), SOON).toBe(title)

test('rule.landing.fetch rule.landing.click wgt.landing.circle rt.wel.home rule.landing.simplepwd wgt.landing.simplepwd rule.layout.logo-click rule.layout.logo-home rule.layout.topmenu-hidden lay.topmenu-hidden lay.logo-home lay.logo-elsewhere: the circle of systems opens at its address with the question about a simple password, and the logo returns to it', async () => {
  const { page, errors } = await windows().open()
  await land(page, product().url)
  const circle = page.getByRole('navigation', { name: '系统导航' })
  await circle.getByRole('button', { name: '城市照明' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/city/'))
  await page.goto(`${product().url}${LAMPS}`)
  await page.locator('.ll-bar__project').click()
  await page.locator('.ll-project__choose').nth(1).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('saber-project')), SOON).not.toBeNull()
  await page.locator('.ll-side__brand').click()
  await circle.getByRole('button').first().waitFor()
  expect(at(page)).toBe('/wel/home')
  expect(await page.evaluate(() => sessionStorage.getItem('saber-project'))).toBeNull()
  expect(await page.locator('.ll-top:visible, .ll-bar:visible, .ll-side__brand:visible').count()).toBe(0)
  await titleIs(page, '智慧照明管理平台')
  expect(errors).toEqual([])
})

test('rule.landing.simplepwd wgt.landing.simplepwd: signing in opens the overview; a simple password is told once, beside the work', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await titleIs(page, '运行总览')
  expect(at(page)).toBe('/wel/index')
  await page.getByRole('region', { name: '待处理' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const told = page.getByRole('status', { name: '密码过于简单' })
  await told.getByText('系统检测到您的密码设置过于简单，是否修改密码？').waitFor()
  await told.getByRole('link', { name: '修改密码' }).click()
  await page.waitForURL((url) => url.pathname === '/info/index')
  await page.goto(`${product().url}/wel/index`)
  await page.getByRole('region', { name: '待处理' }).waitFor()
  expect(await told.count()).toBe(0)
  expect(errors).toEqual([])
})

test('rule.layout.topmenu-click top.menu rule.guard.title guard.title top.tabs guard.root-wel rt.wel.index rule.ui.welcome.totals: top menu, side bar, tabs and titles stay in step; a reload restores them', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/wel`)
  await page.waitForURL((url) => url.pathname === '/wel/index')
  await titleIs(page, '运行总览')
  const totals = page.locator('.ll-home-figures')
  await totals.waitFor()
  await expect.poll(() => totals.textContent()).toMatch(/kW.*在线率/)
  expect(await page.locator('.ll-home-kinds h2').allTextContents()).toEqual(['智慧灯', '市电灯', '太阳能灯'])
  await openSystem(page, '系统管理')
  await page.waitForURL((url) => url.pathname.startsWith('/system/'))
  const side = page.locator('.ll-side__nav')
  await side.getByRole('button', { name: '字典与参数' }).click()
  await side.getByRole('link', { name: '参数管理' }).click()
  await titleIs(page, '参数管理')
  await expect.poll(() => page.locator('.ll-crumbs').textContent()).toContain('系统管理')
  expect(await side.getByText('灯具分组').count()).toBe(0)
  await page.goto(`${product().url}${LAMPS}?name=${encodeURIComponent('路')}`)
  await titleIs(page, '灯具')
  const names = await tabNames(page)
  expect(names[0]).toBe('运行总览')
  expect(names.slice(-2)).toEqual(['参数管理', '灯具'])
  await page.reload()
  await titleIs(page, '灯具')
  expect(await tabNames(page)).toEqual(names)
  expect(page.url()).toContain('name=')
  await page.getByRole('tab', { name: '灯具' }).press('Alt+ArrowLeft')
  await expect.poll(async () => (await tabNames(page)).slice(-2), SOON).toEqual(['灯具', '参数管理'])
  await page.getByRole('tab', { name: '灯具' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其它' }).click()
  await expect.poll(() => tabNames(page), SOON).toEqual(['运行总览', '灯具'])
  await page.getByRole('tab', { name: '灯具' }).press('Delete')
  await expect.poll(() => at(page), SOON).toBe('/wel/index')
  expect(await tabNames(page)).toEqual(['运行总览'])
  expect(errors).toEqual([])
})

test('rule.guard.scroll guard.scroll: a hidden tab keeps its rows and its scroll position', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/wel/dashboard`)
  await titleIs(page, '工作台')
  await page.goto(`${product().url}/wel/index`)
  await page.locator('.ll-home-kinds').waitFor()
  await page.setViewportSize({ width: 1280, height: 420 })
  const pane = page.locator('.ll-pane:not([hidden])')
  await pane.evaluate((element) => element.scrollTo(0, 150))
  await page.getByRole('tab', { name: '工作台' }).click()
  await titleIs(page, '工作台')
  await page.getByRole('tab', { name: '运行总览' }).click()
  await titleIs(page, '运行总览')
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(150)
  expect(errors).toEqual([])
})

test('rule.top.lock rule.lock.dialog rule.lockpwd.required pub.lock top.lock dlg.lock guard.lock: the lock requires a password, keeps the page, and opens only with it', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/system/param`)
  await titleIs(page, '参数管理')
  await page.locator('.ll-shell').evaluate((shell) => shell.setAttribute('data-same', 'yes'))
  await page.locator('.ll-bar__lock').click()
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await dialog.getByRole('button', { name: '锁屏', exact: true }).click()
  await dialog.getByText('锁屏密码不能为空').waitFor()
  await dialog.getByPlaceholder('请输入锁屏密码').fill('1234')
  await dialog.getByRole('button', { name: '锁屏', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/lock')
  const input = page.getByPlaceholder('请输入锁屏密码')
  await input.fill('wrong')
  await input.press('Enter')
  await page.getByText('解锁密码错误,请重新输入').waitFor()
  await input.fill('1234')
  await input.press('Enter')
  await page.waitForURL((url) => url.pathname === '/system/param')
  await expect.poll(() => page.locator('.ll-shell').getAttribute('data-same')).toBe('yes')
  await titleIs(page, '参数管理')
  expect(errors).toEqual([])
})

test('a locked session stays locked after a reload of any page; its sign-out asks for confirmation (rule.logout.confirm dlg.logoutConfirm)', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/wel/index`)
  await page.getByRole('button', { name: '锁屏' }).click()
  await page.getByPlaceholder('请输入锁屏密码').fill('1234')
  await page.getByRole('dialog').getByRole('button', { name: '锁屏', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/lock')
  await page.goto(`${product().url}${LAMPS}`)
  await page.waitForURL((url) => url.pathname === '/lock')
  await page.getByRole('button', { name: '退出系统' }).click()
  await page.getByRole('dialog').getByText('是否退出系统').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  expect(at(page)).toBe('/lock')
  await page.getByRole('button', { name: '退出系统' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出系统' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await titleIs(page, '登录')
  expect(await page.evaluate(() => [sessionStorage.getItem('saber-isLock'), localStorage.getItem('saber-token')])).toEqual([null, null])
  expect(errors).toEqual([])
})

test('rule.guard.unknown guard.unknown-404 pub.404 pub.403 pub.500 pub.home rule.guard.title.login: missing pages, and pages without a session', async () => {
  const { page, errors } = await windows().open()
  await page.goto(`${product().url}/home`)
  await page.getByRole('heading', { name: '智慧照明管理平台' }).waitFor()
  await titleIs(page, '智慧照明管理平台')
  await page.goto(`${product().url}/screen`)
  await page.getByText('登录后显示实时数据').waitFor()
  await page.goto(`${product().url}/city/nothing`)
  await page.waitForURL((url) => url.pathname === '/login')
  await titleIs(page, '登录')
  await signIn(page, product().url)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saber-menu')), SOON).not.toBeNull()
  await page.goto(`${product().url}/city/nothing`)
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  expect(page.url()).toBe(`${product().url}/404?from=/city/nothing`)
  for (const [path, words] of [
    ['/403', '没有访问权限'],
    ['/500', '服务器出错'],
  ] as const) {
    await page.goto(`${product().url}${path}`)
    await page.getByRole('heading', { name: words }).waitFor()
  }
  await page.goto(`${product().url}/home`)
  await page.waitForURL((url) => url.pathname === '/wel/home')
  expect(errors).toEqual([])
})

test('pub.myiframe: the frame shows only web addresses, and its content cannot access the console', async () => {
  const { page } = await windows().open()
  await page.goto(`${product().url}/myiframe/urlPath?name=X&src=${encodeURIComponent('javascript:alert(1)')}`)
  await page.getByText('这个地址不能嵌入显示').waitFor()
  await page.goto(`${product().url}/myiframe/urlPath?name=X&src=${encodeURIComponent(`${product().url}/favicon.svg`)}`)
  const frame = page.locator('iframe.ll-frame')
  await frame.waitFor()
  await expect.poll(() => frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
})

test('rt.test.index: the test page shows the state of calls, live connection and storage', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/test/index`)
  await expect.poll(() => page.locator('.ll-test').textContent(), SOON).toMatch(/接口往返正常\s*\d+\s*ms.*实时连接正常.*浏览器存储正常/)
  expect(errors).toEqual([])
})

test('top.user rule.top.user rt.wel.dashboard top.logout-embedded rule.top.logout-embedded: the menu of the user; in a frame there is no sign-out, and no storage is shared with the outer page', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/wel/index`)
  const menu = page.locator('.ll-bar__user')
  await menu.click()
  await page.getByRole('menuitem').first().waitFor()
  const entries = await page.getByRole('menuitem').allTextContents()
  expect([entries.includes('工作台'), entries.at(-1)]).toEqual([true, '退出系统'])
  await page.getByRole('menuitem', { name: '工作台' }).click()
  await titleIs(page, '工作台')
  const outer = await page.context().newPage()
  await outer.route('**/outer', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="/wel/index" width="1200" height="700"></iframe>` }),
  )
  await outer.goto(`${product().url}/outer`)
  const inner = outer.frameLocator('iframe')
  await inner.locator('input[name=account]').waitFor()
  await inner.locator('input[name=account]').fill(ADMIN.account)
  await inner.locator('input[name=password]').fill(ADMIN.account)
  await inner.locator('button[type=submit]').click()
  await inner.locator('.ll-bar__user').click()
  await inner.getByRole('menuitem', { name: '工作台' }).waitFor()
  expect(await inner.getByRole('menuitem', { name: '退出系统' }).count()).toBe(0)
  const cookies = (await outer.context().cookies()).map(({ name }) => name)
  expect(cookies).toEqual(expect.arrayContaining(['saber-access-token', 'saber-access-token-iframe']))
  expect(await outer.evaluate(() => localStorage.getItem('saber-iframe-token'))).not.toBeNull()
  expect(errors).toEqual([])
})

test('the search finds pages, and rows that the user may see', async () => {
  const client = await product().client(OPERATOR)
  const { data } = await client.get<{ records: { name: string; sn: string }[] }>('/api/blade-city/lamp/list', { current: 1, size: 1 })
  const lamp = data.records[0]!
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  await page.goto(`${product().url}/wel/index`)
  await page.locator('.ll-bar__search').waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: '搜索' })
  await search.fill(lamp.sn)
  await page.getByRole('option', { name: new RegExp(lamp.sn) }).waitFor()
  await search.press('Enter')
  await page.waitForURL((url) => url.pathname === '/city/lampmanagement/lampinformation/details')
  await page.keyboard.press('Control+k')
  await search.fill('灯杆')
  await page.getByRole('option', { name: /灯杆/ }).first().click()
  await page.waitForURL((url) => url.pathname === '/city/lampmanagement/lamppost/index')
  expect(errors).toEqual([])
})

test('when a role loses a menu, the console of the user follows without a new sign-in, and also when it is back', async () => {
  const admin = await product().client()
  const roles = await admin.get<{ id: string; roleAlias: string; tenantId: string }[]>('/api/blade-system/role/list', {
    tenantId: '100001',
  })
  const flat = (list: readonly { id: string; roleAlias: string; tenantId: string; children?: never[] }[]): typeof roles.data =>
    list.flatMap((role) => [role, ...flat(role.children ?? [])])
  const guest = flat(roles.data).find((role) => role.roleAlias === 'guest' && role.tenantId === '100001')!
  const keys = await admin.get<{ menu: string[] }>('/api/blade-system/menu/role-tree-keys', { roleIds: guest.id })
  const menus = await admin.get<{ id: string; code: string; children?: unknown[] }[]>('/api/blade-system/menu/list')
  const all = (list: readonly { id: string; code: string; children?: unknown[] }[]): { id: string; code: string }[] =>
    list.flatMap((menu) => [menu, ...all((menu.children ?? []) as { id: string; code: string }[])])
  const posts = new Set(
    all(menus.data)
      .filter(({ code }) => code.startsWith('lamp_post'))
      .map(({ id }) => id),
  )
  const { page, errors } = await windows().open()
  await signIn(page, product().url, GUEST)
  await page.goto(`${product().url}${LAMPS}`)
  const entry = page.locator('.ll-side__nav').getByRole('link', { name: '灯杆', exact: true })
  await entry.waitFor()
  await page.locator('.ll-live--open').waitFor()
  const grant = (menuIds: readonly string[]) => admin.post('/api/blade-system/role/grant', { roleIds: [guest.id], menuIds })
  expect((await grant(keys.data.menu.filter((id) => !posts.has(id)))).code).toBe(200)
  await entry.waitFor({ state: 'detached', timeout: 10_000 })
  expect((await grant(keys.data.menu)).code).toBe(200)
  await entry.waitFor({ timeout: 10_000 })
  expect(errors).toEqual([])
})

test('dlg.warn127779 rule.warn.127779 rule.landing.logout wgt.landing.logout: tenant 127779 sees a reminder when it leaves the landing page, and its sign-out asks for confirmation', async () => {
  const { page, errors } = await windows().open()
  await page.route('**/oauth/token', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), tenant_id: '127779' } })
  })
  await land(page, product().url, ADMIN)
  await page.getByRole('navigation', { name: '系统导航' }).getByRole('button', { name: '城市照明' }).click()
  await page.getByText('离开首页前请确认设备运行状态及告警处理情况').waitFor()
  await page.goto(`${product().url}/wel/home`)
  // The server closes the socket of the ended session; no call with the ended token may follow.
  const refused: string[] = []
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
  await page.getByRole('button', { name: '退出系统' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出系统' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.waitForLoadState('networkidle')
  expect([refused, errors]).toEqual([[], []])
})

test('rule.top.project.lazy top.project: the project selector is on project pages only, loads its tree by level, finds by name, and can be cleared', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  const picker = page.locator('.ll-bar__project')
  await expect.poll(() => picker.textContent()).toBe('请选择项目')
  const requested = page.waitForRequest((request) => request.url().includes('/project/lazy-list?parentId=0'))
  await picker.click()
  await requested
  const first = page.locator('.ll-project__choose:not(.ll-project__all)').first()
  const name = (await first.textContent()) ?? ''
  const found = page.waitForRequest((request) => request.url().includes('/project/list?name='))
  await page.getByPlaceholder('查找项目').fill(name.slice(0, 2))
  await found
  await page.locator('.ll-project').getByRole('button', { name, exact: true }).last().click()
  await expect.poll(() => picker.textContent(), SOON).toBe(name)
  await picker.click()
  await page.locator('.ll-project__all').click()
  await expect.poll(() => picker.textContent(), SOON).toBe('请选择项目')
  for (const [path, shown] of [
    ['/system/param', 0],
    ['/wel/index', 0],
    ['/sales/tenant', 0],
    ['/city/lampmanagement/lamppost/index', 1],
  ] as const) {
    await page.goto(`${product().url}${path}`)
    await page.locator('.ll-bar__user').waitFor()
    expect(await picker.count(), path).toBe(shown)
  }
  expect(errors).toEqual([])
})

test('a message to a user is a notification, and a kick shows a text and signs out here', async () => {
  const { page, errors } = await windows().open()
  let kick = (): void => undefined
  let push = (_content: object): void => undefined
  await page.routeWebSocket(/\/ws\?/, (ws) => {
    const server = ws.connectToServer()
    let deviceId = ''
    ws.onMessage((frame) => {
      const packet = JSON.parse(String(frame))
      if (packet.cmd === 2) deviceId = packet.body.deviceId
      if (packet.cmd === 5)
        kick = () => ws.send(JSON.stringify({ cmd: 13, flags: 16, sessionId: 0, body: { deviceId, userId: packet.body.userId } }))
      server.send(frame)
    })
    push = (content) =>
      ws.send(
        JSON.stringify({
          cmd: 15,
          flags: 24,
          sessionId: 9,
          body: { content: JSON.stringify({ msgId: '1', msgType: 1, content: JSON.stringify(content) }) },
        }),
      )
  })
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  await page.locator('.ll-live--open').waitFor()
  push({ title: '导入完成', content: '120 盏灯', path: '/wel/dashboard' })
  await page.getByText('导入完成：120 盏灯').waitFor()
  // The alert of faults on site has a button of this name too.
  await page.locator('.ll-toast', { hasText: '导入完成' }).getByRole('button', { name: '查看', exact: true }).click()
  await titleIs(page, '工作台')
  kick()
  const dialog = page.getByRole('dialog', { name: '您已下线' })
  await dialog.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate(() => localStorage.getItem('saber-token'))).toBeNull()
  expect(errors).toEqual([])
})
