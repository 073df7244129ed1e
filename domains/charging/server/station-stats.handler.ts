import { A, errors, formatTime, route, seenRows, T, timeIn } from '@lamplight/server-kit'
import { ORDER } from '../model/order.lifecycle.ts'
import { order } from '../model/order.resource.ts'
import { orderServer } from './order.server.ts'
import { stationServer } from './station.server.ts'

const DAYS = 30
const DAY_MS = 86_400_000
interface Row {
  readonly connector_id: string
  readonly orders: number
  readonly wh: number
  readonly electricity: number
  readonly service: number
  readonly abnormal: number
}
const Sums = {
  orders: A.int,
  abnormal: A.int,
  electricityFee: A.number,
  serviceFee: A.number,
  total: A.number,
}
const sumsOf = (rows: readonly Row[]) => {
  const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const [electricity, service] = [sum((row) => row.electricity), sum((row) => row.service)]
  return {
    orders: sum((row) => row.orders),
    abnormal: sum((row) => row.abnormal),
    electricityFee: electricity / 100,
    serviceFee: service / 100,
    total: (electricity + service) / 100,
  }
}
const kwh = (rows: readonly Row[]): number => rows.reduce((all, { wh }) => all + wh, 0) / 1000

/**
 * Sums the orders of a station that ended between two times, by connector (jscChargingPile.queryStationStats). The answer has the form of `query_station_stats` of
 * T/CEC 102. Default: the last 30 days. Energy in kWh, fees in yuan. Only finished and settled orders are summed; abnormal ones have a number of their own.
 * Written by hand, because no verb of a resource sums.
 */
export const stationStats = route({
  method: 'GET',
  path: '/api/blade-charging/jscChargingPile/queryStationStats',
  summary: ['充电站统计', 'Statistics of a charging station'],
  permission: `${order.code}_view`,
  query: T.Object({
    StationID: T.String({ minLength: 1, maxLength: 20 }),
    StartTime: T.Optional(T.String({ maxLength: 19, description: 'yyyy-MM-dd HH:mm:ss' })),
    EndTime: T.Optional(T.String({ maxLength: 19 })),
  }),
  example: { query: { StationID: 'STATION-OF-ORDERS' } },
  returns: A.of({
    StationID: A.text,
    StationName: A.text,
    StartTime: A.time,
    EndTime: A.time,
    StationElectricity: A.number,
    ...Sums,
    EquipmentStatsInfos: A.list(A.of({ EquipmentID: A.text, EquipmentElectricity: A.number, ...Sums })),
  }),
  handler: async ({ ctx, query }) => {
    const end = new Date(timeIn(query.EndTime, 'EndTime', ctx.zone, true) ?? ctx.now())
    const start = new Date(timeIn(query.StartTime, 'StartTime', ctx.zone) ?? end.getTime() - DAYS * DAY_MS)
    if (start > end) throw errors.badParameter({ field: 'EndTime' }, 'EndTime')
    const own: unknown[] = [query.StationID]
    const [found] = await ctx.query<{ id: string; name: string }>(
      `select t.id, t.name from charging_station t where t.station_id = $1 and ${seenRows(stationServer, ctx.user, own)}`,
      own,
    )
    if (!found) throw errors.notFound()
    const params: unknown[] = [found.id, start, end, [ORDER.finished, ORDER.settled], ORDER.abnormal]
    const rows = await ctx.query<Row>(
      `select t.connector_id, (count(*) filter (where t.state = any($4)))::int as orders, (count(*) filter (where t.state = $5))::int as abnormal,
         coalesce(sum(t.energy_wh) filter (where t.state = any($4)), 0)::float8 as wh,
         coalesce(sum(t.electricity_fen) filter (where t.state = any($4)), 0)::float8 as electricity,
         coalesce(sum(t.service_fen) filter (where t.state = any($4)), 0)::float8 as service
       from charging_order t where t.station_id = $1 and t.end_time >= $2 and t.end_time <= $3 and ${seenRows(orderServer, ctx.user, params)}
       group by t.connector_id order by t.connector_id`,
      params,
    )
    return {
      StationID: query.StationID,
      StationName: found.name,
      StartTime: formatTime(start, ctx.zone),
      EndTime: formatTime(end, ctx.zone),
      StationElectricity: kwh(rows),
      ...sumsOf(rows),
      EquipmentStatsInfos: rows.map((row) => ({ EquipmentID: row.connector_id, EquipmentElectricity: kwh([row]), ...sumsOf([row]) })),
    }
  },
})
