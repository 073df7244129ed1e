import type { Page } from 'playwright-core'
import { installSpy, type WalkSpy } from './walk-spy.ts'

declare global {
  interface Window {
    readonly walkSpy: WalkSpy
    readonly walkWaits: number
    readonly walkQuiet: number
    walkSends: number
    /** While true, requests that change data are counted and refused. */
    walkHolds: boolean
  }
}
interface Walked {
  /** Number of controls that Tab reached. */
  readonly stops: number
  /** Problems for keyboard users, each with the name of the control. */
  readonly wrong: readonly string[]
}
const STRIDE = 8
const REST_MS = 60

/** Prepares a window before its first page: installs the spy and switches animations off, so that a focused control has its final look at once. */
export const prepareWalk = async (page: Page): Promise<void> => {
  await page.addInitScript(installSpy)
  await page.addInitScript(() => {
    const still = '*, *::before, *::after { transition: none !important; animation: none !important }'
    document.addEventListener('DOMContentLoaded', () =>
      document.head.append(Object.assign(document.createElement('style'), { textContent: still })),
    )
  })
}

/** Waits until all requests have ended and nothing on the page is loading. */
export const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction((rest) => {
    const waiting = [...document.querySelectorAll('.ll-skeleton, [aria-busy=true]')].some((one) => one.checkVisibility())
    return document.querySelector('main') && !waiting && window.walkWaits === 0 && performance.now() - window.walkQuiet > rest
  }, REST_MS)

/** Navigates to another page like a link of the console. */
export const goTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(async (to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
    // A page sends its first requests within its first frames.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, address)
  await settled(page)
}

/**
 * Walks through the last visible `selector`, and a second time if there were problems: on a busy machine React may replace an element while
 * keys are pressed. A control that no key reaches is not reached the second time either.
 */
export const walk = async (page: Page, selector: string): Promise<Walked> => {
  const first = await walkOnce(page, selector)
  if (first.wrong.length === 0) return first
  await settled(page)
  const second = await walkOnce(page, selector)
  return second.wrong.length === 0 ? second : { ...second, wrong: [...second.wrong, ...first.wrong.map((one) => `the first time ${one}`)] }
}

/** Presses Tab through the last visible `selector`, then arrow keys in groups that have a single tab stop. */
const walkOnce = async (page: Page, selector: string): Promise<Walked> => {
  const most = await page.evaluate((at) => window.walkSpy.begin(at), selector)
  for (let pressed = 0; pressed < most + STRIDE; pressed += STRIDE) {
    for (let step = 0; step < STRIDE; step++) await page.keyboard.press('Tab')
    if (await page.evaluate(() => window.walkSpy.over())) break
  }
  const { stops, wrong, groups } = await page.evaluate(() => window.walkSpy.end())
  const left: string[] = []
  for (let group = 0; group < groups; group++) {
    const { members, isTree } = await page.evaluate((at) => window.walkSpy.enter(at), group)
    // The tab stop of a tree is the row that had the focus last. Without Home, a second walk would begin at the last row and miss all others.
    if (isTree) await page.keyboard.press('Home')
    for (let pressed = 0; pressed <= members; pressed++) await page.keyboard.press('ArrowDown')
    left.push(...(await page.evaluate((at) => window.walkSpy.left(at), group)))
  }
  return { stops, wrong: [...wrong, ...left] }
}
