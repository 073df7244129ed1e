import { controllerType } from '@lamplight/devices/model'
import { allDevices, typeNames } from '@lamplight/devices/server'
import { pick, type Text } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, type Route, route, T, type TSchema } from '@lamplight/server-kit'
import { LIGHT_STATES, NORMAL } from '../model/texts/light.ts'
import { placeSql, RangeQuery } from './range.ts'

/*
 * Numbers of devices of all types, by state, type, supplier, area and age (report.device.count, report.dashboard.supplier.count). They are read from the rows of every slice that has devices, so
 * no definition gives them.
 */

const LIT_OR_NORMAL: Text = ['亮灯或正常', 'On or normal']
/** Other devices than lamps are not lit or dark. Nor are solar lamps: they report a normal state by day too. */
const isLit = (devType: number): boolean => devType === controllerType.code
const nameOf = (state: string, name: Text, lit: boolean): Text => (!lit && Number(state) <= 2 ? NORMAL : name)
const { startDate: _start, endDate: _end, ...Place } = RangeQuery
export const CountQuery = { ...Place, devType: T.Optional(T.String({ pattern: '^\\d{0,5}$' })) }
type Query = Readonly<Record<string, unknown>>
const NONE: Text = ['未设置', 'None']

const devices = (ctx: Ctx, query: Query, params: unknown[]): string => {
  const type = query.devType ? ` and r.type = $${params.push(query.devType)}::int` : ''
  return allDevices(ctx, params, `${type}${placeSql(query, params, { device: 'r.device_id', area: 'p.area_id', project: 'p.project_id' })}`)
}

interface CountRow {
  readonly key: string | null
  readonly name: string | null
  readonly count: number
  readonly online: number
}
const COUNTS = `count(*)::int as count, count(*) filter (where d.online)::int as online`
const Counted = A.of({ id: A.text, name: A.text, count: A.int, online: A.int, rate: A.nullable(A.number) })
const wire = ({ key, name, count, online }: CountRow, lang: Ctx['lang']) => ({
  id: key === null || key === '0' ? '' : String(key),
  name: name ?? pick(NONE, lang),
  count,
  online,
  rate: count > 0 ? Math.round((1000 * online) / count) / 10 : null,
})

const AGES: readonly (readonly [years: number | null, label: Text])[] = [
  [1, ['不足 1 年', 'Less than 1 year']],
  [3, ['1–3 年', '1 to 3 years']],
  [5, ['3–5 年', '3 to 5 years']],
  [8, ['5–8 年', '5 to 8 years']],
  [null, ['8 年以上', '8 years or more']],
]
/** SQL of the number of the age class of a device, from its row's creation. */
const AGE = `case ${AGES.flatMap(([years], n) => (years === null ? [] : [`when d.created > $NOW::timestamptz - interval '${years} years' then ${n}`])).join(' ')} else ${AGES.length - 1} end`

const bySupplier = (ctx: Ctx, query: Query) => {
  const params: unknown[] = []
  const sql = `select d.supplier_id::text as key, s.name, ${COUNTS} from (${devices(ctx, query, params)}) d
    left join devices_suppliers s on s.id = d.supplier_id group by 1, 2 order by count desc, name`
  return ctx.query<CountRow>(sql, params)
}
const byArea = (ctx: Ctx, query: Query) => {
  const params: unknown[] = []
  const sql = `select d.area_id::text as key, a.area_name as name, ${COUNTS} from (${devices(ctx, query, params)}) d
    left join places_areas a on a.id = d.area_id group by 1, 2 order by count desc, name`
  return ctx.query<CountRow>(sql, params)
}
const byType = (ctx: Ctx, query: Query) => {
  const params: unknown[] = []
  const state = Object.keys(LIGHT_STATES).map((key) => `count(*) filter (where d.state = ${key})::int as "s${key}"`)
  const sql = `select d.type, ${COUNTS}, ${state.join(', ')} from (${devices(ctx, query, params)}) d group by 1 order by count desc, type`
  return ctx.query<Record<string, number>>(sql, params)
}
const byAge = async (ctx: Ctx, query: Query) => {
  const params: unknown[] = []
  const base = devices(ctx, query, params)
  const now = `$${params.push(ctx.now())}`
  const rows = await ctx.query<{ age: number; count: number; online: number }>(
    `select ${AGE.replaceAll('$NOW', now)} as age, ${COUNTS} from (${base}) d group by 1`,
    params,
  )
  return AGES.map(([, label], n) => {
    const found = rows.find(({ age }) => Number(age) === n)
    return wire({ key: String(n + 1), name: pick(label, ctx.lang), count: found?.count ?? 0, online: found?.online ?? 0 }, ctx.lang)
  })
}
const typesOf = async (ctx: Ctx, query: Query) => {
  const rows = await byType(ctx, query)
  const names = await typeNames(ctx, rows)
  return rows.map((row) => ({
    devType: Number(row.type),
    lit: isLit(Number(row.type)),
    ...wire({ key: String(row.type), name: names(Number(row.type)), count: Number(row.count), online: Number(row.online) }, ctx.lang),
    states: Object.entries(LIGHT_STATES).map(([state, name]) => ({
      state: Number(state),
      name: pick(nameOf(state, name, isLit(Number(row.type))), ctx.lang),
      count: Number(row[`s${state}`] ?? 0),
    })),
  }))
}

const State = A.of({ state: A.int, name: A.text, count: A.int })
const Typed = A.of({
  /** True: the first two states are lit and dark. */
  lit: A.yes,
  devType: A.int,
  id: A.text,
  name: A.text,
  count: A.int,
  online: A.int,
  rate: A.nullable(A.number),
  states: A.list(State),
})

export const deviceStatus = route({
  method: 'GET',
  path: '/api/blade-report/device/status',
  summary: ['设备状态报表', 'Devices by state'],
  permission: 'report_device_status_view',
  query: T.Object(CountQuery),
  returns: A.of({ total: A.int, online: A.int, rate: A.nullable(A.number), states: A.list(State), types: A.list(Typed) }),
  handler: async ({ ctx, query }) => {
    const types = await typesOf(ctx, query)
    const sum = (of: (one: (typeof types)[number]) => number): number => types.reduce((all, one) => all + of(one), 0)
    const states = Object.entries(LIGHT_STATES).map(([state, name], n) => ({
      state: Number(state),
      name: pick(Number(state) === 1 ? LIT_OR_NORMAL : name, ctx.lang),
      count: sum((one) => one.states[n]?.count ?? 0),
    }))
    const [total, online] = [sum(({ count }) => count), sum((one) => one.online)]
    return { total, online, rate: total > 0 ? Math.round((1000 * online) / total) / 10 : null, states, types }
  },
})

export const deviceCount = route({
  method: 'GET',
  path: '/api/blade-report/device/count',
  summary: ['设备数量报表', 'Devices by type, supplier, area and age'],
  permission: 'report_device_status_view',
  query: T.Object(CountQuery),
  returns: A.of({ total: A.int, types: A.list(Counted), suppliers: A.list(Counted), areas: A.list(Counted), ages: A.list(Counted) }),
  handler: async ({ ctx, query }) => {
    const [types, suppliers, areas, ages] = await Promise.all([
      typesOf(ctx, query),
      bySupplier(ctx, query),
      byArea(ctx, query),
      byAge(ctx, query),
    ])
    return {
      total: types.reduce((all, one) => all + one.count, 0),
      types: types.map(({ devType: _, states: __, lit: ___, ...one }) => one),
      suppliers: suppliers.map((row) => wire(row, ctx.lang)),
      areas: areas.map((row) => wire(row, ctx.lang)),
      ages,
    }
  },
})

const dashboard = <R extends TSchema>(
  path: string,
  summary: Text,
  returns: R,
  read: (ctx: Ctx, query: Query) => Promise<AnswerOf<R>>,
): Route =>
  route({
    method: 'GET',
    path: `/api/blade-report/dashboard/${path}`,
    summary,
    permission: 'dashboard_view',
    query: T.Object(CountQuery),
    returns,
    handler: ({ ctx, query }) => read(ctx, query),
  })

export const countRoutes: readonly Route[] = [
  deviceStatus,
  deviceCount,
  dashboard('supplier/count', ['各供应商设备数量', 'Devices by supplier'], A.list(Counted), async (ctx, query) =>
    (await bySupplier(ctx, query)).map((row) => wire(row, ctx.lang)),
  ),
  dashboard('area/count', ['各区域设备数量', 'Devices by area'], A.list(Counted), async (ctx, query) =>
    (await byArea(ctx, query)).map((row) => wire(row, ctx.lang)),
  ),
  dashboard('dev/categorical_data', ['各类设备数量', 'Devices by type, with their states'], A.list(Typed), typesOf),
]
