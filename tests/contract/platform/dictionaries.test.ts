import { identityServer } from '@lamplight/identity/server'
import { defineDictionaries, defineDomain, defineParams } from '@lamplight/kit'
import type { ServerSlice } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, addUser, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const TENANT = '100001'
let product: TestPlatform
let admin: ApiClient
let own: ApiClient
let english: ApiClient

/** A slice with settings and a dictionary of its own. */
const painting: ServerSlice = {
  domain: defineDomain({ name: 'painting', label: ['油漆', 'Painting'], level: 5, dependsOn: [] }),
  params: defineParams([
    { key: 'paint.system', label: ['色彩体系', 'Colour system'], type: { kind: 'choice', values: ['ral', 'ncs'] }, value: 'ral' },
    { key: 'paint.shop', label: ['油漆店', 'Paint shop'], type: { kind: 'address' }, empty: true },
  ]),
  dictionaries: defineDictionaries([{ code: 'paint_gloss', name: ['光泽', 'Gloss'], entries: [['1', '哑光', 'Matt']] }]),
}

beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, painting] })
  admin = await product.signIn()
  english = await product.signIn({ lang: 'en-US' })
  own = await addUser(product, { tenantId: TENANT, account: 'own_admin' })
})
afterAll(() => product?.stop())

const GROUP = { code: 'pole_paint', dictValue: '灯杆颜色', dictEnValue: 'Paint', sort: 1, isSealed: 0 }
const entry = (parentId: string, dictKey: string, more: object = {}) => ({
  parentId,
  dictKey,
  code: 'anything',
  dictValue: `色${dictKey}`,
  dictEnValue: `Paint ${dictKey}`,
  sort: 1,
  isSealed: 0,
  ...more,
})
interface Entry {
  readonly id: string
  readonly code: string
  readonly dictKey: string
  readonly isSealed: number
}

describe.each([
  ['dict', () => admin],
  ['dict-biz', () => own],
] as const)('frm.dict.parent frm.dict.child: %s', (name, client) => {
  const base = `/api/blade-system/${name}`
  const submit = (body: object) => client().post<{ id: string }>(`${base}/submit`, body)
  let group = ''

  test('rule.dict.code rule.dict.dictValue rule.dict.sort rule.dict.isSealed: a missing value is required with the text of the form', async () => {
    for (const [field, text] of [
      ['code', '请输入字典编号'],
      ['dictValue', '请输入字典名称'],
      ['sort', '请输入字典排序'],
      ['isSealed', '请选择停用'],
    ] as const)
      expect((await submit({ ...GROUP, [field]: null })).msg).toBe(`${field}:${text}`)
  })

  test('rule.dict.dictEnValue: the form requires the English name; a call without it gets the Chinese one', async () => {
    const made = await submit({ ...GROUP, code: 'pole_words', dictEnValue: null })
    expect(made.code, made.msg).toBe(200)
    const { data } = await client().get<{ dictEnValue: string }>(`${base}/detail`, { id: made.data.id })
    expect(data.dictEnValue).toBe(GROUP.dictValue)
    expect((await client().post(`${base}/remove`, undefined, { ids: made.data.id })).code).toBe(200)
  })

  test('rule.dict.parent rule.dict.tables: a dictionary needs no parent, an entry has the code of its dictionary; both tables show them', async () => {
    const { isSealed: _initial, ...without } = GROUP
    const made = await submit(without)
    expect(made.code, made.msg).toBe(200)
    group = made.data.id
    for (const key of ['1', '2']) expect((await submit(entry(group, key))).code).toBe(200)
    const parents = await client().get<{ records: Entry[] }>(`${base}/parent-list`, { current: 1, size: 10, code: 'pole_paint' })
    expect(parents.data.records.map(({ code, dictKey, isSealed }) => [code, dictKey, isSealed])).toEqual([['pole_paint', '-1', 0]])
    const children = await client().get<Entry[]>(`${base}/child-list`, { parentId: group })
    expect(children.data.map(({ code, dictKey }) => [code, dictKey])).toEqual([
      ['pole_paint', '1'],
      ['pole_paint', '2'],
    ])
  })

  test('rule.dict.dictKey: an entry needs a key, unique in its dictionary', async () => {
    expect((await submit(entry(group, ''))).msg).toContain('请输入字典键值')
    expect((await submit(entry(group, '2'))).msg).toBe('当前字典键值已存在!')
    expect((await submit(GROUP)).msg).toBe('当前字典编号已存在！')
  })

  test('rule.dict.sealed: a sealed entry is no longer a choice, and old rows still show its text', async () => {
    const sealed = await submit(entry(group, '3', { isSealed: 1 }))
    expect(sealed.code, sealed.msg).toBe(200)
    const keys = async (more: object) =>
      (await client().get<Entry[]>(`${base}/dictionary`, { code: 'pole_paint', ...more })).data.map(({ dictKey, isSealed }) => [
        dictKey,
        isSealed,
      ])
    expect(await keys({})).toEqual([
      ['1', 0],
      ['2', 0],
    ])
    expect(await keys({ sealed: 1 })).toContainEqual(['3', 1])
  })

  test('a new code of a dictionary is copied to its entries, and removal removes them', async () => {
    expect((await submit({ ...GROUP, id: group, code: 'pole_colour' })).code).toBe(200)
    expect((await client().get<Entry[]>(`${base}/dictionary`, { code: 'pole_colour' })).data).toHaveLength(2)
    const removed = await client().post<{ count: number }>(`${base}/remove`, undefined, { ids: group })
    expect(removed.data.count).toBe(4)
    expect((await client().get<Entry[]>(`${base}/dictionary`, { code: 'pole_colour', sealed: 1 })).data).toEqual([])
  })
})

test('entries of a dictionary shipped by a slice exist, and changes of administrators survive the next start', async () => {
  const gloss = async () =>
    (await admin.get<(Entry & { dictValue: string })[]>('/api/blade-system/dict/dictionary', { code: 'paint_gloss' })).data
  expect(await gloss()).toMatchObject([{ dictKey: '1', dictValue: '哑光' }])
  await product.platform.system.query("update system_dict set dict_value = '无光' where code = 'paint_gloss' and dict_key = '1'")
  await product.platform.system.query("update system_param set param_value = 'ncs', value_type = null where param_key = 'paint.system'")
  await systemServer.seed?.(product.platform, product.platform.clock.now())
  expect(await gloss()).toMatchObject([{ dictKey: '1', dictValue: '无光' }])
  expect(await product.platform.system.query("select param_value, value_type from system_param where param_key = 'paint.system'")).toEqual([
    { param_value: 'ncs', value_type: '{"kind":"choice","values":["ral","ncs"]}' },
  ])
})

test('sysm.dictbiz: a business dictionary is visible to its own tenant only', async () => {
  expect((await own.post('/api/blade-system/dict-biz/submit', { ...GROUP, code: 'only_ours' })).code).toBe(200)
  const seen = async (client: ApiClient) =>
    (await client.get<{ total: number }>('/api/blade-system/dict-biz/parent-list', { code: 'only_ours' })).data.total
  expect([await seen(own), await seen(admin)]).toEqual([1, 0])
  expect((await own.post('/api/blade-system/dict/submit', GROUP)).msg).toBe('没有该操作的权限')
})

describe('sysm.param frm.sysparam', () => {
  const submit = (body: object, client = admin) => client.post<{ id: string }>('/api/blade-system/param/submit', body)
  interface Param {
    readonly id: string
    readonly paramKey: string
    readonly paramValue: string
  }
  const find = async (paramKey: string): Promise<Param> => {
    const { data } = await admin.get<{ records: Param[] }>('/api/blade-system/param/list', { paramKey_equal: paramKey })
    if (!data.records[0]) throw new Error(`no parameter ${paramKey}`)
    return data.records[0]
  }

  test('rule.param.name rule.param.key rule.param.value: all three are required', async () => {
    const body = { paramName: '甲', paramKey: 'test.a', paramValue: '1' }
    expect((await submit({ ...body, paramName: '' })).msg).toBe('paramName:请输入参数名称')
    expect((await submit({ ...body, paramKey: '' })).msg).toBe('paramKey:请输入参数键名')
    expect((await submit({ ...body, paramValue: '' })).msg).toBe('paramValue:请输入参数键值')
    expect((await submit({ ...body, paramValue: '' }, english)).msg).toBe('paramValue: Parameter value is required')
  })

  test('a known parameter is checked by its type; one with a meaning for empty can be emptied', async () => {
    const system = await find('paint.system')
    expect(system).toMatchObject({ paramName: '色彩体系 / Colour system' })
    expect((await submit({ ...system, paramValue: 'rgb' })).msg).toBe('paramValue:应为 ral、ncs 之一')
    expect((await submit({ ...system, paramValue: '' })).msg).toBe('paramValue:请输入参数键值')
    const entrance = await find('paint.shop')
    expect((await submit({ ...entrance, paramValue: 'javascript:alert(1)' })).msg).toBe('paramValue:应为 http(s) 地址')
    for (const value of ['https://example.com/move', ''])
      expect([(await submit({ ...entrance, paramValue: value })).code, (await find(entrance.paramKey)).paramValue]).toEqual([200, value])
  })

  test('a secret is in no list, detail, export or audit entry; sent back masked it stays, a new value is stored', async () => {
    const secret = await find('account.initPassword')
    expect(secret.paramValue).toBe('••••••')
    expect((await submit({ ...secret, remark: '只改备注' })).code).toBe(200)
    const params = product.platform.port(paramsPort)
    expect(await params.text('account.initPassword', '')).toBe('123456')
    expect((await submit({ ...secret, paramValue: 'Fresh-start-77' })).code).toBe(200)
    expect(await params.text('account.initPassword', '')).toBe('Fresh-start-77')
    expect((await submit({ ...secret, paramKey: 'test.moved' })).msg).toBe('密码类参数的键名不可修改')
    const answers = await Promise.all([
      admin.call('GET', `/api/blade-system/param/detail?id=${secret.id}`),
      admin.call('GET', '/api/blade-system/param/list?size=-1'),
      admin.call('GET', '/api/blade-system/param/export'),
    ])
    for (const answer of answers) expect(await answer.text()).not.toContain('Fresh-start-77')
    for (const table of ['system_param', 'system_secret', 'kit_audit']) {
      const rows = await product.platform.system.query(`select * from ${table}`)
      expect(JSON.stringify(rows), table).not.toContain('Fresh-start-77')
    }
  })
})
