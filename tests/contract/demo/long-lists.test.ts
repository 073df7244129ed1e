import { readListQuery } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { AREAS, area, fillControllers, fillLamps, GRANTED, LAMPS, lamp, PROJECTS, project, TENANT } from './long-list-rows.ts'

const LIST = '/api/blade-city/lamp/list'
let product: TestPlatform
let operator: ApiClient
let guest: ApiClient

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '0' } })
  await fillLamps(product)
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
})
afterAll(() => product?.stop())

interface Listed {
  readonly ids: string[]
  readonly total: number
}
const listed = async (client: ApiClient, query: Record<string, unknown>): Promise<Listed> => {
  const { data, code, msg } = await client.get<{ records: { id: string }[]; total: number }>(LIST, query)
  expect(code, msg).toBe(200)
  return { ids: data.records.map(({ id }) => id), total: data.total }
}
/** The same list by plain SQL, across tenants. */
const counted = async (where: string, current = 1, size = 10): Promise<Listed> => {
  const rows = await product.platform.system.query<{ id: string }>(
    `select id from lighting_lamp where tenant_id = '${TENANT}' and not is_deleted and ${where} order by id desc`,
  )
  return { ids: rows.slice((current - 1) * size, current * size).map(({ id }) => id), total: rows.length }
}
const any = (below: number): number => Math.floor(Math.random() * below)

/** One random write of many or few rows: lamps are added, removed, restored, moved, or two lamps are swapped. */
const write = async (): Promise<void> => {
  const { query } = product.platform.system
  const some = `tenant_id = '${TENANT}' and id % ${3 + any(40)} = ${any(3)}`
  const one = lamp(any(LAMPS))
  const writes = [
    () => query(`update lighting_lamp set is_deleted = not is_deleted where ${some}`),
    () => query(`update lighting_lamp set project_id = ${project(any(PROJECTS))}, area_id = ${area(any(AREAS))} where ${some}`),
    () => query(`update lighting_lamp set project_id = null where ${some}`),
    () => query(`update lighting_lamp set area_id = nullif(${area(any(AREAS))}, ${area(3)}), name = name || '.' where ${some}`),
    () => query(`delete from lighting_lamp where id = ${one}`),
    () =>
      query(`update lighting_lamp t set project_id = o.project_id from lighting_lamp o
        where t.id in (${one}, ${lamp(7)}) and o.id in (${one}, ${lamp(7)}) and o.id <> t.id`),
    () =>
      query(
        `insert into lighting_lamp (id, tenant_id, name, sn, project_id) values (${product.platform.newId()}, '${TENANT}', 'new', '${product.platform.newId()}', ${project(any(PROJECTS))})`,
      ),
    () =>
      query(
        `insert into lighting_lamp (id, tenant_id, name, sn, project_id) values (${lamp(LAMPS + any(1_000_000))}, '${TENANT}', 'new', '${product.platform.newId()}', ${project(0)}) on conflict do nothing`,
      ),
  ]
  await writes[any(writes.length)]?.()
}

test('maintained totals by project and area equal count(*) after random writes', async () => {
  for (let round = 0; round < 40; round += 1) await write()
  const wrong = await product.platform.system.query(
    `select * from (select tenant_id, project_id, area_id, n from kit_counter where resource = 'lighting_lamp' and n <> 0) kept
     full join (
       select tenant_id, case when grouping(project) = 1 then -1 else project end as project_id,
         case when grouping(area) = 1 then -1 else area end as area_id, count(*) as n
       from (select tenant_id, coalesce(project_id, 0) as project, coalesce(area_id, 0) as area from lighting_lamp where not is_deleted) lamps
       group by grouping sets ((tenant_id), (tenant_id, project), (tenant_id, project, area))) counted using (tenant_id, project_id, area_id)
     where kept.n is distinct from counted.n`,
  )
  expect(wrong).toEqual([])
})

test('distant pages contain the right rows while lamps are added, moved and removed', async () => {
  for (let round = 0; round < 60; round += 1) {
    // Some rounds have no writes, so that remembered positions in the list are used.
    if (round % 10 === 9) for (let n = 0; n < 3; n += 1) await write()
    const current = 1 + any(400)
    const at = any(PROJECTS)
    expect(await listed(operator, { current }), `page ${current}`).toEqual(await counted('true', current))
    const own = { projectId: project(at), current: 8, size: 200 }
    expect((await listed(operator, own)).ids).toEqual((await counted(`project_id = ${project(at)}`, 8, 200)).ids)
    if (round % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 100))
  }
})

test('a page beyond the last is empty and has the total', async () => {
  const { total } = await counted('true')
  expect(await listed(operator, { current: 100_000 })).toEqual({ ids: [], total })
  expect(await listed(operator, { current: 900, name: 'lamp 1' })).toMatchObject({ ids: [] })
  expect((await listed(guest, { current: 100_000 })).total).toBe((await counted(GRANTED)).total)
})

test('a list with size -1 is complete, in order, with the total of the same snapshot', async () => {
  for (const query of [{}, { name: 'lamp 1' }, { projectId: project(1) }, { projectId: '1' }]) {
    const where = query.name ? "name ilike '%lamp 1%'" : query.projectId ? `project_id = ${query.projectId}` : 'true'
    const whole = await counted(where, 1, 10_000)
    expect(await listed(operator, { ...query, size: -1 })).toEqual(whole)
    expect(await listed(operator, { ...query, size: 700, current: 2 })).toEqual({ ids: whole.ids.slice(700, 1400), total: whole.total })
  }
})

test.each([
  ['nothing', {}, 'true'],
  ['a granted project', { projectId: project(1) }, `project_id = ${project(1)}`],
  ['a foreign project', { projectId: project(2) }, `project_id = ${project(2)}`],
  ['a granted area', { areaId: area(4) }, `area_id = ${area(4)}`],
  ['a foreign area', { areaId: area(5) }, `area_id = ${area(5)}`],
  ['project and area', { projectId: project(0), areaId: area(4) }, `project_id = ${project(0)} and area_id = ${area(4)}`],
  ['a kind', { kind: '2' }, 'kind = 2'],
  ['a kind in a project', { projectId: project(0), kind: '1' }, `project_id = ${project(0)} and kind = 1`],
  ['a text', { name: 'lamp 1' }, "name ilike '%lamp 1%'"],
])('a user limited to projects and areas lists only those, filtered by %s', async (_what, filter, where) => {
  for (const current of [1, 2, 7])
    expect(await listed(guest, { ...filter, current, size: 30 })).toEqual(await counted(`${GRANTED} and ${where}`, current, 30))
  expect((await listed(guest, { ...filter, size: 1000 })).ids).toEqual((await counted(`${GRANTED} and ${where}`, 1, 1000)).ids)
})

test('pages of a search follow the requested order and have the same total', async () => {
  const rows = await product.platform.system.query<{ id: string }>(
    `select id from lighting_lamp where tenant_id = '${TENANT}' and not is_deleted and name ilike '%LAMP 1%' order by sn desc nulls last, id desc`,
  )
  const query = { name_like: 'LAMP 1', descs: 'sn', size: 30 }
  for (const current of [1, 2, 9])
    expect(await listed(operator, { ...query, current })).toEqual({
      ids: rows.slice((current - 1) * 30, current * 30).map(({ id }) => id),
      total: rows.length,
    })
  expect(await listed(operator, { ...query, current: 5000 })).toEqual({ ids: [], total: rows.length })
  // Searches that match some of the rows, or nearly all, in the list's default order.
  for (const [text, where] of [
    ['LAMP 39', "name ilike '%lamp 39%'"],
    ['Lamp', "name ilike '%lamp%'"],
  ] as const)
    for (const [current, size] of [
      [1, 10],
      [3, 30],
      [2, 300],
    ] as const)
      expect(await listed(operator, { name_like: text, current, size })).toEqual(await counted(where, current, size))
  expect(await listed(operator, { name_like: 'mp_1' })).toEqual({ ids: [], total: 0 })
})

test('a keyword finds names and numbers case-insensitively, with the total of all matches; % and _ are literal', async () => {
  const { query } = product.platform.system
  await query(`update lighting_lamp set name = '望江路 100% Ａb' where id = ${lamp(77)} and not is_deleted`)
  for (const [keyword, where] of [
    ['AMP 12', "(name ilike '%amp 12%' or sn ilike '%amp 12%')"],
    ['l39', "(name ilike '%l39%' or sn ilike '%l39%')"],
    ['0% ａB', `id = ${lamp(77)}`],
    ['mp_1', 'false'],
    ['nowhere', 'false'],
  ] as const)
    for (const current of [1, 2, 30])
      expect(await listed(operator, { keyword, current, size: 20 }), keyword).toEqual(await counted(where, current, 20))
  expect(await listed(guest, { keyword: 'LAMP 1', size: 50 })).toEqual(await counted(`${GRANTED} and name ilike '%lamp 1%'`, 1, 50))
})

test('filters by name and by number match that field only, from start to end, with any line breaks', async () => {
  const { query } = product.platform.system
  await query(`update lighting_lamp set is_deleted = false, name = $1, sn = $2 where id = ${lamp(78)}`, [
    'North\nL12 5%_\\ gate',
    'South L7\\',
  ])
  const one = { ids: [lamp(78)], total: 1 }
  for (const [filter, found] of [
    [{ name: 'l12 5%' }, one],
    [{ sn: 'l12' }, await counted("sn ilike '%l12%'")],
    [{ sn: 'south' }, one],
    [{ name: '5%_\\' }, one],
    [{ sn_likeleft: 'L7\\' }, one],
    [{ name: 'nort_' }, { ids: [], total: 0 }],
    [{ sn: '%7' }, { ids: [], total: 0 }],
    [{ name: 'south' }, { ids: [], total: 0 }],
    [{ name_like: 'North\nl12' }, one],
    [{ name_likeright: 'north' }, one],
    [{ name_likeright: 'l12' }, await counted("name ilike 'l12%'")],
    [{ name_likeleft: 'GATE' }, one],
    [{ name_likeleft: 'north' }, { ids: [], total: 0 }],
    [{ sn_likeright: 'l12' }, await counted("sn ilike 'l12%'")],
    [{ sn_likeleft: '9' }, await counted("sn ilike '%9'")],
    [{ name_notlike: 'lamp' }, await counted("name not ilike '%lamp%'")],
  ] as const)
    expect(await listed(operator, filter), JSON.stringify(filter)).toEqual(found)
})

test.each([
  ['name', 'asc'],
  ['name', 'desc'],
  ['power', 'asc'],
  ['power', 'desc'],
  ['kind', 'desc'],
])('sorted by %s %s, pages are contiguous, rows without a value last', async (field, direction) => {
  await product.platform.system.query(`update lighting_lamp set power = nullif(id % 7, 3) * 10 where tenant_id = '${TENANT}'`)
  const tie = direction === 'asc' ? 'asc' : 'desc'
  const rows = await product.platform.system.query<{ id: string }>(
    `select id from lighting_lamp where tenant_id = '${TENANT}' and not is_deleted order by ${field} ${direction} nulls last, id ${tie}`,
  )
  const ids = rows.map(({ id }) => id)
  for (const [current, size] of [
    [1, 10],
    [7, 30],
    [3, 200],
    [Math.ceil(ids.length / 30), 30],
    [1, 2000],
  ] as const) {
    const query = { [direction === 'asc' ? 'ascs' : 'descs']: field, current, size }
    expect(await listed(operator, query)).toEqual({ ids: ids.slice((current - 1) * size, current * size), total: ids.length })
  }
})

/** Returns the number of rows read by the nodes of a plan: those passed on and those removed by filters. */
const rowsRead = (node: Record<string, unknown>): number => {
  const own = ((node['Actual Rows'] as number) + Number(node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] as number)
  const below = ((node.Plans ?? []) as Record<string, unknown>[]).reduce((sum, child) => sum + rowsRead(child), 0)
  return (node['Relation Name'] ? own : 0) + below
}

describe('lists filtered by the state of devices', () => {
  const STATE = 'coalesce((select s.state from devices_state s where s.device_id = controller_id), 5)'
  beforeAll(async () => {
    // The random writes of the test before may have removed all lamps of the rare state.
    await product.platform.system.query(`update lighting_lamp set is_deleted = false where tenant_id = '${TENANT}' and id % 500 = 7`)
    await fillControllers(product)
  })

  test.each([
    ['1', `${STATE} = 1`],
    ['3', `${STATE} = 3`],
    ['5', `${STATE} = 5`],
    ['3,4', `${STATE} in (3, 4)`],
    ['3,5', `${STATE} in (3, 5)`],
    ['4,3,4', `${STATE} in (3, 4)`],
  ])('state %s lists the lamps of that state; those without a controller count as not activated', async (state, where) => {
    for (const current of [1, 2, 30])
      expect(await listed(operator, { currentControllerStatus: state, current, size: 20 })).toEqual(await counted(where, current, 20))
    const both = { currentControllerStatus: state, kind: '2', projectId: project(1), size: 50 }
    expect(await listed(operator, both)).toEqual(await counted(`${where} and kind = 2 and project_id = ${project(1)}`, 1, 50))
    expect(await listed(guest, { currentControllerStatus: state, size: 50 })).toEqual(await counted(`${GRANTED} and ${where}`, 1, 50))
    expect((await listed(operator, { currentControllerStatus_equal: state.split(',')[0], size: 5 })).total).toBe(
      (await counted(`${STATE} = ${state.split(',')[0]}`)).total,
    )
  })

  test('a rare state is read by the index of the state, not by a scan of all lamps', async () => {
    const { resource, implementation } = product.registry.resources.get('lighting.lamp')!
    const viewer = { cut: { projects: false, areas: false }, tenantId: TENANT, administrator: false } as Parameters<typeof readListQuery>[3]
    const filter = readListQuery(resource, implementation, { currentControllerStatus: '3' }, viewer, { lang: 'en', zone: 'Asia/Shanghai' })
    expect(filter.params).toEqual([])
    const [found] = await product.platform
      .asTenant(TENANT)
      .query<{ 'QUERY PLAN': { Plan: Record<string, unknown> }[] }>(
        `explain (analyze, format json) select t.id from lighting_lamp t ${implementation.joined?.sql} where ${filter.where.join(' and ')}`,
      )
    const { total } = await counted(`${STATE} = 3`)
    expect(total).toBeGreaterThan(0)
    // Each matching lamp is read once as a state and once as a lamp; deleted lamps have states too.
    expect(rowsRead(found!['QUERY PLAN'][0]!.Plan)).toBeLessThan(40)
  })

  test('maintained totals by state equal count(*) while states, lamps and their devices change concurrently', async () => {
    const { query, tx } = product.platform.system
    const devices = 'device_id - 7110000000000000000'
    const some = (): string => `${devices} % ${2 + any(30)} = ${any(2)}`
    const writes = [
      () => query(`update devices_state set state = ${1 + any(5)} where ${some()}`),
      () => query(`update devices_state set power = 5, state = case when state = 1 then 2 else 1 end where ${some()}`),
      () => query(`update lighting_lamp set is_deleted = not is_deleted where id % ${3 + any(20)} = ${any(3)}`),
      () => query(`update lighting_lamp set project_id = ${project(any(PROJECTS))}, area_id = null where id % ${3 + any(20)} = ${any(3)}`),
      () => query(`update lighting_controller set is_deleted = not is_deleted where id % ${3 + any(20)} = ${any(3)}`),
      () =>
        query(
          `update lighting_controller set project_id = ${project(any(PROJECTS))}, area_id = ${area(any(AREAS))} where id % 17 = ${any(17)}`,
        ),
      // Two lamps on one device, lamps without a device, and lamps whose device is missing.
      () => query(`update lighting_lamp set controller_id = controller_id + ${any(3)} where id % ${3 + any(20)} = ${any(3)}`),
      () => query(`update lighting_lamp set controller_id = null where id % 40 = ${any(40)}`),
      () => query(`delete from devices_registry where device_id % 50 = ${any(50)}`),
      () =>
        query(`insert into devices_registry (sn, device_id, tenant_id) select 'N' || c.id, c.id, c.tenant_id from lighting_controller c where c.id % 9 = ${any(9)}
          and not exists (select from devices_registry r where r.device_id = c.id) on conflict do nothing`),
      () => query(`update devices_registry set activated = not activated where device_id % 20 = ${any(20)}`),
      () => query('select lighting_fold_states()'),
      // The writes of one transaction become visible together.
      () =>
        tx(async (inside) => {
          await inside(`update lighting_lamp set area_id = ${area(any(AREAS))} where id % ${3 + any(20)} = ${any(3)}`)
          await inside('select pg_sleep(0.05)')
          await inside(`update devices_state set state = ${1 + any(4)} where device_id % 60 = ${any(60)}`)
        }),
    ]
    const wrongOf = (table: string, device: string) =>
      query(`with kept as (
          select tenant_id, project_id, area_id, split_part(resource, ':', 2)::int as state, n from kit_counter where resource like '${table}:%'
        ), late as (
          select l.tenant_id, coalesce(l.project_id, 0) as project, coalesce(l.area_id, 0) as area, m.state, m.one
          from (select device_id, tenant_id, was as state, -1 as one from devices_flip union all select device_id, tenant_id, state, 1 from devices_flip) m
          join ${table} l on l.${device} = m.device_id and l.tenant_id = m.tenant_id and not l.is_deleted
        ), counted as (
          select l.tenant_id, coalesce(l.project_id, 0) as project, coalesce(l.area_id, 0) as area, coalesce(s.state, 5) as state, 1 as one
          from ${table} l left join devices_state s on s.device_id = l.${device} and s.tenant_id = l.tenant_id where not l.is_deleted
        ), summed as (
          select tenant_id, project_id, area_id, state, n from kept
          union all
          select tenant_id, case when grouping(project) = 1 then -1 else project end, case when grouping(area) = 1 then -1 else area end, state, sum(one)
          from (select * from late union all select tenant_id, project, area, state, -one from counted) parts
          group by grouping sets ((tenant_id, state), (tenant_id, state, project), (tenant_id, state, project, area)))
        select tenant_id, project_id, area_id, state, sum(n) as off from summed group by 1, 2, 3, 4 having sum(n) <> 0`)
    const wrong = async () => [...(await wrongOf('lighting_lamp', 'controller_id')), ...(await wrongOf('lighting_controller', 'id'))]
    for (let round = 0; round < 12; round += 1) {
      // In parallel; a deadlock between two writers ends one transaction, which then changes nothing.
      await Promise.allSettled([1, 2, 3, 4].map(() => writes[any(writes.length)]?.()))
      expect(await wrong(), `round ${round}`).toEqual([])
      const state = String(1 + any(5))
      const { total } = await counted(`${STATE} = ${state}`)
      expect((await listed(operator, { currentControllerStatus: state, size: 1 })).total, `state ${state}`).toBe(total)
      const own = `project_id = ${project(1)} and ${STATE} in (1, ${state})`
      expect((await listed(operator, { currentControllerStatus: `1,${state}`, projectId: project(1), size: 1 })).total).toBe(
        (await counted(own)).total,
      )
      const [controllers] = await query<{ n: number }>(
        `select count(*)::int as n from lighting_controller c left join devices_state s on s.device_id = c.id
         where c.tenant_id = '${TENANT}' and not c.is_deleted and coalesce(s.state, 5) in (1, 2)`,
      )
      // Status 1 (online) of decisions.md B2 means the states 1 and 2.
      const page = await operator.get<{ total: number }>('/api/blade-city/controller/page', { status: 1, size: 1 })
      expect(page.data.total, `round ${round}`).toBe(controllers?.n)
    }
    const refused = await operator.get('/api/blade-city/controller/page', { status: 9 })
    expect([refused.code, refused.msg]).toMatchObject([400, expect.stringContaining('status')])
    await query('select lighting_fold_states()')
    expect(await query('select from devices_flip')).toEqual([])
    expect(await wrong()).toEqual([])
  })
})
