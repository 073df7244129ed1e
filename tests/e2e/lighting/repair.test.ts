import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { eventually } from '@lamplight/testing'
import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'

const { product, windows } = withBrowser({ lamps: 40, simulate: '--dark 0.02', config: { DEMO_DEVICES: '3', ALARM_SECONDS: '1' } })
const SOON = { timeout: 15_000 }

interface Alarm {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly deviceType: number
}

test('on a phone a maintainer goes from the first page to a lamp, dims it and sees the result, and replaces its controller', async () => {
  const chief = await product().client({ tenantId: '100001', account: 'admin' })
  const { data: roles } = await chief.get<{ records: readonly { id: string; roleAlias: string }[] }>('/api/blade-system/role/list', {
    size: 100,
  })
  const list = 'records' in roles ? roles.records : (roles as unknown as readonly { id: string; roleAlias: string }[])
  const { data: areas } = await chief.get<readonly { id: string }[]>('/api/blade-system/area/tree')
  const who = { tenantId: '100001', account: 'street_repairer', password: 'Repair-1234' }
  const made = await chief.post('/api/blade-user/submit', {
    ...who,
    realName: '维修员',
    roleId: list.find(({ roleAlias }) => roleAlias === 'maintainer')?.id,
    areaIds: areas.map(({ id }) => id).join(','),
  })
  expect(made.code, made.msg).toBe(200)
  const client = await product().client(who)
  const alarm = await eventually(async () => {
    const { data } = await client.get<{ records: readonly Alarm[] }>('/api/blade-alarm/alarm/page', { size: 100, cityExceptionType: 4001 })
    return data.records.find(({ deviceType }) => Number(deviceType) === LAMP_CONTROLLER)
  }, 60_000)

  const { page, errors } = await windows().open()
  await page.setViewportSize({ width: 390, height: 844 })
  const at = (): string => new URL(page.url()).pathname
  const pane = page.locator('.ll-pane:not([hidden])')
  const fits = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  await signIn(page, product().url, who)
  await expect.poll(at, SOON).toBe('/wel/index')
  // The first finding, then the alarm of one lamp.
  await page.getByRole('region', { name: '待处理', exact: true }).locator('td a').first().click()
  await expect.poll(at, SOON).toMatch(/^\/city\/alarmCenter\/alarm\//)
  // The first finding may be an incident or a device without a lamp controller.
  await page.goto(`${product().url}/city/alarmCenter/alarm/index?sn=${alarm.sn}`)
  await pane.locator(`a[href*="/alarm/details?id=${alarm.id}"]`).first().click()
  await expect.poll(at, SOON).toBe('/city/alarmCenter/alarm/details')
  await pane.getByRole('button', { name: '更换设备' }).waitFor()
  expect(await fits()).toBe(true)
  // The lamp that is shown on the map is that of the alarm; this one burns, so its meter proves the level.
  await pane.getByRole('link', { name: '在地图上查看' }).click()
  await expect.poll(at, SOON).toBe('/city/map/index')
  await page.locator('.ll-city-card').getByRole('button', { name: '更换控制器' }).waitFor()
  const lamps = await client.get<{ records: readonly { id: string; name: string; lampControlId: string; lampControlSn: string }[] }>(
    '/api/blade-city/lamp/list',
    { size: 100, currentControllerStatus: 1 },
  )
  const lamp = lamps.data.records.find(({ lampControlSn }) => lampControlSn !== alarm.sn)!

  await page.goto(`${product().url}/city/map/index?lamp=${lamp.lampControlId}`)
  const card = page.locator('.ll-city-card')
  await card.getByRole('button', { name: '调光此灯' }).click()
  const panel = page.locator('.ll-city-dim')
  await panel.getByRole('slider').fill('30')
  await panel.getByRole('button', { name: /^调光 1 盏/ }).click()
  await panel.getByRole('button', { name: /下发|发送|确认/ }).click()
  await page
    .locator('.ll-city-run')
    .getByText(/1 \/ 1 成功/)
    .waitFor({ timeout: 40_000 })
  expect(await fits()).toBe(true)
  expect((await client.get<{ dim: number }>('/api/blade-city/lamp/detail', { id: lamp.id })).data.dim).toBe(30)

  // The card again: the controller is replaced, and the card stays with the lamp.
  await page.goto(`${product().url}/city/map/index?lamp=${lamp.lampControlId}`)
  await card.getByRole('button', { name: '更换控制器' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新设备序列号').fill('NEW-CONTROLLER-1')
  await dialog.getByRole('button', { name: '更换', exact: true }).click()
  await page.getByRole('dialog', { name: `${lamp.lampControlSn} 已更换为 NEW-CONTROLLER-1` }).waitFor()
  expect(await fits()).toBe(true)
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await card.getByText('NEW-CONTROLLER-1').waitFor()

  // The page of a lamp and the register offer the same; nothing else of the device can be changed there.
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/details?id=${lamp.id}`)
  await pane.getByRole('button', { name: '更换控制器' }).waitFor()
  expect(await pane.getByRole('button', { name: '编辑' }).count()).toBe(0)
  await page.goto(`${product().url}/equipmentMana/device/index?keyword=${alarm.sn}`)
  await pane
    .getByRole('checkbox', { name: new RegExp(alarm.sn) })
    .or(pane.getByRole('checkbox'))
    .first()
    .check()
  await pane.getByRole('button', { name: '更换', exact: true }).waitFor()
  expect(await pane.getByRole('button', { name: /^(移动|绑定|卸载)/ }).count()).toBe(0)
  expect(errors).toEqual([])
})

test('the list of lamps offers a maintainer dimming on each lamp, and the toolbar of a selection does not', async () => {
  const who = { tenantId: '100001', account: 'street_repairer', password: 'Repair-1234' }
  const { page, errors } = await windows().open()
  await signIn(page, product().url, who)
  await page.goto(`${product().url}/city/lampmanagement/lampinformation/index`)
  const rows = page.locator('tr.ll-r-tr')
  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: '列表操作' })
  await bar.getByRole('button', { name: '关灯 2 盏' }).waitFor()
  expect(await bar.getByRole('button', { name: /^调光/ }).count()).toBe(0)
  await rows.nth(1).getByRole('button', { name: '调光', exact: true }).click()
  await page.getByRole('dialog').getByText('1 盏，1 个网关').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '调光 1 盏' }).waitFor()
  expect(errors).toEqual([])
})
