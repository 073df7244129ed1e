import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

let product: TestPlatform
let nobody: ApiClient
let english: ApiClient
const PUBLIC = new Set(['GET /api/health'])

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  const admin = await product.signIn()
  const role = await admin.post<{ id: string }>('/api/blade-system/role/submit', { roleName: '无权限', roleAlias: 'nothing', sort: 99 })
  expect(role.code, role.msg).toBe(200)
  const made = await admin.post('/api/blade-user/submit', {
    account: 'without_rights',
    password: 'Nothing-1',
    name: '无',
    realName: '无权限',
    roleId: role.data.id,
  })
  expect(made.code, made.msg).toBe(200)
  nobody = await product.signIn({ account: 'without_rights', password: 'Nothing-1' })
  english = await product.signIn({ account: 'without_rights', password: 'Nothing-1', lang: 'en-US' })
})
afterAll(() => product?.stop())

const call = async (client: ApiClient, method: string, path: string): Promise<{ status: number; msg: string }> => {
  const response = await client.call(
    method,
    path.replace(/\{\w+\}/g, '1'),
    method === 'GET' || method === 'DELETE' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' },
  )
  const text = await response.text()
  return { status: response.status, msg: text.startsWith('{') ? String((JSON.parse(text) as { msg?: unknown }).msg ?? '') : '' }
}

test('rule.perm.server: every call has a permission: without a token it is 401, without the right 400 with a text in both languages', async () => {
  const wrong: string[] = []
  const open: string[] = []
  let checked = 0
  for (const { method, path, permission } of product.registry.routes) {
    const name = `${method} ${path}`
    if (permission === 'public') {
      if (!PUBLIC.has(name)) open.push(name)
      continue
    }
    const anonymous = await call(product.anonymous, method, path)
    if (anonymous.status !== 401) wrong.push(`${name} without a token: ${anonymous.status}`)
    if (permission === 'signed-in') continue
    const zh = await call(nobody, method, path)
    const en = await call(english, method, path)
    if (zh.status !== 400 || zh.msg !== '没有该操作的权限' || en.msg !== 'You do not have the right to do this')
      wrong.push(`${name} without ${permission}: ${zh.status} ${zh.msg} / ${en.msg}`)
    checked += 1
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(80)
  // Only these reviewed calls may be used without a token (wire-contract.md 2.6).
  expect(open.sort()).toEqual([
    'GET /api/blade-auth/invite/business',
    'GET /api/blade-auth/invite/longUrl',
    'GET /api/blade-auth/invite/queryExpireTime',
    'GET /api/blade-auth/invite/user',
    'GET /api/blade-auth/oauth/captcha',
    'GET /api/blade-auth/oauth/logout',
    'GET /api/blade-auth/oauth/render/url/{source}',
    'GET /api/blade-auth/oauth/render/{source}',
    'GET /api/blade-auth/oauth/sources',
    'GET /api/blade-auth/oauth/ways',
    'GET /api/blade-city/lamp/shared',
    // The device types that the platform ships, for makers of devices; it has no data of a tenant.
    'GET /api/blade-device/device/wireTypes',
    'GET /api/blade-resource/oss/file/{id}',
    'GET /api/blade-sun/device/scan',
    'GET /api/blade-system/backup/archive',
    'GET /api/blade-system/mapShare/fastMap',
    'GET /api/blade-system/menu/auth-routes',
    'GET /api/blade-system/menu/routes',
    'GET /api/blade-system/tenant/info',
    'GET /api/blade-user/avatar/{key}',
    'GET /api/blade-visual/shared/about',
    'GET /api/blade-visual/shared/board',
    'GET /api/blade-visual/shared/data',
    'GET /api/blade-visual/shared/file/{id}',
    'GET /api/blade-visual/shared/lamps',
    'POST /api/blade-auth/invite/registerInfoSubmit',
    'POST /api/blade-auth/oauth/logout',
    'POST /api/blade-auth/oauth/token',
    'POST /api/blade-auth/send-verification-code',
    // Signed by operators of charging piles and of IoT platforms.
    'POST /api/blade-charging/evcs/{key}/{push}',
    'POST /api/blade-device/iot/push/{id}',
    'POST /api/blade-system/user/register-guest',
    'POST /api/blade-user/register-guest',
    'POST /api/blade-visual/shared/open',
  ])
})

test('HEAD answers as GET does, without a body, and asks for the same permission', async () => {
  const path = '/api/blade-system/dict/list?current=1&size=5'
  const admin = await product.signIn()
  const [get, head] = [await admin.call('GET', path, {}), await admin.call('HEAD', path, {})]
  expect([head.status, head.headers.get('content-type')]).toEqual([200, get.headers.get('content-type')])
  expect([(await get.text()).length > 100, await head.text()]).toEqual([true, ''])
  expect((await product.anonymous.call('HEAD', path, {})).status).toBe(401)
  expect((await product.anonymous.call('HEAD', '/api/blade-city/nothing', {})).status).toBe(404)
})
