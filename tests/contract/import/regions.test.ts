import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

type Wire = Record<string, unknown>
const BASE = '/api/blade-system/region'
let product: TestPlatform
let admin: ApiClient

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
})
afterAll(() => product?.stop())

const one = async (code: string): Promise<Wire> => (await admin.get<Wire>(`${BASE}/detail`, { code })).data

test('region: from the country down, one level at a time, in every format of the consoles', async () => {
  const roots = (await admin.get<Wire[]>(`${BASE}/lazy-tree`, { parentCode: '0' })).data
  expect(roots).toEqual([{ id: '00', parentId: '0', title: '中华人民共和国', key: '00', value: '00', hasChildren: true }])
  const provinces = (await admin.get<Wire[]>(`${BASE}/lazy-tree`, { parentCode: '00' })).data
  expect(provinces).toHaveLength(34)
  expect(provinces.find(({ key }) => key === '43')).toMatchObject({ title: '湖南', hasChildren: true })
  expect((await admin.get<Wire[]>(`${BASE}/select`, { code: '43' })).data.map(({ code }) => code)).toContain('4301')
  const districts = (await admin.get<Wire[]>(`${BASE}/lazy-list`, { parentCode: '4301' })).data
  expect(districts.find(({ code }) => code === '430102')).toMatchObject({ id: '430102', parentId: '4301', hasChildren: false, level: 3 })
  expect(await one('430102')).toMatchObject({
    parentCode: '4301',
    parentName: '长沙',
    ancestors: '00,43,4301',
    name: '芙蓉区',
    provinceCode: '43',
    provinceName: '湖南',
    cityCode: '4301',
    cityName: '长沙',
    districtCode: '430102',
    districtName: '芙蓉区',
    townCode: '',
    regionLevel: 3,
  })
  const page = (await admin.get<{ records: Wire[]; total: number }>(`${BASE}/list`, { name: '芙蓉区', current: 1, size: 10 })).data
  expect([page.total, page.records[0]?.code]).toEqual([1, '430102'])
})

test('region.submit, remove: towns are added and changed; a region with others below it cannot be removed', async () => {
  const town = { code: '430102001', parentCode: '430102', name: '文艺路街道', sort: 1, remark: '' }
  expect((await admin.post(`${BASE}/submit`, town)).code).toBe(200)
  expect((await admin.post(`${BASE}/submit`, { ...(await one('430102001')), name: '文艺路' })).code).toBe(200)
  expect(await one('430102001')).toMatchObject({ name: '文艺路', level: 4, townName: '文艺路', districtName: '芙蓉区' })
  const above = await admin.post(`${BASE}/remove`, undefined, { id: '430102' })
  expect([above.status, above.msg]).toEqual([400, '请先删除子节点!'])
  expect((await admin.post(`${BASE}/remove`, undefined, { id: '430102001' })).code).toBe(200)
  expect((await admin.get(`${BASE}/detail`, { code: '430102001' })).status).toBe(400)
  for (const [field, options] of [
    ['code', { ...town, code: 'x1' }],
    ['parentCode', { ...town, parentCode: '99' }],
    ['parentCode', { ...town, code: '43', parentCode: '4301' }],
    ['name', { ...town, name: '' }],
  ] as const)
    expect([field, (await admin.post(`${BASE}/submit`, options)).body.field]).toEqual([field, field])
})

test('region: a file is imported completely or not at all, and exported', async () => {
  const send = async (text: string, query = '') => {
    const body = new FormData()
    body.append('file', new Blob([text], { type: 'text/csv' }), 'regions.csv')
    const response = await admin.call('POST', `${BASE}/import-region${query}`, { body })
    return (await response.json()) as { code: number; msg: string; data: { count: number } }
  }
  const good = '区划编号,父区划编号,区划名称,排序,备注\n430103001,430103,城南路街道,1,\n430103002,430103,坡子街街道,2,老城\n'
  expect((await send(good)).data).toEqual({ count: 2 })
  expect((await send(good)).data).toEqual({ count: 0 })
  expect((await send(good.replace('老城', '新城'), '?isCovered=1')).data).toEqual({ count: 2 })
  expect(await one('430103002')).toMatchObject({ name: '坡子街街道', remark: '新城' })
  const bad = await send('code,parent code,name\n430103003,430103,裕南街街道\n430103004,430103,\n')
  expect([bad.code, bad.msg]).toEqual([400, 'file:第 3 行：区划名称不正确'])
  expect((await admin.get(`${BASE}/detail`, { code: '430103003' })).status).toBe(400)
  for (const other of ['not a table of regions', '区划编号,父区划编号\n430103005,430103\n'])
    expect(await send(other)).toMatchObject({ code: 400, field: 'file', msg: expect.stringContaining('缺少必要的请求参数: 区划') })
  const file = await (await admin.call('GET', `${BASE}/export-region`, {})).text()
  expect(file).toContain('430103001,430103,城南路街道,1,')
  expect(await (await admin.call('GET', `${BASE}/export-template`, {})).text()).toBe('区划编号,父区划编号,区划名称,排序,备注\r\n')
})
