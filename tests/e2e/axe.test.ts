import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { menuPages, reportedPages, signIn, withBrowser } from './browser.ts'
import { goTo, prepareWalk, settled } from './keyboard-walk.ts'

declare const axe: { run: (where: Document | string, options: object) => Promise<AxeResults> }
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { product, windows } = withBrowser({ lamps: 200 })

/**
 * Returns serious and critical findings of axe in `where`, or in the whole document. In the second theme only colour contrast is checked, because a
 * theme changes nothing else.
 */
const findings = async (page: Page, coloursOnly: boolean, where: string | null): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const options = { resultTypes: ['violations'], ...(coloursOnly && { runOnly: ['color-contrast'] }) }
  const { violations } = await page.evaluate(([place, parts]) => axe.run(place ?? document, parts), [where, options] as const)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${new URL(page.url()).pathname} ${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(' | ')} (${nodes.length})`,
    )
}

test('axe finds no serious fault on the sign-in page or any page of the menu, in light and dark themes', {
  timeout: 900_000,
}, async () => {
  const pages = [
    ...new Set([
      '/wel/index',
      '/wel/home',
      '/info/index',
      ...(await menuPages(product())).map(({ path }) => path),
      ...(await reportedPages(product())),
    ]),
  ]
  expect(pages.length).toBeGreaterThan(20)
  const found: string[] = []
  /** Goes through all pages in one theme. Both themes are visited side by side, each in a window of its own, which halves the time. */
  const visit = async (theme: string): Promise<void> => {
    const { page } = await windows().open()
    await prepareWalk(page)
    await page.addInitScript(
      (name) => localStorage.setItem('saber-themeName', JSON.stringify({ dataType: 'string', content: name, datetime: 0 })),
      theme,
    )
    const look = async (where: string | null = null): Promise<void> => {
      found.push(...(await findings(page, theme === 'theme-dark', where)).map((one) => `${theme} ${one}`))
    }
    /** Systems whose frame, menu and page were checked together; of their other pages only the page is new. */
    const framed = new Set<string | undefined>()
    await page.goto(`${product().url}/login`)
    await page.locator('button[type=submit]').waitFor()
    await look()
    await signIn(page, product().url)
    await settled(page)
    for (const path of pages) {
      // Ten rows have the findings of fifty.
      await goTo(page, `${path}?size=10`)
      expect(page.url()).not.toContain('/login')
      expect(await page.getByText('页面不存在').count(), path).toBe(0)
      const system = path.split('/')[1]
      await look(framed.has(system) ? 'main' : null)
      framed.add(system)
    }
  }
  await Promise.all(['theme-vip', 'theme-dark'].map(visit))
  expect(found).toEqual([])
})
