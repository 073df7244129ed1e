import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from '../browser.ts'
import { openProduct, type Product } from '../product.ts'

let product: Product
let windows: Windows
beforeAll(async () => {
  product = await openProduct({ lamps: 200 })
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

const NOTICES = '/desk/notice'
const openList = async (path: string) => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(product.url + path)
  await page.locator('tr.ll-r-tr, .ll-empty').first().waitFor()
  return { page, errors }
}
const openForm = async (page: Page): Promise<{ form: Locator; trigger: Locator }> => {
  const trigger = page.locator('main').getByRole('button', { name: /^新增/ }).first()
  await trigger.click()
  const form = page.getByRole('dialog', { name: /^新增/ })
  await form.waitFor()
  return { form, trigger }
}
const focused = (one: Locator) => expect.poll(() => one.evaluate((element) => element.matches(':focus, :focus-within'))).toBe(true)
const pressEsc = (page: Page) => page.keyboard.press('Escape')

test('Esc in an open list of a form closes only the list; the next Esc closes the form, and the focus returns to its button', async () => {
  const { page, errors } = await openList(NOTICES)
  const { form, trigger } = await openForm(page)
  const kind = form.getByRole('combobox', { name: /通知类型/ })
  await kind.click()
  const list = page.getByRole('listbox', { name: /通知类型/ })
  await list.getByRole('option').first().waitFor()
  await pressEsc(page)
  await expect.poll(() => list.count()).toBe(0)
  expect(await form.isVisible()).toBe(true)
  await focused(kind)
  await pressEsc(page)
  await expect.poll(() => form.count()).toBe(0)
  await focused(trigger)
  expect(errors).toEqual([])
})

test('a list keeps its choice when its text is typed and deleted, or left with Esc', async () => {
  const { page, errors } = await openList(NOTICES)
  const { form } = await openForm(page)
  const kind = form.getByRole('combobox', { name: /通知类型/ })
  const box = form.locator('.ll-f-pick', { has: page.getByRole('combobox', { name: /通知类型/ }) })
  await kind.click()
  const option = page.getByRole('option').first()
  const word = (await option.textContent()) ?? ''
  await option.click()
  await expect.poll(() => box.textContent()).toContain(word)
  await kind.press('x')
  await kind.press('Backspace')
  await pressEsc(page)
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
  expect(await box.textContent()).toContain(word)
  await kind.press('Backspace')
  await expect.poll(() => box.textContent()).not.toContain(word)
  expect(errors).toEqual([])
})

test('what is typed into a list before its code is loaded is continued, with the focus', async () => {
  const { page, errors } = await windows.open()
  const code = Promise.withResolvers<void>()
  await page.route(/\/picker-list-[^/]+\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await signIn(page, product.url)
  await page.goto(product.url + NOTICES)
  const kind = page.getByRole('combobox', { name: /通知类型/ }).first()
  await kind.click()
  await kind.pressSequentially('通')
  expect(await page.getByRole('listbox').count()).toBe(0)
  code.resolve()
  const list = page.getByRole('listbox', { name: /通知类型/ })
  await list.getByRole('option').first().waitFor()
  expect(await kind.inputValue()).toBe('通')
  await focused(kind)
  await kind.press('ArrowDown')
  await kind.press('Enter')
  await expect.poll(() => page.locator('.ll-f-pick-value').count()).toBe(1)
  expect(errors).toEqual([])
})

test('Esc in an open calendar of a form closes only the calendar', async () => {
  const { page, errors } = await openList(NOTICES)
  const { form } = await openForm(page)
  await form.getByLabel(/通知日期/).click()
  const calendar = page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')
  await calendar.waitFor()
  // The calendar can be clicked, because it belongs to the dialog.
  await calendar.locator('.ant-picker-cell').first().click()
  await pressEsc(page)
  await expect.poll(() => calendar.count()).toBe(0)
  expect(await form.isVisible()).toBe(true)
  await focused(form)
  expect(errors).toEqual([])
})

test('a narrow window uses the time input of the browser, which fits the window', async () => {
  const { page, errors } = await openList(NOTICES)
  await page.setViewportSize({ width: 390, height: 800 })
  const { form } = await openForm(page)
  const date = form.getByLabel(/通知日期/)
  expect(await date.getAttribute('type')).toBe('datetime-local')
  await date.fill('2026-05-01T08:30:00')
  await expect.poll(() => date.inputValue()).toMatch(/^2026-05-01T08:30/)
  const box = await date.boundingBox()
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true)
  expect(errors).toEqual([])
})

test('Esc closes the command palette above a form only, and the focus returns into the form, also after a confirmation', async () => {
  const { page, errors } = await openList(NOTICES)
  const { form } = await openForm(page)
  const title = form.getByLabel(/通知标题/)
  await title.fill('停电检修')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索' })
  await focused(palette)
  await pressEsc(page)
  await expect.poll(() => palette.count()).toBe(0)
  expect(await form.isVisible()).toBe(true)
  await focused(title)
  await pressEsc(page)
  const question = page.getByRole('dialog', { name: /放弃修改/ })
  await focused(question)
  await pressEsc(page)
  await expect.poll(() => question.count()).toBe(0)
  expect(await title.inputValue()).toBe('停电检修')
  await focused(title)
  // A press outside the question closes only the question; the form below stays.
  await pressEsc(page)
  await question.waitFor()
  await page.mouse.click(5, 5)
  await expect.poll(() => question.count()).toBe(0)
  expect(await form.isVisible()).toBe(true)
  expect(errors).toEqual([])
})

test('Tab stays in a dialog and the page behind is inert; Tab can leave a panel', async () => {
  const { page, errors } = await openList(NOTICES)
  const { form } = await openForm(page)
  for (let step = 0; step < 24; step++) await page.keyboard.press('Tab')
  await focused(form)
  expect(await page.locator('#root').getAttribute('aria-hidden')).toBe('true')
  await page.mouse.click(300, 300)
  await expect.poll(() => form.count()).toBe(0)
  expect(await page.locator('#root').getAttribute('aria-hidden')).toBe(null)
  const columns = page.locator('main').getByRole('button', { name: '列', exact: true })
  await columns.click()
  const panel = page.getByRole('dialog', { name: '列' })
  await focused(panel)
  const tabs = await panel.getByRole('checkbox').count()
  for (let step = 0; step < tabs + 3; step++) await page.keyboard.press('Tab')
  await expect.poll(() => panel.evaluateAll((all) => all.some((one) => one.matches(':focus-within')))).toBe(false)
  expect(errors).toEqual([])
})

test('menus work by arrows, first letters and Esc; the focus returns to the button, also from a dialog opened by an entry', async () => {
  const { page, errors } = await openList(NOTICES)
  const trigger = page.getByRole('button', { name: '主题' })
  await trigger.focus()
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('menu', { name: '主题' })
  await menu.waitFor()
  await focused(menu.getByRole('menuitem', { name: '选择主题' }))
  await page.keyboard.press('End')
  await focused(menu.getByRole('menuitemradio').last())
  await pressEsc(page)
  await expect.poll(() => menu.count()).toBe(0)
  await focused(trigger)
  await trigger.click()
  await menu.getByRole('menuitem', { name: '选择主题' }).click()
  const dialog = page.getByRole('dialog', { name: '选择主题' })
  await focused(dialog)
  await expect.poll(() => menu.count()).toBe(0)
  await pressEsc(page)
  await expect.poll(() => dialog.count()).toBe(0)
  await focused(trigger)
  // A second press on the button closes the menu it opened.
  await trigger.click()
  await menu.waitFor()
  await trigger.click()
  await expect.poll(() => menu.count()).toBe(0)
  expect(errors).toEqual([])
})
