import { columnsOf } from '@lamplight/fields/column'
import { type Field, type ResourceDefinition, snake } from '@lamplight/kit'
import { tableOf, titleField } from '@lamplight/server-kit'
import { type ApiClient, insertRow, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { type Known, knownRows } from '../api/known-rows.ts'
import { must } from '../api/own-rows.ts'
import { createSamples } from '../api/samples.ts'
import { addSide } from '../import/placed-devices.ts'

// Fields that hold several rows (`f.refs`), of which a user limited to an area sees some.
const TENANT = '100001'
let product: TestPlatform
let chief: ApiClient
let manager: ApiClient
let known: Known
/** By resource: a row in the manager's area, and one elsewhere. */
const sides = new Map<string, { readonly own: string; readonly other: string }>()

/** Fields whose rows do nothing by themselves: users limited to places may change them. */
const PLAIN = new Set(['roadcabinets.group.cabinetIds', 'lighting.statisticsGroup.memberIds'])

interface Holder {
  readonly resource: ResourceDefinition
  readonly name: string
  readonly field: Field
  readonly to: string
}
/** Each stored field of several rows whose rows stand at places, in a resource whose rows the manager sees: all, or the manager's own. */
const holders = (): Holder[] =>
  [...product.registry.resources.values()].flatMap(({ resource, implementation }) =>
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const { to = '', from } = field.options as { to?: string; from?: string }
      if (field.kind !== 'refs' || from || !sides.has(to) || (implementation.place && implementation.place !== 'author')) return []
      return [{ resource, name, field, to }]
    }),
  )
const columnIn = ({ name, field }: Holder): string => columnsOf(name, field)[0]?.name ?? ''
const wireOf = ({ name, field }: Holder): string => field.options.wire ?? name
/** Stores both rows in the field of the holder's known row, and returns the row's id. */
const holdBoth = async (holder: Holder): Promise<string> => {
  const { own, other } = sides.get(holder.to) as { own: string; other: string }
  const id = known.row(holder.resource.name)
  await product.platform.system.query(
    `update ${tableOf(holder.resource)} set ${columnIn(holder)} = $2::bigint[], create_user = $3 where id = $1`,
    [id, [other, own], manager.userId],
  )
  return id
}
const stored = async (holder: Holder, id: string): Promise<unknown> => {
  const sql = `select ${columnIn(holder)}::text[] as ids from ${tableOf(holder.resource)} where id = $1`
  return (await product.platform.system.query<{ ids: unknown }>(sql, [id]))[0]?.ids
}

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  const admin = await product.signIn()
  const { system } = product.platform
  const roleOf = async (alias: string, rights: string): Promise<string> => {
    const roleId = await insertRow(product, TENANT, 'identity_role', { role_name: alias, role_alias: alias, sort: 9 })
    await system.query(
      `insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where not is_deleted and ${rights} on conflict do nothing`,
      [roleId, TENANT],
    )
    return roleId
  }
  const signIn = async (account: string, roleId: string, more: object = {}): Promise<ApiClient> => {
    await must(admin, '/api/blade-user/submit', { tenantId: TENANT, account, password: 'Places-1', realName: account, roleId })
    const client = await product.signIn({ tenantId: TENANT, account, password: 'Places-1' })
    for (const [kind, id] of Object.entries(more))
      await system.query('insert into identity_grant (user_id, kind, ref_id, tenant_id) values ($1, $2, $3, $4)', [
        client.userId,
        kind,
        id,
        TENANT,
      ])
    return client
  }
  chief = await signIn('refs_chief', await roleOf('refschief', 'true'))
  const [east, west] = [await addSide(chief, 'EAST'), await addSide(chief, 'WEST')]
  const { resources } = product.registry
  const samples = createSamples(chief, resources)
  const targets = new Set(
    [...resources.values()].flatMap(({ resource }) =>
      Object.values(resource.fields).flatMap((field) => (field.kind === 'refs' ? ((field.options as { to?: string }).to ?? []) : [])),
    ),
  )
  for (const name of targets as Set<string>) {
    const resource = resources.get(name)?.resource
    if (!resource?.fields.areaId || !resource.fields.projectId || resource.fields.areaId.options.from || !samples.addPath(resource))
      continue
    const made = ({ project, area, gateway }: typeof east): Promise<string> =>
      samples.create(resource, { projectId: project, areaId: area, gatewayId: gateway, address: '' })
    sides.set(name, { own: await made(east), other: await made(west) })
  }
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  known = await knownRows(product, TENANT, operator, [...new Set(holders().map(({ resource }) => resource.name))])
  manager = await signIn('refs_manager', await roleOf('refsmanager', 'true'), { area: east.area })
  await admin.get('/api/blade-auth/oauth/clear-cache')
})
afterAll(() => product?.stop())

/** The texts of the answers of a client that show a row of a resource, by call. */
const answersOf = async (client: ApiClient, { api, io }: ResourceDefinition, id: string): Promise<[call: string, text: string][]> => {
  const calls: Readonly<Record<string, string>> = {
    list: 'list?size=100',
    page: 'page?size=100',
    select: 'select',
    detail: `detail?id=${id}`,
    get: id,
    export: 'export?format=csv',
  }
  const wanted = [...api.verbs.filter((verb) => verb in calls), ...(io?.export ? ['export'] : [])]
  return Promise.all(
    wanted.map(async (verb) => [verb, await (await client.call('GET', `/api/${api.base}/${calls[verb]}`)).text()] as [string, string]),
  )
}
const titlesOf = async (to: string): Promise<{ own: string; other: string }> => {
  const served = product.registry.resources.get(to)?.resource as ResourceDefinition
  const { own, other } = sides.get(to) as { own: string; other: string }
  const read = async (id: string): Promise<string> => {
    const sql = `update ${tableOf(served)} set ${snake(titleField(served))} = $2 where id = $1 returning ${snake(titleField(served))} as title`
    return (
      (await product.platform.system.query<{ title: string }>(sql, [id, id === own ? `近处${id.slice(-6)}` : `远处${id.slice(-6)}`]))[0]
        ?.title ?? ''
    )
  }
  return { own: await read(own), other: await read(other) }
}

test('rows elsewhere are not in the lists, details and exports of a user limited to an area, neither by id nor by title', async () => {
  const found = holders()
  const names = found.map(({ resource, name }) => `${resource.name}.${name}`)
  expect(names).toEqual(
    expect.arrayContaining(['roadcabinets.group.cabinetIds', 'linkage.boxStrategy.cabinetIds', 'lighting.postGroup.lampPostIds']),
  )
  for (const holder of found) {
    const id = await holdBoth(holder)
    const { own, other } = sides.get(holder.to) as { own: string; other: string }
    const titles = await titlesOf(holder.to)
    const all = (await answersOf(chief, holder.resource, id)).map(([, text]) => text).join()
    expect(all, `${holder.resource.name}.${holder.name}`).toMatch(new RegExp(`${other}|${titles.other}`))
    for (const [call, text] of await answersOf(manager, holder.resource, id)) {
      const named = `${holder.resource.name}.${holder.name} ${call}`
      expect(text, named).not.toContain(other)
      expect(text, named).not.toContain(titles.other)
      if (call === 'detail' && text.includes(`"id":"${id}"`)) expect(text, named).toContain(own)
    }
  }
})

test('the number of rows in a field counts those that the user sees', async () => {
  for (const [resource, count] of [
    ['roadcabinets.group', 'cabinetCount'],
    ['lighting.postGroup', 'postCount'],
  ] as const) {
    const holder = holders().find((one) => one.resource.name === resource) as Holder
    const id = await holdBoth(holder)
    const read = async (client: ApiClient): Promise<unknown[]> => {
      const { base, verbs } = holder.resource.api
      const detail = (await client.get(`/api/${base}/detail`, { id })).data
      const listed = (
        await client.get<{ records: { id: string }[] }>(`/api/${base}/${verbs.includes('page') ? 'page' : 'list'}`, { size: 100 })
      ).data
      return [detail, listed.records.find((row) => row.id === id)].map((row) => (row as Record<string, unknown>)[count])
    }
    expect(await read(chief), resource).toEqual([2, 2])
    expect(await read(manager), resource).toEqual([1, 1])
  }
})

test('a change by this user keeps the rows elsewhere in the field; rows elsewhere cannot be added', async () => {
  const groups = holders().filter(
    ({ resource, name, field }) =>
      !field.options.readonly && resource.api.verbs.includes('submit') && PLAIN.has(`${resource.name}.${name}`),
  )
  expect(groups.length).toBe(PLAIN.size)
  for (const holder of groups) {
    const id = await holdBoth(holder)
    const { own, other } = sides.get(holder.to) as { own: string; other: string }
    const { base } = holder.resource.api
    const row = (await manager.get(`/api/${base}/detail`, { id })).data
    expect(row[wireOf(holder)], holder.resource.name).toBe(own)
    const saved = await manager.post(`/api/${base}/submit`, row)
    expect([saved.code, saved.msg], holder.resource.name).toEqual([200, expect.any(String)])
    expect(await stored(holder, id)).toEqual([own, other])
    await product.platform.system.query(`update ${tableOf(holder.resource)} set ${columnIn(holder)} = $2::bigint[] where id = $1`, [
      id,
      [own],
    ])
    const added = await manager.post(`/api/${base}/submit`, { ...row, [wireOf(holder)]: `${own},${other}` })
    expect(added.body, holder.resource.name).toMatchObject({ code: 400, field: wireOf(holder) })
  }
})

test('a row that this user would not see is refused at its area, when it is added and when it is changed', async () => {
  const [east] = (await manager.get<{ id: string }[]>('/api/blade-system/area/list')).data
  const post = (sn: string, more: object = {}) =>
    manager.post('/api/blade-city/lamp_post/submit', { lampPostSn: sn, lampPostName: sn, ...more })
  const nowhere = { code: 400, field: 'areaId', msg: 'areaId:请选择您的区域' }
  expect((await post('POST-SEEN')).body).toMatchObject(nowhere)
  // The refused row keeps no number.
  expect((await post('POST-SEEN', { areaId: east?.id })).code).toBe(200)
  const { records } = (await manager.get<{ records: { id: string }[] }>('/api/blade-city/lamp_post/page', { lampPostSn: 'POST-SEEN' })).data
  expect(records).toHaveLength(1)
  expect((await post('POST-SEEN', { id: records[0]?.id, areaId: '' })).body).toMatchObject(nowhere)
  expect((await post('POST-SEEN', { id: records[0]?.id, remark: '已核对' })).code).toBe(200)
  const anywhere = await chief.post('/api/blade-city/lamp_post/submit', { lampPostSn: 'POST-ANY', lampPostName: 'POST-ANY' })
  expect(anywhere.code).toBe(200)
})

test('a box strategy that works for cabinets elsewhere cannot be changed, bound or removed by this user', async () => {
  const holder = holders().find(({ resource }) => resource.name === 'linkage.boxStrategy') as Holder
  const id = await holdBoth(holder)
  const { own, other } = sides.get(holder.to) as { own: string; other: string }
  const base = `/api/${holder.resource.api.base}`
  const row = (await manager.get(`${base}/detail`, { id })).data
  expect(row).toMatchObject({ id, cabinetIds: own })
  expect((await manager.post(`${base}/submit`, { ...row, enable: 0 })).status).toBe(400)
  expect((await manager.post(`${base}/batch/set`, { strategyId: id, deviceIds: own })).body).toMatchObject({
    code: 400,
    field: 'strategyId',
  })
  expect((await manager.post(`${base}/remove`, undefined, { ids: id })).status).toBe(400)
  expect(await stored(holder, id)).toEqual([other, own])
})
