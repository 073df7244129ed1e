import { decodeLampPacket } from '@lamplight/lamp-packet'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drag, numberIn, openMap, signIn, withBrowser } from '../browser.ts'
import { colourOf, gcj02, openTiles, tileAt } from '../shell/tiles.ts'

const { product, windows } = withBrowser()

const selectedCount = async (page: Page): Promise<number> => {
  const title = page.locator('.ll-city-dim h2')
  return (await title.count()) > 0 ? numberIn((await title.textContent())?.split(' · ').at(-1) ?? null) : 0
}
const lampsOf = async () => decodeLampPacket(await (await (await product().client()).call('GET', '/api/blade-city/lamp/map')).arrayBuffer())

test('a rectangle selects the lamps inside; Shift adds, Alt subtracts, and two halves equal the whole', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const map = await openMap(page, product().url)
  await page.keyboard.press('r')
  await expect.poll(() => page.getByRole('button', { name: '框选（R）' }).getAttribute('aria-pressed')).toBe('true')
  const [left, top, middle, right, bottom] = [260, 160, 480, 700, 560]
  await drag(page, map, [left, top], [right, bottom])
  const whole = await selectedCount(page)
  expect(whole).toBeGreaterThan(20)
  await drag(page, map, [left, top], [middle, bottom])
  const half = await selectedCount(page)
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(whole)
  await page.keyboard.down('Shift')
  await drag(page, map, [middle, top], [right, bottom])
  await page.keyboard.up('Shift')
  expect(await selectedCount(page)).toBe(whole)
  await page.keyboard.down('Alt')
  await drag(page, map, [left, top], [middle, bottom])
  await page.keyboard.up('Alt')
  expect(await selectedCount(page)).toBe(whole - half)
  await page.keyboard.press('Escape')
  expect(await selectedCount(page)).toBe(0)
  expect(errors).toEqual([])
})

test('keys select the lamps in view: A all, Shift+A more after the map moved, Esc none', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const map = await openMap(page, product().url)
  const lamps = await lampsOf()
  // The legend may count before the map listens to keys.
  await expect
    .poll(async () => {
      await page.keyboard.press('a')
      return selectedCount(page)
    })
    .toBe(lamps.n)
  await page.keyboard.press('Escape')
  await expect.poll(() => selectedCount(page)).toBe(0)
  await map.focus()
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press('+')
    await page.waitForTimeout(400)
  }
  await page.keyboard.press('a')
  await expect.poll(() => selectedCount(page)).toBeGreaterThan(0)
  const near = await selectedCount(page)
  expect(near).toBeLessThan(lamps.n)
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+A')
      return selectedCount(page)
    })
    .toBeGreaterThan(near)
  expect(errors).toEqual([])
})

test('a press on a legend entry shows only these lamps, a second one all; lists, home and legend share their marks', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  const entries = page.locator('.ll-map-legend-entry')
  const hidden = (): Promise<number> => page.locator('.ll-map-legend-entry[data-hidden]').count()
  const markOf = (of: Locator): Promise<string | null> => of.locator('[data-lamp-state="1"] path').first().getAttribute('d')
  const mark = await markOf(page.locator('.ll-map-legend'))
  await entries.first().click()
  await expect.poll(hidden).toBe(4)
  expect(await entries.first().getAttribute('aria-pressed')).toBe('true')
  await entries.nth(2).click({ modifiers: ['Shift'] })
  await expect.poll(hidden).toBe(3)
  await entries.nth(1).click()
  await expect.poll(hidden).toBe(4)
  await entries.nth(1).click()
  await expect.poll(hidden).toBe(0)
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index`)
  await page.locator('.ll-lamp-state[data-lamp-state="1"]').first().waitFor()
  expect(await markOf(page.locator('body'))).toBe(mark)
  await page.goto(`${product().url}/wel/index`)
  await page.locator('.ll-home-states .ll-lamp-state').first().waitFor()
  expect(await markOf(page.locator('.ll-home-states'))).toBe(mark)
  expect(errors).toEqual([])
})

test('a selection ends for the lamps that the legend filters away, before a command can reach them; lamps of a place are shown and selected', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  const legend = page.locator('.ll-map-legend-entry')
  const countOf = async (at: number): Promise<number> => numberIn(await legend.nth(at).locator('.ll-map-legend-count').textContent())
  // The legend may count before the map listens to keys.
  await expect
    .poll(async () => {
      await page.keyboard.press('a')
      return selectedCount(page)
    })
    .toBeGreaterThan(0)
  const all = await selectedCount(page)
  // The first two entries are lamps that are on and off; the city shows the night.
  const lit = await countOf(0)
  expect(lit).toBeGreaterThan(await countOf(1))
  await legend.nth(1).click()
  await page.getByText(/^图例筛选已变，已取消选择其中 [\d,]+ 盏/).waitFor()
  await expect.poll(() => page.locator('.ll-map-legend-entry[data-hidden]').count()).toBe(4)
  expect(await selectedCount(page)).toBeLessThanOrEqual(all - lit)
  // All lamps are shown again, but nothing is selected by that.
  await legend.nth(1).click()
  await expect.poll(() => page.locator('.ll-map-legend-entry[data-hidden]').count()).toBe(0)
  expect(await selectedCount(page)).toBeLessThanOrEqual(all - lit)
  expect(errors).toEqual([])
})

test('the area tree selects exactly the lamps of an area and moves the map there', async () => {
  const client = await product().client()
  const { data: areas } = await client.get<{ id: string; areaName: string }[]>('/api/blade-system/area/list')
  const counted = await Promise.all(
    areas.map(async (area) => ({ ...area, ids: (await client.get<string[]>('/api/blade-city/lamp/ids', { areaId: area.id })).data })),
  )
  const area = counted.find(({ ids }) => ids.length > 5)
  if (!area) throw new Error('the town has no area with lamps')
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await openMap(page, product().url)
  const scale = (): Promise<number> =>
    page
      .locator('.ll-map-scale')
      .textContent()
      .then((text) => numberIn(text) * (text?.includes('km') ? 1000 : 1))
  const before = await scale()
  await page.getByRole('button', { name: '区域' }).click()
  await page.locator('.ll-city-areas').getByText(area.areaName, { exact: true }).click()
  await expect.poll(() => selectedCount(page)).toBe(area.ids.length)
  expect(await scale()).toBeLessThanOrEqual(before)
  // The command would be sent to exactly these lamps.
  const requested = page.waitForRequest((request) => request.url().endsWith('/batch/command/preview'))
  await page.getByRole('button', { name: `调光 ${area.ids.length} 盏` }).click()
  // The server returns the text of the target in both languages.
  const { selector } = (await requested).postDataJSON() as { selector: object }
  const answer = (await (await (await requested).response())?.json()) as { data: { targetText: string } }
  const { targetText } = answer.data
  expect({ selector, targetText }).toEqual({ selector: { areaId: area.id }, targetText: area.areaName })
  expect(errors).toEqual([])
})

test('the card shows the last 24 hours as chart and table, and the latest commands with their results', async () => {
  const client = await product().client()
  const lamps = await lampsOf()
  const id = String(lamps.ids[7])
  const sent = await client.post<{ batchId: string }>('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level: 42,
    duration: 600,
    selector: { controllerIds: [id] },
  })
  const verified = async (): Promise<number> =>
    (await client.get<{ verified: number }>('/api/blade-city/commandrecord/detail', { id: sent.data.batchId })).data.verified
  await expect.poll(verified, { timeout: 20_000 }).toBe(1)

  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/map/index?lamp=${id}`)
  const card = page.locator('.ll-city-card')
  await expect.poll(() => card.locator('.ll-city-values').textContent(), { timeout: 10_000 }).toMatch(/42\s*%/)
  await card.locator('.ll-city-commands').getByText('42', { exact: false }).first().waitFor()
  await expect.poll(() => card.locator('.ll-city-commands li').first().textContent()).toContain('已验证')
  const chart = card.locator('.ll-city-chart')
  await chart.locator('canvas').waitFor()
  await chart.getByRole('button', { name: '表' }).click()
  const rows = await chart.locator('tbody tr td:last-child').allTextContents()
  const history = await client.get<{ points: { power: number | null }[] }>('/api/blade-device/telemetry/history', {
    deviceId: id,
    hours: 24,
    points: 96,
  })
  const powers = history.data.points.filter(({ power }) => power !== null)
  expect(rows.filter((text) => /\d/.test(text)).length).toBeGreaterThanOrEqual(Math.max(1, powers.length - 1))
  const file = page.waitForEvent('download')
  await chart.getByRole('button', { name: 'CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)

  await card.locator('.ll-city-commands a').first().click()
  await page.waitForURL((at) => at.pathname.endsWith('/commandRecord/index/details') && at.searchParams.get('id') === sent.data.batchId)
  expect(errors).toEqual([])
})

/** Returns the colour on the screen at a point of the page. */
const colourAt = async (page: Page, x: number, y: number): Promise<number[]> => {
  const shot = (await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } })).toString('base64')
  return page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0)
    return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, shot)
}

test('over GCJ-02 tiles a lamp is drawn at its place on the tiles, and a click there opens it', async () => {
  const tiles = await openTiles()
  const client = await product().client()
  const params = await client.get<{ records: Record<string, unknown>[] }>('/api/blade-system/param/list', { current: 1, size: 50 })
  const set = async (paramKey: string, paramValue: string): Promise<void> => {
    const known = params.data.records.find((row) => row.paramKey === paramKey)
    const { code } = await client.post('/api/blade-system/param/submit', {
      id: known?.id,
      paramKey,
      paramName: known?.paramName ?? paramKey,
      paramValue,
    })
    expect(code).toBe(200)
  }
  await set('map.tileUrl', tiles.template)
  await set('map.tileCrs', 'gcj02')
  try {
    const lamps = await lampsOf()
    const at = 11
    const [id, wgs] = [String(lamps.ids[at]), [lamps.lng[at] ?? 0, lamps.lat[at] ?? 0] as const]
    const shifted = gcj02(...wgs)
    expect(Math.hypot(shifted[0] - wgs[0], shifted[1] - wgs[1])).toBeGreaterThan(0.002)

    const { page, errors } = await windows().open()
    await signIn(page, product().url)
    await page.goto(`${product().url}/city/map/index?lamp=${id}`)
    await page.locator('.ll-city-card').getByRole('button', { name: '查看详情' }).waitFor()
    await page.waitForTimeout(1500)
    const loaded = page.locator('img.leaflet-tile-loaded')
    await loaded.first().waitFor()
    const zoom = Number(/\/(\d+)\/\d+\/\d+\.png$/.exec((await loaded.last().getAttribute('src')) ?? '')?.[1])
    const [x, y] = tileAt(...shifted, zoom)
    const tile = page.locator(`img[src$="/${zoom}/${Math.floor(x)}/${Math.floor(y)}.png"]`)
    const box = await tile.boundingBox()
    if (!box) throw new Error('the tile that shows the lamp is not on the map')
    const [px, py] = [box.x + (x % 1) * box.width, box.y + (y % 1) * box.height]
    // The ring around the selected lamp, drawn by the map.
    const ring = await page.locator('.ll-map-focus').boundingBox()
    expect(Math.abs((ring?.x ?? 0) + (ring?.width ?? 0) / 2 - px)).toBeLessThan(2)
    expect(Math.abs((ring?.y ?? 0) + (ring?.height ?? 0) / 2 - py)).toBeLessThan(2)
    // The lamp itself covers its tile; around it the tiles are visible.
    const groundAt = (dx: number, dy: number): number[] => [
      ...colourOf(zoom, Math.floor(x + dx / box.width), Math.floor(y + dy / box.height)),
    ]
    expect(await colourAt(page, px, py)).not.toEqual(groundAt(0, 0))
    const around = [-44, 44].flatMap((dx) => [-44, 0, 44].map((dy) => [dx, dy] as const))
    const bare = await Promise.all(around.map(async ([dx, dy]) => `${await colourAt(page, px + dx, py + dy)}` === `${groundAt(dx, dy)}`))
    expect(bare).toContain(true)

    await page.locator('.ll-city-card').getByRole('button', { name: '关闭' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('lamp')).toBeNull()
    await page.mouse.click(px, py)
    await expect.poll(() => new URL(page.url()).searchParams.get('lamp')).toBe(id)
    expect(errors).toEqual([])
  } finally {
    await tiles.stop()
  }
})
