import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, type Windows } from '../browser.ts'
import { ADMIN, openProduct, type Product } from '../product.ts'

let product: Product
let windows: Windows
let gatewayId = ''
beforeAll(async () => {
  product = await openProduct({ lamps: 20 })
  windows = await openBrowser()
  const client = await product.client()
  const add = async (path: string, body: object): Promise<string> => {
    const { code, msg, data } = await client.post<{ id: string }>(path, body)
    expect(code, msg).toBe(200)
    return data.id
  }
  gatewayId = await add('/api/blade-device/gateway/submit', { sn: 'GW-E2E', name: '演示网关' })
  const projectId = await add('/api/blade-system/project/submit', { name: '灯杆一期', type: 3 })
  const lampPostId = await add('/api/blade-city/lamp_post/submit', { lampPostName: '一号智慧杆', lampPostSn: 'SP-1', projectId })
  await add('/api/blade-media/camera/submit', { sn: 'CAM-E2E', name: '路口摄像头', gatewayId, lampPostId })
  await add('/api/blade-device/ap/submit', { sn: 'AP-E2E', name: '街头AP', gatewayId, lampPostId })
  await add('/api/blade-city/meter/submit', { sn: 'METER-E2E', name: '一号表', gatewayId })
})
afterAll(async () => {
  await windows?.close()
  await product?.stop()
})

test('vis.smartPole rt.eq.childDevice: a pole leads to its devices, of which one is replaced and the replacement undone', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/visual/equipmentMana/smartPole/index?keyword=SP-1`)
  const pole = page.getByRole('row').filter({ hasText: '一号智慧杆' })
  for (const words of ['摄像头 1', '无线AP 1']) await pole.getByText(words).waitFor()
  await page.getByRole('link', { name: '一号智慧杆' }).click()
  const row = page.getByRole('row').filter({ hasText: 'CAM-E2E' })
  await row.getByRole('button', { name: '更换' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '更换' }).click()
  await dialog.getByText('请填写新设备的序列号').waitFor()
  await dialog.getByLabel('新设备序列号').fill('CAM-NEW')
  await dialog.getByRole('button', { name: '更换' }).click()
  await dialog.getByText('CAM-E2E 已更换为 CAM-NEW').waitFor()
  await dialog.getByRole('button', { name: '撤销更换' }).click()
  await page.getByText('更换已撤销').waitFor()
  await row.waitFor()

  await page.goto(`${product.url}/equipmentMana/childDevice?gatewayId=${gatewayId}`)
  await page.getByRole('row').filter({ hasText: 'AP-E2E' }).waitFor()
  await page.getByRole('button', { name: '重启网关' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重启网关' }).click()
  await page.getByText('重启指令已下发').waitFor()
  expect(errors).toEqual([])
})

test('vis.gateway: the former address of the gateways leads to the list below smart poles', async () => {
  const { page, errors } = await windows.open()
  await signIn(page, product.url)
  await page.goto(`${product.url}/equipmentMana/gateway`)
  await page.waitForURL((url) => url.pathname === '/visual/equipmentMana/gateway/index')
  await page.getByText('GW-E2E').first().waitFor()
  expect(errors).toEqual([])
})

test('vis.meter vis.ap ai.table vis.lampControl eq.controller rt.eq.controllerDetail vis.devGroup: the pages open and show their rows', async () => {
  const { page, errors } = await windows.open('en')
  await signIn(page, product.url, ADMIN, 'en')
  for (const [path, words] of [
    ['/visual/equipmentMana/meter/index', 'METER-E2E'],
    ['/visual/equipmentMana/ap/index', 'AP-E2E'],
    ['/ai/device/table', 'CAM-E2E'],
    ['/visual/equipmentMana/lampControl/index', 'Lamp controllers'],
    ['/equipmentMana/controller/index', 'Controllers'],
    ['/visual/equipmentMana/devGroup/index', 'Device groups'],
  ] as const) {
    await page.goto(`${product.url}${path}`)
    await page.locator('.ll-pane:not([hidden])').getByText(words).first().waitFor()
  }
  expect(errors).toEqual([])
})
