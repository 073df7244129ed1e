import { f } from '@lamplight/fields/model'
import { defineListing, pickFields } from '@lamplight/kit'
import { area } from '@lamplight/places/model'
import { columnsAs, grantedOnly, onListing, type ServerSlice } from '@lamplight/server-kit'
import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'
import { must } from '../api/own-rows.ts'
import { exported } from './exported.ts'

// What a definition of a listing promises, by one whose rows are read by SQL and one whose rows are made by code. listings.test.ts tests those of the product.

const picked = pickFields(area, 'areaName', 'areaCode', 'parentId')

/** Areas with the number of those below each, read by SQL. */
const areaRow = defineListing({
  name: 'tests.areaRow',
  label: ['区域行', 'Area row'],
  code: 'test_area_row',
  roles: 'read',
  api: {
    base: 'blade-test/area_row',
    verbs: ['page', 'detail', 'select'],
    calls: {
      'GET blade-test/roots': { verb: 'page', fixed: { below_ge: 1 }, names: { name: 'areaName' } },
      'GET blade-test/area_by/{areaCode}': { verb: 'page' },
    },
  },
  title: 'areaName',
  opens: { resource: 'places.area' },
  keyword: ['areaName', 'areaCode'],
  list: { sort: 'areaName' },
  filters: { under: f.ref('places.area', { label: ['上级', 'Under'] }) },
  fields: {
    ...picked,
    below: f.int({ label: ['下级', 'Below'], list: true }),
    made: f.time({ label: ['创建', 'Created'], search: 'range' }),
  },
  io: { export: true },
  page: { path: '/test/areaRow', icon: 'map', sort: 98 },
})
/** The first days of a year, made by code. */
const dayRow = defineListing({
  name: 'tests.dayRow',
  label: ['日期', 'Day'],
  code: 'test_day_row',
  roles: 'read',
  byCode: true,
  api: {
    base: 'blade-test/day_row',
    verbs: ['page'],
    calls: {
      'GET blade-test/first_days': { verb: 'page', usual: { size: 2 } },
      'DELETE blade-test/days': { action: 'drop', names: { dayIds: 'ids' } },
    },
  },
  title: 'day',
  filters: {
    odd: f.flag({ label: ['单日', 'Odd days'] }),
    from: f.time({ label: ['开始时间', 'From'] }),
    n: f.int({ label: ['天数', 'Days'], min: 0, max: 5000, required: true, assumed: 40 }),
  },
  fields: {
    day: f.text({ label: ['日期', 'Day'], list: true }),
    at: f.time({ label: ['时间', 'Time'], list: true }),
    number: f.int({ label: ['序号', 'Number'], list: true }),
  },
  actions: { drop: { label: ['去除', 'Drop'], on: 'rows' } },
  io: { export: true },
  page: { path: '/test/dayRow', icon: 'clock', sort: 99 },
})

const FIRST = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000

const listingSamples: ServerSlice = {
  domain: { name: 'tests', label: ['测试', 'Tests'], level: 9, uses: [] } as unknown as ServerSlice['domain'],
  listings: [
    onListing(areaRow, {
      source: (ctx, params, { under }) => ({
        id: 'a.id',
        columns: {
          ...columnsAs(picked, 'a'),
          below: '(select count(*) from places_area c where c.parent_id = a.id and not c.is_deleted)',
          made: 'a.create_time',
        },
        from: `places_area a where not a.is_deleted${under ? ` and a.parent_id = $${params.push(under)}` : ''}
          ${grantedOnly(ctx.user, params, { project: 'null::bigint', area: 'a.id' })}`,
      }),
    }),
    onListing(dayRow, {
      read: async (_ctx, { odd, from, n = 40 }, { limit, offset }) => {
        const all = Array.from({ length: n ?? 40 }, (_, at) => ({
          id: String(at + 1),
          day: new Date(FIRST + at * DAY_MS).toISOString().slice(0, 10),
          at: new Date(FIRST + at * DAY_MS).toISOString(),
          number: at + 1,
        })).filter(({ number, at }) => (!odd || number % 2 === 1) && (!from || Date.parse(at) >= Date.parse(from)))
        return { rows: all.slice(offset, offset + limit), total: all.length }
      },
      actions: { drop: async ({ ids }) => ({ count: ids.length }) },
    }),
  ],
}

interface Page {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly total: number
  readonly size: number
}
let product: TestPlatform
let admin: ApiClient
let guest: ApiClient
let top: string
let below: string
const page = async (path: string, query: Record<string, unknown> = {}, who = admin): Promise<Page> => {
  const { code, msg, data } = await who.get<Page>(`/api/blade-test/${path}`, query)
  expect(code, msg).toBe(200)
  return data
}
const names = ({ records }: Page): unknown[] => records.map((row) => row.areaName ?? row.day)
const fault = async (path: string, query: Record<string, unknown>, who = admin): Promise<unknown> => {
  const { body } = await who.get(`/api/blade-test/${path}`, query)
  return { code: (body as { code: number }).code, field: (body as { field?: string }).field }
}

beforeAll(async () => {
  product = await testPlatform({ slices: [...slices, listingSamples] })
  admin = await product.signIn({ tenantId: '100001', account: 'admin' })
  guest = await product.signIn({ tenantId: '100001', account: 'guest' })
  top = await must(admin, '/api/blade-system/area/submit', { areaName: '甲区', areaCode: 'L-1' })
  below = await must(admin, '/api/blade-system/area/submit', { areaName: '甲区一段', areaCode: 'L-2', parentId: top })
  await must(await product.signIn(), '/api/blade-system/area/submit', { areaName: '甲区他', areaCode: 'L-3' })
})
afterAll(() => product?.stop())

test('a row has its id, its fields and the titles of references, and no column of a table', async () => {
  const { records } = await page('area_row/page', { areaCode: 'L-2' })
  expect(records).toEqual([
    { id: below, areaName: '甲区一段', areaCode: 'L-2', parentId: top, parentName: '甲区', below: 0, made: expect.stringMatching(/^20/) },
  ])
  const { data } = await admin.get('/api/blade-test/area_row/detail', { id: below })
  expect(data).toEqual(records[0])
})

test('a detail of another tenant, of no row and of no id is refused', async () => {
  const own = await page('area_row/page', { keyword: '甲区他' })
  expect(own.total).toBe(0)
  const [theirs] = await product.platform.system.query<{ id: string }>(`select id::text as id from places_area where area_code = 'L-3'`)
  for (const id of [theirs?.id, '1', 'x']) expect((await admin.get('/api/blade-test/area_row/detail', { id })).code).not.toBe(200)
})

test('filters by fields, by the keyword, by a range of time and by a declared parameter select the rows', async () => {
  expect(names(await page('area_row/page', { keyword: 'l-1' }))).toEqual(['甲区'])
  expect(names(await page('area_row/page', { under: top }))).toEqual(['甲区一段'])
  expect(names(await page('area_row/page', { below: 1, keyword: '甲' }))).toEqual(['甲区'])
  expect((await page('area_row/page', { made_datege: '2020-01-01', keyword: '甲' })).total).toBe(2)
  expect((await page('area_row/page', { made_datele: '2020-01-01' })).total).toBe(0)
  expect(await fault('area_row/page', { under: 'x' })).toEqual({ code: 400, field: 'under' })
  expect(await fault('area_row/page', { below: 'x' })).toEqual({ code: 400, field: 'below' })
})

test('calls at other addresses have fixed values, other names and values in the address', async () => {
  expect(names(await page('roots', { name: '甲' }))).toEqual(['甲区'])
  expect(names(await page('area_by/L-2'))).toEqual(['甲区一段'])
})

test('rows made by code: declared filters, pages, nothing to sort by', async () => {
  const all = await page('day_row/page', { size: -1 })
  expect([all.total, all.records.length, all.records[0]]).toEqual([
    40,
    40,
    { id: '1', day: '2026-01-01', at: '2026-01-01 08:00:00', number: 1 },
  ])
  expect(names(await page('day_row/page', { size: 3, current: 2, odd: 1 }))).toEqual(['2026-01-07', '2026-01-09', '2026-01-11'])
  expect((await page('day_row/page', { from: '2026-01-31 08:00:00' })).total).toBe(10)
  expect((await page('day_row/page', { n: 5000, size: -1 })).records.length).toBe(1000)
  for (const [field, query] of Object.entries({ odd: { odd: 'x' }, from: { from: 'x' }, n: { n: 5001 } }))
    expect(await fault('day_row/page', query)).toEqual({ code: 400, field })
  expect(await fault('day_row/page', { size: 'x' })).toEqual({ code: 400, field: 'size' })
})

test('rows made by code: a call has its usual values unless it names others, and an action by DELETE reads the query', async () => {
  expect([(await page('first_days')).records.length, (await page('first_days', { size: 3 })).records.length]).toEqual([2, 3])
  expect(await (await admin.call('DELETE', '/api/blade-test/days?dayIds=1,2')).json()).toMatchObject({ code: 200, data: { count: 2 } })
  expect((await admin.post<{ count: number }>('/api/blade-test/day_row/drop', { ids: ['3'] })).data.count).toBe(1)
})

test('the export has the rows of the filter, also beyond one page of reading', async () => {
  expect(await exported(admin, areaRow, { keyword: '甲', columns: 'areaName,below' })).toEqual([
    ['区域名称', '下级'],
    ['甲区', '1'],
    ['甲区一段', '0'],
  ])
  const days = await exported(admin, dayRow, { n: '1100', columns: 'number' })
  expect(days.map(([cell]) => cell)).toEqual(['序号', ...Array.from({ length: 1100 }, (_, at) => String(at + 1))])
})

test('a user without the right is refused', async () => {
  expect((await guest.get('/api/blade-test/area_row/export')).code).not.toBe(200)
  const roleId = await must(admin, '/api/blade-system/role/submit', { roleName: 'none', roleAlias: 'none_l', sort: 9 })
  await must(admin, '/api/blade-user/submit', { account: 'no_right', password: 'Listing-1', realName: '无', roleId })
  const none = await product.signIn({ tenantId: '100001', account: 'no_right', password: 'Listing-1' })
  for (const path of ['area_row/page', 'area_row/detail', 'area_row/select', 'roots', 'day_row/page', 'day_row/export'])
    expect((await none.get(`/api/blade-test/${path}`, { id: below })).code, path).not.toBe(200)
  expect((await none.call('DELETE', '/api/blade-test/days?dayIds=1')).status).toBe(400)
})
