import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { land, menuPages, signIn, withBrowser } from '../browser.ts'

const MENU = '/api/blade-system/menu'
/** Systems that start without pages, in the order of the circle: names and paths. */
const SYSTEMS = [
  ['工单运维', '/work'],
  ['仓储管理', '/storeHouse'],
] as const
const SOON = { timeout: 15_000 }
const { product, windows } = withBrowser({ lamps: 20 })

const addMenu = async (menu: Readonly<Record<string, unknown>>): Promise<string> => {
  const admin = await product().client()
  const answer = await admin.post<{ id: string }>(`${MENU}/submit`, {
    alias: 'menu',
    category: 1,
    action: 0,
    isOpen: 1,
    source: 'appstore',
    ...menu,
  })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
/** Adds a system with one page, as an administrator does while the product runs; the page is an address shown in a frame. */
const addSystem = async (name: string, path: string, at: number): Promise<void> => {
  const code = `e2e${at}`
  const parentId = await addMenu({ parentId: '0', code, name, enName: `System ${at}`, path, sort: 40 + at })
  await addMenu({
    parentId,
    code: `${code}_page`,
    name: `${name}页`,
    enName: `Page ${at}`,
    path: `${product().url}/favicon.svg?system=${at}`,
    sort: 1,
  })
}
const circleOf = (page: Page) => page.getByRole('navigation', { name: '系统导航' })
const namesIn = async (page: Page): Promise<string[]> =>
  (await circleOf(page).getByRole('button').allTextContents()).map((name) => name.trim())

test('sys.sun sys.visual sys.institute sys.roadCabinet sys.smartCity sys.work sys.storeHouse sys.report: a system is in the circle, in its place, only when it has a page for the user, and opens it', async () => {
  const { page } = await windows().open()
  await land(page, product().url)
  // These systems have pages from the beginning.
  for (const name of ['统计报表', '智慧灯杆', '太阳能照明', '智慧院所', '道路机柜', '智慧城市'])
    await circleOf(page).getByRole('button', { name }).waitFor()
  expect((await namesIn(page)).filter((name) => SYSTEMS.some(([system]) => system === name))).toEqual([])

  for (const [at, [name, path]] of SYSTEMS.entries()) await addSystem(name, path, at + 1)
  const fresh = await windows().open()
  await land(fresh.page, product().url)
  await circleOf(fresh.page).getByRole('button', { name: '仓储管理' }).waitFor()
  expect(await namesIn(fresh.page)).toEqual([
    '城市照明',
    '太阳能照明',
    '智慧灯杆',
    '智慧院所',
    '道路机柜',
    '智慧城市',
    ...SYSTEMS.map(([name]) => name),
    '统计报表',
    '销售管理',
    '系统管理',
  ])
  for (const [at, [name]] of SYSTEMS.entries()) {
    await fresh.page.goto(`${product().url}/wel/home`)
    await circleOf(fresh.page).getByRole('button', { name }).click()
    await fresh.page.locator(`iframe[src$="system=${at + 1}"]`).waitFor()
    expect(new URL(fresh.page.url()).pathname).toBe('/myiframe/urlPath')
  }
  await fresh.page.goto(`${product().url}/wel/home`)
  // The monthly report is the first page of its menu.
  await circleOf(fresh.page).getByRole('button', { name: '统计报表' }).click()
  await fresh.page.waitForURL((url) => url.pathname === '/report/monthly')
})

test('wgt.landing.731100: users of tenant 731100 are redirected to the lamp poles after landing; other users are not', async () => {
  const other = await windows().open()
  await land(other.page, product().url)
  await circleOf(other.page).getByRole('button', { name: '城市照明' }).waitFor()
  const { page } = await windows().open()
  await page.route('**/oauth/token', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), tenant_id: '731100' } })
  })
  await signIn(page, product().url)
  await page.waitForURL((url) => url.pathname === '/sun/lamppole')
  await page.locator('.ll-pane:not([hidden])').getByRole('heading', { name: '灯杆管理' }).waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/wel/home')
})

test.each([
  ['/city/delayOfflineSetting/index', '延迟离线设置', '运维管理'],
  ['/city/bindInformation', '绑定信息', '运维管理'],
  ['/sun/terminal/esimManage', 'SIM卡维护', '终端管理'],
])(
  'menu.add.delayOffline menu.add.bindInformation menu.add.esim: %s, which the console adds to the menu, opens',
  async (path, title, group) => {
    const { page, errors } = await windows().open()
    await signIn(page, product().url)
    await page.goto(`${product().url}${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.locator('.ll-crumbs').getByText(group).waitFor()
    expect(errors).toEqual([])
  },
)

test.each([
  ['/sun/details/details', '未指定太阳能灯', '太阳能设备'],
  ['/sun/gatewayDetails/details', '未指定网关', '太阳能网关'],
])(
  'rt.sun.details rt.sun.gatewayDetails: %s without an id says so, links to the list, and the menu marks the list',
  async (path, text, list) => {
    const { page, errors } = await windows().open()
    await signIn(page, product().url)
    await page.goto(`${product().url}${path}`)
    await page.getByText(text).waitFor()
    await page.locator('.ll-side [aria-current="page"]').getByText(list).waitFor()
    await page.getByRole('link', { name: '打开列表' }).click()
    await expect.poll(() => page.title()).toBe(list)
    expect(errors).toEqual([])
  },
)

test('with many open tabs the active one is in view: after a reload, when titles arrive late, and in a narrower window', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const paths = (await menuPages(product())).map(({ path }) => path).filter((path) => !path.startsWith('/wel/'))
  const last = '/report/lightRate'
  const tab = (path: string) => ({ key: path, path, query: {}, round: 0, pinned: true })
  const stored = [...paths.filter((path) => path !== last).slice(0, 16), last].map(tab)
  await page.evaluate((list) => {
    const home = JSON.parse(sessionStorage.getItem('saber-tagList') ?? '{"content":[]}')
    sessionStorage.setItem('saber-tagList', JSON.stringify({ ...home, content: [...home.content.slice(0, 1), ...list] }))
  }, stored)
  // The names of pages arrive after the tabs.
  await page.route('**/menu/routes**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.goto(`${product().url}${last}`)
  await expect.poll(() => page.title(), SOON).toBe('亮灯率统计')
  const isInView = () =>
    page.evaluate(() => {
      const list = document.querySelector('.ll-tabs__list')!.getBoundingClientRect()
      const active = document.querySelector('.ll-tab--active')!.getBoundingClientRect()
      return active.left >= list.left - 1 && active.right <= list.right + 1
    })
  expect(await page.locator('.ll-tab').count()).toBeGreaterThan(12)
  await expect.poll(isInView, SOON).toBe(true)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(isInView, SOON).toBe(true)
  expect(errors).toEqual([])
})

test('at 390 px from and to of a time range stand one below the other and show their time', async () => {
  const { page, errors } = await windows().open('en')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product().url, undefined, 'en')
  for (const path of ['/wel/handover', '/city/commandRecord/index']) {
    await page.goto(product().url + path)
    const inputs = page.locator('.ll-f-time-native')
    await expect.poll(() => inputs.count(), SOON).toBe(2)
    const [from, to] = await inputs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(from!.width, path).toBeGreaterThan(220)
    expect(to!.top, path).toBeGreaterThan(from!.top + 20)
    expect(Math.max(from!.right, to!.right), path).toBeLessThanOrEqual(390)
  }
  expect(errors).toEqual([])
})
