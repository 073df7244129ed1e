import { atLeast } from '@lamplight/testing'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { menuPages, reportedPages, signIn, withBrowser } from '../browser.ts'
import { installElementSpy } from '../element-spy.ts'
import { goTo, prepareWalk, settled, walk } from '../keyboard-walk.ts'
import { pagesOfRun } from '../page-kinds.ts'

/** Page whose heading is a greeting instead of its menu name. */
const UNNAMED = '/wel/dashboard'
/** Lists whose rows are added and edited on a page instead of in a dialog. */
const ON_PAGES = new Set([
  '/equipmentMana/productType',
  '/roadCabinet/productManagement/UnitProduct',
  ...['city', 'visual', 'sun', 'intelligentInstitute'].map((system) => `/${system}/strategyCenter/index`),
  '/city/strategyCenter/specialDay',
  '/city/strategyCenter/spray',
])
/** Dialogs other than 新增 and 编辑: the page, the button, and whether a row must be selected first. */
const OTHERS: readonly (readonly [string, RegExp, boolean])[] = [
  ['/system/menu', /^调整顺序/, false],
  ['/monitor/backup', /^立即备份/, false],
  ['/authority/role', /^权限设置/, true],
  ['/city/basis/area', /^移动/, true],
  ['/city/lampmanagement/lampinformation/index', /^调光/, true],
]

const { product, windows } = withBrowser({ lamps: 200 })

/** Returns the address of a list with short pages: results for ten rows hold for fifty. */
const short = (path: string): string => `${path}?size=10`
const openConsole = async () => {
  const { page, errors } = await windows().open()
  await prepareWalk(page)
  await page.addInitScript(installElementSpy)
  await signIn(page, product().url)
  await page.goto(`${product().url}/wel/index`)
  await settled(page)
  return { page, errors }
}

const SOON_MS = 10_000
const open = (page: Page): Locator => page.locator('.ll-dialog')
const dialogs = (page: Page, count: number, after: string): Promise<unknown> =>
  page
    .waitForFunction((wanted) => document.querySelectorAll('.ll-dialog').length === wanted, count, { timeout: SOON_MS })
    .catch(async () => {
      throw new Error(`${after}: ${await open(page).count()} dialogs, not ${count}`)
    })
const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element.matches(':focus, :focus-within'))
const getsFocus = async (one: Locator): Promise<boolean> =>
  one
    .page()
    .waitForFunction((element) => element?.matches(':focus, :focus-within'), await one.elementHandle(), { timeout: SOON_MS })
    .then(
      () => true,
      () => false,
    )

/** Presses Esc; if a question about unsaved changes opens, presses its discard button. */
const leave = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.querySelectorAll('.ll-dialog').length !== 1)
  if ((await open(page).count()) === 0) return
  const discard = open(page).last().locator('.ll-button--danger')
  while (!(await hasFocus(discard))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialogs(page, 0, 'discarding')
}

/** Opens the dialog of a button and goes through it by keys only, through one with no new elements only in and out; returns the problems. */
const tryDialog = async (page: Page, button: Locator): Promise<string[]> => {
  const wrong: string[] = []
  const press = async (): Promise<void> => {
    await button.focus()
    await page.keyboard.press('Enter')
    await dialogs(page, 1, 'Enter on the button')
    await settled(page)
    if (!(await getsFocus(open(page)))) wrong.push('the focus does not go in')
  }
  await press()
  const isNew = await page.evaluate(() => window.hasNewElements('.ll-dialog'))
  await page.keyboard.press('Escape')
  await dialogs(page, 0, 'Esc')
  if (!(await getsFocus(button))) wrong.push('the focus does not come back')
  if (!isNew) return wrong
  await press()
  wrong.push(...(await walk(page, '.ll-dialog')).wrong)
  const box = open(page)
    .locator('form input:is([type=text], :not([type])):not([role=combobox], [aria-hidden=true], [readonly], :disabled)')
    .first()
  if ((await box.count()) > 0) {
    await box.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('9')
    await page.keyboard.press('Escape')
    await dialogs(page, 2, 'Esc after typing')
    if (!(await getsFocus(open(page).last()))) wrong.push('the question does not get the focus')
    await page.keyboard.press('Escape')
    await dialogs(page, 1, 'Esc in the question')
    if (!(await getsFocus(box))) wrong.push('the focus does not come back from the question')
    await page.evaluate(() => Object.assign(window, { walkHolds: true, walkSends: 0 }))
    await page.keyboard.press('Enter')
    await page
      .waitForFunction(() => window.walkSends > 0 || document.querySelector('.ll-dialog :is([aria-invalid=true], [role=alert])'))
      .catch(() => wrong.push('Enter sends nothing'))
    await settled(page)
    await page.evaluate(() => Object.assign(window, { walkHolds: false }))
  }
  await leave(page)
  return wrong
}

test('every page has the title of its menu; all controls are reachable by keyboard with visible focus; dialogs trap and return the focus', {
  timeout: 1_200_000,
}, async () => {
  const first = await openConsole()
  const names = new Map((await menuPages(product())).map(({ path, name }) => [path, name]))
  const pages = [...new Set(['/wel/home', '/wel/index', '/info/index', ...names.keys(), ...(await reportedPages(product()))])]
  expect(pages.length).toBeGreaterThan(40)
  const opened = pagesOfRun(pages, import.meta.url)
  const found: string[] = []
  let [stops, tried] = [0, 0]
  const tryFirst = async (page: Page, path: string, buttons: Locator): Promise<boolean> => {
    if ((await buttons.count()) === 0) return false
    tried++
    const name = await buttons.first().textContent()
    const wrong = await tryDialog(page, buttons.first()).catch((thrown: Error) => {
      throw new Error(`${path} ${name}: ${thrown.message}`)
    })
    found.push(...wrong.map((one) => `${path} ${name}: ${one}`))
    return true
  }

  const frame = await walk(first.page, 'body')
  expect(frame.stops).toBeGreaterThan(15)
  found.push(...frame.wrong.map((one) => `frame ${one}`))
  const tryPage = async (page: Page, path: string): Promise<void> => {
    const main = page.locator('main')
    await goTo(page, short(path))
    if (await page.evaluate(() => window.hasNewElements('main'))) {
      const walked = await walk(page, 'main')
      stops += walked.stops
      found.push(...walked.wrong.map((one) => `${path} ${one}`))
    }
    const name = names.get(path)
    // A list that loads its code late has no heading yet.
    const title = main.getByRole('heading', { level: 1 })
    if (name)
      await title
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => undefined)
    const heads = await title.allTextContents()
    if (name && path !== UNNAMED && heads.join() !== name)
      found.push(`${path} is called ${name} in the menu and ${heads.join()} on the page`)
    if (ON_PAGES.has(path)) return
    const made = await tryFirst(page, path, main.getByRole('button', { name: /^新增/ }).and(page.locator(':not(tr *)')))
    if (!made) await tryFirst(page, path, main.locator('tr').getByRole('button', { name: '编辑', exact: true }))
  }
  // A second window would meet all elements again, and another worker uses the second core.
  for (const path of opened) await tryPage(first.page, path)
  const { page } = first
  const main = page.locator('main')
  for (const [path, name, choosing] of OTHERS) {
    await goTo(page, short(path))
    if (choosing) await main.locator('tr.ll-r-tr input[type=checkbox]').locator('visible=true').first().press('Space')
    expect(await tryFirst(page, path, main.getByRole('button', { name })), path).toBe(true)
  }
  expect(found).toEqual([])
  expect(stops).toBeGreaterThan(opened.length * 4)
  expect(tried).toBeGreaterThan(atLeast(30))
  expect(first.errors).toEqual([])
})
