import { expect, test } from 'vitest'
import { signIn, typeCredentials, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 200, shared: true })

test('rule.login.error_description rule.err.login: a wrong password shows the text of the server in the language of the page, and opens no session', async () => {
  for (const [lang, header] of [
    ['zh', 'zh-CN'],
    ['en', 'en-US'],
  ] as const) {
    const { page, errors } = await windows().open(lang)
    const answered = page.waitForResponse((response) => response.url().includes('/oauth/token'))
    await typeCredentials(page, product().url, ADMIN, 'wrong', lang)
    const response = await answered
    expect((await response.request().allHeaders())['accept-language']).toContain(header)
    const body = (await response.json()) as { error_description?: string; msg?: string }
    const words = body.error_description || body.msg || ''
    expect(words).not.toBe('')
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
    expect(/[一-鿿]/.test(words)).toBe(lang === 'zh')
    expect(await page.evaluate(() => localStorage.getItem('saber-token'))).toBeNull()
    await page.goto(`${product().url}/city/map/index`)
    await page.waitForURL((at) => at.pathname.endsWith('/login'))
    expect(errors).toEqual([])
  }
})

test('the fields of the sign-in page are there from the start, and what is typed before the server has answered stays', async () => {
  const { page, errors } = await windows().open()
  const answers = Promise.withResolvers<void>()
  for (const path of ['**/tenant/info**', '**/api/health'])
    await page.route(path, async (route) => {
      await answers.promise
      await route.continue()
    })
  await page.goto(`${product().url}/login`)
  const names = () => page.locator('.ll-sign__form input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name))
  await page.locator('input[name=account]').waitFor()
  expect(await names()).toEqual(['tenantId', 'account', 'password'])
  await page.locator('input[name=tenantId]').fill('100001')
  await page.locator('input[name=account]').fill('operator')
  const submit = page.locator('.ll-sign__submit')
  const before = await submit.boundingBox()
  const answered = page.waitForResponse((response) => response.url().includes('tenant/info'))
  answers.resolve()
  await answered
  await page.locator('.ll-sign__demo').waitFor()
  await page.locator('.ll-sign__ways').waitFor({ state: 'attached' })
  // A click that begins before the button has moved and ends after it reaches no button.
  expect(await submit.boundingBox()).toEqual(before)
  expect(await page.locator('input[name=tenantId]').inputValue()).toBe('100001')
  expect(await page.locator('input[name=account]').inputValue()).toBe('operator')
  expect(errors).toEqual([])
})

test('a user who signs in at the English address stays in English, also after a reload', async () => {
  const { page, errors } = await windows().open('en')
  await signIn(page, product().url, ADMIN, 'en')
  await page.goto(`${product().url}/wel/index`)
  await page.getByRole('button', { name: 'Open the map' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toMatch(/^en/)
  expect(errors).toEqual([])
})

/** Returns the texts of a page without data of the demo city (names of streets, of users). */
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

test('wgt.language lay.default-language rule.ui.languages rule.language.elsewhere: the language changes the whole page in both directions, and is kept', async () => {
  const { page, errors } = await windows().open('zh')
  await signIn(page, product().url)
  const html = page.locator('html')
  const pages = [
    ['/wel/index', '灯具状态', 'Lamp states'],
    ['/city/map/index', '区域', 'Areas'],
    ['/city/lampmanagement/lampinformation/index', '新增', 'New'],
  ] as const
  const to = async (name: string): Promise<void> => {
    await page
      .locator('.ll-bar, .ll-tabs')
      .getByRole('button', { name: /语言|Language/ })
      .click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  for (const [path, zh, en] of pages) {
    await page.goto(`${product().url}${path}`)
    const place = (words: string) =>
      page
        .locator('main, .ll-shell__panes')
        .getByText(words, { exact: true })
        .or(page.getByLabel(words, { exact: true }))
        .first()
    await place(zh).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toMatch(/^zh/)
    await to('English')
    await place(en).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toMatch(/^en/)
    await expect.poll(async () => chineseIn(await wordsOn(page)), { timeout: 10_000 }).toEqual([])
    await page.reload()
    await place(en).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toMatch(/^en/)
    await to('中文')
    await place(zh).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toMatch(/^zh/)
  }
  expect(errors).toEqual([])
})

test('pub.login rule.language.login: the sign-in page has tenant, account, password and other ways to sign in; its language is a prefix of the address', async () => {
  const { page, errors } = await windows().open()
  await page.goto(`${product().url}/login`)
  await expect.poll(() => page.title()).toBe('登录')
  for (const name of ['tenantId', 'account', 'password']) await page.locator(`input[name=${name}]`).waitFor()
  expect(await page.locator('input[name=code]').count()).toBe(0)
  await page.getByRole('heading', { name: '智慧照明管理平台' }).waitFor()
  // No text messages can be sent here, so this way to sign in is not offered.
  expect(await page.getByRole('button', { name: '手机验证码登录' }).count()).toBe(0)
  await page.getByRole('button', { name: 'English' }).click()
  await page.waitForURL((url) => url.pathname === '/en/login')
  await expect.poll(() => page.title()).toBe('Sign in')
  const requested = page.waitForRequest((request) => request.url().includes('/oauth/token'))
  await page.locator('input[name=tenantId]').fill(ADMIN.tenantId)
  await page.locator('input[name=account]').fill(ADMIN.account)
  await page.locator('input[name=password]').fill('wrong')
  await page.locator('button[type=submit]').click()
  const sent = new URLSearchParams(`${new URL((await requested).url()).search.slice(1)}&${(await requested).postData() ?? ''}`)
  expect(Object.fromEntries(sent)).toMatchObject({
    tenantId: ADMIN.tenantId,
    username: ADMIN.account,
    grant_type: 'password',
    type: 'account',
  })
  await page.getByRole('alert').getByText(/\w/).first().waitFor()
  await page.getByRole('button', { name: '中文' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(errors).toEqual([])
})

test('pfx.system pfx.authority pfx.resource pfx.monitor: without a session each of their pages leads to the sign-in page, and signing in returns to it', async () => {
  for (const address of ['/system/param?paramKey=map', '/authority/topmenu', '/resource/attach?size=30', '/monitor/log/api?size=10']) {
    const { page, errors } = await windows().open()
    const calls: string[] = []
    page.on('response', (response) => response.url().includes('/api/blade-system/param/list') && calls.push(response.url()))
    await page.goto(`${product().url}${address}`)
    await page.waitForURL((url) => url.pathname === '/login')
    expect(calls).toEqual([])
    await page.locator('input[name=tenantId]').fill(ADMIN.tenantId)
    await page.locator('input[name=account]').fill(ADMIN.account)
    await page.locator('input[name=password]').fill(ADMIN.account)
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(address))
    await page.locator('.ll-page-header h1').first().waitFor()
    expect(errors).toEqual([])
    await page.context().close()
  }
})

test('rule.guard.login: a signed-in user who opens the sign-in page is redirected to the first page', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  for (const path of ['/login', '/en/login']) {
    await page.goto(`${product().url}${path}`)
    await page.waitForURL((at) => at.pathname === '/wel/index')
  }
  expect(errors).toEqual([])
})
