import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, typeCredentials, withBrowser } from '../browser.ts'
import { ADMIN, GUEST, OPERATOR } from '../product.ts'

const PHONE = '13900001111'
const { product, windows } = withBrowser({ lamps: 20 })

/** Adds a virtual passkey device to the browser that confirms by itself, as if a fingerprint was read. */
const giveKey = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  })
  return {
    kept: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    refuse: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}

test('a passkey is added in the personal centre after the password, required at the next sign-in, and removed there', async () => {
  const admin = await product().client(ADMIN)
  const { data } = await admin.get<{ records: Record<string, unknown>[] }>('/api/blade-system/tenant/page', { tenantId: OPERATOR.tenantId })
  expect((await admin.post('/api/blade-system/tenant/submit', { ...data.records[0], mfa: 1 })).code).toBe(200)
  // Browsers create passkeys only for host names, not for IP addresses.
  const url = product().url.replace('127.0.0.1', 'localhost')
  const { page, errors } = await windows().open()
  const key = await giveKey(page)
  await signIn(page, url, OPERATOR)
  await page.goto(`${url}/info/index`)
  await page.getByRole('tab', { name: '修改密码' }).click()
  const prove = async (password: string): Promise<void> => {
    await page.getByRole('dialog').getByLabel('登录密码').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: '确认' }).click()
  }
  await page.getByText('还没有通行密钥').waitFor()
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await prove('wrong')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  expect(await key.kept()).toBe(0)
  await prove(OPERATOR.account)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('还没有通行密钥').waitFor({ state: 'detached' })
  expect(await key.kept()).toBe(1)

  const leave = async (): Promise<void> => {
    await page.locator('.ll-bar__user').click()
    await page.getByRole('menuitem', { name: '退出系统' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /退出/ }).click()
    await page.waitForURL((at) => at.pathname.endsWith('/login'))
  }
  await leave()
  await typeCredentials(page, url, OPERATOR)
  await page.getByRole('heading', { name: '两步验证' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('saber-token'))).toBeNull()
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))

  await page.goto(`${url}/info/index`)
  await page.getByRole('tab', { name: '修改密码' }).click()
  await page.getByText('通行密钥', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: '移除' }).click()
  await prove(OPERATOR.account)
  await page.getByText('还没有通行密钥').waitFor()
  await leave()
  await typeCredentials(page, url, OPERATOR)
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  expect(errors).toEqual([])
})

test('a code of the message log of the demo signs in; a wrong one does not', async () => {
  const admin = await windows().open()
  await signIn(admin.page, product().url, ADMIN)
  await admin.page.goto(`${product().url}/info/index`)
  await admin.page.getByLabel('手机号码').fill(PHONE)
  await admin.page.getByRole('button', { name: '保存' }).click()
  await admin.page.getByText('修改信息成功!').waitFor()

  const client = await product().client(ADMIN)
  const sms = await client.post<{ id: string }>('/api/blade-resource/sms/submit', { category: 6, smsCode: 'log-only' })
  expect((await client.post('/api/blade-resource/sms/enable', undefined, { id: sms.data.id })).code).toBe(200)

  const { page, errors } = await windows().open()
  await page.goto(`${product().url}/login`)
  await page.locator('input[name=tenantId]').fill(ADMIN.tenantId)
  await page.getByRole('button', { name: '手机验证码登录' }).click()
  // A success message has the role status, not alert.
  const says = (words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor()
  const send = page.getByRole('button', { name: '获取验证码' })
  await page.locator('input[name=phone]').fill(PHONE)
  await send.click()
  await says('如该手机号已登记，验证码已发出')
  await page.getByRole('button', { name: /秒后可重发/ }).waitFor()

  await admin.page.goto(`${product().url}/resource/smsMessage?phone=${PHONE}`)
  const row = admin.page.getByRole('row', { name: new RegExp(PHONE) })
  await row.getByText('仅记录').waitFor()
  const code = (await row.textContent())?.replace(PHONE, '').match(/\d{6}/)?.[0] ?? ''
  expect(code).toMatch(/^\d{6}$/)

  const enter = async (typed: string): Promise<void> => {
    await page.locator('input[name=phoneCode]').fill(typed)
    await page.getByRole('button', { name: '登录', exact: true }).last().click()
  }
  const refused = page.waitForResponse((answer) => answer.url().includes('/oauth/token'))
  await enter(code === '000000' ? '111111' : '000000')
  expect((await refused).ok()).toBe(false)
  await expect.poll(() => page.getByRole('alert').last().textContent()).toMatch(/验证码/)
  expect(await page.evaluate(() => localStorage.getItem('saber-token'))).toBeNull()
  await enter(code)
  await page.waitForURL((at) => !at.pathname.endsWith('/login'))
  await expect.poll(() => page.locator('.ll-bar__who').textContent()).toContain('管理员')
  expect([...admin.errors, ...errors]).toEqual([])
})

/** Returns a picture of two halves: red at the left, blue at the right. */
const halves = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 300 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#f00'
    pen.fillRect(0, 0, 300, 300)
    pen.fillStyle = '#00f'
    pen.fillRect(300, 0, 300, 300)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
/** Returns red, green and blue of the middle of a loaded picture, and its width, px. */
const middleOf = (page: Page, picture: string): Promise<number[]> =>
  page
    .locator(picture)
    .first()
    .evaluate(async (found) => {
      const image = found as HTMLImageElement
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight })
      const pen = canvas.getContext('2d')!
      pen.drawImage(image, 0, 0)
      return [...pen.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.slice(0, 3), canvas.width]
    })

test('a picture is chosen, cropped, saved, and shown in the header, also after a reload; another file is refused with a text', async () => {
  const { page, errors } = await windows().open()
  await signIn(page, product().url, GUEST)
  await page.goto(`${product().url}/info/index`)
  const file = page.locator('input[type=file]')
  await page.getByText('选择图片').waitFor()
  for (const [name, mimeType] of [
    ['notes.txt', 'text/plain'],
    ['fake.png', 'image/png'],
  ] as const) {
    await file.setInputFiles({ name, mimeType, buffer: Buffer.from('no picture') })
    const refusal = page.getByRole('alert').filter({ hasText: '请选择 jpg 或 png 图片' })
    await refusal.getByRole('button', { name: '关闭' }).click()
    await refusal.waitFor({ state: 'detached' })
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('.ll-bar__user img').count()).toBe(0)

  await file.setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer: await halves(page) })
  const dialog = page.getByRole('dialog', { name: '裁剪头像' })
  const picture = dialog.locator('.reactEasyCrop_Image')
  await picture.waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: '使用' }).isEnabled()).toBe(true)
  // After dragging the picture to the left, the crop window is over the blue half.
  const box = (await dialog.locator('.reactEasyCrop_Container').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - box.width, y, { steps: 8 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: '使用' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('修改信息成功!').waitFor()
  for (const where of ['.ll-bar__user img', '.ll-people__face img', 'reload']) {
    if (where === 'reload') await page.reload()
    const [red = 255, , blue = 0, width] = await middleOf(page, where === 'reload' ? '.ll-bar__user img' : where)
    expect([red < 40, blue > 200, width]).toEqual([true, true, 320])
  }
  expect(errors).toEqual([])
})
