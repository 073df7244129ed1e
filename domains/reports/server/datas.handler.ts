import { controllerType, gateway } from '@lamplight/devices/model'
import { allDevices, deviceData, placesOfType, seenOfType } from '@lamplight/devices/server'
import { envSensorType } from '@lamplight/environment/model'
import { type DeviceTypeDefinition, exampleDevice, exampleId, type Text } from '@lamplight/kit'
import { infoScreenType } from '@lamplight/media/model'
import { A, type Ctx, errors, formatTime, type Route, route, T, visibleRow } from '@lamplight/server-kit'
import { lampChart } from './lamp-history.ts'
import { placeSql, RangeQuery } from './range.ts'

/* Data of one device for the overview dashboard (report.dashboard.gw.datas and its like): its latest values and its last 24 hours, which no verb of a resource answers. */

const DAY_MS = 86_400_000
const HOURS = 24
const Id = T.String({ pattern: '^\\d{1,19}$' })
const Point = A.map(A.nullable(A.number))
const Device = { deviceId: A.id, sn: A.text, name: A.text, currentControllerStatus: A.int, reportedAt: A.time, values: A.map(A.any) }
const nullable = A.nullable(A.number)

const ofType = (
  path: string,
  parameter: string,
  summary: Text,
  type: DeviceTypeDefinition,
  more: Parameters<typeof T.Object>[0] = {},
): Route =>
  route({
    method: 'GET',
    path: `/api/blade-report/dashboard/${path}`,
    summary,
    example: { query: { [parameter]: exampleDevice(type) } },
    permission: 'dashboard_view',
    query: T.Object({ [parameter]: Id, ...more }),
    returns: A.of({ ...Device, points: A.list(Point) }),
    handler: async ({ ctx, query }) => {
      const to = ctx.now().getTime()
      const id = String((query as Record<string, unknown>)[parameter])
      await refuseOtherSystem(ctx, type, id, query)
      const { state, points, ...data } = await deviceData(ctx, type, id, { from: to - DAY_MS, to, points: HOURS })
      return { ...data, currentControllerStatus: state, points }
    },
  })

/** Refuses a device whose project is of another system than the parameter `systemType` says. */
const refuseOtherSystem = async (ctx: Ctx, { code }: DeviceTypeDefinition, id: string, query: Readonly<Record<string, unknown>>) => {
  if (!query.systemType) return
  const params: unknown[] = [id]
  const system = placeSql({ systemType: query.systemType }, params, { device: 'p.device_id', area: 'p.area_id', project: 'p.project_id' })
  const [found] = await ctx.query(`select from (${placesOfType(ctx.platform, code)}) p where p.device_id = $1${system}`, params)
  if (!found) throw errors.notFound()
}

interface LampRow extends Readonly<Record<'dim' | 'power' | 'voltage' | 'current' | 'pf' | 'temperature', number | null>> {
  readonly sn: string
  readonly name: string | null
  readonly state: number
  readonly online: boolean
  readonly at: Date | null
}
const lamp: Route = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/lamp_control/datas',
  summary: ['单灯控制器数据', 'Data of a lamp controller'],
  example: { query: { lampControlId: exampleDevice(controllerType) } },
  permission: 'dashboard_view',
  query: T.Object({ lampControlId: Id }),
  returns: A.of({
    lampControlId: A.id,
    sn: A.text,
    name: A.text,
    currentControllerStatus: A.int,
    online: A.yes,
    reportedAt: A.time,
    dim: nullable,
    power: nullable,
    voltage: nullable,
    current: nullable,
    pf: nullable,
    temperature: nullable,
    /** Energy of today, kWh, and what the last two days had by the hour. */
    energyToday: nullable,
    times: A.list(A.text),
    series: A.list(A.of({ code: A.text, name: A.text, unit: A.text, values: A.list(nullable) })),
  }),
  handler: async ({ ctx, query: { lampControlId } }) => {
    const params: unknown[] = [lampControlId]
    const [row] = await ctx.query<LampRow>(
      `select c.sn, c.name, coalesce(s.state, 5)::int as state, coalesce(s.online, false) as online, s.reported_at as at, s.dim, s.power, s.voltage, s.current, s.pf, s.temperature
       from lighting_controllers c left join devices_states s on s.device_id = c.id
       where c.id = $1 and not c.is_deleted${seenOfType(ctx, params, controllerType.code, 'c.id', '= $1')}`,
      params,
    )
    if (!row) throw errors.notFound()
    const today = formatTime(ctx.now(), ctx.zone).slice(0, 10)
    const { times, series } = await lampChart(ctx, { deviceId: lampControlId }, { from: today, to: today }, 'hour')
    const energy = series.find(({ code }) => code === 'energy')?.values.filter((value) => value !== null) ?? []
    return {
      lampControlId,
      sn: row.sn,
      name: row.name ?? '',
      currentControllerStatus: row.state,
      online: row.online,
      reportedAt: row.at ? formatTime(row.at, ctx.zone) : '',
      dim: row.dim,
      power: row.power,
      voltage: row.voltage,
      current: row.current,
      pf: row.pf,
      temperature: row.temperature,
      energyToday: energy.length > 0 ? Math.round(1000 * energy.reduce((sum, one) => sum + one, 0)) / 1000 : null,
      times,
      series,
    }
  },
})

interface GatewayRow {
  readonly sn: string
  readonly name: string | null
  readonly online: boolean | null
  readonly version: string | null
  readonly at: Date | null
}
type CountRow = Readonly<Record<'devices' | 'online' | 'faulty', number>> & { readonly power: number | null }
const gatewayData: Route = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/gw/datas',
  summary: ['网关数据', 'Data of a gateway'],
  example: { query: { gwId: exampleId('devices.gateway') } },
  permission: 'dashboard_view',
  query: T.Object({ gwId: Id }),
  returns: A.of({
    gwId: A.id,
    sn: A.text,
    name: A.text,
    online: A.yes,
    version: A.text,
    lastSeen: A.time,
    /** Devices behind it that the user sees: all, connected, and by state. */
    devices: A.int,
    onlineDevices: A.int,
    faulty: A.int,
    power: nullable,
    outages: A.list(A.of({ beginTime: A.time, endTime: A.time })),
  }),
  handler: async ({ ctx, query: { gwId } }) => {
    await visibleRow(ctx, gateway, gwId)
    const params: unknown[] = [gwId]
    const behind = allDevices(ctx, params, ' and r.gateway_id = $1')
    const [[row], [counts], outages] = await ctx.queries<[GatewayRow, CountRow, { begins: Date; ends: Date | null }]>([
      ['select sn, name, online, version, last_seen as at from devices_gateways where id = $1 and not is_deleted', [gwId]],
      [
        `select count(*)::int as devices, count(*) filter (where d.online)::int as online, count(*) filter (where d.state = 3)::int as faulty,
           sum(s.power) filter (where d.online) as power
         from (${behind}) d left join devices_states s on s.device_id = d.device_id`,
        params,
      ],
      [
        `select began_at as begins, ended_at as ends from devices_faults where device_id = $1 and type = 'communicationFailure' and began_at > $2
         order by began_at desc limit 20`,
        [gwId, new Date(ctx.now().getTime() - 30 * DAY_MS)],
      ],
    ])
    if (!row) throw errors.notFound()
    return {
      gwId,
      sn: row.sn,
      name: row.name ?? '',
      online: row.online === true,
      version: row.version ?? '',
      lastSeen: row.at ? formatTime(row.at, ctx.zone) : '',
      devices: counts?.devices ?? 0,
      onlineDevices: counts?.online ?? 0,
      faulty: counts?.faulty ?? 0,
      power: typeof counts?.power === 'number' ? Math.round(counts.power) : null,
      outages: outages.map(({ begins, ends }) => ({
        beginTime: formatTime(begins, ctx.zone),
        endTime: ends ? formatTime(ends, ctx.zone) : '',
      })),
    }
  },
})

const { systemType } = RangeQuery
export const dataRoutes: readonly Route[] = [
  lamp,
  gatewayData,
  ofType('env_sensor/datas', 'envSensorId', ['环境传感器数据', 'Data of an environmental sensor'], envSensorType),
  ofType('info_screen/datas', 'infoScreenId', ['信息屏数据', 'Data of an info screen'], infoScreenType, { systemType }),
]
