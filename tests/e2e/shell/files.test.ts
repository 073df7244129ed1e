import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser({ lamps: 150 })

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
const crc = (bytes: Buffer): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
/** A picture of one colour that a browser decodes. */
const picture = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0xb0)])
  const lines = Buffer.concat(Array.from({ length: height }, () => line))
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([sign, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

/** Opens the page of a lamp post, with its form. */
const openForm = async (page: Page, name: string): Promise<void> => {
  const client = await product().client()
  const { data } = await client.post<{ id: string }>('/api/blade-city/lamp_post/submit', { lampPostName: name, lampPostSn: name })
  await signIn(page, product().url)
  await page.goto(`${product().url}/city/lampmanagement/lamppost/details?id=${data.id}`)
  await page.getByRole('button', { name: '编辑', exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('现场照片').waitFor()
}
const isShown = (page: Page): Promise<boolean> =>
  page
    .locator('img')
    .evaluateAll((images) =>
      images.some((image) => (image as HTMLImageElement).src.startsWith('blob:') && (image as HTMLImageElement).naturalWidth > 0),
    )

test('pictures are uploaded in the form with progress, shown, removed, and saved with the row', async () => {
  const { page, errors } = await windows().open()
  await openForm(page, '照片杆一')
  const dialog = page.getByRole('dialog')
  let pass = (): void => undefined
  const held = new Promise<void>((done) => {
    pass = done
  })
  await page.route('**/upload_pictures', async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByLabel('现场照片').setInputFiles([file('front.png', picture(640, 480))])
  await dialog.getByRole('progressbar', { name: '上传front.png' }).waitFor()
  // A form cannot be saved while the upload of one of its files is running.
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await dialog.getByText('文件正在上传，请稍候').first().waitFor()
  pass()
  await dialog.getByRole('button', { name: '查看front.png' }).waitFor()
  await dialog.getByLabel('现场照片').setInputFiles([file('back.png', picture(64, 48)), file('page.png', Buffer.from('<html></html>'))])
  await dialog.getByText('文件类型不支持').waitFor()
  await dialog.getByRole('button', { name: '移除page.png' }).click()
  await dialog.getByRole('button', { name: '移除back.png' }).click()
  await expect.poll(() => isShown(page)).toBe(true)
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '查看front.png' }).click()
  const preview = page.getByRole('dialog', { name: 'front.png' })
  await preview.getByText('640 × 480').waitFor()
  await expect.poll(() => preview.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(640)
  const download = page.waitForEvent('download')
  await preview.getByRole('button', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toBe('front.png')
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: '查看back.png' }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('files beyond the maximum number are refused with a message', async () => {
  const { page, errors } = await windows().open()
  await openForm(page, '照片杆三')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('现场照片').setInputFiles(Array.from({ length: 7 }, (_, at) => file(`${at}.png`, picture(8, 8))))
  await dialog.getByText('最多6个文件').waitFor()
  await dialog.getByRole('button', { name: '查看5.png' }).waitFor()
  expect(await dialog.getByRole('button', { name: '查看6.png' }).count()).toBe(0)
  expect(await dialog.getByLabel('现场照片').isDisabled()).toBe(true)
  expect(errors).toEqual([])
})

test('a picture can be dropped on the field, and the field is reachable by keyboard', async () => {
  const { page, errors } = await windows().open()
  await openForm(page, '照片杆二')
  const bytes = [...picture(32, 32)]
  const data = await page.evaluateHandle((options) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(options)], 'dropped.png', { type: 'image/png' }))
    return transfer
  }, bytes)
  await page.locator('.ll-f-files-input').dispatchEvent('drop', { dataTransfer: data })
  await page.getByRole('button', { name: '移除dropped.png' }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByLabel('现场照片').press('Space')
  await (await chooser).setFiles([file('chosen.png', picture(16, 16))])
  await page.getByRole('button', { name: '移除chosen.png' }).waitFor()
  expect(errors).toEqual([])
})
