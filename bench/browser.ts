import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../tools/browser.ts'

export interface Window {
  readonly page: Page
  readonly context: BrowserContext
  readonly cdp: CDPSession
  /** Size of the JavaScript heap after a collection, MB; includes typed arrays. */
  readonly heap: () => Promise<number>
  readonly close: () => Promise<void>
}

/** Collects garbage and returns the size of the JavaScript heap with its typed arrays, MB. */
export const heapOf = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return (usedSize + backingStorageSize) / 1e6
}

/** Opens a headless browser without a GPU and signs in. */
export const openSignedIn = async (url: string, tenantId: string, account: string): Promise<Window> => {
  const browser: Browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.locator('input[name=tenantId]').fill(tenantId)
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').fill(account)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  const cdp = await context.newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  return {
    page,
    context,
    cdp,
    heap: () => heapOf(cdp),
    close: () => browser.close(),
  }
}
