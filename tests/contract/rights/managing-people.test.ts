import { exampleId } from '@lamplight/kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { fill } from '../api/examples.ts'
import { must, ownRows } from '../api/own-rows.ts'
import { type RouteRow, routeRows } from '../api/router.ts'

const TENANT = '100001'
const S = '/api/blade-system'
const RESOURCES = ['identity.user', 'identity.role', 'identity.dataScope', 'identity.apiScope']
let product: TestPlatform
let chief: ApiClient
/** An administrator of one area, with every right of the tenant's administrator. */
let limited: ApiClient
/** A user without limits, with a role and scopes of the own. */
const target: Record<string, string> = {}

const roleWithAllRights = async (alias: string): Promise<string> => {
  const id = await must(chief, `${S}/role/submit`, { roleName: alias, roleAlias: alias, sort: 30 })
  await product.platform.system.query(
    `insert into identity_role_menu (role_id, menu_code, tenant_id)
     select $1, m.menu_code, m.tenant_id from identity_role_menu m join identity_role r on r.id = m.role_id
     where r.tenant_id = $2 and r.role_alias = 'admin' and not r.is_deleted on conflict do nothing`,
    [id, TENANT],
  )
  return id
}
beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' } })
  const admin = await product.signIn()
  chief = await product.signIn({ tenantId: TENANT, account: 'admin' })
  const { area } = await ownRows(chief)
  const own = await roleWithAllRights('district')
  const who = { tenantId: TENANT, account: 'limited', password: 'Limits-12' }
  const id = await must(admin, '/api/blade-user/submit', { ...who, realName: '片区', roleId: own })
  await must(chief, '/api/blade-user/submit', { id, account: 'limited', realName: '片区', roleId: own, areaIds: area })
  limited = await product.signIn(who)
  target['identity.role'] = await roleWithAllRights('whole')
  const person = { tenantId: TENANT, account: 'whole_area', password: 'Limits-12', realName: '全区', roleId: target['identity.role'] }
  target['identity.user'] = await must(admin, '/api/blade-user/submit', person)
  const whole = await product.signIn(person)
  expect((await whole.get('/api/blade-user/info')).code).toBe(200)
  const [menu] = await product.platform.system.query<{ id: string }>(
    "select id::text from system_menus where code = 'area_view' and not is_deleted",
  )
  const scopes = { menuId: menu?.id, scopeName: '本部门', scopeType: 3, resourceCode: 'walk' }
  for (const [name, path, more] of [
    ['identity.dataScope', 'data-scope', {}],
    ['identity.apiScope', 'api-scope', { scopePath: '/api/blade-system/area/list' }],
  ] as const) {
    target[name] = product.platform.newId()
    const table = name === 'identity.dataScope' ? 'identity_data_scope' : 'identity_api_scope'
    await product.platform.system.query(
      `insert into ${table} (id, tenant_id, menu_id, scope_name, resource_code${'scopePath' in more ? ', scope_path' : ''}) values ($1, $2, $3, $4, 'walk'${
        'scopePath' in more ? ", '/api/blade-system/area/list'" : ''
      })`,
      [target[name], TENANT, menu?.id, `${scopes.scopeName}${path}`],
    )
    await product.platform.system.query(
      'insert into identity_role_scope (role_id, category, scope_id, tenant_id) values ($1, $2, $3, $4)',
      [target['identity.role'], name === 'identity.dataScope' ? 1 : 2, target[name], TENANT],
    )
  }
})
afterAll(() => product?.stop())

/** All that an act on these rows could change, as one text. */
const state = async (): Promise<string> => {
  const { query } = product.platform.system
  const ids = RESOURCES.map((name) => target[name])
  const tables = ['identity_user', 'identity_role', 'identity_data_scope', 'identity_api_scope']
  const rows = await Promise.all([
    ...tables.map((table) => query(`select * from ${table} where id = any($1::bigint[])`, [ids])),
    query('select role_id, menu_code from identity_role_menu where role_id = any($1::bigint[]) order by 1, 2', [ids]),
    query('select role_id, category, scope_id from identity_role_scope where role_id = any($1::bigint[]) order by 1, 2, 3', [ids]),
    query('select id, ended_at from identity_session where user_id = any($1::bigint[]) order by id', [ids]),
  ])
  return JSON.stringify(rows)
}

/** Returns the calls that act on a user, a role or a scope: those of the resources that name a row, and those whose example names one. */
const acts = (): { row: RouteRow; call: ReturnType<typeof fill> }[] => {
  const stand = Object.fromEntries(Object.entries(target).map(([name, id]) => [exampleId(name), id]))
  return routeRows(product.registry).flatMap((row) => {
    const { route, follows } = row
    const id = target[follows?.resource.name ?? '']
    if (route.method === 'GET' && !route.path.includes('/session/list')) return []
    if (follows?.verb && id) {
      if (follows.verb === 'save' || follows.verb === 'create') return []
      if (follows.verb === 'remove' || follows.verb === 'delete') return [{ row, call: { query: { ids: id } } }]
      const body = follows.resource.name === 'identity.user' ? { status: 0 } : follows.resource.name === 'identity.role' ? { sort: 77 } : {}
      return [{ row, call: { body: { id, ...body } } }]
    }
    const text = JSON.stringify(route.example ?? {})
    if (!RESOURCES.slice(0, 2).some((name) => text.includes(exampleId(name)))) return []
    if (!/blade-(user|auth)|blade-system\/(user|role)/.test(route.path)) return []
    return [{ row, call: fill(route.example ?? {}, stand) }]
  })
}

test("an area's administrator with every right can do nothing to a user, a role or a scope that reaches beyond the area", async () => {
  const before = await state()
  const wrong: string[] = []
  const found = acts()
  for (const { row, call } of found) {
    const query = new URLSearchParams(Object.entries(call.query ?? {}).map(([key, value]) => [key, String(value)]))
    const answer = await limited.call(row.route.method, `${row.route.path}?${query}`, {
      headers: { 'content-type': 'application/json' },
      ...(row.route.method === 'GET' ? {} : { body: JSON.stringify(call.body ?? {}) }),
    })
    const { msg } = (await answer.json()) as { msg: string }
    if (answer.status < 400 || answer.status >= 500) wrong.push(`${row.name}: ${answer.status} ${msg}`)
    if ((await state()) !== before) wrong.push(`${row.name}: changed a row`)
  }
  expect(wrong).toEqual([])
  // The calls named here are examples of each kind; the walk is wrong if it misses them.
  const names = found.map(({ row }) => row.name)
  for (const name of [
    'POST /api/blade-auth/mfa/reset',
    'POST /api/blade-auth/session/end-user',
    'GET /api/blade-auth/session/list',
    'POST /api/blade-system/role/grant',
    'POST /api/blade-system/role/submit',
    'POST /api/blade-user/reset-password',
    'POST /api/blade-user/remove',
  ])
    expect(names).toContain(name)
})

test('the same administrator manages users, roles and sessions within the area', async () => {
  const roleId = await must(limited, `${S}/role/submit`, { roleName: '班组', roleAlias: 'crew', sort: 40 })
  const [area] = await product.platform.system.query<{ id: string }>(
    "select ref_id::text as id from identity_grant g join identity_user u on u.id = g.user_id where u.account = 'limited' and g.kind = 'area' limit 1",
  )
  const made = { account: 'inside_area', password: 'Limits-12', realName: '班组', roleId, areaIds: area?.id }
  const id = await must(limited, '/api/blade-user/submit', made)
  for (const [path, query] of [
    ['/api/blade-auth/mfa/reset', { userId: id }],
    ['/api/blade-auth/session/end-user', { userId: id }],
    ['/api/blade-user/reset-password', { userIds: id }],
  ] as const)
    expect([path, (await limited.post(path, undefined, query as unknown as Record<string, string>)).code]).toEqual([path, 200])
  expect((await limited.post(`${S}/role/submit`, { id: roleId, sort: 41 })).code).toBe(200)
})
