import { meter, meterType } from '@lamplight/cabinets/model'
import { countedSpan, namedValues, rulesOf, seenOfType } from '@lamplight/devices/server'
import { f } from '@lamplight/fields/model'
import type { DeviceProperty, Fields } from '@lamplight/kit'
import {
  A,
  type AnswerOf,
  bodySchema,
  type Ctx,
  errors,
  formatTime,
  inputIn,
  pagedRows,
  parseTime,
  type Route,
  route,
  T,
  tableOf,
} from '@lamplight/server-kit'

const MAX_ROWS = 1000
const DAY_MS = 86_400_000
/** The longest time of a history: the rows of many partitions are counted and sorted. */
const LONGEST_MS = 366 * DAY_MS
/** Property of the meter whose increase is the consumption, kWh. */
const ENERGY = meterType.properties.energy.slot
const KEPT = Object.entries<DeviceProperty>(meterType.properties).flatMap(([name, { history }]) =>
  history ? [name as keyof typeof meterType.properties] : [],
)
const VALUES = A.each(KEPT, A.nullable(A.number))
const PAGE: Fields = {
  current: f.int({ label: ['页码', 'Page'], min: 1, max: 1_000_000 }),
  size: f.int({ label: ['每页行数', 'Rows of a page'], min: 1, max: MAX_ROWS }),
}
const METERS = tableOf(meter)
const METER = f.ref(meter.name, { label: ['电表', 'Meter'] })
type Values = readonly (number | null)[] | null

type Properties = Parameters<typeof A.of>[0]
type Answered<R extends Properties> = AnswerOf<ReturnType<typeof A.of<R>>>

interface MeterPage<P extends string, Row, R extends Properties> {
  readonly path: P
  readonly summary: Route['summary']
  readonly fields: Fields
  readonly record: R
  readonly read: (ctx: Ctx, input: Readonly<Record<string, unknown>>, params: unknown[]) => { select: string; from: string; order: string }
  readonly wire: (ctx: Ctx, row: Row) => Answered<R>
}
const valuesOf = (v: Values) => {
  const values = namedValues(meterType, v ?? [], {})
  return Object.fromEntries(KEPT.map((name) => [name, values[name] ?? null])) as Record<keyof typeof VALUES, number | null>
}

/** A call with pages of data of the meters that the user sees. Written by hand, because the data are reports and sums of reports, not rows. */
const meterPage = <const P extends string, Row extends object, R extends Properties>({
  path,
  summary,
  fields,
  record,
  read,
  wire,
}: MeterPage<P, Row, R>) => {
  const all = { ...fields, ...PAGE }
  return route({
    method: 'GET',
    path: `/api/blade-report/${path}`,
    summary,
    example: { query: { size: 10 } },
    permission: 'meter_view',
    query: T.Unsafe<Record<string, unknown>>(bodySchema({ fields: all }, null, [])),
    checksItself: true,
    returns: A.page(A.of(record)),
    handler: ({ ctx, query }) => {
      const input = inputIn(all, query, ctx)
      const params: unknown[] = []
      const wanted = {
        ...read(ctx, input, params),
        params,
        current: Number(input.current ?? 1),
        size: Number(input.size ?? 10),
        most: MAX_ROWS,
      }
      return pagedRows(ctx, wanted, (rows: readonly Row[]) => rows.map((row) => wire(ctx, row)))
    },
  })
}

/**
 * Consumption since midnight in the zone of the tenant (`$1`), counted like the rollups (`countedSpan`). Null without a report today.
 */
const TODAY = `(select c.increase from (select r.tenant_id, r.device_id) d cross join lateral (${countedSpan(
  {
    from: 'devices_series_rows',
    value: `t.v[${ENERGY}]`,
    own: `t.tenant_id = d.tenant_id and t.device_id = d.device_id and t.type = ${meterType.code}`,
  },
  { tenant: 'd.tenant_id', device: 'd.device_id', begins: '$1::timestamptz', ends: `'infinity'::timestamptz` },
  rulesOf(meterType.properties.energy),
)}) c where c.ats[cardinality(c.ats)] >= $1::timestamptz)`

const Data = {
  meterId: A.id,
  sn: A.text,
  name: A.text,
  currentControllerStatus: A.int,
  reportedAt: A.time,
  energyToday: A.nullable(A.number),
  ...VALUES,
}
type DataRow = Omit<Answered<typeof Data>, 'reportedAt'> & { readonly at: Date | null; readonly v: Values }
/** report.integrated_device.meter.data: the meters with their latest values and the consumption of today. */
export const meterData = meterPage({
  path: 'integrated_device/meter/data',
  summary: ['电表数据', 'Data of meters'],
  fields: {
    meterId: METER,
    projectId: f.ref('places.project', { label: ['项目', 'Project'] }),
    sn: f.text({ label: ['编号', 'SN'], max: 40 }),
  },
  record: Data,
  read: (ctx, { meterId, projectId, sn }, params) => {
    params.push(parseTime(formatTime(ctx.now(), ctx.zone).slice(0, 10), ctx.zone))
    const one = meterId ? ` and r.device_id = $${params.push(meterId)}` : ''
    const project = projectId ? ` and r.device_id in (select t.id from ${METERS} t where t.project_id = $${params.push(projectId)})` : ''
    const like = sn ? ` and strpos(lower(r.sn), lower($${params.push(sn)})) > 0` : ''
    return {
      select: `r.device_id::text as "meterId", r.sn, coalesce(r.name, '') as name, coalesce(s.state, 5) as "currentControllerStatus", s.reported_at as at, l.v,
        ${TODAY} as "energyToday"`,
      from: `from devices_registered r left join devices_states s on s.device_id = r.device_id left join devices_values l on l.device_id = r.device_id
        where r.type = ${meterType.code} and $1::timestamptz is not null${one}${project}${like}${seenOfType(ctx, params, meterType.code, 'r.device_id')}`,
      order: 'r.sn, r.device_id',
    }
  },
  wire: (ctx, { at, v, ...row }: DataRow) => ({ ...row, ...valuesOf(v), reportedAt: at ? formatTime(at, ctx.zone) : '' }),
})

/**
 * Begin and end of a history. Default: until now, of one meter 366 days, of all meters one day. Throws a 400 that names the field if the end is before the
 * begin, or the span is longer than 366 days.
 */
const spanIn = (ctx: Ctx, { meterId, startDate, endDate }: Readonly<Record<string, unknown>>): readonly [Date, Date] => {
  const to = endDate ? Date.parse(String(endDate)) : ctx.now().getTime()
  const from = startDate ? Date.parse(String(startDate)) : to - (meterId ? LONGEST_MS : DAY_MS)
  if (to < from) throw errors.badParameter({ field: 'endDate' }, 'endDate')
  if (to - from > LONGEST_MS) throw errors.badParameter({ field: 'startDate' }, 'startDate')
  return [new Date(from), new Date(to)]
}

const Report = { id: A.text, meterId: A.id, sn: A.text, name: A.text, reportTime: A.time, ...VALUES }
type ReportRow = Omit<Answered<typeof Report>, 'id' | 'reportTime'> & { readonly at: Date; readonly v: Values }
/** report.meter.history.page: the reports of meters as they sent them, newest first. */
export const meterHistory = meterPage({
  path: 'meter/history/page',
  summary: ['电表历史数据', 'History of meters'],
  fields: { meterId: METER, startDate: f.time({ label: ['开始时间', 'From'] }), endDate: f.time({ label: ['结束时间', 'To'] }) },
  record: Report,
  read: (ctx, input, params) => {
    const { meterId } = input
    const one = meterId ? ` and r.device_id = $${params.push(meterId)}` : ''
    const [begin, end] = spanIn(ctx, input)
    const during = ` and h.at >= $${params.push(begin)} and h.at <= $${params.push(end)}`
    return {
      select: `h.at, h.v, r.device_id::text as "meterId", r.sn, coalesce(r.name, '') as name`,
      from: `from devices_registered r join devices_series_rows h on h.device_id = r.device_id and h.tenant_id = r.tenant_id
        where r.type = ${meterType.code}${one}${during}${seenOfType(ctx, params, meterType.code, 'r.device_id')}`,
      order: 'h.at desc, r.device_id',
    }
  },
  wire: (ctx, { at, v, ...row }: ReportRow) => ({
    ...row,
    ...valuesOf(v),
    id: `${row.meterId}-${at.getTime()}`,
    reportTime: formatTime(at, ctx.zone),
  }),
})

export const meterRoutes: readonly Route[] = [meterData, meterHistory]
