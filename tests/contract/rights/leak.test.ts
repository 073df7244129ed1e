import { columnsOf } from '@lamplight/fields/column'
import { parentsIn, type ResourceDefinition } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import { type ApiClient, atLeast, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import type { Call } from '../api/hand-written.ts'
import { callsOfRun, resourcesOfRun } from '../api/kinds.ts'
import { type Known, knownRows } from '../api/known-rows.ts'
import { fingerprint, type RouteRow, routeRows, sendCall } from '../api/router.ts'
import { createSamples } from '../api/samples.ts'
import { findLeaks, isSigned, mark, type Secrets, secretsOf, TENANTS_TABLES } from './canaries.ts'

const OWNER = '000000'
const OTHER = '100001'
/** Tables whose rows are created by signing in, or by no particular user. */
const NOBODYS = ['identity_lock', 'identity_captcha', 'identity_session', 'identity_challenge', 'identity_phone_code', 'kit_lease']
const ADDS: readonly string[] = ['submit', 'save', 'create']
const FORGED: Readonly<Record<string, unknown>> = { int: 77, number: 77, choice: 77, time: '2001-01-01 00:00:00', flag: 1 }
/** True for calls that end the caller's session. */
const ends = (name: string): boolean => name.endsWith('/oauth/logout')
/** True for calls that return the caller's earlier requests. */
const logsRequests = (name: string): boolean => /^GET \/api\/blade-log\/api\/(list|export)$/.test(name)
/** True for the call by which a salesperson adds a tenant: it writes an entry into the platform's audit log. */
const addsTenants = (name: string): boolean => name === 'POST /api/blade-sales/tenant/submit'

let product: TestPlatform
let admin: ApiClient
let clients: Record<string, ApiClient>
let theirs: Known
let own: Known
let rows: RouteRow[]
let secrets: Secrets

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  admin = await product.signIn()
  const operator = await product.signIn({ tenantId: OTHER, account: 'operator' })
  theirs = await knownRows(product, OWNER, admin)
  own = await knownRows(product, OTHER, operator)
  rows = callsOfRun(routeRows(product.registry), import.meta.url)
  // Tenant isolation must not depend on missing permissions, so this user of the other tenant has all permissions.
  const system = product.platform.system
  const roleId = product.platform.newId()
  await system.query(`insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, '全能', 'almighty', 9)`, [
    roleId,
    OTHER,
  ])
  await system.query(
    `insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where not is_deleted on conflict do nothing`,
    [roleId, OTHER],
  )
  const made = await admin.post('/api/blade-user/submit', {
    tenantId: OTHER,
    account: 'almighty',
    password: 'Almighty-1',
    realName: '全能',
    roleId,
  })
  expect(made.code, made.msg).toBe(200)
  // Lists show who created a row; here that would be the platform administrator.
  await system.query('update identity_user set create_user = null, update_user = null where tenant_id = $1', [OTHER])
  await mark(product, `tenant_id = '${OWNER}'`)
  secrets = await secretsOf(product, `tenant_id = '${OWNER}'`, TENANTS_TABLES)
  clients = {
    almighty: await product.signIn({ tenantId: OTHER, account: 'almighty', password: 'Almighty-1' }),
    operator,
    guest: await product.signIn({ tenantId: OTHER, account: 'guest' }),
  }
})
afterAll(() => product?.stop())

/** Returns the fingerprints as soon as two readings in sequence are equal. */
const resting = async (where: string): Promise<Record<string, string>> => {
  let last: Record<string, string> = {}
  await eventually(async () => {
    const before = JSON.stringify(last)
    last = await fingerprint(product, where, NOBODYS)
    return JSON.stringify(last) === before
  })
  return last
}

describe('between tenants', () => {
  test('the owner sees the marks, which proves that the search for leaks finds them', { timeout: 900_000 }, async () => {
    const { leaks } = await findLeaks(
      product,
      rows.filter(({ route }) => route.method === 'GET'),
      {
        client: admin,
        named: 'owner',
        theirs,
        own: theirs,
        secrets,
        skip: ends,
        ways: 1,
      },
    )
    expect(new Set(leaks.map((leak) => leak.split(' ')[2])).size).toBeGreaterThan(atLeast(45))
  })

  test('no call returns a byte of a row to another tenant, or changes it', { timeout: 900_000 }, async () => {
    const before = await resting(`where tenant_id = '${OWNER}'`)
    const found = { callCount: 0, leaks: [] as string[], failures: [] as string[] }
    for (const [named, client] of Object.entries(clients)) {
      const { callCount, leaks, failures } = await findLeaks(product, rows, {
        client,
        named,
        theirs,
        own,
        secrets,
        skip: (name) => ends(name) || logsRequests(name) || addsTenants(name) || isSigned(name),
        ways: named === 'almighty' ? undefined : 2,
      })
      found.callCount += callCount
      found.leaks.push(...leaks)
      found.failures.push(...failures)
    }
    expect(found.callCount).toBeGreaterThan(atLeast(2000))
    expect(found.leaks).toEqual([])
    expect(found.failures).toEqual([])
    expect(await fingerprint(product, `where tenant_id = '${OWNER}'`, NOBODYS)).toEqual(before)
  })

  const adding = (): readonly ResourceDefinition[] =>
    resourcesOfRun(
      [...product.registry.resources.values()]
        .map(({ resource }) => resource)
        .filter(
          ({ scope, name, api }) => scope !== 'global' && name !== 'identity.tenant' && api.verbs.some((verb) => ADDS.includes(verb)),
        ),
      import.meta.url,
    )

  test('no row can refer to a row of another tenant, and the attempt changes nothing', async () => {
    const almighty = clients.almighty as ApiClient
    const samples = createSamples(almighty, product.registry.resources)
    const wrong: string[] = []
    let callCount = 0
    for (const resource of adding())
      for (const [name, field] of Object.entries(resource.fields)) {
        const to = (field.options as { to?: string }).to
        const target = to ? product.registry.resources.get(to)?.resource : undefined
        if (!target || target.scope === 'global' || field.options.readonly) continue
        const wire = field.options.wire ?? name
        const body = { ...(await samples.body(resource)), [wire]: theirs.row(target.name) }
        const answer = await almighty.post(samples.addPath(resource) as string, body)
        callCount += 1
        if (answer.status !== 400) wrong.push(`${resource.name} ${wire}: ${answer.status} ${answer.msg}`)
      }
    expect(wrong).toEqual([])
    expect(callCount).toBeGreaterThan(atLeast(12))
  })

  test('fields that the user may not set are ignored: tenant, author, deletion, reported values', async () => {
    const almighty = clients.almighty as ApiClient
    const samples = createSamples(almighty, product.registry.resources)
    for (const resource of adding()) {
      const readonly = Object.entries(resource.fields).filter(([, field]) => field.options.readonly && !field.options.from)
      const forged = Object.fromEntries(readonly.map(([name, field]) => [field.options.wire ?? name, FORGED[field.kind] ?? '77']))
      const base = {
        tenantId: OWNER,
        createUser: '77',
        updateUser: '77',
        createTime: '2001-01-01 00:00:00',
        isDeleted: 1,
        is_deleted: true,
      }
      const answer = await almighty.post<{ id: string }>(samples.addPath(resource) as string, {
        ...base,
        ...forged,
        ...(await samples.body(resource)),
      })
      expect(answer.code, `${resource.name}: ${answer.msg}`).toBe(200)
      const [row] = await product.platform.system.query<Record<string, unknown>>(`select * from ${tableOf(resource)} where id = $1`, [
        answer.data.id,
      ])
      expect(row, resource.name).toMatchObject({ tenant_id: OTHER, create_user: almighty.userId, is_deleted: false })
      for (const [name, field] of readonly) {
        const [column] = columnsOf(name, field)
        expect(String(row?.[column?.name ?? ''] ?? ''), `${resource.name} ${name}`).not.toMatch(/^77$|\b2001\b/)
      }
    }
  })

  test('no call returns a removed row', async () => {
    const almighty = clients.almighty as ApiClient
    const samples = createSamples(almighty, product.registry.resources)
    const wrong: string[] = []
    for (const resource of adding()) {
      const id = await samples.create(resource)
      const removal = rows.find(
        ({ follows, route }) =>
          follows?.resource === resource && ['remove', 'delete'].includes(follows.verb ?? '') && parentsIn(route.path).length === 0,
      )
      if (!removal) continue
      const gone = await sendCall(product, almighty, removal.route, { path: { id }, query: { ids: id } })
      expect(gone.status, `${resource.name}: ${gone.msg}`).toBe(200)
      for (const row of rows.filter(({ follows }) => follows?.resource === resource)) {
        const { verb, action } = row.follows ?? {}
        const calls: Call[] = action
          ? [{ body: { ...JSON.parse(JSON.stringify(row.good(own).body).replaceAll(own.row(resource.name), id)), ids: [id] } }]
          : verb === 'detail'
            ? [{ query: { id } }]
            : verb === 'get'
              ? [{ path: { id } }]
              : ['update', 'put', 'submit'].includes(verb ?? '')
                ? [{ body: { ...(await samples.body(resource)), id } }]
                : ['remove', 'delete'].includes(verb ?? '')
                  ? [{ query: { ids: id } }]
                  : []
        for (const call of calls) {
          const written = await sendCall(product, almighty, row.route, { ...call, path: { ...row.good(own).path, id } })
          if (written.status !== 400) wrong.push(`${row.name} ${written.status} ${written.msg}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
