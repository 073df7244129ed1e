import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from './browser.ts'
import { type House, openHouse } from './house.ts'

let house: House
let windows: Windows
beforeAll(async () => {
  house = await openHouse({ lamps: 20 })
  windows = await openBrowser()
})
afterAll(async () => {
  await windows?.close()
  await house?.stop()
})

test('rt.dict-horizontal: the same two tables stand side by side', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, house.url)
  await page.goto(`${house.url}/dict-horizontal/index`)
  await page.getByRole('button', { name: '性别' }).click()
  await page.getByText('女', { exact: true }).waitFor()
  const boxes = await page
    .locator('.ll-dict-tables > section')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()))
  expect(boxes[1]?.left).toBeGreaterThanOrEqual(boxes[0]?.right)
  expect(errors).toEqual([])
})
