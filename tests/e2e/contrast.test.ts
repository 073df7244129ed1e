import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { THEMES } from '../../platform/console-kit/theme/theme.ts'
import { menuPages, signIn, withBrowser } from './browser.ts'
import { type ContrastSpy, installContrastSpy, type Weak } from './contrast-spy.ts'
import { goTo, prepareWalk, settled } from './keyboard-walk.ts'

declare global {
  interface Window {
    readonly contrastSpy: ContrastSpy
  }
}
const { product, windows } = withBrowser({ lamps: 200 })

const THEME_NAMES = THEMES.map(({ name }) => name)
const dialogShown = (page: Page) => page.getByRole('dialog').first().waitFor()
/** Overlays to measure besides the pages: the page, and how to open the overlay there. */
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
  [
    '/desk/notice',
    async (page) => {
      await page.locator('main').getByRole('button', { name: /^新增/ }).first().click()
      await page
        .getByRole('dialog')
        .getByLabel(/^通知日期/)
        .click()
      await page.locator('.ant-picker-dropdown').waitFor()
    },
  ],
]

test('text and icons of every control have enough contrast: normal, hover, active, focus and disabled, in all eleven themes', {
  timeout: 240_000,
}, async () => {
  const { page, errors } = await windows().open()
  await prepareWalk(page)
  await page.addInitScript(installContrastSpy)
  const weak: Weak[] = []
  let controls = 0
  const measure = async (): Promise<void> => {
    const found = await page.evaluate((themes) => window.contrastSpy.measure(themes), THEME_NAMES)
    controls += found.controls
    weak.push(...found.weak)
  }
  await page.goto(`${product().url}/login`)
  await page.locator('button[type=submit]').waitFor()
  await signIn(page, product().url)
  await page.getByRole('dialog', { name: '密码过于简单' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${product().url}/wel/index`)
  await settled(page)
  // The theme dialog loads the styles of all themes.
  await page.getByRole('button', { name: '主题' }).click()
  await page.getByRole('menuitem', { name: '选择主题' }).click()
  await page.getByRole('dialog').getByRole('radio').last().waitFor({ state: 'attached' })
  await measure()
  await page.keyboard.press('Escape')

  const pages = (await menuPages(product())).map(({ path }) => path)
  for (const path of ['/wel/home', '/wel/index', '/info/index', ...new Set(pages)]) {
    await goTo(page, `${path}?size=10`)
    await measure()
  }
  for (const [path, open] of OVERLAYS) {
    await goTo(page, `${path}?size=10`)
    await open(page)
    await settled(page)
    await measure()
    await page.keyboard.press('Escape')
  }
  expect(controls).toBeGreaterThan(200)
  const summary = new Map<string, string[]>()
  for (const { control, state, theme, ratio } of weak) {
    const key = `${control} ${state}`
    summary.set(key, [...(summary.get(key) ?? []), `${theme.slice(6)} ${ratio}`])
  }
  expect([...summary].map(([key, themes]) => `${key}: ${themes.join(', ')}`)).toEqual([])
  expect(errors).toEqual([])
})
