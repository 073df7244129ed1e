import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN, OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 40 })
const PASSWORD = 'Groups-2026'

const roleOf = async (alias: string): Promise<string | undefined> => {
  const admin = await product().client(ADMIN)
  const query = { tenantId: OPERATOR.tenantId, size: 100 }
  const { data } = await admin.get<{ id: string; roleAlias: string }[]>('/api/blade-system/role/list', query)
  return ((data as unknown as { records?: typeof data }).records ?? data).find(({ roleAlias }) => roleAlias === alias)?.id
}

test('a group says how many of its devices a user with areas does not see, and its system, category and type in words', async () => {
  const [admin, operator] = [await product().client(ADMIN), await product().client(OPERATOR)]
  const { data: list } = await operator.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 3 })
  const given = { groupName: '学院分组', systemType: 4, category: 'institute' }
  const { data: group } = await operator.post<{ id: string }>('/api/blade-city/group/submit', given)
  const ids = list.records.map(({ id }) => id).join(',')
  expect((await operator.post('/api/blade-city/device_group/copy', {}, { groupId: group.id, ids })).code).toBe(200)
  const roleId = await roleOf('areaManager')
  const who = { tenantId: OPERATOR.tenantId, account: 'no_area', password: PASSWORD }
  expect((await admin.post('/api/blade-user/submit', { ...who, realName: '无区域', roleId })).code).toBe(200)

  const { page, errors } = await windows().open()
  await signIn(page, product().url, who)
  await page.goto(`${product().url}/city/lampmanagement/lampgroup/details?id=${group.id}`)
  await page.getByRole('heading', { name: '学院分组' }).first().waitFor()
  await page.getByText('院所分组').first().waitFor()
  await page.getByText('普通分组').first().waitFor()
  await page.getByText('智慧院所').first().waitFor()
  expect(await page.locator('.ll-pane:not([hidden])').textContent()).not.toContain('institute')
  await page.getByRole('tab', { name: '成员' }).click()
  await page.getByText('分组中有 3 台设备，都不在您可查看的区域内').waitFor()
  expect(errors).toEqual([])
})

test('the form of a user with one area begins with it, so that the user sees the new row', async () => {
  const { tenantId } = OPERATOR
  const chief = await product().client({ tenantId, account: 'admin', password: 'admin' })
  const areas = (await chief.get<{ id: string; areaName: string }[]>('/api/blade-system/area/list')).data
  const area = areas.find(({ areaName }) => areaName) as (typeof areas)[number]
  const roleId = await roleOf('admin')
  const who = { tenantId, account: 'one_area', password: PASSWORD }
  const added = await chief.post('/api/blade-user/submit', { ...who, realName: '一个区域', roleId, areaIds: area.id })
  expect([added.code, added.msg]).toEqual([200, expect.any(String)])

  const { page, errors } = await windows().open()
  await signIn(page, product().url, who)
  await page.goto(`${product().url}/city/lampmanagement/lamppost/index?create=1`)
  const form = page.getByRole('dialog')
  await form.getByLabel('灯杆名称').fill('东一杆')
  await form.getByLabel('灯杆编号').fill('POST-ONE')
  const chosen = form.locator('.ll-r-field, .ll-field', { hasText: '区域' }).first()
  await expect.poll(() => chosen.textContent()).toContain(area.areaName)
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByRole('row', { name: /东一杆/ }).waitFor()
  expect(errors).toEqual([])
})
