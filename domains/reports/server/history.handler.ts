import { controllerType, deviceTypesPort } from '@lamplight/devices/model'
import {
  allDevices,
  decisionsOf,
  deviceData,
  LAMP_SLOT,
  namedValues,
  placesOfAll,
  seenDevices,
  seenOfType,
  typeNames,
} from '@lamplight/devices/server'
import { envSensorType } from '@lamplight/environment/model'
import { addDays, bucketsOf, type DeviceProperty, type DeviceTypeDefinition, pick, unitSymbol } from '@lamplight/kit'
import { A, type Ctx, errors, formatTime, pagedRows, parseTime, type Route, route, T } from '@lamplight/server-kit'
import { lampChart, lampFigures } from './lamp-history.ts'
import { GrainQuery, grainIn, instantSql, PageQuery, pageOf, placeSql, RangeQuery, ROWS_AT_MOST, rangeIn } from './range.ts'

/*
 * History of devices of every type (report.device.data.history.line.chart and its like). Its columns are the properties of the type, which a call learns from the device; so the calls are written by hand.
 */

const Device = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
/** Reports are kept by day, and a page counts the rows of the whole range. */
const LONGEST_DAYS = 366
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const POINTS = 400

const keptOf = (type: DeviceTypeDefinition): readonly (readonly [name: string, property: DeviceProperty])[] =>
  Object.entries(type.properties).filter(([, { history, retired }]) => history && !retired)

const SENSED = keptOf(envSensorType).map(([name]) => name as keyof typeof envSensorType.properties)
interface SensorRow {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly at: Date
  readonly v: (number | null)[]
}
export const sensorHistory = route({
  method: 'GET',
  path: '/api/blade-report/sensor/history/page',
  summary: ['传感器历史数据', 'Reports of environmental sensors'],
  permission: 'report_history_view',
  query: T.Object({ ...RangeQuery, ...PageQuery, envId: Device }),
  returns: A.page(
    A.of({
      id: A.text,
      envId: A.id,
      sn: A.text,
      name: A.text,
      reportTime: A.time,
      ...A.each(SENSED, A.nullable(A.number)),
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { from, to } = rangeIn(ctx, query, LONGEST_DAYS)
    const params: unknown[] = [ctx.zone, from, to]
    const one = query.envId ? ` and h.device_id = $${params.push(query.envId)}` : ''
    const { code } = envSensorType
    const seen = seenOfType(ctx, params, code, 'h.device_id')
    const place = placeSql(query, params, { device: 'h.device_id', area: 'p.area_id', project: 'p.project_id' })
    const wanted = {
      select: 'h.device_id::text as id, r.sn, r.name, h.at, h.v',
      from: `from devices_series_rows h join devices_registered r on r.device_id = h.device_id join (${placesOfAll(ctx.platform)}) p on p.device_id = h.device_id
        where r.type = ${code} and h.at >= ${instantSql('$2', '$1')} and h.at < ($3::date + 1)::timestamp at time zone $1${one}${place}${seen}`,
      order: 'h.at desc, h.device_id',
      params,
      ...pageOf(query),
      most: ROWS_AT_MOST,
    }
    return pagedRows(ctx, wanted, (rows: readonly SensorRow[]) =>
      rows.map(({ id, sn, name, at, v }) => {
        const values = namedValues(envSensorType, v, {})
        return {
          ...(Object.fromEntries(SENSED.map((one) => [one, values[one] ?? null])) as Record<(typeof SENSED)[number], number | null>),
          id: `${id}-${at.getTime()}`,
          envId: id,
          sn,
          name: name ?? '',
          reportTime: formatTime(at, ctx.zone),
        }
      }),
    )
  },
})

/** Type of a device that the user sees. */
const typeOf = async (ctx: Ctx, deviceId: string): Promise<DeviceTypeDefinition> => {
  const params: unknown[] = [deviceId]
  const [row] = await ctx.query<{ type: number }>(
    `select r.type::int as type from devices_registered r where r.device_id = $1${seenDevices(ctx, params, { among: '= $1' })}`,
    params,
  )
  const types = ctx.platform.port(deviceTypesPort)
  if (row) await types.need([row.type])
  const type = row && types.typeOf(row.type)
  if (!type) throw errors.notFound()
  return type
}
const isLamp = ({ code }: DeviceTypeDefinition): boolean => code === controllerType.code
const instants = (ctx: Ctx, { from, to }: { readonly from: string; readonly to: string }) => {
  const at = (day: string): number => Date.parse(parseTime(`${day} 00:00:00`, ctx.zone) ?? day)
  // Whole hours are counted from local midnight, because the offset of a zone can have half hours.
  const hours = Math.ceil((ctx.now().getTime() - at(from)) / HOUR_MS)
  return { from: at(from), to: Math.min(at(addDays(to, 1)), at(from) + hours * HOUR_MS) }
}
const nullable = A.nullable(A.number)
const Figure = A.of({
  code: A.text,
  name: A.text,
  unit: A.text,
  least: nullable,
  most: nullable,
  mean: nullable,
  increase: nullable,
  /** What the counter rules decided in the range, for example `1 reset`; empty if there was nothing to decide. */
  decided: A.text,
})

/** Figures of each property of a device over the range. */
const figuresOf = async (ctx: Ctx, type: DeviceTypeDefinition, deviceId: string, range: ReturnType<typeof rangeIn>) => {
  const span = instants(ctx, range)
  const decided = await decisionsOf(ctx, deviceId, span)
  if (isLamp(type)) return lampFigures(ctx, deviceId, range, decided(LAMP_SLOT))
  const { points } = await deviceData(ctx, type, deviceId, { ...span, points: POINTS })
  return keptOf(type).map(([name, { slot = 0, label, unit, counter }]) => {
    const found = (key: string): number[] => points.flatMap((point) => (typeof point[key] === 'number' ? [point[key]] : []))
    const [low, high, grown] = [found(`${name}Min`), found(`${name}Max`), found(`${name}Increase`)]
    // The mean of a bucket counts with the number of its readings.
    const means = points.filter((point) => typeof point[name] === 'number')
    const weight = means.reduce((sum, point) => sum + Number(point.count ?? 0), 0)
    const total = means.reduce((sum, point) => sum + Number(point[name]) * Number(point.count ?? 0), 0)
    return {
      code: name,
      name: pick(label, ctx.lang),
      unit: unit ? unitSymbol(unit) : '',
      least: low.length > 0 ? Math.min(...low) : null,
      most: high.length > 0 ? Math.max(...high) : null,
      mean: counter || weight === 0 ? null : Math.round((1000 * total) / weight) / 1000,
      increase: counter && grown.length > 0 ? grown.reduce((sum, one) => sum + one, 0) : null,
      decided: counter ? decided(slot) : '',
    }
  })
}

export const gather = route({
  method: 'GET',
  path: '/api/blade-report/device/data/gather',
  summary: ['设备数据汇总', 'Figures of the data of a device, or how many devices of each type reported'],
  permission: 'report_history_view',
  query: T.Object({ ...RangeQuery, deviceId: Device, devType: T.Optional(T.String({ pattern: '^\\d{0,5}$' })) }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    deviceId: A.id,
    figures: A.list(Figure),
    types: A.list(A.of({ devType: A.int, name: A.text, devices: A.int, reported: A.int, readings: A.int })),
  }),
  handler: async ({ ctx, query }) => {
    const range = rangeIn(ctx, query, LONGEST_DAYS)
    const common = { startDate: range.from, endDate: range.to, deviceId: query.deviceId ?? '' }
    if (query.deviceId) {
      const type = await typeOf(ctx, query.deviceId)
      return { ...common, figures: await figuresOf(ctx, type, query.deviceId, range), types: [] }
    }
    const params: unknown[] = [range.from, range.to]
    const type = query.devType ? ` and r.type = $${params.push(query.devType)}::int` : ''
    const place = placeSql(query, params, { device: 'r.device_id', area: 'p.area_id', project: 'p.project_id' })
    const rows = await ctx.query<{ type: number; devices: number; reported: number; readings: string }>(
      `with s as materialized (
         ${allDevices(ctx, params, `${type}${place}`)}
       ), n as (
         select y.device_id, sum(y.readings) as n from devices_days y where y.day between $1::date and $2::date group by 1
         union all select y.device_id, sum(y.readings) from devices_series_days y where y.day between $1::date and $2::date group by 1
       )
       select s.type::int as type, count(*)::int as devices, (count(*) filter (where n.n > 0))::int as reported, coalesce(sum(n.n), 0)::text as readings
       from s left join n on n.device_id = s.device_id group by 1 order by devices desc`,
      params,
    )
    const names = await typeNames(ctx, rows)
    const types = rows.map(({ type: code, devices, reported, readings }) => ({
      devType: code,
      name: names(code),
      devices,
      reported,
      readings: Number(readings),
    }))
    return { ...common, figures: [], types }
  },
})

export const lineChart = route({
  method: 'GET',
  path: '/api/blade-report/device/data/history/line/chart',
  summary: ['设备历史曲线', 'History of the data of a device, or of the energy and online devices of all lamps'],
  permission: 'report_history_view',
  query: T.Object({
    ...RangeQuery,
    ...GrainQuery,
    deviceId: Device,
    property: T.Optional(T.String({ maxLength: 200, description: 'names of properties, comma-joined; all without it' })),
  }),
  returns: A.of({
    times: A.list(A.text),
    series: A.list(A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(nullable) })),
  }),
  handler: async ({ ctx, query }) => {
    const range = rangeIn(ctx, query, LONGEST_DAYS)
    const grain = grainIn(query, range.from === range.to ? 'hour' : 'day')
    if (grain === 'month' || grain === 'year') throw errors.badParameter({ field: 'dateType' }, 'dateType')
    const type = query.deviceId ? await typeOf(ctx, query.deviceId) : controllerType
    const asked = String(query.property ?? '')
      .split(',')
      .filter(Boolean)
    const only = <One extends { readonly code: string }>(series: readonly One[]): One[] => {
      const unknown = asked.find((name) => !series.some(({ code }) => code === name))
      if (unknown !== undefined) throw errors.badParameter({ field: 'property' }, 'property')
      return series.filter(({ code }) => asked.length === 0 || asked.includes(code))
    }
    if (!query.deviceId || isLamp(type)) {
      const { times, series } = await lampChart(ctx, query, range, grain)
      return { times, series: only(series) }
    }
    const span = instants(ctx, range)
    const step = grain === 'hour' ? HOUR_MS : DAY_MS
    const { points } = await deviceData(ctx, type, query.deviceId, {
      ...span,
      points: Math.max(1, Math.ceil((span.to - span.from) / step)),
    })
    const times =
      grain === 'day'
        ? bucketsOf(range, 'day')
        : Array.from({ length: Math.max(0, Math.ceil((span.to - span.from) / step)) }, (_, n) => formatTime(span.from + n * step, ctx.zone))
    const key = (at: number): string => (grain === 'day' ? formatTime(at, ctx.zone).slice(0, 10) : formatTime(at, ctx.zone))
    const byTime = new Map(points.map((point) => [key(Number(point.at)), point]))
    const series = keptOf(type).map(([name, { label, unit, counter }]) => ({
      code: name,
      name: pick(label, ctx.lang),
      unit: unit ? unitSymbol(unit) : '',
      values: times.map((time) => byTime.get(time)?.[counter ? `${name}Increase` : name] ?? null),
    }))
    return { times, series: only(series) }
  },
})

export const historyRoutes: readonly Route[] = [sensorHistory, gather, lineChart]
