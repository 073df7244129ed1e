import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMap, signIn, withBrowser } from '../browser.ts'
import { ADMIN, OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 200, shared: true })

const openSearch = async (page: Page): Promise<{ readonly input: Locator; readonly dialog: Locator }> => {
  // Before the shell is shown, nothing answers the keys.
  await page.locator('.ll-bar__search').waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: /搜索|Search/ })
  const input = dialog.getByRole('combobox')
  await input.waitFor()
  return { input, dialog }
}

test('the search never says that nothing was found while it searches', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  const answers = Promise.withResolvers<void>()
  await page.route(/lamp\/search|device\/list/, async (route) => {
    await answers.promise
    await route.continue()
  })
  const { input, dialog } = await openSearch(page)
  await input.fill('不存在的东西')
  await dialog.getByText('正在搜索…').waitFor()
  expect(await dialog.getByText('没有找到').count()).toBe(0)
  answers.resolve()
  await dialog.getByText('没有找到').waitFor()
  expect(await dialog.getByText('正在搜索…').count()).toBe(0)
  expect(errors).toEqual([])
})

test('the search finds serial numbers of every family, and the search of the map finds the same', async () => {
  // An operator, because an administrator of the platform also finds gateways of other tenants, which the map does not show.
  const operator = await product().client(OPERATOR)
  const { page, errors } = await windows().open()
  await signIn(page, product().url, OPERATOR)
  const { data: types } = await operator.get<{ slug: string; total: number; registered: number; resource: string }[]>(
    '/api/blade-device/device/type/list',
  )
  const families = types.filter(({ total, registered }) => total > 0 && registered === 1)
  expect(families.length).toBeGreaterThan(10)
  const samples: string[] = []
  for (const { slug } of families) {
    const { data } = await operator.get<{ records: { sn: string }[] }>('/api/blade-device/device/list', { deviceType: slug, size: 1 })
    if (data.records[0]) samples.push(data.records[0].sn)
  }
  const { input, dialog } = await openSearch(page)
  const missing: string[] = []
  for (const sn of samples) {
    await input.fill(sn)
    const isFound = await dialog
      .getByRole('option')
      .first()
      .waitFor()
      .then(() => true)
      .catch(() => false)
    if (!isFound) missing.push(sn)
  }
  expect(missing).toEqual([])
  await page.keyboard.press('Escape')

  await openMap(page, product().url)
  const box = page.locator('.ll-city-search input')
  for (const sn of samples) {
    await box.fill(sn)
    await page.locator('.ll-city-hits').getByRole('option').first().waitFor()
  }
  expect(errors).toEqual([])
})

test('pages are found by their verbs and by words that mean the same, in both languages; a verb opens the form', async () => {
  for (const [lang, verb, school] of [
    ['zh', '导入', '学校'],
    ['en', 'import', 'school'],
  ] as const) {
    const { page, errors } = await windows().open(lang)
    await signIn(page, product().url, ADMIN, lang)
    const { input, dialog } = await openSearch(page)
    await input.fill(school)
    await expect.poll(async () => (await dialog.getByRole('option').allTextContents()).join(' ')).toMatch(/智慧院所|Smart institute/)
    await input.fill(verb)
    const forms = dialog.getByRole('option', { name: lang === 'zh' ? /^导入/ : /^Import/ })
    await forms.first().waitFor()
    await dialog
      .getByRole('option', { name: lang === 'zh' ? /导入 · 灯具/ : /Import · Lamps/ })
      .first()
      .click()
    await page.waitForURL((url) => url.pathname === '/city/lampmanagement/lampImport/index')
    expect(errors).toEqual([])
  }
})

test('the hand-over of a shift is in the menu, has its period in the address and prints nothing but the page', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.locator('.ll-side').getByRole('link', { name: '交接班' }).click()
  await page.waitForURL((url) => url.pathname === '/wel/handover')
  const sheet = page.locator('.ll-handover')
  for (const part of ['未完成', '本班我做的', '正在运行', '交班说明']) await sheet.getByRole('region', { name: part }).waitFor()
  await sheet.getByRole('button', { name: '最近 24 小时' }).click()
  await page.waitForURL((url) => /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(url.searchParams.get('from') ?? ''))
  await sheet.getByRole('textbox', { name: '交班说明' }).fill('已通知抢修队')
  await page.reload()
  await expect.poll(() => sheet.getByRole('textbox', { name: '交班说明' }).inputValue()).toBe('已通知抢修队')
  await page.emulateMedia({ media: 'print' })
  await sheet.getByText('已通知抢修队').and(page.locator('.ll-handover-printed')).waitFor()
  for (const part of ['.ll-side', '.ll-bar', '.ll-handover-shift', '.ll-handover textarea'])
    expect(await page.locator(part).first().isVisible(), part).toBe(false)
  expect(errors).toEqual([])
})
