import { decodeLampPacket } from '@lamplight/lamp-packet'
import type { ApiClient } from '@lamplight/testing'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawCircle, numberIn, openMap, signIn, withBrowser } from '../browser.ts'
import { GUEST, OPERATOR } from '../product.ts'

const { product, windows } = withBrowser()

/** Draws lassos of different sizes until 40 to 60 lamps are selected; the number on the screen depends on the demo city. */
const lassoAboutFifty = async (page: Page, map: Locator): Promise<number> => {
  await page.keyboard.press('l')
  let [low, high] = [8, 280]
  for (let attempt = 0; attempt < 12; attempt++) {
    const radius = (low + high) / 2
    await drawCircle(page, map, radius)
    // A lasso around nothing selects nothing, and the panel closes.
    const title = page.locator('.ll-city-dim h2')
    const count = (await title.count()) > 0 ? numberIn(await title.textContent()) : 0
    if (count >= 40 && count <= 60) return count
    if (count < 40) low = radius
    else high = radius
  }
  throw new Error('no lasso of about fifty lamps was found')
}

interface Climb {
  readonly rung: string
  readonly count: number
}
/** Records every count of every rung as it appears on the screen. */
const watchClimb = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Climb[] = []
    Object.assign(window, { climb: seen })
    const note = (): void => {
      for (const row of document.querySelectorAll<HTMLElement>('.ll-city-run .ll-ladder li')) {
        const now = { rung: row.dataset.rung ?? '', count: Number(row.dataset.count) }
        const last = seen.findLast(({ rung }) => rung === now.rung)
        if (last?.count !== now.count) seen.push(now)
      }
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-count'] })
  })

const dimsOf = async (client: ApiClient): Promise<number[]> => {
  const response = await client.call('GET', '/api/blade-city/lamp/map')
  return [...decodeLampPacket(await response.arrayBuffer()).dim]
}

test('after sign-in a lasso selects about 50 lamps and dims them to 30 %: the number is confirmed, the rungs climb, the ledger agrees', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const map = await openMap(page, product().url)
  const client = await product().client()
  const before = (await dimsOf(client)).filter((dim) => dim === 30).length
  expect(before).toBe(0)

  const count = await lassoAboutFifty(page, map)
  await page.locator('.ll-level__marks button', { hasText: /^30$/ }).click()
  await expect.poll(() => page.locator('.ll-city-field output').textContent()).toBe('30%')
  await page.getByRole('button', { name: `调光 ${count} 盏` }).click()
  const confirmation = page.getByRole('alertdialog')
  await confirmation.waitFor()
  await expect.poll(() => confirmation.textContent()).toContain(`调光 30%，共 ${count} 盏灯`)
  await watchClimb(page)
  await confirmation.getByRole('button', { name: `下发到 ${count} 盏灯` }).click()

  const run = page.locator('.ll-city-run')
  await page.locator(`.ll-city-run li[data-rung=verified][data-count="${count}"]`).waitFor()
  await page.locator('.ll-city-run[data-state="2"]').waitFor()
  const climb = await page.evaluate(() => (window as unknown as { climb: Climb[] }).climb)
  const firstFull = (rung: string): number => climb.findIndex((one) => one.rung === rung && one.count === count)
  const order = ['queued', 'sent', 'received', 'applied', 'verified'].map(firstFull)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(climb.some(({ rung, count: n }) => rung === 'verified' && n < count)).toBe(true)

  const batchId = await run.getAttribute('data-batch')
  const head = await client.get<{ total: number; verified: number; level: number; status: number }>(
    '/api/blade-city/commandrecord/detail',
    {
      id: batchId,
    },
  )
  expect(head.data).toMatchObject({ total: count, verified: count, level: 30, status: 2 })
  const items = await client.get<{ total: number; records: { rung: number; measuredPower: string }[] }>(
    '/api/blade-city/commandrecord/executeStatus',
    { commandRecordId: batchId, size: 200 },
  )
  expect(items.data.total).toBe(count)
  expect(items.data.records.every(({ rung, measuredPower }) => rung === 4 && Number(measuredPower) > 0)).toBe(true)
  expect((await dimsOf(client)).filter((dim) => dim === 30).length).toBe(count)
  expect(errors).toEqual([])
})

test('rule.perm.server guard.noauth: a guest sees the map without tools and dim button, and the server refuses the call', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, GUEST)
  const map = await openMap(page, product().url)
  expect(await page.locator('.ll-map-tools').count()).toBe(0)
  await page.keyboard.press('l')
  await drawCircle(page, map, 240)
  expect(await page.locator('.ll-city-dim').count()).toBe(0)
  const guest = await product().client(GUEST)
  const found = await guest.get<{ deviceId: string }[]>('/api/blade-city/lamp/search', { q: 'LC' })
  const { deviceId } = found.data.find((hit) => hit.deviceId) ?? { deviceId: '' }
  await page.goto(`${product().url}/city/map/index?lamp=${deviceId}`)
  await page.locator('.ll-city-card').getByRole('button', { name: '查看详情' }).waitFor()
  expect(await page.getByRole('button', { name: '调光此灯' }).count()).toBe(0)

  const order = { command: 'dim', level: 30, duration: 60, selector: { controllerIds: [deviceId] } }
  const refused = await guest.post('/api/blade-city/controller/batch/command', order)
  expect([refused.code, refused.msg]).toEqual([400, '没有该操作的权限'])
  const taken = await (await product().client(OPERATOR)).post<{ total: number }>('/api/blade-city/controller/batch/command', order)
  expect(taken.data.total).toBe(1)
  expect(errors).toEqual([])
})

test('D dims the lamp with the open card, / searches, Esc clears', async () => {
  const { page, errors } = await windows().open('en')
  await signIn(page, product().url, OPERATOR, 'en')
  await openMap(page, product().url)
  await page.keyboard.press('/')
  await page.keyboard.type('LC')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const card = page.locator('.ll-city-card')
  await card.getByText('Nominal power').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('heading', { name: '1 lamp selected' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('range')
  await page.keyboard.press('Home')
  await expect.poll(() => page.locator('.ll-city-field output').textContent()).toBe('0%')
  await page.getByRole('button', { name: 'Dim 1 lamp', exact: true }).click()
  const question = page.getByRole('alertdialog')
  // Power below one kilowatt is shown in W.
  await expect.poll(() => question.textContent()).toMatch(/Expected power \d[\d.]*\u00a0W → \d[\d.]*\u00a0W/)
  await question.getByRole('button', { name: 'Back' }).click()
  await page.locator('.ll-map-host').focus()
  await page.keyboard.press('Escape')
  await page.locator('.ll-city-dim').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})
