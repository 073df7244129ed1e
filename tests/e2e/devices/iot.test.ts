import { imeiOf } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser({ lamps: 20 })

test('rt.iot.index iot.registration iot.oc eq.thing: a platform and devices are listed, a thing is renamed, devices are deleted by a list of IMEIs', async () => {
  const client = await product().client()
  const descriptor = JSON.stringify({ driver: 'operator', properties: { level: { label: ['液位', 'Level'], unit: '%' } } })
  const type = await client.post<{ id: string }>('/api/blade-device/type/submit', {
    unitProductCode: 'NB-PAGE',
    name: '液位计',
    descriptor,
  })
  const platform = { name: '页面平台', baseUrl: 'https://iot.example.com', appId: 'page', secret: 'Page-secret-1' }
  const oc = await client.post<{ id: string }>('/api/blade-device/iot/oc/save', platform)
  // The demo city has a product and a platform of its own, so both are named.
  const at = { typeId: type.data.id, ocId: oc.data.id }
  const imeis = [1, 2].map((n) => imeiOf(`8600000700000${n}`))
  for (const [n, imei] of imeis.entries()) {
    const { code, msg } = await client.post('/api/blade-device/iot/registration/submit', { imei, name: `页面 ${n + 1}`, ...at })
    expect(code, msg).toBe(200)
  }
  const { page, errors } = await windows().open()
  await signIn(page, product().url)
  await page.goto(`${product().url}/iot/oc`)
  await page.getByText('页面平台').first().waitFor()
  expect(await page.content()).not.toContain(platform.secret)
  await page.goto(`${product().url}/equipmentMana/gcWebThing/index`)
  await page.getByText('页面 1').first().waitFor()
  await page.locator('tr', { hasText: '页面 1' }).getByRole('button', { name: '修改' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('河边液位计')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('河边液位计').first().waitFor()
  for (const path of ['/iot/index', '/iot/registration']) {
    await page.goto(`${product().url}${path}`)
    await page.getByText('河边液位计').first().waitFor()
  }
  await page.getByRole('button', { name: '按导入删除' }).click()
  await dialog.getByLabel('IMEI').fill(imeis.join('\n'))
  await dialog.getByRole('button', { name: '删除未激活的设备' }).click()
  await dialog.getByText('已删除 2 台').waitFor()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect.poll(() => page.getByText('河边液位计').count()).toBe(0)
  expect(errors).toEqual([])
})
