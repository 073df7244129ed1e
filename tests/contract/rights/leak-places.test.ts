import { tableOf } from '@lamplight/server-kit'
import { type ApiClient, atLeast, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { callsOfRun } from '../api/kinds.ts'
import { type Known, knownRows } from '../api/known-rows.ts'
import { byResource, must, OWN_WORDS, ownRows } from '../api/own-rows.ts'
import { type RouteRow, routeRows } from '../api/router.ts'
import { addDevices, addSide, deviceResources, type Stand } from '../import/placed-devices.ts'
import { findLeaks, isSigned, mark, type Secrets, secretsOf } from './canaries.ts'

const TENANT = '100001'
let product: TestPlatform
let rows: RouteRow[]
/** `theirs`: rows of a project and area that are not granted; `own`: rows of granted ones. */
let theirs: Known
let own: Known
let people: readonly { readonly named: string; readonly client: ApiClient; readonly secrets: Secrets; readonly may: RegExp }[]
/** `foreign`: ids of the rows at places that are not granted, by table. */
let chief: ApiClient
let foreign: Readonly<Record<string, string>>

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '20' } })
  const { system, newId } = product.platform
  const admin = await product.signIn()
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  const addUser = async (account: string, roleId: string): Promise<ApiClient> => {
    const made = { tenantId: TENANT, account, password: 'Places-1', realName: account, roleId }
    await must(admin, '/api/blade-user/submit', made)
    return product.signIn({ tenantId: TENANT, account, password: 'Places-1' })
  }
  const [chiefRole] = await system.query<{ id: string }>("select id from identity_role where tenant_id = $1 and role_alias = 'admin'", [
    TENANT,
  ])
  chief = await addUser('places_chief', chiefRole?.id ?? '')
  rows = callsOfRun(routeRows(product.registry), import.meta.url)
  theirs = await knownRows(product, TENANT, operator)

  const east = await ownRows(chief)
  const { project, area, lamp } = east

  // All permissions within the tenant, so that only the granted places limit the user.
  const roleId = newId()
  await system.query(`insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, '片区', 'district', 9)`, [
    roleId,
    TENANT,
  ])
  await system.query(
    `insert into identity_role_menu (role_id, menu_code, tenant_id)
     select $1, code, $2 from system_menu where not is_deleted and code !~ '^(user|role|tenant|menu|dict|param)_' on conflict do nothing`,
    [roleId, TENANT],
  )
  const grant = async (client: ApiClient, kind: string, id: string): Promise<void> => {
    await system.query('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [
      client.userId,
      kind,
      id,
      TENANT,
    ])
  }
  const both = await addUser('both_cut', roleId)
  await grant(both, 'project', project)
  await grant(both, 'area', area)
  const district = await addUser('area_cut', roleId)
  await grant(district, 'area', area)
  await admin.get('/api/blade-auth/oauth/clear-cache')
  const dimmed = await both.post<{ batchId: string }>('/api/blade-city/lamp/dim', { ids: [lamp], level: 20, duration: 600 })
  expect(dimmed.code, dimmed.msg).toBe(200)
  own = theirs.with({ ...byResource(east), 'control.batch': dimmed.data.batchId }, OWN_WORDS)

  // Devices of each kind whose gateways stand elsewhere than they do. Calls are made with those of the other side behind one's own gateway; lists could
  // return all.
  const west = await addSide(chief, 'WEST')
  const sides = [{ project, area, gateway: east.gateway, post: east.post }, west] as const
  const devices = await addDevices(product, chief, ...sides)
  const rowsAt = (stand: Stand): Record<string, string> => Object.fromEntries([...devices].map(([name, stands]) => [name, stands[stand]]))
  theirs = theirs.with(rowsAt('otherBehindOwn'))
  own = own.with(rowsAt('ownBehindOther'))

  // Some calls add a device to the caller's own project or area.
  const placed = [...product.registry.resources.values()]
    .map(({ resource }) => resource)
    .filter(({ fields }) => fields.projectId && fields.areaId)
  const ownPlaced = placed.map((resource) => `select id from ${tableOf(resource)} where project_id = ${project} or area_id = ${area}`)
  const others = `tenant_id = '${TENANT}' and device_id not in (${ownPlaced.join(' union all ')})`
  const elsewhere = `tenant_id = '${TENANT}' and project_id is distinct from ${project}`
  const awayFrom = `${elsewhere} and area_id is distinct from ${area}`
  foreign = {
    lighting_lamp: elsewhere,
    lighting_post: elsewhere,
    lighting_street: elsewhere,
    ...Object.fromEntries(deviceResources(product).map((resource) => [tableOf(resource), awayFrom])),
    // One's own devices name the gateway of the other side.
    devices_gateway: `${elsewhere} and id <> ${west.gateway}`,
    devices_registry: others,
    devices_state: others,
    devices_stranger: `tenant_id = '${TENANT}'`,
    devices_misfit_value: others,
    devices_misfit: `tenant_id = '${TENANT}'`,
    devices_group_member: others,
    places_area: `tenant_id = '${TENANT}' and id <> ${area}`,
    places_project: `tenant_id = '${TENANT}' and id <> ${project}`,
    lighting_import: `tenant_id = '${TENANT}'`,
    control_batch: `tenant_id = '${TENANT}' and id = ${theirs.row('control.batch')}`,
  }
  const ids = new Set<string>()
  const texts = new Set<string>()
  for (const [table, where] of Object.entries(foreign)) {
    await mark(product, where, [table])
    const found = await secretsOf(product, where, [table])
    for (const id of found.ids) ids.add(id)
    for (const text of found.texts) texts.add(text)
  }
  // Devices of the other side stand behind one's own gateway, and one's own devices behind the gateway of the other side.
  for (const sn of ['GW-EAST', 'GW-WEST']) texts.delete(sn)
  // Devices of both sides are reached by one route of a driver.
  const routes = `select distinct gateway_sn as route from devices_registry where device_id in (${ownPlaced.join(' union all ')})`
  for (const { route } of await product.platform.system.query<{ route: string }>(routes)) texts.delete(route)
  const secrets = { ids, texts: [...texts] }
  people = [
    { named: 'cut to a project and an area', client: both, secrets, may: /^$/ },
    {
      named: 'cut to an area',
      client: district,
      secrets,
      may: new RegExp(`^(c4nplacesproject|${theirs.row('places.project')}|${west.project})$`),
    },
  ]
})
afterAll(() => product?.stop())

const holdings = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(foreign).map(async ([table, where]) => {
        const sum = 'count(*) as n, sum(hashtextextended(t::text, 0)::numeric) as sum'
        return [table, await product.platform.system.query(`select ${sum} from ${table} t where ${where}`)] as const
      }),
    ),
  )

test('a user limited to places can work in these places', async () => {
  const client = people[0]?.client as ApiClient
  const list = await client.get<{ total: number }>('/api/blade-city/lamp/list')
  expect(list.data.total).toBe(1)
  expect((await client.get('/api/blade-city/lamp/realTimeCondition', { id: own.row('lighting.lamp') })).code).toBe(200)
  expect((await client.get('/api/blade-device/state', { deviceId: own.row('lighting.controller') })).code).toBe(200)
  expect((await client.get('/api/blade-city/commandrecord/detail', { id: own.row('control.batch') })).code).toBe(200)
  expect((await client.post('/api/blade-city/lamp/submit', { id: own.row('lighting.lamp'), name: '东灯一' })).code).toBe(200)
  const moved = await client.post('/api/blade-city/lamp/submit', { id: own.row('lighting.lamp'), projectId: theirs.row('places.project') })
  expect([moved.status, moved.msg]).toEqual([400, 'projectId:不存在'])
})

test('a user without place limits sees the marks, which proves that the search for leaks finds them', { timeout: 300_000 }, async () => {
  const skip = (name: string): boolean => name.endsWith('/oauth/logout')
  const readers = rows.filter(({ route }) => route.method === 'GET')
  const { secrets } = people[0] as (typeof people)[number]
  const { leaks } = await findLeaks(product, readers, { client: chief, named: 'chief', theirs, own, secrets, skip, ways: 1 })
  expect(new Set(leaks.map((leak) => leak.split(' ')[2])).size).toBeGreaterThan(atLeast(25))
})

test('no call returns rows of other places to users limited to places, or changes them', { timeout: 900_000 }, async () => {
  const before = await holdings()
  for (const { named, client, secrets, may } of people) {
    // The log of calls returns the caller's earlier requests, with the ids in them.
    const skip = (name: string): boolean =>
      name.endsWith('/oauth/logout') || isSigned(name) || /^GET \/api\/blade-log\/api\/(list|export)$/.test(name)
    const { callCount, leaks, failures } = await findLeaks(product, rows, {
      client,
      named,
      theirs,
      own,
      secrets,
      skip,
      ways: named.includes('project') ? undefined : 2,
    })
    const foreign = leaks.filter(
      (leak) =>
        !leak
          .split(' told ')[1]
          ?.split(' ')
          .every((part) => may.test(part)),
    )
    expect(foreign).toEqual([])
    expect(failures).toEqual([])
    expect(callCount).toBeGreaterThan(atLeast(400))
    const after = await holdings()
    for (const [table, sum] of Object.entries(before))
      if (!may.test(`c4n${table.replaceAll('_', '')}`)) expect(after[table], `${named}: ${table}`).toEqual(sum)
  }
})
