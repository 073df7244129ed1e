import { identityServer } from '@lamplight/identity/server'
import { placesServer } from '@lamplight/places/server'
import { systemServer } from '@lamplight/system/server'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Wire = Record<string, unknown> & { id: string }
interface Result {
  phase: string
  status: number
  total: number
  successNum: number
  failNum: number
  failures: { row: number; reason: string; values: Record<string, string> }[]
}
const S = '/api/blade-system'
let product: TestPlatform
let admin: ApiClient
let chief: ApiClient

const add = async (client: ApiClient, path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await client.post<{ id: string }>(path, body)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
beforeAll(async () => {
  product = await testPlatform({ slices: [systemServer, identityServer, placesServer] })
  admin = await product.signIn()
})
afterAll(() => product?.stop())

test('each tenant of a new installation has a department with its users and a position', async () => {
  for (const who of [{}, { tenantId: '100001', account: 'operator' }]) {
    const client = await product.signIn(who)
    const me = (await client.get<Wire>('/api/blade-user/info')).data
    expect(me.deptId).toMatch(/^\d{19}$/)
    const [dept] = await product.platform.system.query('select dept_name as name from identity_dept where id = $1 and tenant_id = $2', [
      me.deptId,
      me.tenantId,
    ])
    expect(dept).toEqual({ name: me.tenantId === '000000' ? '管理组' : '示范区' })
    expect((await admin.get<unknown[]>(`${S}/post/select`, { tenantId: me.tenantId })).data.length).toBeGreaterThan(0)
  }
})

describe('sysm.tenant', () => {
  let id = ''
  let number = ''
  test('a new tenant has a role, a department, a position and an administrator who can sign in', async () => {
    id = await add(admin, `${S}/tenant/submit`, {
      tenantName: '新区',
      accountNumber: 6,
      domain: 'https://xinqu.example.com',
      title: '新区照明',
      logoUrl: '/logo.png',
      backgroundUrl: '/sky.jpg',
    })
    number = String((await admin.get<Wire>(`${S}/tenant/detail`, { id })).data.tenantId)
    chief = await product
      .signIn({ tenantId: number, account: 'admin', password: 'admin' })
      .catch(() => product.signIn({ tenantId: number, account: 'admin', password: '123456' }))
    const me = (await chief.get<Wire>('/api/blade-user/info')).data
    expect(me).toMatchObject({ roleName: '管理员', tenantName: '新区' })
    expect((await chief.get<Wire[]>(`${S}/dept/list`)).data).toMatchObject([{ deptName: '新区', id: me.deptId }])
    expect((await chief.get<{ records: Wire[] }>(`${S}/post/list`)).data.records).toMatchObject([{ postCode: 'ceo', id: me.postId }])
    expect((await product.anonymous.get<Wire>(`${S}/tenant/info`, { domain: 'https://xinqu.example.com/x' })).data).toMatchObject({
      tenantId: number,
      title: '新区照明',
      logoUrl: '/logo.png',
      backgroundUrl: '/sky.jpg',
    })
  })

  test('users are imported from a sheet: invalid lines are reported with reasons, and the account limit is enforced', async () => {
    const send = async (text: string, covered = '0') => {
      const form = new FormData()
      form.append('file', new Blob([text]), 'users.csv')
      const answer = await fetch(`${product.url}/api/blade-user/import-user?isCovered=${covered}`, {
        method: 'POST',
        headers: { 'blade-auth': `bearer ${chief.token}` },
        body: form,
      })
      const sent = (await answer.json()) as { code: number; msg: string; data: { uploadId: string } }
      if (sent.code !== 200) return { refused: sent.msg }
      for (;;) {
        const { data } = await chief.get<Result>('/api/blade-user/import/status', { uploadId: sent.data.uploadId })
        if (data.phase === 'ended') return data
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const template = await fetch(`${product.url}/api/blade-user/export-template?Blade-Auth=${chief.token}`)
    expect([template.status, template.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const heads = '登录账号 *,用户姓名 *,用户昵称,手机号码,电子邮箱,微信,所属角色,所属部门,所属岗位'
    const result = await send(
      `${heads}\nli_ming,李,,13800000001,,,管理员,新区,\nwang_wu,王,,,,,没有的角色,,\n,赵,,,,,,,\nli_ming,重复,,,,,,,\nzhou_li,周,,,,,,新区,负责人`,
    )
    expect(result).toMatchObject({ status: 3, total: 5, successNum: 2, failNum: 3 })
    expect((result as Result).failures.map(({ row, reason }) => [row, reason])).toEqual([
      [3, expect.stringContaining('没有的角色')],
      [4, '登录账号：请输入登录账号'],
      [5, '登录账号：文件中重复'],
    ])
    const { records } = (await chief.get<{ records: Wire[] }>('/api/blade-user/page', { account_equal: 'li_ming' })).data
    expect(records).toMatchObject([{ realName: '李', roleName: '管理员', deptName: '新区', phone: '13800000001' }])
    expect(await send(`${heads}\nli_ming,李四,,,,,,,`, '1')).toMatchObject({ successNum: 1 })
    expect(
      ((await chief.get<{ records: Wire[] }>('/api/blade-user/page', { account_equal: 'li_ming' })).data.records[0] as Wire).realName,
    ).toBe('李四')
    expect(await send('别的,列\n1,2')).toMatchObject({ refused: expect.stringContaining('登录账号') })
    expect(await send(`${heads}\nmore_1,甲,,,,,,,\nmore_2,甲,,,,,,,\nmore_3,甲,,,,,,,\nmore_4,甲,,,,,,,`)).toMatchObject({
      successNum: 3,
      failNum: 1,
    })
    expect((await chief.post('/api/blade-user/submit', { account: 'one_more', realName: '多' })).msg).toBe('当前租户已到最大账号额度！')
  })

  test('a plain password must meet the rule; the initial one and a hash, as other consoles send, are accepted', async () => {
    const submit = (account: string, password: string) => chief.post('/api/blade-user/submit', { account, realName: '密码', password })
    for (const weak of ['short-1', 'onlyletters', '1234567890', 'Weak_user-1'])
      expect(await submit('weak_user-1', weak)).toMatchObject({ code: 400, msg: expect.stringContaining('至少 8 位') })
    const { total } = (await chief.get<{ total: number }>('/api/blade-user/page', { account_equal: 'weak_user-1' })).data
    expect(total).toBe(0)
    const limit = 'update identity_tenant set account_number = null where tenant_id = (select tenant_id from identity_user where id = $1)'
    const me = (await chief.get<Wire>('/api/blade-user/info')).data
    await product.platform.system.query(limit, [me.id])
    for (const [at, good] of ['123456', '0123456789abcdef0123456789abcdef', 'Good-word'].entries())
      expect(await submit(`good_user_${at}`, good)).toMatchObject({ code: 200 })
  })

  test('user.update-platform, user.platform-detail: userType and userExt are stored and returned; an unknown type is refused', async () => {
    const user = ((await chief.get<{ records: Wire[] }>('/api/blade-user/page', { account_equal: 'zhou_li' })).data.records[0] as Wire).id
    expect(
      (await chief.post('/api/blade-user/update-platform', undefined, { userId: user, userType: '2', userExt: '{"device":"x"}' })).code,
    ).toBe(200)
    expect((await chief.get<Wire>('/api/blade-user/platform-detail', { id: user })).data).toMatchObject({
      userType: '2',
      userTypeName: 'APP',
      userExt: '{"device":"x"}',
    })
    expect((await chief.post('/api/blade-user/update-platform', undefined, { userId: user, userType: '77' })).body.field).toBe('userType')
    expect((await chief.post('/api/blade-user/update-platform', undefined, { userId: admin.userId, userType: '2' })).status).toBe(400)
  })

  test('an expired account cannot sign in, and its sessions end', async () => {
    const user = ((await chief.get<{ records: Wire[] }>('/api/blade-user/page', { account_equal: 'zhou_li' })).data.records[0] as Wire).id
    const zhou = await product.signIn({ tenantId: number, account: 'zhou_li', password: '123456' })
    expect((await chief.post('/api/blade-user/update', { id: user, expireTime: '2020-01-01 00:00:00' })).code).toBe(200)
    expect((await zhou.get('/api/blade-user/info')).status).toBe(401)
    await expect(product.signIn({ tenantId: number, account: 'zhou_li', password: '123456' })).rejects.toThrow('账号已到期')
  })

  test('a tenant in use cannot be removed, and the refusal names the use', async () => {
    const refused = await admin.post(`${S}/tenant/remove`, undefined, { ids: id })
    expect(refused.msg).toMatch(/正在使用中.*用户 8/)
    const ids = (await chief.get<{ records: Wire[] }>('/api/blade-user/page', { size: 20 })).data.records
      .filter(({ account }) => account !== 'admin')
      .map((row) => row.id)
    expect((await chief.post('/api/blade-user/remove', undefined, { ids: ids.join(',') })).code).toBe(200)
    expect((await admin.post(`${S}/tenant/submit`, { id, expireTime: '2020-01-01 00:00:00' })).code).toBe(200)
    await expect(product.signIn({ tenantId: number, account: 'admin', password: 'admin' })).rejects.toThrow(/授权已过期|密码/)
    expect((await chief.get('/api/blade-user/info')).status).toBe(401)
    expect((await admin.post(`${S}/tenant/remove`, undefined, { ids: id })).code).toBe(200)
  })
})
