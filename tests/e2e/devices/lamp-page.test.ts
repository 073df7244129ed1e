import { eventually } from '@lamplight/testing'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const HOUR_MS = 3_600_000
const { product, windows } = withBrowser({ lamps: 200, simulate: '--dark 0.1' })

interface Row {
  readonly id: string
  readonly name: string
}

test('the page of a lamp shows its fault and since when, and links to its place; values turn grey with age', async () => {
  const client = await product().client()
  const projects = await client.get<{ id: string }[]>('/api/blade-system/project/list')
  const sent = await client.post('/api/blade-city/controller/batch/command', {
    command: 'dim',
    level: 50,
    reason: 'test',
    selector: { projectId: projects.data[0]?.id },
  })
  expect(sent.code, sent.msg).toBe(200)
  const lamp = await eventually(async () => {
    const { data } = await client.get<{ records: Row[] }>('/api/blade-city/lamp/list', { currentControllerStatus: 3, size: 1 })
    return data.records[0]
  })

  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index?size=10`)
  const dims = page.locator('main td .ll-f-number')
  await dims.first().waitFor()
  expect(await page.locator('main td .ll-age--stale').count()).toBe(0)

  await page.goto(`${product().url}/city/lampmanagement/lampinformation/details?id=${lamp.id}`)
  const fault = page.locator('.ll-status-line__fault')
  await expect.poll(() => fault.textContent()).toMatch(/故障：异常灭灯.*自 \d{4}-\d{2}-\d{2} \d{2}:\d{2} 起/)

  // Set the browser's clock three hours ahead, so that all values are old.
  await page.clock.setFixedTime(Date.now() + 3 * HOUR_MS)
  await page.reload()
  await expect.poll(() => fault.textContent()).toMatch(/已 3小时0\d分/)
  await page.locator('.ll-status-line .ll-age--stale').waitFor()
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index?size=10`)
  await page.locator('main td .ll-age--stale').first().waitFor()

  await page.goto(`${product().url}/city/lampmanagement/lampinformation/details?id=${lamp.id}`)
  await page.locator('.ll-status-line').getByRole('link', { name: '在地图上查看' }).click()
  await page.waitForURL((at) => at.pathname === '/city/map/index' && at.searchParams.has('lamp'))
  await expect.poll(() => page.locator('.ll-city-card h2').textContent()).toContain(lamp.name)
  expect(errors).toEqual([])
})
