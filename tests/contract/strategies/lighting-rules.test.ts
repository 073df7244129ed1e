import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

// Small rules of lighting and solar devices that no other file tests.
let product: TestPlatform
let admin: ApiClient
type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly records: readonly Row[]
  readonly total: number
  readonly size: number
  readonly current: number
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  admin = await product.signIn()
})
afterAll(() => product?.stop())

const page = async (path: string, query: object = {}): Promise<Page> => (await admin.get<Page>(`/api/${path}`, { ...query })).data

test('rule.controller.activated: one call with the flag deactivates and activates several controllers', async () => {
  const ids: string[] = []
  for (const sn of ['ACT-1', 'ACT-2', 'ACT-3'])
    ids.push((await admin.post<{ id: string }>('/api/blade-city/controller', { sn, name: sn })).data.id)
  const states = async (): Promise<unknown[]> =>
    (await page('blade-city/controller/page', { size: 50 })).records
      .filter(({ id }) => ids.includes(String(id)))
      .sort((a, b) => String(a.sn).localeCompare(String(b.sn)))
      .map(({ activated }) => Number(activated))
  // The flag is the new value, not a change: sending it again changes nothing, and all chosen controllers get it whatever their state was.
  for (const [chosen, activated, after] of [
    [2, 0, [0, 0, 1]],
    [2, 0, [0, 0, 1]],
    [3, 0, [0, 0, 0]],
    [2, 1, [1, 1, 0]],
    [3, 1, [1, 1, 1]],
    [3, 1, [1, 1, 1]],
  ] as const) {
    const answer = await admin.post('/api/blade-city/controller/batch/activated', { ids: ids.slice(0, chosen).join(','), activated })
    expect(answer.code, answer.msg).toBe(200)
    expect(await states()).toEqual(after)
  }
  expect((await admin.post('/api/blade-city/controller/batch/activated', { ids: ids[0] })).body).toMatchObject({
    code: 400,
    field: 'activated',
  })
})

test('rule.paging.systemType: systemType 3 lists what belongs to smart poles, 2 what belongs to the city', async () => {
  for (const systemType of [2, 3]) {
    const made = await admin.post('/api/blade-city/group/submit', { groupName: `G${systemType}`, systemType })
    expect(made.code, made.msg).toBe(200)
  }
  for (const systemType of [2, 3]) {
    const { records } = await page('blade-city/group/list', { systemType, size: -1 })
    expect(records.map(({ groupName }) => groupName)).toEqual([`G${systemType}`])
  }
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post<{ id: string }>(`/api/${path}`, body)
    expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
    return answer.data.id
  }
  const kinds = [
    ['blade-city/controller/page', 'blade-city/controller', (sn: string) => ({ sn, name: sn })],
    ['blade-city/lamp/list', 'blade-city/lamp/submit', (sn: string) => ({ sn, name: sn })],
    ['blade-city/lamp_post/page', 'blade-city/lamp_post/submit', (sn: string) => ({ lampPostSn: sn, lampPostName: sn })],
    ['blade-city/switchbox/page', 'blade-city/switchbox', (sn: string) => ({ sn, name: sn })],
    ['blade-city/concentrator/page', 'blade-city/concentrator/submit', (sn: string) => ({ sn, name: sn })],
    ['blade-sun/device/list', 'blade-sun/device/submit', (sn: string) => ({ sn, name: sn })],
    ['blade-device/gateway/page', 'blade-device/gateway/submit', (sn: string) => ({ sn, name: sn })],
  ] as const
  const projects = [
    ['', ''],
    [await made('blade-system/project/submit', { name: '城市', type: 2 }), 'CITY'],
    [await made('blade-system/project/submit', { name: '灯杆', type: 3 }), 'POLE'],
    [await made('blade-system/project/submit', { name: '太阳能', type: 200 }), 'SUN'],
  ] as const
  const boxes: string[] = []
  for (const [at, [list, add, body]] of kinds.entries()) {
    for (const [projectId, word] of projects) {
      const id = await made(add, { ...body(`SYS${at}-${word || 'NONE'}`), projectId })
      if (list.includes('switchbox')) boxes.push(id)
    }
    const shown = async (query: object): Promise<unknown[]> =>
      (await page(list, { ...query, size: -1 })).records
        .map((row) => String(row.sn ?? row.lampPostSn))
        .filter((sn) => sn.startsWith(`SYS${at}-`))
        .sort()
    const all = ['CITY', 'NONE', 'POLE', 'SUN'].map((word) => `SYS${at}-${word}`)
    expect(await shown({}), list).toEqual(all)
    expect(await shown({ systemType: 3 }), list).toEqual([`SYS${at}-POLE`])
    expect(await shown({ systemType: 2 }), list).toEqual(all.filter((sn) => !sn.endsWith('POLE')))
    expect(await shown({ systemType: 200 }), list).toEqual([`SYS${at}-SUN`])
    expect((await admin.get(`/api/${list}`, { systemType: 'x' })).status, list).toBe(400)
  }
  for (const [at, switchboxId] of boxes.entries())
    await made('blade-city/loop', { name: `L${at}`, no: 1, switchboxId, projectId: projects[at]?.[0] })
  const loops = async (query: object): Promise<unknown[]> =>
    (await page('blade-city/loop/page', query)).records.map(({ name }) => name).sort()
  expect([await loops({}), await loops({ systemType: 3 }), await loops({ systemType: 2 })]).toEqual([
    ['L0', 'L1', 'L2', 'L3'],
    ['L2'],
    ['L0', 'L1', 'L3'],
  ])
})

test('rule.const.datalist, rule.const.search: a list without a page answers page 1 of 10, also when it is searched; a page of one row is possible', async () => {
  for (let n = 0; n < 12; n++) await admin.post('/api/blade-city/controller', { sn: `PAGE-${n}`, name: `PAGE-${n}` })
  for (const query of [{}, { sn: 'PAGE-' }]) {
    const found = await page('blade-city/controller/page', query)
    expect(found).toMatchObject({ size: 10, current: 1 })
    expect(found.records).toHaveLength(10)
  }
  const one = await page('blade-city/controller/page', { sn: 'PAGE-', current: 1, size: 1 })
  expect(one).toMatchObject({ size: 1, total: 12 })
  expect(one.records).toHaveLength(1)
})

test.each([
  [
    'rule.family.1: lamp posts, controllers, concentrators, LoRa gateways and modules, and gateways',
    [
      ['/city/lampmanagement/lamppost/index', 'blade-city/lamp_post/page'],
      ['/city/basisaccessories/controller/controllerinformation/index', 'blade-city/controller/page'],
      ['/city/basisaccessories/concentrator/index', 'blade-city/concentrator/page'],
      ['/city/basisaccessories/lora/gateway', 'blade-city/lora/control/list'],
      ['/city/basisaccessories/lora/index', 'blade-city/lora/module/list'],
      ['/visual/equipmentMana/gateway/index', 'blade-device/gateway/page'],
    ],
  ],
  [
    'rule.function.12: tenants, users, roles and menus',
    [
      ['/system/tenant', 'blade-system/tenant/list'],
      ['/system/user', 'blade-user/page'],
      ['/authority/role', 'blade-system/role/list'],
      ['/system/menu', 'blade-system/menu/list'],
    ],
  ],
] as const)('%s are managed on a page and by calls', async (_rule, managed) => {
  const pathsOf = (entries: readonly Row[]): unknown[] =>
    entries.flatMap((entry) => [entry.path, ...pathsOf((entry.children as Row[]) ?? [])])
  const menu = pathsOf((await admin.get<Row[]>('/api/blade-system/menu/routes')).data)
  for (const [path, call] of managed) {
    expect(menu).toContain(path)
    const answer = await admin.get(`/api/${call}`)
    expect(answer.code, call).toBe(200)
  }
})

const must = async <T>(answer: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data
}

test('rule.family.1: devices of each family are added, found, changed, grouped, imported and removed', async () => {
  const families = [
    ['blade-city/controller', { post: 'blade-city/controller', list: 'blade-city/controller/page', edit: 'put', devType: 4 }],
    ['blade-city/concentrator', { post: 'blade-city/concentrator/submit', list: 'blade-city/concentrator/page', devType: null }],
    ['blade-city/lora/control', { post: 'blade-city/lora/control/submit', list: 'blade-city/lora/control/list', devType: 15 }],
    ['blade-city/lora/module', { post: 'blade-city/lora/module/submit', list: 'blade-city/lora/module/list', devType: 16 }],
    ['blade-device/gateway', { post: 'blade-device/gateway/submit', list: 'blade-device/gateway/page', devType: null }],
  ] as const
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: Record<string, unknown> }
  for (const [at, [base, family]] of families.entries()) {
    const sn = `FAM-${at}`
    const { id } = await must(admin.post<{ id: string }>(`/api/${family.post}`, { sn, name: sn }))
    const found = async (): Promise<readonly Row[]> => (await page(family.list, { sn })).records
    expect(await found(), base).toMatchObject([{ id, name: sn }])
    const change = { id, name: `${sn}-2` }
    await must('edit' in family ? admin.put(`/api/${base}`, change) : admin.post(`/api/${family.post}`, change))
    expect(await found(), base).toMatchObject([{ id, name: `${sn}-2` }])
    if (family.devType !== null) {
      const group = await must(admin.post<{ id: string }>('/api/blade-city/device_group', { groupName: sn, devType: family.devType }))
      await must(admin.post('/api/blade-city/device_group/copy', { groupId: group.id, ids: id }))
      expect((await page('blade-city/device_group/device/page', { groupId: group.id })).total, base).toBe(1)
    }
    // Gateways have no import of their own.
    if (base !== 'blade-device/gateway') expect(Object.keys(paths), base).toContain(`/api/${base}/import`)
    await must('edit' in family ? admin.delete(`/api/${base}`, { ids: id }) : admin.post(`/api/${base}/remove`, undefined, { ids: id }))
    expect(await found(), base).toEqual([])
  }
})

test('rule.function.12: an administrator adds a tenant, a menu, a role and a user, and the user gets what the role was granted', async () => {
  await must(admin.post('/api/blade-system/tenant/submit', { tenantName: '规则租户' }))
  const [tenant] = (await page('blade-system/tenant/list', { tenantName: '规则租户' })).records
  const tenantId = String(tenant?.tenantId)
  expect(tenantId).toMatch(/^\d{6}$/)
  const menu = await must(
    admin.post<{ id: string }>('/api/blade-system/menu/submit', {
      name: '规则菜单',
      code: 'rule_menu',
      path: '/city/ruleMenu',
      category: 1,
      sort: 900,
      alias: 'menu',
      source: 'menu',
      parentId: '0',
    }),
  )
  const role = await must(
    admin.post<{ id: string }>('/api/blade-system/role/submit', { tenantId, roleName: '规则角色', roleAlias: 'ruled', sort: 9 }),
  )
  await must(admin.post('/api/blade-system/role/grant', { roleIds: [role.id], menuIds: [menu.id], dataScopeIds: [], apiScopeIds: [] }))
  const who = { tenantId, account: 'ruled_user', password: 'Ruled-user-1' }
  const user = await must(admin.post<{ id: string }>('/api/blade-user/submit', { ...who, realName: '规则', roleId: role.id }))
  const client = await product.signIn(who)
  const names = async (): Promise<unknown[]> => (await must(client.get<Row[]>('/api/blade-system/menu/routes'))).map(({ name }) => name)
  expect(await names()).toEqual(['规则菜单'])
  await must(admin.post('/api/blade-system/menu/submit', { id: menu.id, name: '改名菜单' }))
  expect(await names()).toEqual(['改名菜单'])
  expect((await client.post('/api/blade-system/tenant/submit', { tenantName: '无权' })).code).not.toBe(200)
  await must(admin.post('/api/blade-user/remove', undefined, { ids: user.id }))
  await expect(product.signIn(who)).rejects.toThrow()
  await must(admin.post('/api/blade-system/role/remove', undefined, { ids: role.id }))
  await must(admin.post('/api/blade-system/menu/remove', undefined, { ids: menu.id }))
})
