import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const LAMPS = '/city/lampmanagement/lampinformation/index'
const { product, windows } = withBrowser({ lamps: 200, config: { DEMO_ROWS: '1' } })

const rowNames = (page: Page): Promise<string[]> => page.locator('tr.ll-r-tr td[data-title]').allTextContents()
const heads = async (page: Page): Promise<string[]> =>
  (await page.locator('th.ll-r-th').allTextContents()).map((text) => text.trim()).filter(Boolean)
const openLamps = async (page: Page, query = ''): Promise<void> => {
  await signIn(page, product().url)
  await page.goto(`${product().url}${LAMPS}${query}`)
  await page.locator('tr.ll-r-tr').first().waitFor()
}
/** Names of the lamps of a system; without one, of all. The list begins with those of city lighting. */
const named = async (system: { readonly systemType?: number } = { systemType: 2 }): Promise<string[]> => {
  const { data } = await (await product().client()).get<{ records: { name: string }[] }>('/api/blade-city/lamp/list', {
    current: 1,
    size: 1000,
    ...system,
  })
  return data.records.map(({ name }) => name)
}

test('a list opens with enough rows for the window; a chosen size is kept for the next visit, and is in the address', async () => {
  const { page, errors } = await windows().open()
  await openLamps(page)
  const size = page.getByRole('combobox', { name: '每页条数' })
  const box = await page.locator('.ll-r-table-scroll').boundingBox()
  await expect.poll(() => size.inputValue()).toBe('30')
  expect(36 * 30).toBeGreaterThanOrEqual(box?.height ?? 0)
  const all = await named()
  expect(await rowNames(page)).toEqual(all.slice(0, 30))
  await size.selectOption('50')
  await expect.poll(() => rowNames(page)).toEqual(all.slice(0, 50))
  expect(new URL(page.url()).searchParams.get('size')).toBe('50')
  await page.goto(`${product().url}${LAMPS}`)
  await expect.poll(async () => (await rowNames(page)).length).toBe(50)
  // A link has the page size of its sender; the stored choice of the reader does not matter.
  await page.goto(`${product().url}${LAMPS}?size=10&current=3`)
  await expect.poll(() => rowNames(page)).toEqual(all.slice(20, 30))
  expect(errors).toEqual([])
})

test('the list of city lamps begins with the lamps of its system; the address says when it shows another one, or all', async () => {
  const { page, errors } = await windows().open()
  const [city, poles, all] = [await named(), await named({ systemType: 3 }), await named({})]
  expect(poles.length).toBeGreaterThan(0)
  expect(city.length + poles.length).toBe(all.length)
  const total = async (): Promise<string> => ((await page.locator('.ll-r-pager').textContent()) ?? '').replaceAll(/\s/g, '')
  await openLamps(page)
  await expect.poll(total).toContain(`共${city.length}`)
  const system = page.locator('.ll-r-filter', { hasText: '所属系统' })
  await expect.poll(() => system.textContent()).toContain('城市照明')
  await system.getByRole('combobox').click()
  await page.getByRole('option', { name: '智慧灯杆', exact: true }).click()
  await expect.poll(total).toContain(`共${poles.length}`)
  expect(new URL(page.url()).searchParams.get('systemType')).toBe('3')
  await page.getByRole('button', { name: '清除 所属系统' }).click()
  await expect.poll(total).toContain(`共${all.length}`)
  expect(new URL(page.url()).searchParams.get('all')).toBe('1')
  await page.reload()
  await expect.poll(total).toContain(`共${all.length}`)
  await page.goto(`${product().url}${LAMPS}?systemType=3`)
  await expect.poll(total).toContain(`共${poles.length}`)
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(total).toContain(`共${city.length}`)
  expect(['all', 'systemType'].filter((key) => new URL(page.url()).searchParams.has(key))).toEqual([])
  // A link with a filter does not get the filter of the city's system: the list shows the lamp of a smart pole.
  await page.goto(`${product().url}${LAMPS}?name=${encodeURIComponent(poles[0] ?? '')}`)
  await expect.poll(() => rowNames(page)).toContain(poles[0])
  expect(errors).toEqual([])
})

test('the list of switch boxes of smart poles has the boxes of their projects', async () => {
  const client = await product().client()
  const total = async (query: Record<string, number> = {}): Promise<number> =>
    (await client.get<{ total: number }>('/api/blade-city/switchbox/page', { size: 1, ...query })).data.total
  const [all, ofPoles] = [await total(), await total({ systemType: 3 })]
  expect(all).toBeGreaterThan(ofPoles)
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/visual/equipmentMana/switchbox/index`)
  await page.locator('.ll-r-search').waitFor()
  await expect.poll(() => page.locator('tr.ll-r-tr').count()).toBe(ofPoles)
  await page.goto(`${product().url}/city/basisaccessories/switchbox/index`)
  await expect.poll(() => page.locator('tr.ll-r-tr').count()).toBe(Math.min(all, 30))
  expect(errors).toEqual([])
})

test('columns are chosen, are in the address and kept for the next visit; the export has those columns, in order, of all matches', async () => {
  const { page, errors } = await windows().open()
  await openLamps(page)
  expect(await heads(page)).not.toContain('最低亮度')
  await page.getByRole('button', { name: '列', exact: true }).click()
  const choices = page.getByRole('group', { name: '显示的列' })
  await expect.poll(() => choices.getByRole('checkbox', { name: '名称', exact: true }).isDisabled()).toBe(true)
  await choices.getByRole('checkbox', { name: '上报时间', exact: true }).uncheck()
  await choices.getByRole('checkbox', { name: '最低亮度', exact: true }).check()
  await page.keyboard.press('Escape')
  const shown = await heads(page)
  expect(shown).toContain('最低亮度')
  expect(shown).not.toContain('上报时间')
  expect(new URL(page.url()).searchParams.get('columns')).toContain('minLevel')
  await page.goto(`${product().url}${LAMPS}`)
  await expect.poll(() => heads(page)).toEqual(shown)

  const all = await named()
  const part = (all[0] ?? '').slice(0, 2)
  const wanted = all.filter((name) => name.includes(part))
  await page.getByRole('textbox', { name: '名称' }).fill(part)
  await page.getByRole('textbox', { name: '名称' }).press('Enter')
  await expect.poll(async () => (await rowNames(page)).every((name) => name.includes(part))).toBe(true)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('radio', { name: 'CSV' }).check()
  await page.getByRole('button', { name: /^导出 \d+ 条$/ }).click()
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const piece of stream) text += String(piece)
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const fields = head.split(',')
  expect(fields.length).toBe(shown.length - 1)
  expect(fields[0]).toBe('名称')
  expect(fields.some((field) => field.startsWith('最低亮度'))).toBe(true)
  expect(lines.map((line) => line.split(',')[0]).sort()).toEqual([...wanted].sort())
  expect(errors).toEqual([])
})

test('the keyboard moves through the rows, selects them, opens one, searches and clears', async () => {
  const { page, errors } = await windows().open()
  await openLamps(page)
  const all = await named()
  const cursor = (): Promise<string | null> => page.locator('tr.ll-r-tr[data-cursor] td[data-title]').textContent()
  await page.locator('body').press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await cursor()).toBe(all[1])
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.locator('.ll-r-selected').getByText('已选 2 项').waitFor()
  expect(await page.locator('tr.ll-r-tr[aria-selected=true] td[data-title]').allTextContents()).toEqual([all[1], all[2]])
  await page.keyboard.press('Escape')
  await page.locator('.ll-r-selected').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.closest('.ll-r-search') !== null)).toBe(true)
  await page.keyboard.type('x')
  expect(await page.locator('tr.ll-r-tr[aria-selected=true]').count()).toBe(0)
  await page.keyboard.press('Backspace')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('j')
  const name = await cursor()
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname === '/city/lampmanagement/lampinformation/details')
  await page
    .getByRole('heading', { level: 1 })
    .getByText(name ?? '')
    .waitFor()
  expect(errors).toEqual([])
})

test('at 1280 px the action column cuts through no other column, and the table marks hidden columns until it is scrolled', async () => {
  const { page } = await windows().open()
  await openLamps(page)
  const table = page.locator('.ll-r-table-scroll')
  await expect.poll(() => table.getAttribute('data-more')).not.toBeNull()
  const cut = await table.evaluate((box) => {
    const edge = box.querySelector('th.ll-r-actions')?.getBoundingClientRect().left ?? 0
    return [...box.querySelectorAll('th.ll-r-th:not(.ll-r-actions)')].filter((head) => {
      const { left, right } = head.getBoundingClientRect()
      return left < edge - 1 && right > edge + 1
    }).length
  })
  expect(cut).toBe(0)
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  await expect.poll(() => table.getAttribute('data-more')).toBeNull()
})
