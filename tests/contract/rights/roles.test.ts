import { type ApiClient, atLeast, createClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import type { Call } from '../api/hand-written.ts'
import { callsOfRun } from '../api/kinds.ts'
import { type RouteRow, routeRows, sendCall } from '../api/router.ts'
import { LINES, mayBe, ROLES, ROW_NAMES, type Role, rowFor, STATED } from './role-matrix.ts'

const TENANT = '100001'
const NO_RIGHT = '没有该操作的权限'
let product: TestPlatform
let rows: RouteRow[]
const clients = new Map<Role, ApiClient>()

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  rows = routeRows(product.registry)
  const admin = await product.signIn()
  clients.set('administrator', admin)
  const made = await admin.post<{ id: string }>('/api/blade-system/role/submit', {
    tenantId: TENANT,
    roleName: '无',
    roleAlias: 'none',
    sort: 99,
  })
  expect(made.code, made.msg).toBe(200)
  for (const role of ROLES) {
    if (role === 'administrator' || role === 'expired') continue
    const [found] = await product.platform.system.query<{ id: string }>(
      'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted',
      [TENANT, role],
    )
    const who = { tenantId: TENANT, account: `cell_${role}`, password: 'Matrix-1' }
    const user = await admin.post('/api/blade-user/submit', { ...who, realName: role, roleId: found?.id })
    expect(user.code, `${role}: ${user.msg}`).toBe(200)
    clients.set(role, await product.signIn(who))
  }
  const ended = await product.signIn({ tenantId: TENANT, account: 'operator' })
  await ended.get('/api/blade-auth/oauth/logout')
  clients.set('expired', createClient(product.url, { token: ended.token, tenantId: TENANT }))
})
afterAll(() => product?.stop())

/**
 * Returns a call without values, because permissions are checked before the input. `submit` needs the permission to
 * change if it has an id, else the permission to add.
 */
const empty = ({ route }: RouteRow, id?: string): Call =>
  route.method === 'GET' || route.method === 'DELETE' ? { query: id ? { id } : {} } : { body: id ? { id } : {} }

test('rule.perm.server, rule.perm.roles: for every call and every role, the matrix decides who may call it', {
  timeout: 300_000,
}, async () => {
  const undeclared = rows.filter((row) => !rowFor(row)).map(({ name }) => name)
  expect(undeclared).toEqual([])
  const wrong: string[] = []
  let cells = 0
  for (const row of callsOfRun(rows, import.meta.url)) {
    if (row.name.endsWith('/oauth/logout')) continue
    const matrixRow = rowFor(row) as NonNullable<ReturnType<typeof rowFor>>
    const calls = /\/submit$/.test(row.name) ? [empty(row), empty(row, '1')] : [empty(row)]
    for (const role of ROLES)
      for (const call of calls) {
        const { status, msg } = await sendCall(product, clients.get(role) as ApiClient, row.route, call)
        cells += 1
        const verdict = status === 401 && row.route.permission !== 'public' ? 'no token' : msg === NO_RIGHT ? 'no right' : 'may'
        const meant = mayBe(matrixRow, role) ? 'may' : role === 'expired' ? 'no token' : 'no right'
        if (verdict !== meant) wrong.push(`${row.name} ${role} (${matrixRow}): meant ${meant}, was ${verdict} ${status} ${msg}`)
      }
  }
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(atLeast(2000))
})

test('every part of the matrix with rows is used, and so is each line for hand-written calls', () => {
  expect(new Set(rows.map(rowFor))).toEqual(ROW_NAMES)
  const byHand = rows.filter(({ follows }) => !follows).map(({ name }) => LINES.find(([pattern]) => pattern.test(name)))
  expect(LINES.filter((line) => !byHand.includes(line))).toEqual([])
  expect(STATED.filter((name) => !product.registry.resources.has(name))).toEqual([])
})
