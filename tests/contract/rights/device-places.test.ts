import { permissionOf, type ResourceDefinition } from '@lamplight/kit'
import { exampleFields, tableOf } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { resourcesOfRun } from '../api/kinds.ts'
import { must } from '../api/own-rows.ts'
import { routeRows, sendCall } from '../api/router.ts'
import { addDevices, addSide, deviceResources, type PlacedDevices, type Side, STANDS } from '../import/placed-devices.ts'

// A user sees a device exactly if a list shows him its row, or the row of a thing whose pages show the device. Every call that tells of devices follows this rule.
const TENANT = '100001'
const PASSWORD = 'Places-1'
const FAMILY = 'timeOffset'
const devices = slices.flatMap(({ resources = [] }) => resources).filter(({ resource }) => resource.device !== undefined)
const shown = slices.flatMap(({ resources = [] }) => resources).filter(({ resource }) => resource.shows !== undefined)
/** The resources that this run tries, each with users who lack the right to it. */
const withheld = resourcesOfRun(
  [...devices, ...shown].map(({ resource }) => resource),
  import.meta.url,
)

let product: TestPlatform
let chief: ApiClient
let placed: PlacedDevices
let own: Side
let group: string
const all: string[] = []
/** Devices with a command. */
const commanded = new Set<string>()
const people = new Map<string, ApiClient>()

const sql = <T extends object = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> =>
  product.platform.system.query<T>(text, params)

/** A role with all rights of the tenant but those that `without` matches. */
const addRole = async (name: string, without: RegExp): Promise<string> => {
  const id = product.platform.newId()
  await sql('insert into identity_role (id, tenant_id, role_name, role_alias, sort) values ($1, $2, $3, $3, 9)', [id, TENANT, name])
  const menus = await sql<{ code: string }>(
    "select code from system_menu where not is_deleted and code !~ '^(user|role|tenant|menu|dict|param)_'",
  )
  await sql(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, c, $3 from unnest($2::text[]) c on conflict do nothing',
    [id, menus.map(({ code }) => code).filter((code) => !without.test(code)), TENANT],
  )
  return id
}
const addUser = async (name: string, roleId: string, grants: Readonly<Record<string, string>> = {}): Promise<void> => {
  const account = `walker_${people.size}`
  await must(await product.signIn(), '/api/blade-user/submit', { tenantId: TENANT, account, password: PASSWORD, realName: name, roleId })
  const client = await product.signIn({ tenantId: TENANT, account, password: PASSWORD })
  for (const [kind, id] of Object.entries(grants))
    await sql('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [client.userId, kind, id, TENANT])
  people.set(name, client)
}

/** Sends one command of each type to its devices. */
const commandAll = async (): Promise<void> => {
  const lamps = STANDS.map((stand) => placed.get('lighting.controller')?.[stand] as string)
  expect((await chief.post('/api/blade-city/controller/batch/openlamp', { controllerIds: lamps })).code).toBe(200)
  for (const id of lamps) commanded.add(id)
  for (const { resource } of devices) {
    const [name, action] = Object.entries(resource.actions ?? {}).find(([, { command }]) => command !== undefined) ?? []
    if (!name || !action) continue
    const ids = STANDS.map((stand) => placed.get(resource.name)?.[stand] as string)
    const input = exampleFields({ name: resource.name, fields: action.input ?? {} })
    const answer = await chief.post(`/api/${resource.api.base}/${action.path ?? name}`, { ...input, ids })
    expect(answer.code, `${resource.name} ${name}: ${answer.msg}`).toBe(200)
    for (const id of ids) commanded.add(id)
  }
}

/** Writes for each device what the calls tell of it: a fault, a drifted parameter and the membership in a group. */
const writeFacts = async (): Promise<void> => {
  await sql(
    `insert into devices_fault (device_id, type, began_at, tenant_id) select d, 'lampFailure', now() - interval '1 hour', $2 from unnest($1::bigint[]) d`,
    [all, TENANT],
  )
  await sql(
    `insert into control_value (id, tenant_id, family, hash, value) values (1, $1, $2, 'a', '{"onOffset":10}'), (2, $1, $2, 'b', '{"onOffset":0}')`,
    [TENANT, FAMILY],
  )
  await sql(
    `insert into control_param (device_id, family, tenant_id, wanted_id, wanted_gen, wanted_at, reported_id, reported_at, status, drift)
     select d, $2, $3, 1, 1, now(), 2, now(), 6, true from unnest($1::bigint[]) d`,
    [all, FAMILY, TENANT],
  )
  await sql('insert into devices_group_member (group_id, device_id, tenant_id) select $1, d, $3 from unnest($2::bigint[]) d', [
    group,
    all,
    TENANT,
  ])
}

beforeAll(async () => {
  product = await testPlatform({
    slices: slices.map((slice) => ({ ...slice, tasks: [] })),
    config: { DEMO_LAMPS: '0', DEMO_DEVICES: '0' },
  })
  const [role] = await sql<{ id: string }>("select id from identity_role where tenant_id = $1 and role_alias = 'admin'", [TENANT])
  await addUser('places_chief', role?.id ?? '')
  chief = people.get('places_chief') as ApiClient
  own = await addSide(chief, 'EAST')
  const other = await addSide(chief, 'WEST')
  placed = await addDevices(product, chief, own, other)
  // Rows that show a device of the other side, and rows of the other side that show one's own.
  for (const { resource } of shown) {
    const to = shownBy(resource)
    for (const [n, [side, stand]] of (
      [
        [own, 'otherAlone'],
        [other, 'ownAlone'],
      ] as const
    ).entries())
      await sql(
        `insert into ${tableOf(resource)} (id, tenant_id, name, sn, project_id, area_id, ${to.column}) values ($1, $2, $3, $3, $4, $5, $6)`,
        [product.platform.newId(), TENANT, `${resource.code}-${n}`, side.project, side.area, placed.get(to.resource)?.[stand]],
      )
  }
  group = await must(chief, '/api/blade-city/group/submit', { groupName: '混合组' })
  all.push(...[...placed.values()].flatMap((one) => STANDS.map((stand) => one[stand])))
  await writeFacts()
  await commandAll()
  const whole = await addRole('district', /^$/)
  await addUser('area_cut', whole, { area: own.area })
  await addUser('project_cut', whole, { project: own.project })
  await addUser('both_cut', whole, { project: own.project, area: own.area })
  await addUser('no_gateways', await addRole('noGateways', /^gateway_/))
  for (const resource of withheld) {
    const code = permissionOf(resource, 'list')
    await addUser(`wo_${resource.code}`, await addRole(`wo_${resource.code}`, new RegExp(`^${code}$`)))
    await addUser(`cut_wo_${resource.code}`, await addRole(`cut_wo_${resource.code}`, new RegExp(`^${code}$`)), { area: own.area })
  }
  const views = [...devices, ...shown].map(({ resource }) => permissionOf(resource, 'list'))
  await addUser('no_devices', await addRole('noDevices', new RegExp(`^(${views.join('|')})$`)))
  await (await product.signIn()).get('/api/blade-auth/oauth/clear-cache')
})
afterAll(() => product?.stop())

/** The resource of the devices that rows of `resource` show, and the column of the device's id. */
const shownBy = (resource: ResourceDefinition): { resource: string; column: string; field: string } => {
  const field = resource.shows as string
  const { to = '', wire } = (resource.fields[field]?.options ?? {}) as { to?: string; wire?: string }
  return { resource: to, column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), field: wire ?? field }
}

type Records = { readonly records: readonly Readonly<Record<string, unknown>>[]; readonly total: number }
/** Sends a call without a socket, which takes less time: this file sends thousands. */
const ask = async <T = Records>(
  client: ApiClient,
  method: 'GET' | 'POST',
  path: string,
  { query, body }: { query?: Record<string, unknown>; body?: Record<string, unknown> } = {},
): Promise<{ code: number; data: T }> => {
  const { json } = await sendCall(product, client, { method, path }, { query, body })
  return { code: Number(json?.code), data: json?.data as T }
}

const listOf = async (client: ApiClient, resource: ResourceDefinition): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { route } = routeRows(product.registry).find(
    ({ follows }) => follows?.resource === resource && ['list', 'page'].includes(follows.verb ?? '') && !follows.declared,
  ) as { route: { path: string } }
  const answer = await ask(client, 'GET', route.path, { query: { size: 500 } })
  return answer.code === 200 ? answer.data.records : []
}
const lists = new Map<ApiClient, Promise<ReadonlySet<string>>>()
/** Ids of the devices that the lists show to a user: rows of device resources, and devices of rows that show one. They are read once per user. */
const listedFor = (client: ApiClient): Promise<ReadonlySet<string>> => {
  const listed = lists.get(client) ?? readLists(client)
  lists.set(client, listed)
  return listed
}
const readLists = async (client: ApiClient): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>()
  for (const { resource } of devices) for (const { id } of await listOf(client, resource)) ids.add(String(id))
  for (const { resource } of shown) for (const row of await listOf(client, resource)) ids.add(String(row[shownBy(resource).field]))
  return new Set(all.filter((id) => ids.has(id)))
}

/** By the name of a call that tells of one device: is the device told of? */
const OF_ONE: Readonly<Record<string, (client: ApiClient, deviceId: string) => Promise<boolean>>> = {
  state: async (client, deviceId) => (await ask(client, 'GET', '/api/blade-device/state', { query: { deviceId } })).code === 200,
  history: async (client, deviceId) =>
    (await ask(client, 'GET', '/api/blade-device/telemetry/history', { query: { deviceId, hours: 1 } })).code === 200,
  life: async (client, deviceId) =>
    (await ask(client, 'GET', '/api/blade-device/device/life_record/page', { query: { deviceId } })).code === 200,
  faults: async (client, deviceId) =>
    (await ask(client, 'GET', '/api/blade-device/deviceFault/list', { query: { deviceId } })).code === 200,
  params: async (client, deviceId) =>
    (await ask(client, 'GET', '/api/blade-city/param/list', { query: { deviceId } })).data.records.some((row) => row.deviceId === deviceId),
  commands: async (client, deviceId) =>
    ((await ask<unknown[]>(client, 'GET', '/api/blade-city/commandrecord/ofDevice', { query: { deviceId } })).data ?? []).length > 0,
}
/** Calls that tell of many devices, with the ids that they name. */
const OF_MANY: Readonly<Record<string, (client: ApiClient) => Promise<readonly unknown[]>>> = {
  faults: async (client) => {
    const answer = await ask(client, 'GET', '/api/blade-device/deviceFault/list', { query: { size: 500 } })
    return answer.code !== 200 ? [] : answer.data.records.map(({ deviceId }) => deviceId)
  },
  params: async (client) =>
    (await ask(client, 'GET', '/api/blade-city/param/list', { query: { size: 500 } })).data.records.map(({ deviceId }) => deviceId),
  drift: async (client) =>
    (await ask(client, 'GET', '/api/blade-city/param/drift', { query: { size: 500 } })).data.records.map(({ deviceId }) => deviceId),
  members: async (client) =>
    (await ask(client, 'GET', '/api/blade-city/device_group/device/page', { query: { groupId: group, size: 500 } })).data.records.map(
      ({ id }) => id,
    ),
}

test('every device resource has rows behind a gateway of the other side and without one', () => {
  expect(deviceResources(product).map(({ name }) => name)).toEqual(devices.map(({ resource }) => resource.name))
  expect(devices.length).toBeGreaterThan(3)
  expect(shown.length).toBeGreaterThan(0)
  expect(all.length).toBe(devices.length * STANDS.length)
})

const OF_PLACES = ['area_cut', 'project_cut', 'both_cut']
/** They see all devices or none, wherever the devices are. */
const ALIKE = ['places_chief', 'no_gateways', 'no_devices']
const WITHOUT_ONE = withheld.flatMap((resource) => [`wo_${resource.code}`, `cut_wo_${resource.code}`])
/** There are more such users than shares, so that each device is tried by one of them. */
const SHARE = 30
/**
 * Returns the devices that a user tries with calls about one device. Users who are limited to places try all. A user without the right to one resource tries
 * the devices of this resource and 1/30 of the others. Users who see all devices or none try a third of all. Each user tries another share.
 */
const triedFor = (account: string): ReadonlySet<string> => {
  const of = [...devices, ...shown].find(({ resource }) => account.endsWith(`wo_${resource.code}`))?.resource
  const kind = of?.shows ? shownBy(of).resource : of?.name
  const owned = Object.values(placed.get(kind ?? '') ?? {})
  const [users, share] = ALIKE.includes(account) ? [ALIKE, ALIKE.length] : [WITHOUT_ONE, SHARE]
  const turn = users.indexOf(account)
  return new Set(all.filter((id, n) => turn === -1 || owned.includes(id) || n % share === turn % share))
}

describe.each([...OF_PLACES, ...ALIKE, ...WITHOUT_ONE])('%s', (account) => {
  test('reads of exactly the devices that the lists show', async () => {
    const client = people.get(account) as ApiClient
    const listed = await listedFor(client)
    if (account === 'area_cut') expect(listed.size).toBe(devices.length * 3 + shown.length)
    if (account === 'no_gateways') expect(listed.size).toBe(all.length)
    if (account === 'no_devices') expect(listed.size).toBe(0)
    const nameOf = (id: string): string =>
      [...placed].flatMap(([name, one]) => STANDS.flatMap((stand) => (one[stand] === id ? [`${name} ${stand}`] : [])))[0] ?? id
    const tried = triedFor(account)
    for (const [call, isTold] of Object.entries(OF_ONE)) {
      const told: string[] = []
      for (const id of tried) if (await isTold(client, id)) told.push(id)
      const meant = [...listed].filter((id) => tried.has(id) && (call !== 'commands' || commanded.has(id)))
      expect(told.map(nameOf), call).toEqual(meant.map(nameOf))
    }
    for (const [call, tell] of Object.entries(OF_MANY)) {
      const told = new Set(await tell(client))
      expect(all.filter((id) => told.has(id)).map(nameOf), call).toEqual([...listed].map(nameOf))
    }
  })

  test('sends commands to exactly these devices, and sees the commands of these', async () => {
    const client = people.get(account) as ApiClient
    const listed = await listedFor(client)
    const tried = triedFor(account)
    for (const [name, one] of placed) {
      const ids = STANDS.map((stand) => one[stand])
      if (!ids.some((id) => tried.has(id))) continue
      const [device] = await sql<{ type: number }>('select type from devices_registry where device_id = $1', [ids[0]])
      const preview = await ask<{ lamps: number }>(client, 'POST', '/api/blade-device/command/preview', {
        body: { deviceType: device?.type, ids },
      })
      if (preview.code === 200) expect(preview.data.lamps, name).toBe(ids.filter((id) => listed.has(id)).length)
    }
  })

  test('finds on the map the devices of these that have a layer', async () => {
    const client = people.get(account) as ApiClient
    const listed = await listedFor(client)
    const kinds = await ask<{ type: string; total: number }[]>(client, 'GET', '/api/blade-device/map/kinds')
    const told: string[] = []
    for (const { type, total } of kinds.code === 200 ? kinds.data : []) {
      const { ids } = (await ask<{ ids: string[] }>(client, 'GET', '/api/blade-device/map/points', { query: { type } })).data
      expect(ids.length).toBe(total)
      told.push(...ids)
    }
    const layered = devices.flatMap(({ resource }) =>
      resource.device !== 'controller' && permissionOf(resource, 'list') ? STANDS.map((stand) => placed.get(resource.name)?.[stand]) : [],
    )
    // The map also has the devices that others refer to (a concentrator of a loop); the test places only those in `all`.
    expect(told.filter((id) => all.includes(id)).sort()).toEqual([...listed].filter((id) => layered.includes(id)).sort())
    for (const id of triedFor(account)) {
      const { code } = await ask(client, 'GET', '/api/blade-device/map/device', { query: { id } })
      expect(code === 200, id).toBe(told.includes(id))
    }
  })
})
