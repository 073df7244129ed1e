import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'

const TENANT = '100001'
const REST = '/api/blade-report/report/rest'
const PASSWORD = 'Report-12'
interface Lamp {
  readonly id: string
  readonly name: string
  readonly kind: number
  readonly areaId: string
}
interface Run {
  readonly file: string
  readonly query: Readonly<Record<string, string>>
  readonly name: string
}
let product: TestPlatform
let operator: ApiClient
let english: ApiClient
let chief: ApiClient
let admin: ApiClient
let lamps: readonly Lamp[]

beforeAll(async () => {
  product = await testPlatform({ slices, config: { DEMO_LAMPS: '60', DEMO_NIGHTS: '0' } })
  admin = await product.signIn()
  operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  english = await product.signIn({ tenantId: TENANT, account: 'operator', lang: 'en-US' })
  chief = await addUser('report_chief', 'admin')
  lamps = (await operator.get<{ records: Lamp[] }>('/api/blade-city/lamp/list', { size: -1 })).data.records
})
afterAll(() => product?.stop())

const roleOf = async (alias: string): Promise<string> => {
  const sql = 'select id from identity_role where tenant_id = $1 and role_alias = $2 and not is_deleted'
  const [row] = await product.platform.system.query<{ id: string }>(sql, [TENANT, alias])
  return String(row?.id)
}
const addUser = async (account: string, alias: string, more: object = {}, by: ApiClient = admin): Promise<ApiClient> => {
  const fields = { tenantId: TENANT, account, password: PASSWORD, realName: account, roleId: await roleOf(alias), ...more }
  await must(by, '/api/blade-user/submit', fields)
  return product.signIn({ tenantId: TENANT, account, password: PASSWORD })
}
/** Creates a role with only these permissions and a user with that role. */
const withRights = async (account: string, rights: readonly string[], more: object = {}): Promise<ApiClient> => {
  const roleId = await must(chief, '/api/blade-system/role/submit', { roleName: account, roleAlias: account, sort: 9 })
  await product.platform.system.query(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from unnest($3::text[]) code',
    [roleId, TENANT, rights],
  )
  return addUser(account, 'operator', { roleId, ...more }, chief)
}
const save = (client: ApiClient, body: object) =>
  client.post<{ id: string }>(`${REST}/submit`, {
    name: '交流灯',
    source: 'lighting.lamp',
    columns: 'name,kind',
    filter: 'kind=2',
    ...body,
  })
const run = (client: ApiClient, id: string) => client.post<Run>(`${REST}/run`, { ids: [id] })
/** Runs a report and downloads its CSV file as the console does; returns the header and the lines. */
const linesOf = async (client: ApiClient, id: string) => {
  const { data, code, msg } = await run(client, id)
  expect(code, msg).toBe(200)
  const response = await client.call('GET', `/api/${data.file}?${new URLSearchParams(data.query)}`)
  const text = await response.text()
  expect(response.status, text.slice(0, 200)).toBe(200)
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  return { head, lines, disposition: decodeURIComponent(response.headers.get('content-disposition') ?? '') }
}

test('a report is saved, listed with its owner, run on the current rows, renamed and removed', async () => {
  const made = await save(operator, { name: '交流灯周报', filter: 'kind=2&descs=name', format: 2 })
  expect(made.code, made.msg).toBe(200)
  const { id } = made.data
  const [row] = (await operator.get<{ records: Record<string, unknown>[] }>(`${REST}/list`, { name: '交流灯周' })).data.records
  expect(row).toMatchObject({
    id,
    name: '交流灯周报',
    source: 'lighting.lamp',
    columns: 'name,kind',
    filter: 'kind=2&descs=name',
    format: 2,
  })
  expect([row?.ownerName, row?.createTime, row?.updateTime]).toEqual([
    expect.stringMatching(/\S/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    expect.stringMatching(/^\d{4}-\d\d-\d\d /),
  ])
  const mains = async (): Promise<string[]> =>
    (await operator.get<{ records: Lamp[] }>('/api/blade-city/lamp/list', { size: -1, kind: 2, descs: 'name' })).data.records.map(
      ({ name }) => name,
    )
  const first = await linesOf(operator, id)
  expect(first.head).toBe('名称,灯型')
  expect(first.lines.map((line) => line.split(',')[0])).toEqual(await mains())
  expect(first.lines.length).toBeGreaterThan(0)
  expect(first.disposition).toContain(`交流灯周报_${first.lines.length}条_`)
  const other = lamps.find(({ kind }) => kind !== 2) as Lamp
  expect((await operator.post('/api/blade-city/lamp/submit', { id: other.id, kind: 2 })).code).toBe(200)
  const second = await linesOf(operator, id)
  expect(second.lines.map((line) => line.split(',')[0])).toEqual(await mains())
  expect(second.lines).toHaveLength(first.lines.length + 1)

  expect((await operator.post(`${REST}/submit`, { id, name: '交流灯月报' })).code).toBe(200)
  expect((await operator.get(`${REST}/detail`, { id })).data).toMatchObject({ name: '交流灯月报', filter: 'kind=2&descs=name', format: 2 })
  expect((await operator.post(`${REST}/remove`, undefined, { ids: id })).code).toBe(200)
  expect((await run(operator, id)).status).toBe(400)
  expect((await operator.get<{ records: unknown[] }>(`${REST}/list`, { name: '交流灯月' })).data.records).toEqual([])
})

test('a run is in the list of jobs under the name of the report, and can be downloaded again', async () => {
  const { id } = (await save(operator, { name: '任务报表', format: 2 })).data
  const { lines } = await linesOf(operator, id)
  const { records } = (
    await operator.get<{ records: Record<string, unknown>[] }>('/api/blade-system/jobs/page', { kind: 'export', size: 5 })
  ).data
  expect(records[0]).toMatchObject({ title: '导出任务报表', status: 2, total: lines.length })
  expect(records[0]?.results).toMatchObject([{ file: 'blade-city/lamp/export', query: { kind: '2', reportName: '任务报表' } }])
})

test('a definition that does not fit its list is refused with the name of the field, and nothing is stored', async () => {
  const count = async (): Promise<number> => (await operator.get<{ total: number }>(`${REST}/list`, { size: 1 })).data.total
  const before = await count()
  const wrong: [body: object, field: string, words: string][] = [
    [{ source: 'lighting.nothing' }, 'source', '没有可导出的列表'],
    [{ source: 'nothing' }, 'source', '应为列表的名称'],
    [{ source: '' }, 'source', '请输入'],
    [{ name: '' }, 'name', '请输入'],
    [{ columns: 'name,watts' }, 'columns', '没有“watts”列'],
    [{ filter: 'kindd=2' }, 'kindd', 'kindd'],
    [{ filter: 'power_ge=many' }, 'power_ge', 'power_ge'],
    [{ filter: 'kind=77' }, 'kind', 'kind'],
    [{ filter: 'descs=watts' }, 'filter', 'watts'],
    [{ filter: 'ids=1,2' }, 'filter', 'ids'],
    [{ filter: 'reportName=x' }, 'filter', 'reportName'],
    [{ period: 9 }, 'period', '不是可选的值'],
    [{ format: 3 }, 'format', '不是可选的值'],
  ]
  for (const [body, field, words] of wrong) {
    const answer = await save(operator, body)
    expect([answer.status, answer.body.field, answer.msg], JSON.stringify(body)).toEqual([400, field, expect.stringContaining(words)])
  }
  expect((await save(english, { columns: 'name,watts' })).msg).toBe('columns: the list has no column "watts"')
  expect(await count()).toBe(before)
  const { id } = (await save(operator, {})).data
  expect((await operator.post(`${REST}/submit`, { id, columns: 'watts' })).body.field).toBe('columns')
  expect((await operator.get(`${REST}/detail`, { id })).data.columns).toBe('name,kind')
})

test('a run with a filter or a column that no longer exists is refused, because it must not select more rows', async () => {
  const { id } = (await save(operator, {})).data
  const keep = (column: string, value: string) =>
    product.platform.system.query(`update reports_report set ${column} = $2 where id = $1`, [id, value])
  await keep('filter', 'kindOfOld=2')
  expect((await run(operator, id)).body).toMatchObject({ code: 400, field: 'kindOfOld' })
  await keep('filter', 'kind=2')
  await keep('columns', 'name,wattsOfOld')
  expect((await run(operator, id)).body).toMatchObject({ code: 400, field: 'columns' })
  await keep('columns', 'name')
  await keep('source', 'lighting.old')
  expect((await run(operator, id)).body).toMatchObject({ code: 400, field: 'source' })
})

test('an export of the list of reports contains the names of their lists', async () => {
  const { id } = (await save(operator, {})).data
  const lines = async (client: ApiClient): Promise<string[]> =>
    (await (await client.call('GET', `${REST}/export?ids=${id}&columns=name,source`)).text()).trim().split(/\r?\n/)
  expect((await lines(operator))[1]).toBe('交流灯,灯具')
  expect((await lines(english))[1]).toBe('交流灯,Lamp')
})

test('a relative period follows the day in the zone of the tenant', async () => {
  const { id } = (
    await save(operator, { name: '昨夜指令', source: 'control.batch', columns: 'targetText', filter: '', period: 1, format: 2 })
  ).data
  const { data } = await run(operator, id)
  const day = (back: number): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(product.platform.clock.now() - back * 86_400_000)
  expect(data.query).toMatchObject({ createTime_datege: `${day(1)} 16:00:00`, createTime_datele: `${day(0)} 09:00:00` })
  await product.platform.system.query('update reports_report set period = 3 where id = $1', [id])
  const week = (await run(operator, id)).data.query
  expect(week.createTime_datege).toBe(`${day(6)} 00:00:00`)
  expect(week).not.toHaveProperty('createTime_datele')
  expect((await linesOf(operator, id)).head).toBe('对象')
})

test('running a report needs the right to export its list, and contains only rows that the user may see', async () => {
  const { id } = (await save(operator, { name: '全部灯', filter: '', columns: 'name,areaId', format: 2 })).data
  const all = (await linesOf(operator, id)).lines
  expect(all).toHaveLength(lamps.length)

  const noExport = await withRights('report_reader', [
    'lamp_view',
    'report_list_view',
    'report_list_run',
    'report_list_add',
    'report_list_edit',
  ])
  expect((await run(noExport, id)).msg).toBe('没有该操作的权限')
  expect((await save(noExport, {})).msg).toBe('没有该操作的权限')
  expect((await noExport.post(`${REST}/submit`, { id, name: '全部灯具' })).code, 'renaming needs no right to the list').toBe(200)
  const guest = await product.signIn({ tenantId: TENANT, account: 'guest' })
  expect((await guest.get(`${REST}/list`)).code).toBe(200)
  for (const answer of [await run(guest, id), await save(guest, {}), await guest.post(`${REST}/remove`, undefined, { ids: id })])
    expect(answer.msg).toBe('没有该操作的权限')

  const area = lamps[0]?.areaId as string
  const rights = ['lamp_view', 'lamp_export', 'report_list_view', 'report_list_run']
  const local = await withRights('report_local', rights, { areaIds: [area] })
  const seen = (await local.get<{ records: Lamp[] }>('/api/blade-city/lamp/list', { size: -1 })).data.records
  expect(seen.length).toBeLessThan(all.length)
  expect(seen.length).toBeGreaterThan(0)
  expect((await linesOf(local, id)).lines.map((line) => line.split(',')[0]).sort()).toEqual(seen.map(({ name }) => name).sort())
})

test('another tenant can neither see, run, change nor remove a report', async () => {
  const { id } = (await save(operator, { name: '本租户' })).data
  expect((await admin.get<{ records: { id: string }[] }>(`${REST}/list`, { size: -1 })).data.records.map((row) => row.id)).not.toContain(id)
  const tried = [
    await admin.get(`${REST}/detail`, { id }),
    await run(admin, id),
    await admin.post(`${REST}/submit`, { id, name: '改名' }),
    await admin.post(`${REST}/remove`, undefined, { ids: id }),
  ]
  expect(tried.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect((await operator.get(`${REST}/detail`, { id })).data).toMatchObject({ name: '本租户' })
})

test('the list is in the menu below 报表管理 / Reports', async () => {
  interface Node {
    readonly code: string
    readonly name: string
    readonly path: string
    readonly children?: readonly Node[]
  }
  const group = async (client: ApiClient): Promise<Node | undefined> =>
    (await client.get<Node[]>('/api/blade-system/menu/routes')).data.find(({ code }) => code === 'report')
  expect(await group(operator)).toMatchObject({
    name: '报表管理',
    path: '/report',
    children: expect.arrayContaining([expect.objectContaining({ code: 'report_list', name: '报表列表', path: '/report/reportlist' })]),
  })
  expect(await group(english)).toMatchObject({
    name: 'Reports',
    children: expect.arrayContaining([expect.objectContaining({ name: 'Saved reports' })]),
  })
})
