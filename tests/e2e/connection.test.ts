import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openMap, signIn, type Windows } from './browser.ts'
import { type Gate, openGate } from './gate.ts'
import { type House, openHouse } from './house.ts'

let house: House
let gate: Gate
let windows: Windows
beforeAll(async () => {
  house = await openHouse({ lamps: 200 })
  gate = await openGate(house.port)
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await gate?.stop()
  await house?.stop()
})

test('a lost connection is said, what stood stays, and the page catches up without a reload', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, gate.url)
  await openMap(page, gate.url)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const live = page.locator('.ll-tabs .ll-live')
  await page.locator('.ll-live--open').waitFor()
  const counts = (): Promise<number[]> =>
    page
      .locator('.ll-map-legend-count')
      .allTextContents()
      .then((all) => all.map(Number))
  const [on = 0, off = 0] = await counts()

  gate.shut()
  await page.locator('.ll-tabs .ll-live--lost').waitFor()
  await expect.poll(() => live.textContent()).toContain('连接')
  // Meanwhile the lamps do what they do not do now.
  const command = on > off ? 'off' : 'on'
  const client = await house.client()
  const { data } = await client.get<{ records: { lampControlId: string }[] }>('/api/blade-city/lamp/list', { current: 1, size: 30 })
  const controllerIds = data.records.map((row) => row.lampControlId)
  const sent = await client.post<{ batchId: string; total: number }>('/api/blade-city/controller/batch/command', {
    command,
    duration: 600,
    selector: { controllerIds },
  })
  expect(sent.data.total).toBe(30)
  await expect
    .poll(
      async () => (await client.get<{ verified: number }>('/api/blade-city/commandrecord/detail', { id: sent.data.batchId })).data.verified,
      { timeout: 20_000 },
    )
    .toBe(30)
  expect((await counts()).slice(0, 2)).toEqual([on, off])

  gate.open()
  await page.locator('.ll-live--open').waitFor()
  const step = command === 'off' ? 30 : -30
  await expect.poll(async () => (await counts()).slice(0, 2), { timeout: 10_000 }).toEqual([on - step, off + step])
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(errors).toEqual([])
})
