import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'
import type { Call } from './hand-written.ts'
import { type Known, knownRows } from './known-rows.ts'
import { type RouteRow, routeRows, sendCall } from './router.ts'

type Wire = Record<string, unknown>
const BASE = 'id createUser createTime updateUser updateTime status isDeleted'
const LOG =
  'id tenantId serviceId serverHost serverIp env remoteIp userAgent requestUri method methodClass methodName params time createBy createTime'
/** Fields of a row that programs of the reference product read, by the call that lists them (wire-contract.md 4 and 5). */
const FIELDS: Readonly<Record<string, string>> = {
  'blade-system/menu/list':
    'id parentId code name alias path source sort category action isOpen remark isDeleted parentName categoryName actionName isOpenName systemId',
  'blade-system/role/list': 'id tenantId parentId roleName roleAlias sort isDeleted parentName',
  'blade-system/topmenu/list': `tenantId code name source path sort ${BASE}`,
  'blade-system/dict/parent-list': 'id parentId code dictKey dictValue dictEnValue sort isSealed remark isDeleted',
  'blade-system/dict/dictionary': 'code dictKey dictValue dictEnValue sort remark',
  'blade-system/dict-biz/parent-list': 'id tenantId parentId code dictKey dictValue dictEnValue sort isSealed remark isDeleted',
  'blade-system/dept/list':
    'id tenantId parentId ancestors deptCategory deptName fullName sort remark isDeleted deptCategoryName parentName',
  'blade-system/dept/lazy-list': 'id tenantId parentId deptCategory deptName fullName sort hasChildren deptCategoryName',
  'blade-system/dept/lazy-tree': 'id parentId title key value hasChildren',
  'blade-system/post/list': `tenantId category postCode postName sort remark categoryName ${BASE}`,
  'blade-user/page': `tenantId code userType account password name realName avatar email phone birthday sex roleId deptId postId tenantName userTypeName roleName deptName postName sexName statusName userExt ${BASE}`,
  'blade-system/tenant/list': `tenantId tenantName domain backgroundUrl linkman contactNumber address accountNumber expireTime ${BASE}`,
  'blade-system/param/list': `paramName paramKey paramValue remark ${BASE}`,
  'blade-system/client/list': `clientId clientSecret resourceIds scope authorizedGrantTypes webServerRedirectUri authorities accessTokenValidity refreshTokenValidity additionalInformation autoapprove ${BASE}`,
  'blade-system/data-scope/list': `menuId resourceCode scopeName scopeType scopeValue remark scopeTypeName ${BASE}`,
  'blade-system/api-scope/list': `menuId resourceCode scopeName scopePath scopeType remark scopeTypeName ${BASE}`,
  'blade-desk/notice/list': `tenantId title category releaseTime content categoryName ${BASE}`,
  'blade-log/api/list': `${LOG} type title`,
  'blade-develop/code/list':
    'id datasourceId serviceName codeName tableName tablePrefix pkName baseMode wrapMode packageName apiPath webPath isDeleted',
  'blade-develop/datasource/list': 'id name driverClass url username password remark',
  'blade-resource/oss/list': `tenantId category ossCode endpoint accessKey secretKey bucketName appId region remark status categoryName statusName ${BASE}`,
  'blade-resource/sms/list': `category smsCode templateId accessKey secretKey regionId signName remark categoryName statusName ${BASE}`,
  'blade-resource/attach/list': `link domain name originalName extension attachSize ${BASE}`,
  'blade-system/mapJumpArea/page': 'id areaId areaName areaCode tenantId',
}
const PAGE = ['records', 'total', 'size', 'current', 'pages']
/** Names of fields with times; their format is checked. */
const TIME = /(Time|Date)$/
const STAMP = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/

let product: TestPlatform
let admin: ApiClient
/** Makes every call; a call may change or lock this user's account. */
let client: ApiClient
let known: Known
let rows: RouteRow[]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  known = await knownRows(product, '000000', admin)
  await product.platform.system.query("update identity_user set sex = '1', birthday = '1990-01-02' where account = 'admin'")
  rows = routeRows(product.registry)
  const made = { account: 'walks_all', password: 'Walks-123', realName: '行者', roleId: '1123598816738675201' }
  expect((await admin.post('/api/blade-user/submit', made)).code).toBe(200)
  client = await product.signIn({ account: 'walks_all', password: 'Walks-123' })
})
afterAll(() => product?.stop())

/** Returns what programs of the reference product could not read: nulls, numeric ids, other time formats, leaves with an empty `children`. */
const faults = (value: unknown, at: string): string[] => {
  if (value === null) return [`${at} is null`]
  if (typeof value === 'number' && /(^|\.)(id|\w+Id)$/.test(at) && value !== -1) return [`${at} is the number ${value}`]
  if (typeof value === 'string' && TIME.test(at) && value !== '' && !STAMP.test(value)) return [`${at} is ${value}`]
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)) return [`${at} is ${value}`]
  if (Array.isArray(value)) {
    if (at.endsWith('.children') && value.length === 0) return [`${at} is empty`]
    return value.slice(0, 50).flatMap((part) => faults(part, `${at}[]`))
  }
  if (typeof value === 'object') return Object.entries(value as Wire).flatMap(([key, part]) => faults(part, `${at}.${key}`))
  return []
}

test.each(Object.entries(FIELDS))('%s has the fields that existing programs read', async (path, fields) => {
  const query = /lazy/.test(path) ? { parentId: 0 } : /dictionary$/.test(path) ? { code: 'sex' } : { current: 1, size: 10 }
  const { data, code, msg } = await admin.get<Wire[] | { records: Wire[] }>(`/api/${path}`, query)
  expect(code, msg).toBe(200)
  const [row] = Array.isArray(data) ? data : data.records
  expect(row, 'there is no row').toBeDefined()
  expect(fields.split(' ').filter((key) => !(key in (row ?? {})))).toEqual([])
})

test('user.page: texts are returned beside keys, and a row can be sent back unchanged', async () => {
  const { data } = await admin.get<{ records: Wire[] }>('/api/blade-user/page', { account: 'admin', tenantId: '000000' })
  const [row] = data.records
  expect(row).toMatchObject({ tenantName: '管理组', userTypeName: 'WEB', sexName: '男', statusName: '启用', birthday: '1990-01-02' })
  expect((await admin.post('/api/blade-user/submit', { ...row, tenantName: '别的' })).code).toBe(200)
  expect((await admin.post('/api/blade-user/submit', { id: row?.id, birthday: '1990-13-02' })).body.field).toBe('birthday')
})

test('tenant/setting, export-user: additional calls of the catalogue answer beside those of the resources', async () => {
  const [{ id } = { id: '' }] = (await admin.get<{ records: { id: string }[] }>('/api/blade-system/tenant/list', { tenantId: '100001' }))
    .data.records
  const set = await admin.post('/api/blade-system/tenant/setting', undefined, {
    ids: id,
    accountNumber: '7',
    expireTime: '2099-01-01 00:00:00',
  })
  expect(set.code, set.msg).toBe(200)
  expect((await admin.get('/api/blade-system/tenant/detail', { id })).data).toMatchObject({
    accountNumber: 7,
    expireTime: '2099-01-01 00:00:00',
  })
  expect(
    (await admin.post('/api/blade-system/tenant/setting', undefined, { ids: id, accountNumber: '7', expireTime: 'soon' })).status,
  ).toBe(400)
  const operator = await product.signIn({ tenantId: '100001', account: 'operator' })
  const { data: own } = await admin.get<{ records: { id: string; tenantId: string }[] }>('/api/blade-system/tenant/list', {
    tenantId: '000000',
  })
  const platform = own.records.find(({ tenantId }) => tenantId === '000000')
  const ended = { expireTime: '2020-01-01 00:00:00' }
  for (const refused of [
    await admin.post('/api/blade-system/tenant/setting', undefined, { ids: platform?.id, ...ended }),
    await admin.post('/api/blade-system/tenant/submit', { id: platform?.id, ...ended }),
  ])
    expect([refused.status, refused.body.msg]).toEqual([400, '平台租户没有有效期'])
  expect((await operator.post('/api/blade-system/tenant/setting', undefined, { ids: id, accountNumber: '-1' })).status).toBe(400)
  expect((await admin.post('/api/blade-system/tenant/setting', undefined, { ids: id, accountNumber: '-1', expireTime: '' })).code).toBe(200)
  expect((await admin.get('/api/blade-system/tenant/detail', { id })).data).toMatchObject({ accountNumber: -1, expireTime: '' })
  const file = await fetch(`${product.url}/api/blade-user/export-user?Blade-Auth=${admin.token}&account=admin`)
  expect([file.status, file.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  expect((await file.text()).slice(0, 2)).toBe('PK')
})

const OURS = /^(GET|POST|PUT|DELETE) \/api\/blade-(auth|user|system|resource|desk|log|develop|sales)\//
test('wire-contract.md 2.1, 2.2 and 2.3: every answer has the envelope, pages have five keys, ids are text, nothing is null, times have one format', async () => {
  const wrong: string[] = []
  let callCount = 0
  for (const row of rows.filter(({ name }) => OURS.test(name))) {
    if (/logout|oauth\/(token|captcha|render|callback)|session\/end|remove|export|update-password/.test(row.name)) continue
    const call: Call = row.good(known)
    const answer = await sendCall(product, client, row.route, call)
    if (!answer.type.includes('json')) continue
    const body = JSON.parse(answer.text) as Wire
    callCount += 1
    if (body.error) continue
    for (const key of ['code', 'success', 'data', 'msg']) if (!(key in body)) wrong.push(`${row.name}: no ${key}`)
    if (body.success !== (body.code === 200)) wrong.push(`${row.name}: ${body.code} ${body.success}`)
    const { records } = (body.data ?? {}) as { records?: unknown }
    if (Array.isArray(records)) for (const key of PAGE) if (!(key in (body.data as Wire))) wrong.push(`${row.name}: a page without ${key}`)
    for (const fault of new Set(faults(body.data, row.name))) wrong.push(fault)
  }
  expect(wrong).toEqual([])
  expect(callCount).toBeGreaterThan(180)
})
