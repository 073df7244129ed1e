import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { land, signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 200 })

const SOON = { timeout: 15_000 }
const at = (page: Page): string => new URL(page.url()).pathname

const openLanding = async () => {
  const window = await windows().open()
  await land(window.page, product().url)
  return window
}

test('the landing page shows current figures, opens the search by Ctrl-K and links to the overview', async () => {
  const { page, errors } = await openLanding()
  await page
    .getByRole('link', { name: /^\d[\d,]* \/ \d[\d,]*$/ })
    .first()
    .waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog').getByRole('combobox')
  await search.fill('灯具')
  await page.getByRole('option', { name: /灯具/ }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '运行总览' }).click()
  await expect.poll(() => page.title(), SOON).toBe('运行总览')
  expect(at(page)).toBe('/wel/index')
  expect(errors).toEqual([])
})

test('rule.landing.lightMoveCar wgt.landing.lightMoveCar sys.lightMoveCar: the entry opens the address that the administrator set, in a new window', async () => {
  const admin = await product().client()
  const { data } = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-system/param/list', {
    paramKey: 'console.lightMoveCar.url',
  })
  const kept = data.records[0]!
  const { page, errors } = await openLanding()
  const entry = page.getByRole('button', { name: '一键挪车' })
  // Without a configured address the entry is not shown.
  await page.getByRole('button', { name: '城市照明' }).waitFor()
  expect(await entry.count()).toBe(0)
  const set = { id: kept.id, paramName: kept.paramName, paramKey: kept.paramKey, paramValue: `${product().url}/favicon.svg` }
  expect((await admin.post('/api/blade-system/param/submit', set)).code).toBe(200)
  await expect
    .poll(async () => {
      await page.reload()
      const opened = page.context().waitForEvent('page', { timeout: 3000 })
      await entry.click({ timeout: 2000 }).catch(() => undefined)
      return opened.then((other) => other.url()).catch(() => '')
    }, SOON)
    .toBe(`${product().url}/favicon.svg`)
  expect(at(page)).toBe('/wel/home')
  expect(errors).toEqual([])
})

test('at 1440 px the header shows every system, or a menu at its end does, in both languages and beside the project picker', async () => {
  for (const [lang, systemsAre, more, projects] of [
    ['zh', '系统', '更多', '请选择项目'],
    ['en', 'Systems', 'More', 'Projects'],
  ] as const) {
    const { page, errors } = await windows().open(lang)
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, product().url, ADMIN, lang)
    const top = page.getByRole('navigation', { name: systemsAre, exact: true })
    /** Every system is shown in the first row or is an entry of the menu; at least six are shown. */
    const isWhole = async (): Promise<void> => {
      await top.locator('li > button').first().waitFor()
      const names = await top.locator('li > button').allTextContents()
      const shown = await top.locator('li > button:not([aria-hidden="true"])').allTextContents()
      expect(names.length).toBeGreaterThan(9)
      expect(shown.length).toBeGreaterThan(5)
      const button = top.getByRole('button', { name: more })
      if (shown.length < names.length) await button.click()
      const others = shown.length < names.length ? await page.locator('[role=menu] [role^=menuitem]').allTextContents() : []
      expect([...shown, ...others.map((name) => name.trim())]).toEqual(names)
      if (others.length > 0) await page.keyboard.press('Escape')
    }
    await page.goto(`${product().url}/wel/index`)
    await expect.poll(() => isWhole().then(() => 'whole', String), SOON).toBe('whole')
    await page.goto(`${product().url}/city/controlCenter/commandRecord/index`)
    await page.getByRole('button', { name: projects, exact: true }).click()
    await page.locator('.ll-project__row .ll-project__choose').first().click()
    await page.locator('.ll-bar__project--set').waitFor()
    await expect.poll(() => isWhole().then(() => 'whole', String), SOON).toBe('whole')
    expect(errors).toEqual([])
  }
})

test('at 1440 px command records and the audit log show every column, and their filters are in one row, in both languages', async () => {
  const admin = await product().client()
  const order = { command: 'dim', level: 30, reason: 'test', selector: { filter: { all: '1' } } }
  expect((await admin.post('/api/blade-city/controller/batch/command', order)).code).toBe(200)
  for (const lang of ['zh', 'en'] as const) {
    const { page, errors } = await windows().open(lang)
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, product().url, ADMIN, lang)
    for (const path of ['/city/controlCenter/commandRecord/index', '/monitor/log/audit']) {
      await page.goto(`${product().url}${path}`)
      const table = page.locator('.ll-r-table-scroll')
      await table.locator('tbody a').first().waitFor()
      await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth), { message: `${path} ${lang}`, ...SOON }).toBe(0)
      const rows = await page.locator('.ll-r-search').evaluate((row) => {
        const boxes = [...row.querySelectorAll('.ll-r-presets, .ll-r-filter, button.ll-r-quiet')].map((box) => box.getBoundingClientRect())
        return Math.max(...boxes.map(({ top }) => top)) - Math.min(...boxes.map(({ bottom }) => bottom))
      })
      expect(rows, `${path} ${lang}`).toBeLessThan(0)
    }
    if (lang === 'en') {
      await page.goto(`${product().url}/city/lampmanagement/lampinformation/index`)
      await page.locator('.ll-r-toolbar').getByRole('button', { name: 'Export' }).click()
      await page.getByRole('dialog', { name: 'Export: Lamps', exact: true }).waitFor()
    }
    expect(errors).toEqual([])
  }
})

test('at 390 px the header of the landing page is one line, and the legend of the map has texts', async () => {
  const { page, errors } = await openLanding()
  await page.setViewportSize({ width: 390, height: 844 })
  const header = page.locator('.ll-landing > header')
  await header.getByRole('button', { name: '退出系统' }).waitFor()
  expect((await header.boundingBox())?.height).toBeLessThan(72)
  expect((await header.locator('.ll-landing-who').boundingBox())?.height).toBeLessThan(30)
  await page.goto(`${product().url}/city/map/index`)
  const words = page.locator('.ll-map-legend-word')
  await words.first().waitFor()
  for (const word of await words.all()) expect((await word.boundingBox())?.width).toBeGreaterThan(20)
  await page.getByRole('combobox').first().fill('001')
  await page.getByRole('option').first().click()
  const action = page.locator('.ll-city-card .ll-city-actions .ll-button').first()
  await action.waitFor()
  const zoom = page.locator('.ll-map-zoom')
  const sheet = page.locator('.ll-city-card')
  await expect
    .poll(async () => (await zoom.boundingBox())!.y + (await zoom.boundingBox())!.height, SOON)
    .toBeLessThan((await sheet.boundingBox())!.y)
  const [button, bar] = [await action.boundingBox(), await page.locator('.ll-city').boundingBox()]
  expect(button!.y + button!.height).toBeLessThanOrEqual(bar!.y + bar!.height)
  expect(errors).toEqual([])
})

test('a user without the right of the overview lands on the first page of the only system, on the list of several, or is told that there is none', async () => {
  // Users of the platform's tenant always have some systems: the console adds pages to their menu.
  const chief = await product().client({ tenantId: '100001', account: 'admin' })
  interface Node {
    readonly id: string
    readonly code: string
    readonly children?: readonly Node[]
  }
  const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const { menu } = (await chief.get<{ menu: readonly Node[] }>('/api/blade-system/menu/grant-tree', { parts: 'menu' })).data
  const rightOf = (code: string): string => flat(menu).find((node) => node.code === code)!.id
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await chief.post<{ id: string }>(path, body)
    expect(answer.code, answer.msg).toBe(200)
    return answer.data.id
  }
  for (const [account, codes, path, words] of [
    ['lands_once', ['post_view'], '/system/post', '岗位'],
    ['lands_twice', ['post_view', 'lamp_view'], '/wel/home', '城市照明'],
    ['lands_screen', ['data_screen'], '/wel/index', '还没有可以进入的系统'],
    ['lands_nowhere', [], '/wel/index', '还没有可以进入的系统'],
  ] as const) {
    const roleId = await made('/api/blade-system/role/submit', { roleName: account, roleAlias: account, sort: 9 })
    if (codes.length > 0)
      expect((await chief.post('/api/blade-system/role/grant', { roleIds: [roleId], menuIds: codes.map(rightOf) })).code).toBe(200)
    const who = { tenantId: '100001', account, password: 'Lands-1234' }
    await made('/api/blade-user/submit', { ...who, realName: account, roleId })
    const { page, errors } = await windows().open()
    await signIn(page, product().url, who)
    await expect.poll(() => at(page), { message: account, ...SOON }).toBe(path)
    await page.getByRole('main').getByText(words).first().waitFor()
    expect(errors, account).toEqual([])
  }
})

test('on a phone the first page of a maintainer begins with the open findings: only the title stands before them', async () => {
  const chief = await product().client({ tenantId: '100001', account: 'admin' })
  interface Role {
    readonly id: string
    readonly roleAlias: string
  }
  const { data } = await chief.get<readonly Role[] | { readonly records: readonly Role[] }>('/api/blade-system/role/list', { size: 100 })
  const roles = 'records' in data ? data.records : data
  const roleId = roles.find(({ roleAlias }) => roleAlias === 'maintainer')?.id
  const who = { tenantId: '100001', account: 'street_repairer', password: 'Repair-1234' }
  const answer = await chief.post<{ id: string }>('/api/blade-user/submit', { ...who, realName: '维修员', roleId })
  expect(answer.code, answer.msg).toBe(200)
  const { page, errors } = await windows().open()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product().url, who)
  await expect.poll(() => at(page), SOON).toBe('/wel/index')
  // The user has no place yet: the page says so, and shows no table of findings.
  const findings = page.getByRole('region', { name: '待处理', exact: true })
  await page.locator('.ll-home').getByText('区域和项目由管理员授权').waitFor()
  expect(await findings.count()).toBe(0)
  const { data: areas } = await chief.get<readonly { id: string }[]>('/api/blade-system/area/tree')
  const placed = await chief.post('/api/blade-user/update', { id: answer.data.id, areaIds: areas.map(({ id }) => id).join(',') })
  expect(placed.code, placed.msg).toBe(200)
  await page.reload()
  // The demo has solar lamps with a failed luminaire at any time of day.
  await findings.locator('td a').first().waitFor()
  const before = await page.locator('.ll-home').evaluate((home) => {
    const parts = [...home.children]
    return parts.slice(0, parts.indexOf(home.querySelector('.ll-home-first')!)).map(({ textContent }) => textContent)
  })
  expect(before).toEqual(['运行总览'])
  // What stood in the header follows.
  await page.getByRole('button', { name: '打开地图' }).waitFor()
  expect(errors).toEqual([])
})
