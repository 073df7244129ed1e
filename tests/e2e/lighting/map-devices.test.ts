import { expect, test } from 'vitest'
import { openMap, signIn, withBrowser } from '../browser.ts'
import { ADMIN } from '../product.ts'

const MAP = '/city/map/index'
const { product, windows } = withBrowser({ lamps: 60 })

interface Bin {
  readonly id: string
  readonly name: string
}
const firstBin = async (): Promise<Bin> => {
  const client = await product().client()
  const page = await client.get<{ records: readonly Bin[] }>('/api/blade-device/trashdevice/list', { size: 1 })
  const [bin] = page.data.records
  if (!bin) throw new Error('the demo has bins')
  return bin
}

test('the link of a device shows it on the map: its card has live values and commands, a click on the marker reopens it, the legend switches the layer', async () => {
  const bin = await firstBin()
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await page.goto(`${product().url}/equipmentMana/trash/detail?id=${bin.id}`)
  await page.getByRole('link', { name: '在地图上查看' }).click()
  await page.waitForURL(new RegExp(`${MAP}.*device=${bin.id}`))
  const card = page.locator(`[data-device="${bin.id}"]`)
  await card.getByText('满溢度').waitFor()
  await card.getByRole('button', { name: '开关桶盖' }).click()
  await page.getByRole('dialog').getByRole('radiogroup', { name: '桶盖' }).waitFor()
  await page.keyboard.press('Escape')

  // The link of a device shows its layer. The user has not switched this layer on, so it disappears when the card is closed.
  const layer = page.locator('.ll-map-legend').getByRole('button', { name: /垃圾桶/ })
  await layer.waitFor()
  await card.getByRole('button', { name: '关闭' }).click()
  await card.waitFor({ state: 'detached' })
  await layer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '图层' }).click()
  await page
    .getByRole('dialog', { name: '图层' })
    .getByRole('button', { name: /垃圾桶/ })
    .click()
  await page.keyboard.press('Escape')
  await layer.waitFor()

  // The device's position is in the middle of the map area not covered by the card; its mark is above the position.
  const box = await page.locator('.ll-map-host').boundingBox()
  if (!box) throw new Error('the map stands')
  await page.mouse.click(box.x + (box.width - 376) / 2, box.y + box.height / 2 - 25)
  await card.getByText('满溢度').waitFor()

  expect(await layer.getAttribute('aria-pressed')).toBe('true')
  await layer.click()
  await card.waitFor({ state: 'detached' })
  await page.waitForURL(({ searchParams }) => !(searchParams.get('layers') ?? 'trash').split(',').includes('trash'))
  await layer.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('the map begins with lamps alone; the layers that a user switches on are kept for this user', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, ADMIN)
  await openMap(page, product().url)
  const legend = page.locator('.ll-map-legend')
  const inLegend = legend.locator('.ll-city-kinds button')
  expect(await inLegend.count()).toBe(0)
  // The legend has the five states of lamps and nothing else.
  expect(await legend.getByRole('button').count()).toBe(5)
  await page.getByRole('button', { name: '图层' }).click()
  const list = page.getByRole('dialog', { name: '图层' })
  await list.getByRole('button', { name: /垃圾桶/ }).click()
  await list.getByRole('button', { name: /井盖/ }).click()
  expect(await list.locator('button[aria-pressed="true"]').count()).toBe(2)
  await page.keyboard.press('Escape')
  expect(await inLegend.count()).toBe(2)

  await page.goto(`${product().url}/wel/index`)
  await openMap(page, product().url)
  await expect.poll(() => inLegend.count()).toBe(2)

  // For another user of this browser the map shows lamps only.
  await page.evaluate(() => {
    for (const key of ['saber-token', 'saber-userInfo']) localStorage.removeItem(key)
  })
  await signIn(page, product().url, { tenantId: '100001', account: 'operator' })
  await openMap(page, product().url)
  expect(await inLegend.count()).toBe(0)
  expect(errors).toEqual([])
})
