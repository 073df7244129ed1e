import { identityServer } from '@lamplight/identity/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const TENANT = '100001'
const BASE = '/api/blade-desk/notice'
let product: TestPlatform
let admin: ApiClient
let own: ApiClient
let operator: ApiClient
let guest: ApiClient
let guestRole: string

const roleOf = async (alias: string): Promise<string> => {
  const [role] = await product.platform.system.query<{ id: string }>(
    'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    [TENANT, alias],
  )
  return String(role?.id)
}
beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer] })
  admin = await product.signIn()
  const made = await admin.post('/api/blade-user/submit', {
    ...{ tenantId: TENANT, account: 'own_admin', password: 'Own-admin-1', name: '管理', realName: '管理员', roleId: await roleOf('admin') },
  })
  expect(made.code, made.msg).toBe(200)
  guestRole = await roleOf('guest')
  own = await product.signIn({ tenantId: TENANT, account: 'own_admin', password: 'Own-admin-1' })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
})
afterAll(() => product?.stop())

const OUT = '2020-01-01 08:00:00'
const submit = (body: object, client = own) =>
  client.post<{ id: string }>(`${BASE}/submit`, {
    title: '停电通知',
    category: '1',
    releaseTime: OUT,
    content: '<p>今晚</p>',
    ...body,
  })
interface Notice {
  readonly id: string
  readonly title: string
  readonly isRead: number
}
const seen = async (client: ApiClient, query: object = {}): Promise<string[]> =>
  (await client.get<{ records: Notice[] }>(`${BASE}/list`, { size: 100, mine: 1, ...query })).data.records.map(({ title }) => title)
const unread = async (client: ApiClient): Promise<number> => (await client.get<{ count: number }>(`${BASE}/unread`)).data.count

test('sysm.notice: a missing field is refused with its name', async () => {
  for (const [field, text] of [
    ['title', '请输入通知标题'],
    ['category', '请选择通知类型'],
    ['releaseTime', '请选择通知日期'],
  ] as const)
    expect((await submit({ [field]: '' })).msg).toBe(`${field}:${text}`)
  expect((await submit({}, operator)).msg).toBe('没有该操作的权限')
})

test('users see published notices addressed to them, with their own read marks', async () => {
  const made = await submit({ title: '给所有人' })
  expect(made.code, made.msg).toBe(200)
  for (const body of [
    { title: '只给访客', roleIds: guestRole },
    { title: '只给操作员本人', userIds: operator.userId },
    { title: '以后的', releaseTime: '2099-01-01 08:00:00' },
  ]) {
    const answer = await submit(body)
    expect(answer.code, answer.msg).toBe(200)
  }
  expect((await seen(guest)).sort()).toEqual(['只给访客', '给所有人'].sort())
  expect((await seen(operator)).sort()).toEqual(['只给操作员本人', '给所有人'].sort())
  expect(await seen(admin)).toEqual([])
  expect([await unread(guest), await unread(operator)]).toEqual([2, 2])
  expect((await guest.post<{ count: number }>(`${BASE}/read`, undefined, { ids: made.data.id })).data.count).toBe(1)
  expect([await unread(guest), await unread(operator)]).toEqual([1, 2])
  expect((await guest.post(`${BASE}/read`)).code).toBe(200)
  expect(await unread(guest)).toBe(0)
  expect(await seen(guest, { unread: 1 })).toEqual([])
  expect(await seen(guest, { title: '访客' })).toEqual(['只给访客'])
  expect(await seen(guest, { releaseTime_datelt: '2019-12-31 00:00:00' })).toEqual([])
})

test('a notice for other users, or not yet published, is not found', async () => {
  const { data } = await own.get<{ records: Notice[] }>(`${BASE}/page`, { size: 100 })
  const idOf = (title: string): string => data.records.find((row) => row.title === title)?.id ?? ''
  for (const title of ['只给操作员本人', '以后的']) {
    expect((await guest.get(`${BASE}/detail`, { id: idOf(title) })).msg).toBe('数据不存在或已被删除')
    expect((await guest.post<{ count: number }>(`${BASE}/read`, undefined, { ids: idOf(title) })).data.count).toBe(0)
  }
  const shown = await guest.get<Record<string, unknown>>(`${BASE}/detail`, { id: idOf('只给访客') })
  expect([shown.code, shown.data.content, shown.data.roleIds]).toEqual([200, '<p>今晚</p>', undefined])
  expect((await own.get<Record<string, unknown>>(`${BASE}/detail`, { id: idOf('只给访客') })).data.roleIds).toBe(guestRole)
  expect((await admin.get(`${BASE}/detail`, { id: idOf('给所有人') })).code).toBe(400)
  // Consoles of the reference product manage notices by `list`: users who may manage them also see those not yet published, other users do not.
  const kept = await own.get<{ records: Notice[] }>(`${BASE}/list`, { size: 200 })
  expect(kept.data.records.map(({ title }) => title)).toContain('以后的')
  expect((await guest.get<{ records: Notice[] }>(`${BASE}/list`, { size: -1 })).data.records.map(({ title }) => title)).not.toContain(
    '以后的',
  )
})

test('rich text is cleaned before it is stored', async () => {
  const made = await submit({
    title: '坏的',
    content: '<p onclick="x()">好</p><script>alert(1)</script><img src="https://elsewhere.example/t.gif">',
  })
  const [row] = await product.platform.system.query<{ content: string }>('select content from system_notice where id = $1', [made.data.id])
  expect(row?.content).toBe('<p>好</p>')
})
