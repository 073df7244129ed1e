import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pressTool, signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser({ lamps: 200, shared: true })

/** The text of the QR code in a picture of the screen. */
const decoded = async (page: Page, picture: Buffer): Promise<string | undefined> => {
  const { data, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.drawImage(bitmap, 0, 0)
    const image = context.getImageData(0, 0, bitmap.width, bitmap.height)
    return { data: [...image.data], width: image.width, height: image.height }
  }, picture.toString('base64'))
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data
}

test('pub.sunDevDetail, rt.sun.xiangqing, rt.sun.details, rt.system.sunDeviceDetails: a printed QR code opens the public page, and four addresses one lamp', async () => {
  const client = await product().client()
  const { data } = await client.get<{ records: { id: string; sn: string; name: string; projectId: string }[] }>(
    '/api/blade-sun/device/list',
    { size: 10 },
  )
  const lamps = new Map(data.records.map((row) => [row.sn, row]))
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/sun/device/index`)
  for (const at of [0, 1]) await page.locator('tr.ll-r-tr').nth(at).getByRole('checkbox').check()
  await pressTool(page, '打印二维码 2 张')
  const labels = page.getByRole('dialog').locator('figure')
  await labels.nth(1).locator('img').waitFor()
  const codes: string[] = []
  for (const at of [0, 1]) {
    const label = labels.nth(at)
    const text = await decoded(page, await label.locator('img').screenshot())
    expect(text).toBe(`${product().url}/sunDevDetail?sn=${await label.locator('b').textContent()}`)
    codes.push(String(text))
  }
  const lamp = lamps.get(new URL(codes[0] as string).searchParams.get('sn') ?? '')
  if (!lamp) throw new Error('the code names no lamp of the list')

  // Another phone, without a session.
  const visitor = await windows().open()
  const answered = visitor.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/device/scan'))
  await visitor.page.goto(codes[0] as string)
  const answer = await (await answered).text()
  await visitor.page.getByRole('heading', { name: lamp.name }).waitFor()
  await visitor.page.getByText(lamp.sn).first().waitFor()
  expect(Object.keys((JSON.parse(answer) as { data: object }).data).sort()).toEqual([
    'name',
    'reportedAt',
    'sn',
    'state',
    'stateName',
    'values',
  ])
  for (const secret of [lamp.id, lamp.projectId]) expect(answer).not.toContain(secret)
  expect(await visitor.page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('access_token')
  expect(await visitor.page.getByRole('navigation').count()).toBe(0)

  for (const path of ['/sun/xiangqing', '/sun/details/details', '/system/sunDeviceDetails']) {
    await page.goto(`${product().url}${path}?id=${lamp.id}`)
    await page.getByRole('heading', { name: lamp.sn }).first().waitFor()
  }
  await page.goto(codes[0] as string)
  await page.getByRole('heading', { name: lamp.name }).waitFor()
  expect([...errors, ...visitor.errors]).toEqual([])
})
