import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { seenOfType } from '@lamplight/devices/server'
import { exampleId, permissionOf } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, dayIn, parseTime, route, T, visibleRow } from '@lamplight/server-kit'
import { getTimes } from 'suncalc'
import { record } from '../model/index.ts'

const DAY_MS = 86_400_000
/** Width of a step of the curve, s. The query returns the mean of the readings in each step. */
const STEP_S = 300

/** `level` is null in the curve of a cabinet's meter. */
const Point = A.of({ at: A.number, power: A.number, level: A.nullable(A.int) })
type Points = Promise<AnswerOf<typeof Point>[]>
/** Mean power and the reported level of a device in each step of a night. */
const curveOf = (ctx: Ctx, deviceId: string, from: number, to: number): Points =>
  ctx.query(
    `select (floor(extract(epoch from t.at) / ${STEP_S}) * ${STEP_S * 1000})::float8 as at, round(avg(t.power)::numeric, 1)::float8 as power, max(t.dim)::int as level
     from devices_readings t where t.device_id = $1 and t.tenant_id = $2 and t.at >= $3 and t.at < $4 and t.power is not null group by 1 order by 1`,
    [deviceId, ctx.tenantId, new Date(from), new Date(to)],
  )
/** The power of a cabinet's meter. */
const meterOf = (ctx: Ctx, deviceId: string, from: number, to: number): Points =>
  ctx.query(
    `select (floor(extract(epoch from t.at) / ${STEP_S}) * ${STEP_S * 1000})::float8 as at, avg(t.v[2])::float8 as power, null::int as level
     from devices_series_rows t where t.device_id = $1 and t.tenant_id = $2 and t.at >= $3 and t.at < $4 and t.v[2] is not null group by 1 order by 1`,
    [deviceId, ctx.tenantId, new Date(from), new Date(to)],
  )

/** The neighbour of a record, if the user sees it, with its place. */
const neighbourOf = async (ctx: Ctx, id: string | null) => {
  if (!id) return null
  const params: unknown[] = [id]
  const [row] = await ctx.query<{ id: string; sn: string; name: string }>(
    `select r.device_id::text as id, r.sn, coalesce(r.name, '') as name from devices_registered r
     where r.device_id = $1 and r.type = ${LAMP_CONTROLLER}${seenOfType(ctx, params, LAMP_CONTROLLER, 'r.device_id', '= $1')}`,
    params,
  )
  return row ?? null
}
const nightAt = async (ctx: Ctx, deviceId: string, from: number): Promise<[number, number] | null> => {
  const [place] = await ctx.query<{ lat: number | null; lng: number | null }>(
    'select lat, lng from lighting_loads where device_id = $1 and tenant_id = $2',
    [deviceId, ctx.tenantId],
  )
  if (!place || place.lat === null || place.lng === null) return null
  const [dusk, dawn] = [
    getTimes(new Date(from), place.lat, place.lng).sunset,
    getTimes(new Date(from + DAY_MS), place.lat, place.lng).sunrise,
  ].map(Number)
  return Number.isFinite(dusk) && Number.isFinite(dawn) ? [dusk!, dawn!] : null
}

interface RecordRow extends Readonly<Record<'lastDay' | 'deviceId' | 'neighbourId', string | null>> {
  readonly deviceType: number | null
}
/** The night of a record beside that of a healthy neighbour (issue: each finding shows its curve). Written by hand: it reads readings of two devices. */
export const curveRoute = route({
  method: 'GET',
  path: '/api/blade-alarm/abnormalDiagnoseRecord/curve',
  summary: ['异常诊断的夜间曲线', 'Readings of the night of a record, and of a healthy neighbour'],
  example: { query: { id: exampleId(record.name) } },
  permission: permissionOf(record, 'page'),
  query: T.Object({
    id: T.String({ pattern: '^[0-9]{1,19}$' }),
    day: T.Optional(
      T.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', description: 'yyyy-MM-dd; default: the last night with the symptom' }),
    ),
  }),
  returns: A.of({
    day: A.text,
    from: A.number,
    to: A.number,
    night: A.list(A.number),
    points: A.list(Point),
    neighbourId: A.text,
    neighbourSn: A.text,
    neighbourName: A.text,
    neighbour: A.list(Point),
  }),
  handler: async ({ ctx, query }) => {
    const row = await visibleRow<RecordRow>(ctx, record, query.id)
    const day = dayIn(query.day, 'day') ?? row.lastDay ?? ''
    const from = Date.parse(parseTime(`${day} 12:00:00`, ctx.zone) ?? '')
    const to = from + DAY_MS
    const deviceId = row.deviceId ?? ''
    if (!Number.isFinite(from) || deviceId === '')
      return { day, from: 0, to: 0, night: [], points: [], neighbourId: '', neighbourSn: '', neighbourName: '', neighbour: [] }
    const other = await neighbourOf(ctx, row.neighbourId)
    const isLamp = row.deviceType === LAMP_CONTROLLER
    return {
      day,
      from,
      to,
      night: (await nightAt(ctx, deviceId, from)) ?? [],
      points: await (isLamp ? curveOf : meterOf)(ctx, deviceId, from, to),
      neighbourId: other?.id ?? '',
      neighbourSn: other?.sn ?? '',
      neighbourName: other?.name ?? '',
      neighbour: other ? await curveOf(ctx, other.id, from, to) : [],
    }
  },
})
