import { f } from '@lamplight/fields/model'
import { defineListing, pickFields } from '@lamplight/kit'
import { area } from '@lamplight/places/model'
import { columnsAs, grantedOnly, onListing, type ServerSlice } from '@lamplight/server-kit'

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
  api: { base: 'blade-test/day_row', verbs: ['page'] },
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
  io: { export: true },
  page: { path: '/test/dayRow', icon: 'clock', sort: 99 },
})

const FIRST = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000

export const listingSamples: ServerSlice = {
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
    }),
  ],
}
