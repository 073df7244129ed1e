import { eventually } from '@lamplight/testing'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { familyIndex } from '../../apps/console/slice-index.ts'
import { launchBrowser } from '../../tools/browser.ts'
import { ADMIN, openProduct, type Product, type ProductOptions, readProduct, type Who } from './product.ts'

export type Lang = 'zh' | 'en'
export interface Window {
  readonly page: Page
  /** Messages of the page's uncaught errors. */
  readonly errors: readonly string[]
}
export interface Windows {
  readonly open: (lang?: Lang) => Promise<Window>
  /** Opens another tab with the same storage and session. */
  readonly beside: (page: Page) => Promise<Page>
  readonly close: () => Promise<void>
}

const WAIT_MS = 20_000

let running: Promise<Browser> | undefined
/** Returns the browser of this worker. The first test file starts it, later files use it too, because a start takes as long as a short test. It ends with the worker. */
const theBrowser = async (): Promise<Browser> => {
  if (running && !(await running).isConnected()) running = undefined
  running ??= launchBrowser()
  return running
}

/** Returns a way to open windows in the browser of this worker. Each window has its own storage, like that of another user; `close` closes them. */
export const openBrowser = async (): Promise<Windows> => {
  const browser = await theBrowser()
  const contexts: BrowserContext[] = []
  return {
    open: async (lang = 'zh') => {
      // Without animations the tests wait less.
      const context = await browser.newContext({
        locale: lang === 'zh' ? 'zh-CN' : 'en-US',
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      context.setDefaultTimeout(WAIT_MS)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      return { page, errors }
    },
    beside: (page) => page.context().newPage(),
    close: async () => {
      for (const context of contexts) await context.close()
    },
  }
}

interface FileOptions extends ProductOptions {
  /** True for a file that only reads: it shares its product with other such files, and fails if it changes anything. */
  readonly shared?: true
}

/** Opens product and browser before the tests of a file, and closes them afterwards. */
export const withBrowser = ({
  shared,
  ...options
}: FileOptions = {}): {
  readonly product: () => Product
  readonly windows: () => Windows
} => {
  let product: Product | undefined
  let windows: Windows | undefined
  let leave: (() => Promise<void>) | undefined
  beforeAll(async () => {
    if (shared) ({ product, leave } = await readProduct(options))
    else {
      product = await openProduct(options)
      leave = product.stop
    }
    windows = await openBrowser()
  })
  afterAll(async () => {
    await windows?.close()
    await leave?.()
  })
  const open = <T>(part: T | undefined): T => {
    if (!part) throw new Error('the product runs only while tests run')
    return part
  }
  return { product: () => open(product), windows: () => open(windows) }
}

/** A menu entry of the server's list. */
export interface MenuNode {
  readonly path: string
  readonly name: string
  readonly children?: readonly MenuNode[]
}
const leaves = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => (node.children?.length ? leaves(node.children) : [node]))
/** Returns every page in the menu of a platform administrator. */
export const menuPages = async (product: Product): Promise<MenuNode[]> =>
  leaves((await (await product.client()).get<MenuNode[]>('/api/blade-system/menu/routes')).data)

/** Addresses of the pages with reported parameters, which no menu entry opens. Some devices have reported theirs. */
export const reportedPages = async (product: Product): Promise<readonly string[]> => {
  const client = await product.client()
  const { data } = await client.get<{ records: readonly { readonly id: string }[] }>('/api/blade-city/controller/page', { size: 5 })
  const controllerIds = data.records.map(({ id }) => id)
  await client.post('/api/blade-city/controller/batch/set/lampbarangle', { controllerIds, alarmAngle: 12, filter: 10 })
  await eventually(async () => {
    const { data: page } = await client.get<{ total: number }>('/api/blade-sun/lampBarAngel/data/page', {})
    return page.total > 0
  })
  return familyIndex.flatMap(({ pages }) => pages.flatMap(({ link, hasData }) => (hasData ? [`${link}/reported`] : [])))
}

/** Fills and submits the sign-in page; the caller waits for the result. */
export const typeCredentials = async (
  page: Page,
  url: string,
  { tenantId, account, password: own }: Who,
  password = own ?? account,
  lang: Lang = 'zh',
) => {
  await page.goto(`${url}${lang === 'en' ? '/en/login' : '/login'}`)
  await page.locator('input[name=tenantId]').fill(tenantId)
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

export const signIn = async (page: Page, url: string, who: Who = ADMIN, lang: Lang = 'zh'): Promise<void> => {
  await typeCredentials(page, url, who, undefined, lang)
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
}

/** Chooses a radio button. Its state can follow from the address, and so come later than the click; `check` would look at once. */
export const chooseRadio = async (where: Page | Locator, name: string): Promise<void> => {
  const radio = where.getByRole('radio', { name })
  await radio.click({ force: true })
  await expect.poll(() => radio.isChecked()).toBe(true)
}

/** Opens the list of systems as the first page of a session, and dismisses its question about the simple password of the demo. */
export const land = async (page: Page, url: string, who: Who = ADMIN): Promise<void> => {
  await page.goto(`${url}/wel/home`)
  await page.waitForURL((at) => at.pathname.endsWith('/login'))
  await signIn(page, url, who)
  await page.getByRole('status', { name: '密码过于简单' }).getByRole('button', { name: '以后再说' }).click()
}

/** Closes the list of a picker that stays open after a choice. A list that is closing by itself gets no Esc: the key could reach its dialog. */
export const closeList = async (page: Page): Promise<void> => {
  const list = page.getByRole('listbox')
  const closes = await list.waitFor({ state: 'hidden', timeout: 1000 }).then(
    () => true,
    () => false,
  )
  if (closes) return
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
}

/** Opens a system by the menu in the header: its button, or its entry in the menu 更多 if it does not fit. */
export const openSystem = async (page: Page, name: string): Promise<void> => {
  const bar = page.getByRole('navigation', { name: '系统', exact: true })
  const fits = bar.getByRole('button', { name, exact: true })
  await bar.getByRole('button', { name: '首页' }).waitFor()
  if ((await fits.count()) > 0) return fits.click()
  await bar.getByRole('button', { name: '更多' }).click()
  // The bar may still be measured: the system then gets its own button.
  await page.getByRole('menu').getByText(name, { exact: true }).or(fits).first().click()
}

/** Presses a button in the toolbar of a list, or its entry in the menu 更多操作 if the toolbar has no room for the button. */
export const pressTool = async (page: Page, name: string): Promise<void> => {
  const tools = page.getByRole('toolbar', { name: /^(列表操作|List actions)$/ })
  await tools.waitFor()
  const fits = tools.getByRole('button', { name, exact: true })
  const more = tools.getByRole('button', { name: /^(更多操作|More actions)$/ })
  await fits.or(more).first().waitFor()
  if ((await fits.count()) > 0) return fits.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Opens the map and waits until its legend counts lamps. */
export const openMap = async (page: Page, url: string): Promise<Locator> => {
  await page.goto(`${url}/city/map/index`)
  await page.waitForFunction(() => {
    const ofLamps = document.querySelectorAll('.ll-map-legend > .ll-map-legend-entry > .ll-map-legend-count')
    const counts = [...ofLamps].map((one) => Number(one.textContent?.replaceAll(',', '')))
    return counts.reduce((sum, count) => sum + count, 0) > 0
  })
  return page.locator('.ll-map-host')
}

/** Draws a circle of `radius` px around the middle of the map with the selected tool. */
export const drawCircle = async (page: Page, map: Locator, radius: number): Promise<void> => {
  const box = await map.boundingBox()
  if (!box) throw new Error('the map is not on the screen')
  const [x, y] = [box.x + box.width * 0.4, box.y + box.height * 0.5]
  const at = (step: number): [number, number] => [x + radius * Math.cos((step * Math.PI) / 8), y + radius * Math.sin((step * Math.PI) / 8)]
  await page.mouse.move(...at(0))
  await page.mouse.down()
  for (let step = 1; step <= 16; step++) await page.mouse.move(...at(step), { steps: 2 })
  await page.mouse.up()
}

/** Drags from one point to another with the selected tool, px from the corner of the map. */
export const drag = async (page: Page, map: Locator, from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
  const box = await map.boundingBox()
  if (!box) throw new Error('the map is not on the screen')
  await page.mouse.move(box.x + from[0], box.y + from[1])
  await page.mouse.down()
  await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 6 })
  await page.mouse.up()
}

export const numberIn = (text: string | null): number => Number(text?.replaceAll(',', '').match(/\d+/)?.[0] ?? 0)
