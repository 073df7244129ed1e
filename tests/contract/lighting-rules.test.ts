import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

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
}, 120_000)
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
  for (const [activated, after] of [
    [0, [0, 0, 1]],
    [1, [1, 1, 1]],
  ] as const) {
    const answer = await admin.post('/api/blade-city/controller/batch/activated', { ids: ids.slice(0, 2).join(','), activated })
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
