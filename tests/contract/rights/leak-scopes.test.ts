import { menuOfSlice } from '@lamplight/server-kit'
import { type ApiClient, atLeast, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { callsOfRun } from '../api/kinds.ts'
import { type Known, knownRows } from '../api/known-rows.ts'
import { byResource, must, OWN_WORDS, ownRows } from '../api/own-rows.ts'
import { type RouteRow, routeRows } from '../api/router.ts'
import { findLeaks, mark, PEOPLES_TABLES, type Secrets, secretsOf } from './canaries.ts'

const TENANT = '100001'
let product: TestPlatform
let rows: RouteRow[]
let theirs: Known
let own: Known
let secrets: Secrets
let scoped: ApiClient
let free: ApiClient
/** Ids of rows of other users, by table. */
const policed: Record<string, string[]> = {}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  const { system, newId } = product.platform
  const admin = await product.signIn()
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  rows = callsOfRun(routeRows(product.registry), import.meta.url)
  theirs = await knownRows(product, TENANT, operator)
  const addRole = async (alias: string): Promise<string> => {
    const id = newId()
    await system.query('insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, $3, $3, 9)', [
      id,
      TENANT,
      alias,
    ])
    await system.query(
      'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where not is_deleted on conflict do nothing',
      [id, TENANT],
    )
    return id
  }
  const addUser = async (account: string, roleId: string): Promise<ApiClient> => {
    await must(admin, '/api/blade-user/submit', { tenantId: TENANT, account, password: 'Scopes-12', realName: account, roleId })
    return product.signIn({ tenantId: TENANT, account, password: 'Scopes-12' })
  }
  // One user with all permissions, and one with the same permissions whose data scopes show only own rows on every page.
  free = await addUser('free_one', await addRole('free'))
  const cut = await addRole('cut')
  const pages = slices.flatMap(menuOfSlice)
  for (const { code, resource } of pages) {
    const served = product.registry.resources.get(resource ?? '')
    if (!served || served.resource.scope === 'global') continue
    const id = newId()
    await system.query(
      `insert into identity_data_scope (id, tenant_id, scope_name, menu_id, resource_code, scope_type)
       select $1, $2, $3, id, $3, 2 from system_menu where code = $3 and not is_deleted`,
      [id, TENANT, code],
    )
    await system.query('insert into identity_role_scope (role_id, category, scope_id, tenant_id) values ($1, 1, $2, $3)', [cut, id, TENANT])
  }
  scoped = await addUser('cut_one', cut)
  await system.query('update identity_user set create_user = null, update_user = null where tenant_id = $1', [TENANT])
  const where = `tenant_id = '${TENANT}' and id <> ${scoped.userId}`
  await mark(product, where, PEOPLES_TABLES)
  const role = new Set([cut])
  const found = await secretsOf(product, where, PEOPLES_TABLES)
  // The user's own role is visible to the user, so its id is not secret.
  secrets = { texts: found.texts, ids: found.ids.difference(role) }
  for (const table of PEOPLES_TABLES)
    policed[table] = (await system.query<{ id: string }>(`select id from ${table} where ${where}`)).map(({ id }) => id)

  const east = await ownRows(scoped)
  own = theirs.with(byResource(east), { 'GW-0001': OWN_WORDS['GW-0001'], 'LC-0001': OWN_WORDS['LC-0001'] })
})
afterAll(() => product?.stop())

const skip = (name: string): boolean => name.endsWith('/oauth/logout') || /^GET \/api\/blade-log\/(api|usual)\/(list|export)$/.test(name)

test('a user with every right sees the marks, which proves that the search for leaks finds them', { timeout: 300_000 }, async () => {
  const readers = rows.filter(({ route }) => route.method === 'GET')
  const { leaks } = await findLeaks(product, readers, { client: free, named: 'free', theirs, own, secrets, skip, ways: 1 })
  expect(new Set(leaks.map((leak) => leak.split(' ')[2])).size).toBeGreaterThan(atLeast(25))
})

const holdings = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(policed).map(async (table) => {
        const sum = `select count(*) as n, sum(hashtextextended(t::text, 0)::numeric) as sum from ${table} t where id = any($1::bigint[])`
        return [table, await product.platform.system.query(sum, [policed[table]])] as const
      }),
    ),
  )

test('auth.dataScope: for a user whose scope is the own rows, no call returns or changes rows of others', {
  timeout: 300_000,
}, async () => {
  const before = await holdings()
  const { callCount, leaks, failures } = await findLeaks(product, rows, { client: scoped, named: 'scoped', theirs, own, secrets, skip })
  expect(callCount).toBeGreaterThan(atLeast(1000))
  expect(leaks).toEqual([])
  expect(failures).toEqual([])
  expect(await holdings()).toEqual(before)
})
