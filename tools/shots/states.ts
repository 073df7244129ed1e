import type { Page } from 'playwright-core'

/** A state of a page that is reached by user actions. */
export interface State {
  readonly name: string
  readonly suits: (path: string) => boolean
  /** Brings the page into the state; returns false if the page has no such state. */
  readonly reach: (page: Page) => Promise<boolean>
}

const MAP = '/city/map/index'

const click =
  (selector: string) =>
  async (page: Page): Promise<boolean> => {
    const target = page.locator(selector).first()
    if (!(await target.isVisible())) return false
    await target.click()
    return true
  }

/** Draws a selection rectangle over the middle of the map. */
const select = async (page: Page): Promise<boolean> => {
  const { width, height } = page.viewportSize()!
  await page.keyboard.press('r')
  await page.mouse.move(width * 0.45, height * 0.4)
  await page.mouse.down()
  await page.mouse.move(width * 0.6, height * 0.6, { steps: 5 })
  await page.mouse.up()
  await page.waitForTimeout(300)
  return true
}

/** The states that are photographed besides the pages themselves. */
export const STATES: readonly State[] = [
  { name: 'new', suits: (path) => path !== MAP, reach: click('[role=toolbar] .ll-button--primary') },
  { name: 'details', suits: (path) => path !== MAP, reach: click('main a[href*="/details"]') },
  { name: 'selected', suits: (path) => path === MAP, reach: select },
  {
    // Only the confirmation is opened; no command is sent.
    name: 'confirm',
    suits: (path) => path === MAP,
    reach: async (page) => (await select(page)) && click('.ll-city-panel .ll-button--block')(page),
  },
]
