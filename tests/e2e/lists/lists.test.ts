import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const LAMPS = '/city/lampmanagement/lampinformation/index'
const { product, windows } = withBrowser({ lamps: 200 })

const rowNames = (page: Page): Promise<string[]> => page.locator('tr.ll-r-tr td[data-title]').allTextContents()
const ready = (page: Page): Promise<void> => page.locator('tr.ll-r-tr').first().waitFor()

test('a link to a filtered list with page and size works after a reload and in another window', async () => {
  const client = await product().client()
  const { data } = await client.get<{ total: number; records: { name: string }[] }>('/api/blade-city/lamp/list', {
    current: 1,
    size: 10,
  })
  const part = (data.records[0]?.name ?? '').slice(0, 2)
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  await ready(page)
  await page.getByRole('textbox', { name: '名称' }).fill(part)
  await page.getByRole('textbox', { name: '名称' }).press('Enter')
  await expect.poll(async () => (await rowNames(page)).every((name) => name.includes(part))).toBe(true)
  const address = page.url()
  expect(decodeURIComponent(new URL(address).search)).toContain(part)
  const names = await rowNames(page)
  expect(names.length).toBeGreaterThan(0)
  expect(names.length).toBeLessThan(data.total)

  const slices = new Set<string>()
  page.on('request', (request) => void slices.add(/\/pages-(\w+)-/.exec(request.url())?.[1] ?? ''))
  await page.reload()
  await ready(page)
  await expect.poll(() => rowNames(page)).toEqual(names)
  // Filters that nobody has opened and buttons of other slices do not load the pages of their slices.
  expect([...slices].filter((slice) => !['', 'lighting'].includes(slice))).toEqual([])
  expect(slices).toContain('lighting')
  await expect.poll(() => page.getByRole('textbox', { name: '名称' }).inputValue()).toBe(part)

  const other = await windows().open()
  await signIn(other.page, product().url)
  await other.page.goto(address)
  await ready(other.page)
  await expect.poll(() => rowNames(other.page)).toEqual(names)
  expect([...errors, ...other.errors]).toEqual([])
})

test('a selection is kept while paging, and its command reaches exactly those lamps', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  await ready(page)
  const choose = async (rows: number): Promise<string[]> => {
    const names = await rowNames(page)
    for (let at = 0; at < rows; at++) await page.locator('tr.ll-r-tr').nth(at).getByRole('checkbox').check()
    return names.slice(0, rows)
  }
  const first = await choose(3)
  const before = await rowNames(page)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect.poll(async () => (await rowNames(page)).some((name) => before.includes(name))).toBe(false)
  const second = await choose(2)
  await page.locator('.ll-r-selected').getByText('已选 5 项').waitFor()

  const toolbar = page.getByRole('toolbar', { name: '列表操作' })
  await toolbar.getByRole('button', { name: '调光 5 盏' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('.ll-level__marks button', { hasText: /^30$/ }).click()
  const answered = page.waitForResponse((response) => /\/(lamp\/dim|batch\/command)$/.test(new URL(response.url()).pathname))
  await dialog.getByRole('button', { name: /调光 5 (盏|项)/ }).click()
  const answer = (await (await answered).json()) as { data: { batchId: string; total: number } }
  expect(answer.data.total).toBe(5)

  const client = await product().client()
  const { batchId } = answer.data
  await expect
    .poll(async () => (await client.get<{ verified: number }>('/api/blade-city/commandrecord/detail', { id: batchId })).data.verified, {
      timeout: 20_000,
    })
    .toBe(5)
  const items = await client.get<{ records: { deviceId: string }[] }>('/api/blade-city/commandrecord/executeStatus', {
    commandRecordId: batchId,
    size: 50,
  })
  const lamps = await client.get<{ records: { name: string; lampControlId: string }[] }>('/api/blade-city/lamp/list', {
    current: 1,
    size: 1000,
  })
  const reached = new Set(items.data.records.map((row) => row.deviceId))
  const names = lamps.data.records.filter((row) => reached.has(row.lampControlId)).map((row) => row.name)
  expect(names.sort()).toEqual([...first, ...second].sort())
  expect(errors).toEqual([])
})

test('a selection shows its number and its rows, and ends when the filter changes, so that no action reaches rows that are not on the screen', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  await ready(page)
  const bar = page.locator('.ll-r-selected')
  const toolbar = page.getByRole('toolbar', { name: '列表操作' })
  const chosen = (await rowNames(page)).slice(0, 2)
  for (const at of [0, 1]) await page.locator('tr.ll-r-tr').nth(at).getByRole('checkbox').check()
  await bar.getByRole('button', { name: '已选 2 项' }).click()
  const list = page.locator('.ll-r-chosen')
  await expect.poll(() => list.locator('li > span').allTextContents()).toEqual(chosen)
  await list.getByRole('button', { name: `取消选择 ${chosen[0]}` }).click()
  await bar.getByText('已选 1 项').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '下一页' }).click()
  await bar.getByText('其中 1 项不在本页').waitFor()
  await toolbar.getByRole('button', { name: '调光 1 盏' }).waitFor()

  // A filter that has other rows than the selected one.
  const other = (await rowNames(page)).find((name) => name !== chosen[1]) ?? ''
  await page.getByRole('textbox', { name: '名称' }).fill(other)
  await page.getByRole('textbox', { name: '名称' }).press('Enter')
  await expect.poll(async () => (await rowNames(page)).every((name) => name.includes(other))).toBe(true)
  await bar.getByText('筛选条件已变，1 项的选择已取消').waitFor()
  await toolbar.getByRole('button', { name: /^调光 \d/ }).waitFor({ state: 'detached' })
  expect(await page.locator('tr.ll-r-tr[aria-selected=true]').count()).toBe(0)

  // Back at the first filter nothing is selected again.
  await page.getByRole('textbox', { name: '名称' }).fill('')
  await page.getByRole('textbox', { name: '名称' }).press('Enter')
  await expect.poll(async () => (await rowNames(page)).length).toBeGreaterThan(1)
  expect(await page.locator('tr.ll-r-tr[aria-selected=true]').count()).toBe(0)
  expect(errors).toEqual([])
})

test('buttons that a selection moves into the menu return to the toolbar when it ends', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}`)
  await ready(page)
  const toolbar = page.getByRole('toolbar', { name: '列表操作' })
  const buttons = toolbar.locator(':scope > button')
  const box = page.locator('tr.ll-r-tr').first().getByRole('checkbox')
  // The buttons of the page load with the first selection.
  await box.check()
  await toolbar.getByRole('button', { name: '调光 1 盏' }).waitFor()
  await box.uncheck()
  /** Texts of the buttons when they no longer change: the toolbar measures itself after a change of width. */
  const settled = async (): Promise<readonly string[]> => {
    for (;;) {
      const texts = await buttons.allTextContents()
      await page.waitForTimeout(200)
      if (JSON.stringify(await buttons.allTextContents()) === JSON.stringify(texts)) return texts
    }
  }
  let moved = 0
  for (const width of [1600, 1500, 1440, 1360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const before = await settled()
    await box.check()
    await page.locator('.ll-r-selected').getByText('已选 1 项').waitFor()
    const among = await settled()
    await box.uncheck()
    await page.locator('.ll-r-selected').getByText('已选 1 项').waitFor({ state: 'detached' })
    await expect.poll(() => buttons.allTextContents()).toEqual(before)
    const plain = new Set(among.map((text) => text.replace(/ \d+ .$/, '')))
    if (before.some((text) => !plain.has(text))) moved += 1
  }
  expect(moved).toBeGreaterThan(0)
  expect(errors).toEqual([])
})

test('the toolbar of the lamps keeps to one line at 1440 px in English, also with the buttons that the page adds later', async () => {
  const { page, errors } = await windows().open('en')
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, product().url, undefined, 'en')
  await page.goto(`${product().url}${LAMPS}`)
  const toolbar = page.getByRole('toolbar', { name: 'List actions' })
  await toolbar.getByRole('button', { name: 'Publish a strategy' }).waitFor()
  await expect.poll(async () => (await toolbar.boundingBox())?.height ?? 0).toBeLessThan(48)
  expect(errors).toEqual([])
})

test('city.groupControl city.manual city.cmdRecord: a group and selected controllers are sent a command that names the affected devices, shows its rungs and is in the records', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  const send = async (path: string, rows: number): Promise<string> => {
    await page.goto(`${product().url}${path}`)
    await ready(page)
    for (let at = 0; at < rows; at++) await page.locator('tr.ll-r-tr').nth(at).getByRole('checkbox').check()
    await page.getByRole('toolbar', { name: '列表操作' }).getByRole('button', { name: /^调光/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\d+ 盏，\d+ 个网关$/).waitFor()
    await dialog.locator('.ll-level__marks button', { hasText: /^30$/ }).click()
    const answered = page.waitForResponse((response) => /\/(lamp\/dim|batch\/command)$/.test(new URL(response.url()).pathname))
    await dialog.getByRole('button', { name: /^调光 \d+ 盏$/ }).click()
    const { data } = (await (await answered).json()) as { data: { batchId: string } }
    await dialog.getByText('已验证').waitFor()
    return data.batchId
  }
  const sent = [await send('/city/controlCenter/group/index', 1), await send('/city/controlCenter/manual/index', 2)]
  await page.goto(`${product().url}/city/controlCenter/commandRecord/index`)
  await ready(page)
  for (const id of sent) await page.locator(`tr.ll-r-tr a[href*="${id}"]`).first().waitFor()
  expect(errors).toEqual([])
})
