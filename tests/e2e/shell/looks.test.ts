import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { atLeast } from '@lamplight/testing'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { THEMES } from '../../../platform/console-kit/theme/theme.ts'
import { menuPages, reportedPages, signIn, withBrowser } from '../browser.ts'
import { type ContrastSpy, installContrastSpy, type Weak } from '../contrast-spy.ts'
import { installElementSpy } from '../element-spy.ts'
import { goTo, prepareWalk, settled } from '../keyboard-walk.ts'
import { pagesOfRun } from '../page-kinds.ts'

declare global {
  interface Window {
    readonly contrastSpy: ContrastSpy
  }
}
declare const axe: { run: (where: Document | string, options: object) => Promise<AxeResults> }
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { product, windows } = withBrowser({ lamps: 200 })

const THEME_NAMES = THEMES.map(({ name }) => name)
const [LIGHT, DARK] = ['theme-vip', 'theme-dark']

/** Changes the theme as another tab of the same browser does. */
const setTheme = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(async (theme) => {
    const key = 'saber-themeName'
    localStorage.setItem(key, JSON.stringify({ dataType: 'string', content: theme, datetime: 0 }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }, name)
  await page.waitForFunction((theme) => document.body.className === theme, name)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Returns serious and critical findings of axe in `where`, or in the whole document. */
const findings = async (page: Page, theme: string, where: string | null): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  // A theme changes only colours.
  const options = { resultTypes: ['violations'], ...(theme !== LIGHT && { runOnly: ['color-contrast'] }) }
  const { violations } = await page.evaluate(([place, parts]) => axe.run(place ?? document, parts), [where, options] as const)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${theme} ${new URL(page.url()).pathname} ${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(' | ')} (${nodes.length})`,
    )
}

/** Opens the editor of the first row of a list of canvases, and selects an item. */
const edit = (link: string) => async (page: Page) => {
  await page.locator('main').getByRole('link', { name: link }).locator('visible=true').first().click()
  await page.locator('.ll-canvas-handle').first().focus()
}
const dialogShown = (page: Page) => page.getByRole('dialog').first().waitFor()
/** Overlays and editors to measure besides the pages: the page, and how to open the overlay or editor there. */
const OVERLAYS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['/wel/index', (page) => page.getByRole('button', { name: '主题' }).click()],
  ['/wel/index', (page) => page.keyboard.press('Control+k').then(() => dialogShown(page))],
  [
    '/system/dict',
    (page) =>
      page
        .locator('main')
        .getByRole('button', { name: /^新增/ })
        .first()
        .click()
        .then(() => dialogShown(page)),
  ],
  ['/system/user', (page) => page.locator('main').getByRole('button', { name: '列', exact: true }).click()],
  ['/system/user', (page) => page.locator('main').getByRole('button', { name: '更多操作' }).first().click()],
  ['/system/user', (page) => page.locator('main').getByRole('combobox').locator('visible=true').first().click()],
  [
    '/city/lampmanagement/lampinformation/index',
    (page) => page.locator('main tr.ll-r-tr input[type=checkbox]').locator('visible=true').first().check(),
  ],
  ['/visual/largeScreen/list', edit('设计')],
  ['/roadCabinet/board/index', edit('编辑内容')],
  [
    '/desk/notice',
    async (page) => {
      await page.locator('main').getByRole('button', { name: /^新增/ }).first().click()
      await page
        .getByRole('dialog')
        .getByLabel(/^通知日期/)
        .click()
      await page.getByRole('grid').waitFor()
    },
  ],
]

test('on the sign-in page and every page of the menu axe finds no serious fault, light and dark; text and icons of every control have enough contrast: normal, hover, active, focus and disabled, in all eleven themes', {
  timeout: 900_000,
}, async () => {
  const pages = [
    ...new Set(['/wel/home', '/info/index', ...(await menuPages(product())).map(({ path }) => path), ...(await reportedPages(product()))]),
  ]
  expect(pages.length).toBeGreaterThan(20)
  const found: string[] = []
  const weak: Weak[] = []
  let [controls, looked] = [0, 0]
  const measure = async (page: Page): Promise<void> => {
    const measured = await page.evaluate((themes) => window.contrastSpy.measure(themes), THEME_NAMES)
    controls += measured.controls
    weak.push(...measured.weak)
  }
  const look = async (page: Page, where: string | null = null): Promise<void> => {
    if (!(await page.evaluate((place) => window.hasNewElements(place), where))) return
    looked++
    found.push(...(await findings(page, LIGHT, where)))
    await measure(page)
    await setTheme(page, DARK)
    found.push(...(await findings(page, DARK, where)))
    await setTheme(page, LIGHT)
  }
  const openConsole = async () => {
    const { page, errors } = await windows().open()
    await prepareWalk(page)
    await page.addInitScript(installContrastSpy)
    await page.addInitScript(installElementSpy)
    await page.goto(`${product().url}/login`)
    await page.locator('button[type=submit]').waitFor()
    return { page, errors }
  }
  const enter = async (page: Page): Promise<void> => {
    await signIn(page, product().url)
    await page.goto(`${product().url}/wel/index`)
    await settled(page)
    // The theme dialog loads the styles of all themes.
    await page.getByRole('button', { name: '主题' }).click()
    await page.getByRole('menuitem', { name: '选择主题' }).click()
    await page.getByRole('dialog').getByRole('radio').last().waitFor({ state: 'attached' })
  }
  // A second window would meet all elements again, and another worker uses the second core.
  const { page, errors } = await openConsole()
  await look(page)
  await enter(page)
  await look(page)
  await page.keyboard.press('Escape')

  /** Systems whose frame, menu and page were checked together; of their other pages only the page is new. */
  const framed = new Set<string | undefined>()
  for (const path of ['/wel/index', ...pagesOfRun(pages, import.meta.url)]) {
    // Ten rows have the findings of fifty.
    await goTo(page, `${path}?size=10`)
    expect(page.url()).not.toContain('/login')
    expect(await page.getByText('页面不存在').count(), path).toBe(0)
    const system = path.split('/')[1]
    const known = framed.has(system)
    framed.add(system)
    await look(page, known ? 'main' : null)
  }
  for (const [path, open] of OVERLAYS) {
    await goTo(page, `${path}?size=10`)
    await open(page)
    await settled(page)
    await measure(page)
    await page.keyboard.press('Escape')
  }
  expect(found).toEqual([])
  expect(looked).toBeGreaterThan(atLeast(100))
  expect(controls).toBeGreaterThan(atLeast(500))
  const summary = new Map<string, string[]>()
  for (const { control, state, theme, ratio } of weak) {
    const key = `${control} ${state}`
    summary.set(key, [...(summary.get(key) ?? []), `${theme.slice(6)} ${ratio}`])
  }
  expect([...summary].map(([key, themes]) => `${key}: ${themes.join(', ')}`)).toEqual([])
  expect(errors).toEqual([])
})
