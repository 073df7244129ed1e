import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser({ whole: false, lamps: 200, config: { DEMO_NIGHTS: '3', DEMO_STRATEGIES: '1' } })
const MAP = '/city/map/index'
const [HOUR, DAY] = [3_600_000, 86_400_000]
/** 21:10 of the evening before the last one, in the zone of the demo, as in an address. */
const evening = (): string => {
  const noon = new Date(Date.now() + 8 * HOUR - 12 * HOUR - DAY)
  return `${noon.toISOString().slice(0, 10)}T21:10`
}
const shownAt = (page: Page): Promise<string | null> => page.locator('.ll-past').getAttribute('data-past-at')
const atOf = (page: Page): string | null => new URL(page.url()).searchParams.get('at')
const openAt = async (page: Page, at: string): Promise<void> => {
  await page.goto(`${product().url}${MAP}?at=${at}`)
  await expect.poll(() => shownAt(page), { timeout: 20_000 }).toBe(at.replace('T', ' '))
}
const count = async (page: Page, word: string): Promise<number> =>
  Number(
    (await page.locator('.ll-map-legend-entry', { hasText: word }).first().locator('.ll-map-legend-count').textContent())?.replaceAll(
      ',',
      '',
    ),
  )

test('the button of the map opens the replay; Esc returns to the live map', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${MAP}`)
  await page.getByRole('button', { name: '回放', exact: true }).click()
  await page.getByText('这是过去的数据，不能下发指令').waitFor()
  expect(atOf(page)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
  // No tools that select lamps for commands.
  expect(await page.locator('.ll-map-tools').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.locator('.ll-map-tools').waitFor()
  expect(atOf(page)).toBeNull()
  expect(errors).toEqual([])
})

test('a link opens its minute; scrubbing changes lamps and address, and the new link opens the new minute', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const at = evening()
  await openAt(page, at)
  const lit = await count(page, '亮灯')
  expect(lit).toBeGreaterThan(100)
  const scrubber = page.getByRole('slider', { name: '时刻' })
  expect(await scrubber.getAttribute('aria-valuetext')).toBe(at.replace('T', ' '))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => atOf(page)).toBe(at.replace('21:10', '21:11'))
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => atOf(page)).toBe(at.replace('21:10', '21:01'))
  // Half past three in the afternoon: the lamps are off.
  await scrubber.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '210')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect.poll(() => atOf(page)).toBe(at.replace('21:10', '15:30'))
  await expect.poll(() => shownAt(page)).toBe(at.replace('T21:10', ' 15:30'))
  expect(await count(page, '亮灯')).toBeLessThan(lit / 10)
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect.poll(() => shownAt(second), { timeout: 20_000 }).toBe(at.replace('T21:10', ' 15:30'))
  await second.close()
  expect(errors).toEqual([])
})

test('colours by measurement, report or command; the night before is shown at the same time', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const at = evening()
  await openAt(page, at)
  await page.locator('.ll-past-views').getByText('指令', { exact: true }).click()
  await expect.poll(() => count(page, '应亮')).toBeGreaterThan(150)
  expect(new URL(page.url()).searchParams.get('by')).toBe('commanded')
  await page.locator('.ll-past-views').getByText('实测', { exact: true }).click()
  await expect.poll(() => count(page, '不亮')).toBeGreaterThanOrEqual(0)
  const before = new Date(Date.parse(`${at.slice(0, 10)}T00:00:00Z`) - DAY).toISOString().slice(0, 10)
  await page.getByRole('button', { name: '前一夜' }).click()
  await expect.poll(() => atOf(page)).toBe(`${before}T21:10`)
  await page.getByRole('button', { name: '播放', exact: true }).click()
  await page.getByText('×600').click()
  await expect.poll(async () => (await page.locator('.ll-past-banner time').textContent()) ?? '').not.toBe(`${before} 21:10`)
  await page.getByRole('button', { name: '暂停', exact: true }).click()
  await expect.poll(() => atOf(page)).not.toBe(`${before}T21:10`)
  expect(errors).toEqual([])
})

test('a lamp says what it was told and what it reported then', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const client = await product().client()
  const { data } = await client.get<{ records: { id: string }[] }>('/api/blade-city/lamp/list', { size: 1 })
  const at = evening()
  await page.goto(`${product().url}${MAP}?at=${at}&lamp=${data.records[0]?.id}`)
  const card = page.locator('.ll-city-card')
  await card.getByText(`${at.replace('T', ' ')} 的情况`).waitFor()
  await card
    .getByText(/日历 .+下发/)
    .first()
    .waitFor()
  await card.getByRole('table').waitFor()
  // Why, by the calendar of that evening.
  await card.locator('.ll-why').waitFor()
  expect(await card.getByRole('button', { name: '调光此灯' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => card.count()).toBe(0)
  expect(atOf(page)).toBe(at)
  expect(errors).toEqual([])
})
