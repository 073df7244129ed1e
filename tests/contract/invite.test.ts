import { type ApiAnswer, type ApiClient, createClient, md5, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../apps/server/slices.ts'

const INVITE = '/api/blade-auth/invite'
const TENANT = '100001'
let product: TestPlatform
let ahead = 0
let admin: ApiClient
let manager: ApiClient
let roles: Record<string, string>
let area: string
const clock = { now: () => Date.now() + ahead }

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20', REGISTER_ADDRESS: '1000' }, clock })
  const platform = await product.signIn()
  const found = await product.platform.system.query<{ alias: string; id: string }>(
    'select role_alias as alias, id from identity_role where tenant_id = $1 and not is_deleted',
    [TENANT],
  )
  roles = Object.fromEntries(found.map(({ alias, id }) => [alias, id]))
  const member = async (account: string, roleId: string | undefined): Promise<ApiClient> => {
    const made = await platform.post('/api/blade-user/submit', {
      tenantId: TENANT,
      account,
      password: 'Invite-1',
      realName: account,
      roleId,
    })
    expect(made.code, made.msg).toBe(200)
    return product.signIn({ tenantId: TENANT, account, password: 'Invite-1' })
  }
  admin = await member('the_host', roles.admin)
  manager = await member('manager', roles.areaManager)
  const [row] = await product.platform.system.query<{ id: string }>(
    'select id from places_area where tenant_id = $1 and not is_deleted order by id limit 1',
    [TENANT],
  )
  area = String(row?.id)
})
afterAll(() => product?.stop())

interface Made {
  readonly identification: string
  readonly shortCode: string
  readonly id: string
  readonly inviteUserId: string
}
const invite = async (options: Record<string, unknown> = {}, by = admin): Promise<Made> => {
  const made = await by.post<{ id: string }>(`${INVITE}/submit`, {
    inviteType: 1,
    inviteModule: 'CITY',
    inviteRoles: roles.operator,
    ...options,
  })
  expect(made.code, made.msg).toBe(200)
  return (await by.get<Made>(`${INVITE}/detail`, { id: made.data.id })).data
}
let guests = 0
const register = (identification: string, options: Record<string, unknown> = {}): Promise<ApiAnswer> => {
  guests += 1
  return product.anonymous.post(`${INVITE}/registerInfoSubmit`, {
    identification,
    name: '受邀人',
    account: `invited_${guests}`,
    phone: `139${String(10_000_000 + guests)}`,
    password: md5('Guest-12'),
    ...options,
  })
}
const waiting = async (account: string): Promise<string> => {
  const { data } = await admin.get<{ records: { id: string }[] }>(`${INVITE}/registerInfo/page`, { account, current: 1, size: 10 })
  return String(data.records[0]?.id)
}

describe('invitations', () => {
  test('rule.info.invite sysm.invite: link, short link, open form, approval: an account with the invited roles and areas', async () => {
    const made = await invite({ inviteRegion: area })
    const long = `https://light.example.com/invite_link?identification=${made.identification}&inviteUserId=${made.inviteUserId}`
    const short = await admin.post<string>(`${INVITE}/shortUrl`, undefined, { longUrl: long })
    expect(String(short.data)).toMatch(/\/invite_link\?s=[\w-]{8}$/)
    const back = await product.anonymous.get<string>(`${INVITE}/longUrl`, { shortUrl: String(short.data) })
    expect(new URL(String(back.data)).searchParams.get('identification')).toBe(made.identification)
    const offered = await product.anonymous.get(`${INVITE}/business`, { identification: made.identification })
    expect(offered.data).toMatchObject({ inviteModule: 'CITY', inviteRoleNames: '操作员', inviteRegion: area, tenantName: '示范区' })
    const by = await product.anonymous.get(`${INVITE}/user`, { inviteUserId: made.inviteUserId, identification: made.identification })
    expect(by.data.name).toBe('the_host')
    const until = await product.anonymous.get(`${INVITE}/queryExpireTime`, { identification: made.identification })
    expect(until.data).toMatchObject({ expired: false, status: 0 })

    expect((await register(made.identification, { account: 'fresh_one' })).code).toBe(200)
    const enter = () =>
      createClient(product.url, { tenantId: TENANT }).post('/api/blade-auth/oauth/token', undefined, {
        tenantId: TENANT,
        username: 'fresh_one',
        password: md5('Guest-12'),
        grant_type: 'password',
      })
    expect((await enter()).status).toBe(400)
    const id = await waiting('fresh_one')
    const notices = (await admin.get<{ records: { title: string; content: string }[] }>('/api/blade-desk/notice/list')).data.records
    expect(notices[0]).toMatchObject({
      title: expect.stringContaining('有新的注册申请待审核'),
      content: expect.stringContaining('fresh_one'),
    })
    expect((await admin.post(`${INVITE}/registerInfo/approve`, { ids: [id] })).code).toBe(200)
    const entered = await enter()
    expect(entered.body).toMatchObject({ account: 'fresh_one', role_id: roles.operator, tenant_id: TENANT })
    const grants = await product.platform.system.query('select ref_id from identity_grant where user_id = $1 and kind = $2 and named', [
      entered.body.user_id,
      'area',
    ])
    expect(grants).toEqual([{ ref_id: area }])
    expect((await admin.post(`${INVITE}/registerInfo/approve`, { ids: [id] })).msg).toBe('当前状态不允许该操作')
  })

  test('the audit log records an invitation without its link and code', async () => {
    const made = await invite()
    const rows = await product.platform.system.query<{ detail: unknown }>(
      "select detail from system_audit where what = 'identity.invite.add' and target = $1",
      [made.id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain(roles.operator)
    expect(JSON.stringify(rows)).not.toContain(made.identification)
    expect(JSON.stringify(rows)).not.toContain(made.shortCode)
  })

  test('rule.perm.inviteroles: roles are limited to a list and to the rights of the inviting user', async () => {
    const linked = await manager.get<{ inviteRoles: { id: string }[]; inviteRegion: unknown[] }>(`${INVITE}/getLinkage`)
    const offered = linked.data.inviteRoles.map(({ id }) => id)
    expect(offered).toContain(roles.guest)
    expect(offered).not.toContain(roles.admin)
    const rises = await manager.post(`${INVITE}/submit`, { inviteRoles: roles.admin, inviteRegion: area })
    expect([rises.status, rises.msg]).toEqual([400, '不能授予自己没有的权限'])
    expect((await manager.post(`${INVITE}/submit`, { inviteRoles: roles.areaManager })).msg).toBe('请选择邀请的区域')
    const elsewhere = await manager.post(`${INVITE}/submit`, { inviteRoles: roles.areaManager, inviteRegion: area })
    expect([elsewhere.status, elsewhere.body.field]).toEqual([400, 'inviteRegion'])
    const all = await admin.get<{ inviteRoles: { id: string }[]; inviteRegion: { id: string }[] }>(`${INVITE}/getLinkage`)
    expect(all.data.inviteRegion.map(({ id }) => id)).toContain(area)
  })

  test('a single-use invitation refuses a second person, and accepts one after the first was rejected', async () => {
    const { identification } = await invite()
    expect((await register(identification, { account: 'first_one' })).code).toBe(200)
    expect((await register(identification)).msg).toBe('邀请不存在、已过期或已撤销')
    const id = await waiting('first_one')
    expect((await admin.post(`${INVITE}/registerInfo/reject`, { ids: [id] })).body.field).toBe('reason')
    expect((await admin.post(`${INVITE}/registerInfo/reject`, { ids: [id], reason: '不认识' })).code).toBe(200)
    expect((await register(identification)).code).toBe(200)
  })

  test('a multiple-use invitation accepts a waiting phone once and an account once', async () => {
    const { identification } = await invite({ multiple: 1 })
    expect((await register(identification, { phone: '13900009999', account: 'twice_one' })).code).toBe(200)
    expect((await register(identification, { phone: '13900009999' })).msg).toBe('请勿重复提交')
    expect((await register(identification, { account: 'twice_one' })).msg).toBe('当前账号已被使用!')
    expect((await register(identification, { account: 'operator' })).msg).toBe('当前账号已被使用!')
  })

  test('of two concurrent uses of an invitation one succeeds', async () => {
    const { identification } = await invite()
    const both = await Promise.all([register(identification), register(identification)])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400])
  })

  test('revoked and expired invitations are refused', async () => {
    const revoked = await invite()
    expect((await admin.post(`${INVITE}/revoke`, { ids: [revoked.id] })).code).toBe(200)
    expect((await register(revoked.identification)).msg).toBe('邀请不存在、已过期或已撤销')
    const old = await invite()
    ahead += 168 * 3_600_000 + 1000
    expect((await register(old.identification)).msg).toBe('邀请不存在、已过期或已撤销')
    const until = await product.anonymous.get(`${INVITE}/queryExpireTime`, { identification: old.identification })
    expect(until.data).toMatchObject({ expired: true, status: 1 })
    ahead = 0
  })

  test('public calls need the link: an unknown one, and a user who did not invite by it, are refused', async () => {
    const { identification } = await invite()
    for (const path of ['business', 'queryExpireTime']) {
      const answer = await product.anonymous.get(`${INVITE}/${path}`, { identification: 'x'.repeat(24) })
      expect([answer.status, answer.body.field]).toEqual([400, 'identification'])
    }
    expect((await product.anonymous.get(`${INVITE}/user`, { inviteUserId: admin.userId })).status).toBe(400)
    expect((await product.anonymous.get(`${INVITE}/user`, { inviteUserId: manager.userId, identification })).status).toBe(400)
  })

  test('approval beyond the account limit of the tenant is refused, and the registration stays open', async () => {
    const { identification } = await invite()
    await register(identification, { account: 'crowd_one' })
    const id = await waiting('crowd_one')
    await product.platform.system.query('update identity_tenant set account_number = 1 where tenant_id = $1', [TENANT])
    expect((await admin.post(`${INVITE}/registerInfo/approve`, { ids: [id] })).msg).toBe('当前租户已到最大账号额度！')
    await product.platform.system.query('update identity_tenant set account_number = null where tenant_id = $1', [TENANT])
    expect((await admin.post(`${INVITE}/registerInfo/approve`, { ids: [id] })).code).toBe(200)
  })
})
