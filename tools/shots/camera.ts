import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Lang, Options, Size, Theme } from './options.ts'
import { fileName, type Menu } from './pages.ts'
import type { Shot } from './sheet.ts'
import { STATES } from './states.ts'

const QUIET_MS = 8_000
/** Delay before a picture, ms: opening animations take 200 ms, and live values arrive with the next packet. */
const SETTLE_MS = 500

export interface Camera {
  readonly page: Page
  signIn(): Promise<void>
  /** The menu of the signed-in user. */
  menus(): Promise<Menu[]>
  /** Opens a page of the product and takes a picture of it, then of each of its states, in every size. */
  shoot(name: string, path: string): Promise<Shot[]>
  close(): Promise<void>
}

/** Stores language and theme in the browser as records of the console's format. */
const dress = (context: BrowserContext, lang: Lang, theme: Theme): Promise<unknown> =>
  context.addInitScript(
    (kept) => {
      for (const [name, content] of Object.entries(kept))
        localStorage.setItem(`saber-${name}`, JSON.stringify({ dataType: 'string', content, datetime: Date.now() }))
    },
    { language: lang, themeName: theme },
  )

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {})
  await page.evaluate(() => document.fonts.ready.then(() => true))
  await page.waitForTimeout(SETTLE_MS)
}

/** Returns by how many px the page is wider than its window; 0 is expected. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

const watch = (page: Page): { take(): string[] } => {
  let seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => message.type() === 'error' && seen.push(message.text()))
  page.on('response', (response) => response.status() >= 400 && seen.push(`${response.status()} ${new URL(response.url()).pathname}`))
  return {
    take: () => {
      const all = [...new Set(seen)]
      seen = []
      return all
    },
  }
}

/** Opens a browser window in one language and theme. */
export const openCamera = async (browser: Browser, options: Options, lang: Lang, theme: Theme, out: string): Promise<Camera> => {
  const context = await browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US', viewport: { ...options.sizes[0]! } })
  await dress(context, lang, theme)
  const page = await context.newPage()
  const watched = watch(page)
  const address = (path: string): string => `${options.url}${path}`

  const picture = async (name: string, path: string, size: Size, state?: string): Promise<Shot> => {
    await page.setViewportSize({ ...size })
    await settle(page)
    const file = fileName(path, ...(state ? [state] : []), lang, theme, size.width)
    await page.screenshot({ path: join(out, file) })
    const wide = await overflow(page)
    const wrong = [...watched.take(), ...(wide > 0 ? [`${wide} px wider than the window`] : [])]
    return { page: name, path, state, file, lang, theme, width: size.width, wrong }
  }
  const widest = options.sizes.at(-1)!
  const open = async (path: string): Promise<void> => {
    await page.setViewportSize({ ...widest })
    await page.goto(address(path))
    await settle(page)
  }

  return {
    page,
    signIn: async () => {
      await page.goto(address(lang === 'en' ? '/en/login' : '/login'))
      const tenant = page.locator('input[name=tenantId]')
      await page.locator('input[name=account]').fill(options.account)
      await page.locator('input[name=password]').fill(options.password)
      if (await tenant.count()) await tenant.fill(options.tenant)
      await page.locator('button[type=submit]').click()
      await page
        .waitForURL((url) => !url.pathname.endsWith('/login'), { timeout: 15_000 })
        .catch(async () => {
          throw new Error(
            `signing in as ${options.account} failed: ${(await page.getByRole('alert').allInnerTexts()).join(' ').trim() || page.url()}`,
          )
        })
      await settle(page)
      watched.take()
    },
    menus: async () => {
      const answer = await page.evaluate(
        async (language) => {
          const token = JSON.parse(localStorage.getItem('saber-token') ?? '{}').content
          const response = await fetch('/api/blade-system/menu/routes', {
            headers: { 'Blade-Auth': `bearer ${token}`, 'Accept-Language': language },
          })
          return response.json()
        },
        lang === 'zh' ? 'zh-CN' : 'en-US',
      )
      return answer.data ?? []
    },
    shoot: async (name, path) => {
      const shots: Shot[] = []
      await open(path)
      for (const size of options.sizes) shots.push(await picture(name, path, size))
      for (const state of STATES.filter(({ suits }) => suits(path))) {
        await open(path)
        if (!(await state.reach(page))) continue
        for (const size of options.sizes) shots.push(await picture(name, path, size, state.name))
      }
      return shots
    },
    close: () => context.close(),
  }
}
