import { expect, test } from 'vitest'
import { signIn, withBrowser } from '../browser.ts'
import { ADMIN, OPERATOR } from '../product.ts'

const { product, windows } = withBrowser({ lamps: 40 })
const PASSWORD = 'Groups-2026'

test('a group says how many of its devices a user with areas does not see, and its system, category and type in words', async () => {
  const [admin, operator] = [await product().client(ADMIN), await product().client(OPERATOR)]
  const { data: list } = await operator.get<{ records: { id: string }[] }>('/api/blade-city/controller/page', { size: 3 })
  const given = { groupName: '学院分组', systemType: 4, category: 'institute' }
  const { data: group } = await operator.post<{ id: string }>('/api/blade-city/group/submit', given)
  const ids = list.records.map(({ id }) => id).join(',')
  expect((await operator.post('/api/blade-city/device_group/copy', {}, { groupId: group.id, ids })).code).toBe(200)
  const roles = await admin.get<{ id: string; roleAlias: string }[]>('/api/blade-system/role/list', {
    tenantId: OPERATOR.tenantId,
    size: 100,
  })
  const found = ((roles.data as unknown as { records?: typeof roles.data }).records ?? roles.data).find(
    ({ roleAlias }) => roleAlias === 'areaManager',
  )
  const who = { tenantId: OPERATOR.tenantId, account: 'no_area', password: PASSWORD }
  expect((await admin.post('/api/blade-user/submit', { ...who, realName: '无区域', roleId: found?.id })).code).toBe(200)

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
