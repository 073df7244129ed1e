import { type DeviceTypeDefinition, exampleDevice, pick, unitSymbol } from '@lamplight/kit'
import { EVENT_TYPES, type EventType } from '@lamplight/protocol'
import { A, type AnswerOf, type Ctx, errors, formatTime, type Route, route, T, timeIn } from '@lamplight/server-kit'
import { answeredProperties, controllerType, devicesErrors } from '../model/index.ts'
import { shownValues } from './ingest/named-values.ts'
import { deviceSeen, refuseBlind } from './seen-device.ts'
import { decidedCounters } from './series/counter-decisions.ts'
import { hourBegin, keptOf, seriesHistory } from './series/series-history.ts'
import { isLampController } from './types/types.port.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })
const DAY_MS = 86_400_000
const LONGEST_MS = 400 * DAY_MS
/** SQL columns of a bucket of a lamp controller: the maximum of a counter, the mean of other values. */
const LAMP_COLUMNS = keptOf(controllerType)
  .map(([name, property]) => {
    const column = property.type === 'boolean' ? `is_${name}::int` : name
    const shown = property.counter ? 'max' : 'avg'
    return `${shown}(${column})::float8 as "${name}", min(${column})::float8 as "${name}Min", max(${column})::float8 as "${name}Max"`
  })
  .join(', ')

/** Latest values by name, without values that it never reported. Of a lamp controller: its answers to simple commands. */
export const valuesOf = async (ctx: Ctx, type: DeviceTypeDefinition, deviceId: string): Promise<Record<string, unknown>> => {
  const [row] = await ctx.query<{ v: (number | null)[]; texts: Record<string, unknown> }>(
    'select v, texts from devices_latest where device_id = $1',
    [deviceId],
  )
  return shownValues(type, row?.v ?? [], row?.texts ?? {})
}

/** Latest values by name of a lamp controller, whose state has a column for each. Faults are left out, because the state contains them. */
const lampValues = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(controllerType.properties).flatMap((name) => {
      const value = row[name]
      if (name === 'faults' || name in answeredProperties || value === null || value === undefined) return []
      return [[name, value instanceof Date ? value.getTime() : value]]
    }),
  )

const MEASURES = Object.fromEntries(
  keptOf(controllerType)
    .filter(([, { type }]) => type !== 'boolean')
    .map(([name, { unit }]) => [name, A.nullable(unit ? A.measure(unitSymbol(unit)) : A.number)]),
)

const StateReturns = A.of({
  deviceId: A.id,
  gatewayId: A.nullable(A.id),
  sn: A.text,
  on: A.nullable(A.yes),
  reason: A.nullable(A.any),
  ...MEASURES,
  until: A.time,
  faultSince: A.time,
  reportedAt: A.time,
  receivedAt: A.time,
  currentControllerStatus: A.nullable(A.int),
  online: A.nullable(A.yes),
  version: A.nullable(A.any),
  faults: A.list(A.of({ type: A.text, label: A.text })),
  /** Latest values by name of property. */
  values: A.map(A.any),
})
const TIMES = ['until', 'faultSince', 'reportedAt', 'receivedAt'] as const
type StateRow = Omit<AnswerOf<typeof StateReturns>, (typeof TIMES)[number] | 'faults' | 'values'> &
  Readonly<Record<(typeof TIMES)[number], Date | null>> & { readonly faults: readonly EventType[] }

export const deviceStateRoute = route({
  method: 'GET',
  path: '/api/blade-device/state',
  summary: ['设备最新状态', 'Latest state of a device'],
  example: { query: { deviceId: exampleDevice(controllerType) } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({ deviceId: Id }),
  returns: StateReturns,
  handler: async ({ ctx, query }) => {
    const { type } = await deviceSeen(ctx, query.deviceId)
    const [row] = await ctx.query<StateRow>(
      `select device_id as "deviceId", gateway_id as "gatewayId", sn, is_on as "on", dim, power, voltage, current, pf, energy, hours, temperature, tilt,
         reason, override_until as until, faults, fault_since as "faultSince", state as "currentControllerStatus", online, reported_at as "reportedAt", received_at as "receivedAt",
         version
       from devices_state where device_id = $1`,
      [query.deviceId],
    )
    if (!row) throw errors.notFound()
    const time = (value: Date | null): string => (value ? formatTime(value, ctx.zone) : '')
    return {
      ...row,
      faults: row.faults.map((type) => ({ type, label: pick(EVENT_TYPES[type], ctx.lang) })),
      faultSince: time(row.faultSince),
      until: time(row.until),
      reportedAt: time(row.reportedAt),
      receivedAt: time(row.receivedAt),
      values: { ...(isLampController(type.code) ? lampValues(row) : {}), ...(await valuesOf(ctx, type, query.deviceId)) },
    }
  },
})

interface Span {
  readonly from: number
  readonly to: number
}
const spanOf = (ctx: Ctx, { from, to, hours }: { from?: string; to?: string; hours?: number }): Span => {
  const timeOf = (text: string, field: string): number =>
    /^\d{10,14}$/.test(text) ? Number(text) : Date.parse(timeIn(text, field, ctx.zone) ?? '')
  const end = to ? timeOf(to, 'to') : ctx.now().getTime()
  const begin = from ? timeOf(from, 'from') : end - (hours ?? 24) * 3_600_000
  if (!(end > begin) || end - begin > LONGEST_MS) throw devicesErrors.badRange({}, 'from')
  return { from: begin, to: end }
}

export const telemetryHistory = route({
  method: 'GET',
  path: '/api/blade-device/telemetry/history',
  summary: ['设备历史数据', 'Readings of a device over time'],
  example: { query: { deviceId: exampleDevice(controllerType), hours: 24 } },
  // The right is that to see the device: it depends on the type.
  permission: 'signed-in',
  refuses: refuseBlind,
  query: T.Object({
    deviceId: Id,
    from: T.Optional(
      T.String({ description: 'yyyy-MM-dd HH:mm:ss in the zone of the tenant, or epoch ms; `hours` before `to` by default' }),
    ),
    to: T.Optional(T.String({ description: 'as `from`; now by default' })),
    hours: T.Optional(T.Number({ exclusiveMinimum: 0, maximum: 9600 })),
    points: T.Optional(
      T.Integer({
        minimum: 1,
        maximum: 2000,
        description:
          'buckets, 96 by default; of devices that are no lamp controllers, those of an hour or a day and more begin at whole hours or days',
      }),
    ),
  }),
  returns: A.of({
    from: A.int,
    to: A.int,
    step: A.int,
    points: A.list(A.map(A.nullable(A.number))),
    /** Counters about which the counter rules decided something in the hours of the range, for example `1 reset`. */
    counters: A.list(A.of({ code: A.text, name: A.text, decided: A.text })),
  }),
  handler: async ({ ctx, query }) => {
    const { tenantId, type } = await deviceSeen(ctx, query.deviceId)
    const { from, to } = spanOf(ctx, query)
    const points = query.points ?? 96
    const counters = await decidedCounters(ctx, type, query.deviceId, { from: hourBegin(from, ctx.zone), to })
    if (!isLampController(type.code))
      return { ...(await seriesHistory(ctx, type, { deviceId: query.deviceId, tenantId, from, to, points })), counters }
    const step = Math.max(1, Math.ceil((to - from) / points))
    const rows = await ctx.query<Record<string, number | null>>(
      `select floor((extract(epoch from at) * 1000 - $2::float8) / $4::float8)::int as bucket, count(*)::int as count, ${LAMP_COLUMNS}
       from devices_telemetry where device_id = $1 and at >= to_timestamp($2::float8 / 1000) and at < to_timestamp($3::float8 / 1000)
       group by 1 order by 1`,
      [query.deviceId, from, to, step],
    )
    return { from, to, step, points: rows.map(({ bucket, ...values }) => ({ at: from + (bucket ?? 0) * step, ...values })), counters }
  },
})

export const stateRoutes: readonly Route[] = [deviceStateRoute, telemetryHistory]
