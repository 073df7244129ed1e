import { authenticatorPort, configFrom, createLog, createPlatform } from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import type { ApiClient } from '@lamplight/testing'
import { slices } from '../../apps/server/slices.ts'
import { openSignedIn } from '../browser.ts'
import { type Figure, median } from '../measure.ts'
import type { Product } from '../product.ts'
import { ACCOUNT, MENUS, PAGE, TENANT } from './administration-data.ts'
import { aimed, cellsOf, percentile, type Took, time } from './administration-time.ts'

/** Longest time that users perceive as immediate, ms. */
const PAUSE_MS = 100
const OPENED = 40
const CHECK_AIM_US = 100
const CHECK_MS = 8000

/** Opens the branch of the menu OPENED times; returns the time from each press to its entries on the screen, ms. */
const openings = async (product: Product): Promise<number[]> => {
  const { page, close } = await openSignedIn(product.url, TENANT, ACCOUNT)
  try {
    await page.goto(`${product.url}${PAGE}`)
    await page.locator('.ll-side__nav button', { hasText: /^Entry 1$/ }).waitFor()
    return await page.evaluate(
      async ([many, entries]) => {
        const frame = () => new Promise(requestAnimationFrame)
        const branch = [...document.querySelectorAll<HTMLButtonElement>('.ll-side__nav button')].find(
          (button) => button.textContent === 'Entry 1',
        )
        const shown = () => branch?.nextElementSibling?.querySelectorAll('li').length ?? 0
        const times: number[] = []
        while (times.length < many) {
          const began = performance.now()
          branch?.click()
          while (shown() < entries) await frame()
          // The entries are painted before the next frame.
          await frame()
          times.push(performance.now() - began)
          branch?.click()
          while (shown() > 0) await frame()
        }
        return times
      },
      [OPENED, MENUS - 1] as const,
    )
  } finally {
    await close()
  }
}

/** Measures a branch of many menu entries: the calls of the shell for it, and the time to open it. */
export const menuOf = async (product: Product, own: ApiClient, admin: ApiClient): Promise<Figure> => {
  const took: Took[] = []
  const calls = { 'menu/routes': own, 'menu/buttons': own, 'menu/tree': own, 'menu/grant-tree': own, 'dept/tree': own, 'dict/tree': admin }
  for (const [call, api] of Object.entries(calls))
    took.push(await time(`/api/blade-system/${call}`, [() => api.get(`/api/blade-system/${call}`)]))
  const times = await openings(product)
  return {
    ...aimed(
      `a branch of ${MENUS} menus opens in the console, click to entries, 95th percentile of ${OPENED}`,
      'ms',
      percentile(times, 0.95),
      PAUSE_MS,
    ),
    notes: [
      `median ${median(times).toFixed(0)}, at most ${Math.max(...times).toFixed(0)} ms; what the shell asks for before, and whole trees beside it:`,
    ],
    table: [['at once', 'median, ms', '95th percentile, ms'], ...took.map(cellsOf)],
  }
}

/** Measures the check of token and permission that each request does. The mean includes the reads that are repeated every two seconds. */
export const checkOf = async (product: Product, token: string): Promise<Figure> => {
  const [log, clock] = [createLog('error'), { now: () => Date.now() }]
  const config = configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: '/nonexistent' })
  const broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, log, clock })
  const running = await createPlatform({ url: product.databaseUrl, slices, mqtt: broker, log, config, clock })
  try {
    const authenticator = running.platform.port(authenticatorPort)
    const from = { ip: '127.0.0.1', userAgent: '' }
    const check = async (): Promise<number> => {
      const began = performance.now()
      const who = await authenticator.authenticate(token, from)
      if (!who?.user.permissions.has('user_view')) throw new Error('a right is missing')
      return performance.now() - began
    }
    for (let n = 0; n < 1000; n += 1) await check()
    const times: number[] = []
    // One request per millisecond, as on a busy server.
    for (const began = performance.now(); performance.now() - began < CHECK_MS; ) {
      times.push(await check())
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const mean = (1000 * times.reduce((sum, one) => sum + one, 0)) / times.length
    return {
      ...aimed(`permission check of somebody with ${MENUS} rights and more, mean`, 'µs', mean, CHECK_AIM_US),
      notes: [
        `median ${(1000 * median(times)).toFixed(1)}, p99 ${(1000 * percentile(times, 0.99)).toFixed(1)} µs of ${times.length.toLocaleString('en')} checks`,
        `the slowest, which read session and roles again: ${Math.max(...times).toFixed(1)} ms`,
      ],
    }
  } finally {
    await running.stop()
    await broker.stop()
  }
}
