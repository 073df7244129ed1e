import { devicesServer } from '@lamplight/devices/server'
import { f } from '@lamplight/fields/model'
import { identityServer } from '@lamplight/identity/server'
import { defineResource } from '@lamplight/kit'
import { placesServer } from '@lamplight/places/server'
import { ddlOf, onServer } from '@lamplight/server-kit'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, queryOnce, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const label = ['箱', 'Box'] as const
const box = defineResource({
  name: 'lab.box',
  label,
  code: 'labbox',
  roles: 'write',
  scope: 'tenant',
  api: {
    base: 'lab/box',
    verbs: ['page', 'submit'],
    calls: { 'PUT lab/box/{id}': { verb: 'put' }, 'DELETE lab/box/{id}': { verb: 'delete' } },
  },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, search: true }),
    sn: f.text({ label: ['编号', 'Number'], unique: true }),
  },
})
const SWITCH = 'lab/box/{boxId}/switch'
const lever = defineResource({
  name: 'lab.lever',
  label: ['空开', 'Switch'],
  code: 'lablever',
  roles: 'write',
  scope: 'tenant',
  api: {
    base: 'lab/lever',
    verbs: ['page'],
    calls: {
      [`GET ${SWITCH}`]: { verb: 'page' },
      [`POST ${SWITCH}`]: { verb: 'create' },
      [`PUT ${SWITCH}`]: { verb: 'put', names: { leverId: 'id' } },
      [`DELETE ${SWITCH}`]: { verb: 'delete', names: { leverIds: 'ids' } },
      [`POST ${SWITCH}/turn`]: { action: 'turn', names: { leverIds: 'ids' }, fixed: { on: 1 } },
      'GET lab/lever/by/sn': { verb: 'detail', by: 'sn', names: { code: 'sn' } },
      'GET lab/lever/ofBox': { verb: 'select', needs: ['box'], names: { box: 'boxId' } },
      'GET lab/lever/is_free': { validate: 'sn' },
      'GET lab/lever/main': { verb: 'page', fixed: { kind: 1 }, names: { from: 'createTime_datege' } },
      'POST lab/lever/main/export': { verb: 'export', fixed: { kind: 1, format: 'csv' } },
    },
  },
  title: 'name',
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, search: true, list: true }),
    sn: f.text({ label: ['编号', 'Number'], unique: true, max: 20 }),
    kind: f.choice({ 1: ['主', 'Main'], 2: ['分', 'Branch'] }, { label: ['类', 'Kind'], initial: 1, search: true }),
    boxId: f.ref('lab.box', { label, search: true }),
  },
  actions: { turn: { label: ['合闸', 'Turn'], on: 'rows', input: { on: f.flag({ label: ['开', 'On'], required: true }) } } },
  io: { export: true },
})

let product: TestPlatform
let admin: ApiClient
let guest: ApiClient
const turned: unknown[] = []
const boxes: string[] = []
interface Page {
  readonly records: readonly { readonly id: string; readonly name: string; readonly boxId: string }[]
  readonly total: number
}
const must = async <T>(answer: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await answer
  expect(code, msg).toBe(200)
  return data
}
const at = (n: number): string => `/api/lab/box/${boxes[n]}/switch`
const names = async (path: string, query: object = {}): Promise<string[]> => {
  const data = await must(admin.get<Page | Page['records']>(path, query as Record<string, unknown>))
  return ('records' in data ? data.records : data).map(({ name }) => name).sort()
}

beforeAll(async () => {
  product = await testPlatform({
    slices: [
      systemServer,
      identityServer,
      placesServer,
      devicesServer,
      {
        domain: { name: 'lab', label, level: 3, dependsOn: [] },
        menu: [
          { code: 'labbox', label, path: '/lab/box', icon: 'hdd', sort: 1, resource: box.name },
          { code: 'lablever', label, path: '/lab/lever', icon: 'hdd', sort: 2, resource: lever.name },
        ],
        resources: [
          onServer(box, {}),
          onServer(lever, {
            actions: {
              turn: async ({ ids, input }) => {
                turned.push([ids, input.on])
                return { count: ids.length }
              },
            },
          }),
        ],
      },
    ],
  })
  for (const resource of [box, lever]) await queryOnce(product.databaseUrl, ddlOf(resource))
  admin = await product.signIn()
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  for (const name of ['甲箱', '乙箱']) boxes.push((await must(admin.post<{ id: string }>('/api/lab/box/submit', { name, sn: name }))).id)
})
afterAll(() => product?.stop())

test('rows below a parent: the call lists, adds, changes and removes only those of the parent in its address', async () => {
  const first = (await must(admin.post<{ id: string }>(at(0), { name: '一', sn: 'A1', boxId: boxes[1] }))).id
  const second = (await must(admin.post<{ id: string }>(at(1), { name: '二', sn: 'B1', kind: 2 }))).id
  expect([await names(at(0)), await names(at(1)), await names('/api/lab/lever/page')]).toEqual([['一'], ['二'], ['一', '二']])
  // The id in the address counts, not that in the query.
  expect(await names(at(0), { boxId: boxes[1] })).toEqual([])
  await must(admin.put(at(0), { leverId: first, name: '一改' }))
  expect((await admin.put(at(0), { leverId: second, name: '偷改' })).msg).toBe('数据不存在或已被删除')
  expect((await admin.delete(at(0), { leverIds: second })).msg).toBe('数据不存在或已被删除')
  expect((await admin.delete(at(0), {})).msg).toBe('缺少必要的请求参数: leverIds')
  expect((await admin.put(at(0), { leverId: 'x' })).msg).toBe('请求参数格式错误: leverId')
  expect((await admin.get('/api/lab/box/x/switch')).msg).toBe('请求参数格式错误: boxId')
  expect((await admin.post('/api/lab/box/999/switch', { name: '三' })).msg).toBe('boxId:不存在')
  expect([await names(at(0)), await names(at(1))]).toEqual([['一改'], ['二']])
  await must(admin.delete(at(0), { leverIds: first }))
  expect(await names(at(0))).toEqual([])
})

test('a fixed value filters lists and exports, also with filters of the caller, and a renamed parameter keeps its meaning', async () => {
  await must(admin.post(at(0), { name: '三', sn: 'A3', kind: 1 }))
  expect(await names('/api/lab/lever/main')).toEqual(['三'])
  expect(await names('/api/lab/lever/main', { kind: 2 })).toEqual([])
  expect(await names('/api/lab/lever/main', { from: '2000-01-01 00:00:00' })).toEqual(['三'])
  expect(await names('/api/lab/lever/main', { from: '2999-01-01 00:00:00' })).toEqual([])
  expect((await admin.get('/api/lab/lever/main', { from: 'x' })).msg).toBe('请求参数格式错误: from')
  const file = await admin.call('POST', '/api/lab/lever/main/export', { headers: { 'content-type': 'application/json' }, body: '{}' })
  const text = await file.text()
  expect([text.includes('三'), text.includes('二')]).toEqual([true, false])
})

test('a row is found by a unique value, and a list without its required parameter is refused', async () => {
  expect((await must(admin.get<{ name: string }>('/api/lab/lever/by/sn', { code: 'B1' }))).name).toBe('二')
  expect((await admin.get('/api/lab/lever/by/sn', { code: 'B' })).msg).toBe('数据不存在或已被删除')
  expect((await admin.get('/api/lab/lever/by/sn')).msg).toBe('缺少必要的请求参数: code')
  expect(await names('/api/lab/lever/ofBox', { box: boxes[1] })).toEqual(['二'])
  expect((await admin.get('/api/lab/lever/ofBox')).msg).toBe('缺少必要的请求参数: box')
})

test('an action accepts fixed input, ids under another name or as the body, and only rows of its parent', async () => {
  const [row] = (await must(admin.get<Page>(at(1)))).records
  await must(admin.post(`${at(1)}/turn`, { leverIds: row?.id, on: 0 }))
  await must(admin.post(`${at(1)}/turn`, [row?.id]))
  expect(turned).toEqual([
    [[row?.id], true],
    [[row?.id], true],
  ])
  expect((await admin.post(`${at(0)}/turn`, [row?.id])).msg).toBe('数据不存在或已被删除')
  expect((await admin.post(`${at(1)}/turn`, {})).msg).toBe('缺少必要的请求参数: leverIds')
})

test('the id in the address selects the row to change or remove', async () => {
  await must(admin.put(`/api/lab/box/${boxes[0]}`, { name: '改名箱', id: boxes[1] }))
  expect(await names('/api/lab/box/page')).toEqual(['乙箱', '改名箱'])
  await must(admin.delete(`/api/lab/box/${boxes[1]}`))
  expect(await names('/api/lab/box/page')).toEqual(['改名箱'])
  expect((await admin.delete('/api/lab/box/x')).msg).toBe('请求参数格式错误: ids')
})

test('a unique field checks whether a value is free, ignores the edited row, and refuses an invalid value', async () => {
  const [row] = (await must(admin.get<Page>(at(1)))).records
  const free = async (query: Record<string, unknown>) => must(admin.get<boolean>('/api/lab/lever/validate_sn', query))
  expect([await free({ sn: 'B1' }), await free({ sn: 'B1', id: row?.id }), await free({ sn: 'neu' })]).toEqual([false, true, true])
  expect((await admin.get('/api/lab/lever/validate_sn', { sn: 'x'.repeat(21) })).msg).toBe('sn:不能超过20个字符')
  expect((await admin.get('/api/lab/lever/validate_sn')).msg).toBe('缺少必要的请求参数: sn')
  expect(await must(admin.get('/api/lab/lever/is_free', { sn: 'B1' }))).toBe(false)
  expect(product.registry.routes.find(({ path }) => path === '/api/lab/lever/validate_sn')?.permission).toBe('lablever_view')
})

test('each call needs the right of its verb or action', async () => {
  const calls = product.registry.routes.filter(({ path }) => path.startsWith('/api/lab/'))
  expect(Object.fromEntries(calls.map(({ method, path, permission }) => [`${method} ${path.slice(9)}`, permission]))).toMatchObject({
    'GET box/{boxId}/switch': 'lablever_view',
    'POST box/{boxId}/switch': 'lablever_add',
    'PUT box/{boxId}/switch': 'lablever_edit',
    'DELETE box/{boxId}/switch': 'lablever_delete',
    'POST box/{boxId}/switch/turn': 'lablever_turn',
    'POST lever/main/export': 'lablever_export',
    'DELETE box/{id}': 'labbox_delete',
  })
  expect((await guest.delete(`/api/lab/box/${boxes[0]}`)).msg).toBe('没有该操作的权限')
})
