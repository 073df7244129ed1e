import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, typeCredentials, type Windows } from './browser.ts'
import { ADMIN, type House, openHouse } from './house.ts'

let house: House
let windows: Windows
beforeAll(async () => {
  house = await openHouse({ lamps: 200 })
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await house?.stop()
})

test('rule.login.error_description rule.err.login: a wrong password shows what the server says, in the language of the page, and opens no session', async () => {
  for (const [lang, header] of [
    ['zh', 'zh-CN'],
    ['en', 'en-US'],
  ] as const) {
    const { page, errors } = await windows.open(lang)
    const answered = page.waitForResponse((response) => response.url().includes('/oauth/token'))
    await typeCredentials(page, house.url, ADMIN, 'wrong', lang)
    const response = await answered
    expect((await response.request().allHeaders())['accept-language']).toContain(header)
    const body = (await response.json()) as { error_description?: string; msg?: string }
    const words = body.error_description || body.msg || ''
    expect(words).not.toBe('')
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
    expect(/[一-鿿]/.test(words)).toBe(lang === 'zh')
    expect(await page.evaluate(() => localStorage.getItem('saber-token'))).toBeNull()
    await page.goto(`${house.url}/city/map/index`)
    await page.waitForURL((at) => at.pathname.endsWith('/login'))
    expect(errors).toEqual([])
  }
})

test('who signs in at the English address goes on in English, also after a reload', async () => {
  const { page, errors } = await windows.open('en')
  await signIn(page, house.url, ADMIN, 'en')
  await page.goto(`${house.url}/wel/index`)
  await page.getByRole('button', { name: 'Open the map' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^en/)
  expect(errors).toEqual([])
})

/** The words a page shows; data of the town (names of streets, of people) is left out by its place. */
const wordsOn = (page: import('playwright-core').Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const data of copy.querySelectorAll('td, .ll-bar__avatar, .ll-bar__who, .ll-home-lists li, .ll-menu, script, style')) data.remove()
    const labels = [...copy.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((one) =>
      ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
    )
    return [copy.textContent, ...labels].join(' ')
  })
const chineseIn = (words: string): string[] => words.match(/[一-鿿]+/g) ?? []

test('wgt.language lay.default-language rule.ui.languages rule.language.elsewhere: the language changes the whole page both ways, and stays', async () => {
  const { page, errors } = await windows.open('zh')
  await signIn(page, house.url)
  const html = page.locator('html')
  const pages = [
    ['/wel/index', '灯具状态', 'Lamp states'],
    ['/city/map/index', '区域', 'Areas'],
    ['/city/lampmanagement/lampinformation', '新增', 'New'],
  ] as const
  const to = async (name: string): Promise<void> => {
    await page
      .locator('.ll-bar, .ll-tabs')
      .getByRole('button', { name: /语言|Language/ })
      .click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  for (const [path, zh, en] of pages) {
    await page.goto(`${house.url}${path}`)
    const place = (words: string) =>
      page
        .locator('main, .ll-shell__panes')
        .getByText(words, { exact: true })
        .or(page.getByLabel(words, { exact: true }))
        .first()
    await place(zh).waitFor()
    expect(await html.getAttribute('lang')).toMatch(/^zh/)
    await to('English')
    await place(en).waitFor()
    expect(await html.getAttribute('lang')).toMatch(/^en/)
    await expect.poll(async () => chineseIn(await wordsOn(page)), { timeout: 10_000 }).toEqual([])
    await page.reload()
    await place(en).waitFor()
    expect(await html.getAttribute('lang')).toMatch(/^en/)
    await to('中文')
    await place(zh).waitFor()
    expect(await html.getAttribute('lang')).toMatch(/^zh/)
  }
  expect(errors).toEqual([])
})
