import { decodeLampPacket } from '@lamplight/lamp-packet'
import { type ApiClient, eventually, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

/** The map's packet of a whole tenant comes from a cached copy, which must always equal the tables. */
const TENANT = '100001'
const OTHER = '000000'
const LAMPS = 60
let product: TestPlatform
let operator: ApiClient
/** Statements sent through `asTenant`, which the caches of cities use. */
const statements: { tenantId: string; text: string }[] = []
const statementsOf = (tenantId: string, words: string): number =>
  statements.filter((each) => each.tenantId === tenantId && each.text.includes(words)).length

const sql = <R extends object = object>(text: string, params: unknown[] = []): Promise<R[]> =>
  product.platform.system.query(text, params) as unknown as Promise<R[]>

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  const { asTenant } = product.platform
  vi.spyOn(product.platform, 'asTenant').mockImplementation((tenantId) => {
    const tenant = asTenant(tenantId)
    const query: typeof tenant.query = (text, params) => {
      statements.push({ tenantId, text })
      return tenant.query(text, params)
    }
    return { ...tenant, query }
  })
  operator = await product.signIn({ tenantId: TENANT, account: 'operator', password: 'operator' })
})
afterAll(() => product?.stop())

/** Lamps 0 … 59, each with a device of its own; 58 has no device, 59 shares the device of 57. */
beforeEach(async () => {
  await sql(`delete from devices_registry where tenant_id = $1`, [TENANT])
  await sql(`delete from lighting_lamp where tenant_id = any($1)`, [[TENANT, OTHER]])
  await sql(
    `insert into devices_registry (sn, device_id, tenant_id) select 'M' || n, 7100000000000000000 + n, $1 from generate_series(0, $2::int - 3) n`,
    [TENANT, LAMPS],
  )
  await sql(
    `insert into lighting_lamp (id, tenant_id, name, sn, kind, controller_id, lng, lat)
     select 7200000000000000000 + n, $1, 'lamp', 'ML' || n, 1, case when n < 58 then 7100000000000000000 + n when n = 59 then 7100000000000000057 end, 112 + n * 0.001, 28
     from generate_series(0, $2::int - 1) n`,
    [TENANT, LAMPS],
  )
  await sql(`update devices_state set state = 1 + device_id % 4, dim = device_id % 101 where tenant_id = $1`, [TENANT])
})

const shown = async (headers: Record<string, string> = {}): Promise<string[]> => {
  const answer = await fetch(`${product.url}/api/blade-city/lamp/map`, {
    headers: { 'Blade-Auth': `bearer ${operator.token}`, 'Tenant-Id': TENANT, ...headers },
  })
  expect(answer.status).toBe(200)
  const { ids, lng, lat, state, dim } = decodeLampPacket(await answer.arrayBuffer())
  return Array.from(ids, (id, i) => [id, lng[i], lat[i], state[i], dim[i]].join()).sort()
}
const stored = async (): Promise<string[]> =>
  (
    await sql<Record<'id' | 'lng' | 'lat' | 'state' | 'dim', string | number>>(
      `select coalesce(l.controller_id, l.id)::text as id, round(l.lng * 1e7) / 1e7 as lng, round(l.lat * 1e7) / 1e7 as lat, coalesce(s.state, 5) as state, coalesce(s.dim, 0) as dim
       from lighting_lamp l left join devices_state s on s.device_id = l.controller_id and s.tenant_id = l.tenant_id
       where l.tenant_id = $1 and not l.is_deleted and l.lng is not null and l.lat is not null`,
      [TENANT],
    )
  )
    .map(({ id, lng, lat, state, dim }) => [id, lng, lat, state, dim].join())
    .sort()

test('a large city is prepared while a user who sees all of it signs in; a small city is not read', async () => {
  const total = (n: number): Promise<object[]> =>
    sql(
      `insert into kit_counter (tenant_id, resource, project_id, area_id, n) values ($1, 'lighting_lamp', -1, -1, $2)
       on conflict (tenant_id, resource, project_id, area_id) do update set n = excluded.n`,
      [OTHER, n],
    )
  const lampsRead = (): number => statementsOf(OTHER, 'from lighting_lamp')
  try {
    await total(50_000)
    const before = statementsOf(OTHER, 'kit_counter')
    await product.signIn()
    await eventually(async () => statementsOf(OTHER, 'kit_counter') > before)
    expect(lampsRead()).toBe(0)
    await total(50_001)
    await product.signIn()
    await eventually(async () => lampsRead() === 1)
  } finally {
    await total(0)
  }
})

const changes: Readonly<Record<string, string>> = {
  'a report': `update devices_state set state = 3, dim = 77 where device_id in (7100000000000000003, 7100000000000000057)`,
  'a lamp that moves': `update lighting_lamp set lng = 113 where id = 7200000000000000004`,
  'one of two lamps of a device that moves': `update lighting_lamp set lng = 113 where id = 7200000000000000059`,
  'a lamp that changes its device and stands where another of that device stands': `update lighting_lamp l set controller_id = 7100000000000000002, lng = k.lng
    from lighting_lamp k where k.id = 7200000000000000002 and l.id = 7200000000000000003`,
  'two lamps that swap their devices': `update lighting_lamp l set controller_id = k.controller_id from lighting_lamp k
    where l.id in (7200000000000000013, 7200000000000000014) and k.id in (7200000000000000013, 7200000000000000014) and k.id <> l.id`,
  'a lamp that loses its place': `update lighting_lamp set lng = null where id = 7200000000000000005`,
  'a lamp that is deleted': `update lighting_lamp set is_deleted = true where id = 7200000000000000006`,
  'a row that is gone': `delete from lighting_lamp where id = 7200000000000000007`,
  'a lamp that gets a device': `update lighting_lamp set controller_id = 7100000000000000001 where id = 7200000000000000058`,
  'a new lamp': `insert into lighting_lamp (id, tenant_id, name, sn, kind, lng, lat) values (7200000000000000900, '${TENANT}', 'new', 'MN', 1, 112.5, 28.5)`,
  'a device that is taken out': `delete from devices_registry where device_id = 7100000000000000008`,
  'a new device behind a lamp that waited for it': `with gone as (delete from devices_registry where device_id = 7100000000000000009) select 1;
    insert into devices_registry (sn, device_id, tenant_id, activated) values ('M9', 7100000000000000009, '${TENANT}', false)`,
  'the last lamp that goes': `delete from lighting_lamp where tenant_id = '${TENANT}'`,
}
test.each(Object.entries(changes))('the map shows the stored state after %s', async (_what, change) => {
  expect(await shown()).toEqual(await stored())
  for (const statement of change.split(';')) await sql(statement)
  const now = await stored()
  expect(await shown()).toEqual(now)
  expect(await shown()).toEqual(now)
})

test('lamps without a device move too; when many of them move, the city is read again', async () => {
  await sql(`update lighting_lamp set controller_id = null where tenant_id = $1`, [TENANT])
  expect(await shown()).toEqual(await stored())
  await sql(`update lighting_lamp set lat = 30 where id = 7200000000000000020`)
  expect(await shown()).toEqual(await stored())
  await sql(`update lighting_lamp set lat = 31 where tenant_id = $1`, [TENANT])
  expect(await shown()).toEqual(await stored())
})

test('edited or moved lamps do not cause the whole city to be read again', async () => {
  // An open transaction of another test makes every lamp count as changed. Lamps of one device at
  // different positions would then cause a complete read.
  await sql(`update lighting_lamp l set lng = k.lng from lighting_lamp k where l.id = 7200000000000000059 and k.id = 7200000000000000057`)
  expect(await shown()).toEqual(await stored())
  const whole = "string_agg(int8send(map_id), '') filter (where shown)"
  const before = statementsOf(TENANT, whole)
  expect(before).toBeGreaterThan(0)
  for (const statement of [
    `update lighting_lamp set name = 'renamed' where tenant_id = '${TENANT}' and id < 7200000000000000057`,
    `update lighting_lamp set lng = lng + 0.5, lat = 29 where id in (7200000000000000004, 7200000000000000058)`,
    `update lighting_lamp set lng = lng + 0.5 where id = 7200000000000000004`,
  ]) {
    await sql(statement)
    expect(await shown()).toEqual(await stored())
    expect(await shown({ 'accept-encoding': 'identity' })).toEqual(await stored())
  }
  expect(statementsOf(TENANT, whole)).toBe(before)
})

test('a transaction that began before the map was read and committed after it is shown next time', async () => {
  await shown()
  await product.platform.system.tx(async (query) => {
    await query(`update devices_state set state = 4, dim = 11 where device_id = 7100000000000000010`)
    const before = await shown()
    // Later transactions begin and end while the first is open.
    await sql(`update devices_state set dim = 12 where device_id = 7100000000000000011`)
    expect(before).not.toEqual(await shown())
    expect(await shown()).toEqual(await stored())
    await query(`update lighting_lamp set lng = 114 where id = 7200000000000000012`)
    expect(await shown()).toEqual(await stored())
  })
  const after = await stored()
  expect(after.some((lamp) => lamp.startsWith('7100000000000000010,') && lamp.endsWith(',4,11'))).toBe(true)
  expect(await shown()).toEqual(after)
})

test('concurrent map requests all contain what was committed before them; another tenant gets no lamp', async () => {
  for (let turn = 1; turn <= 5; turn++) {
    await sql(`update devices_state set dim = $1 where tenant_id = $2`, [turn, TENANT])
    const expected = await stored()
    for (const answer of await Promise.all([shown(), shown(), shown()])) expect(answer).toEqual(expected)
  }
  const admin = await product.signIn({ tenantId: OTHER, account: 'admin', password: 'admin' })
  const answer = await admin.call('GET', '/api/blade-city/lamp/map')
  expect(decodeLampPacket(await answer.arrayBuffer()).n).toBe(0)
})

test('with a type of projects the packet has only the lamps of such projects', async () => {
  await sql(
    `insert into places_project (id, tenant_id, name, type) values (7300000000000000001, $1, '学院', 4), (7300000000000000002, $1, '城市', 2)`,
    [TENANT],
  )
  await sql('update lighting_lamp set project_id = 7300000000000000001 + id % 2 where tenant_id = $1 and id % 3 = 0', [TENANT])
  const [{ n } = { n: 0 }] = await sql<{ n: number }>('select count(*)::int as n from lighting_lamp where project_id = 7300000000000000001')
  const answer = await operator.call('GET', '/api/blade-city/lamp/map?projectType=4')
  expect(n).toBeGreaterThan(5)
  expect(decodeLampPacket(await answer.arrayBuffer()).n).toBe(n)
})

test('the packet is sent uncompressed to clients without gzip', async () => {
  expect(await shown({ 'accept-encoding': 'identity' })).toEqual(await stored())
  expect(await shown({ 'accept-encoding': 'gzip;q=0, br' })).toEqual(await stored())
})

test('a user whose role has a data scope on lamps sees the same lamps on the map as in the list', async () => {
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest', password: 'guest' })
  const seen = async (): Promise<number> => decodeLampPacket(await (await guest.call('GET', '/api/blade-city/lamp/map')).arrayBuffer()).n
  expect(await seen()).toBe(LAMPS)
  await sql(
    `insert into identity_data_scope (id, tenant_id, scope_name, menu_id, resource_code, scope_type)
     select 7900000000000000001, $1, 'own', id, 'own', 2 from system_menu where code = 'lamp'`,
    [TENANT],
  )
  await sql(
    `insert into identity_role_scope (role_id, category, scope_id, tenant_id)
     select unnest(role_id), 1, 7900000000000000001, $1 from identity_user where tenant_id = $1 and account = 'guest'`,
    [TENANT],
  )
  const scoped = await product.signIn({ tenantId: TENANT, account: 'guest', password: 'guest' })
  await eventually(async () => (await scoped.get<{ total: number }>('/api/blade-city/lamp/list', { size: 1 })).data.total === 0)
  expect(await seen()).toBe(0)
  await sql('delete from identity_role_scope where scope_id = 7900000000000000001')
  await eventually(async () => (await seen()) === LAMPS)
})
