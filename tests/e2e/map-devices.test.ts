import { expect, test } from 'vitest'
import { signIn, withBrowser } from './browser.ts'
import { ADMIN } from './product.ts'

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

  // The device's position is in the middle of the map area not covered by the card; its mark is above the position.
  await card.getByRole('button', { name: '关闭' }).click()
  await card.waitFor({ state: 'detached' })
  const box = await page.locator('.ll-map-host').boundingBox()
  if (!box) throw new Error('the map stands')
  await page.mouse.click(box.x + (box.width - 376) / 2, box.y + box.height / 2 - 25)
  await card.getByText('满溢度').waitFor()

  const layer = page.getByRole('button', { name: /垃圾桶/ })
  expect(await layer.getAttribute('aria-pressed')).toBe('true')
  await layer.click()
  await card.waitFor({ state: 'detached' })
  await page.waitForURL(({ searchParams }) => !(searchParams.get('layers') ?? 'trash').split(',').includes('trash'))
  expect(await layer.getAttribute('aria-pressed')).toBe('false')
  expect(errors).toEqual([])
})
