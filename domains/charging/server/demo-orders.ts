import { type Platform, type Query, recordTransitions } from '@lamplight/server-kit'
import { type Columns, insertMany } from '@lamplight/server-kit/data'
import { ORDER } from '../model/order.lifecycle.ts'
import { order as orderResource } from '../model/order.resource.ts'
import { settlement } from '../play/messages.ts'
import { pastOrders } from '../play/past.ts'
import { dayOf, dayStart } from '../play/sessions.ts'
import { refreshBill } from './bill.ts'
import type { DemoOperator } from './demo-operator.ts'
import { hashOf } from './push-data.ts'
import { settledAnswer } from './settlement.ts'

const ABNORMAL_FROM = 3
/** Time after midnight at which the operator settles the day before. */
const SETTLED_MS = 5 * 60_000
const COLUMNS: Columns = [
  ...([
    ['id', 'bigint'],
    ['tenant_id', 'text'],
    ['start_charge_seq', 'text'],
    ['state', 'smallint'],
    ['station_code', 'text'],
    ['station_id', 'bigint'],
    ['operator_id', 'bigint'],
    ['connector_id', 'text'],
    ['pile_id', 'bigint'],
  ] as const),
  ...([
    ['project_id', 'bigint'],
    ['area_id', 'bigint'],
    ['start_time', 'timestamptz'],
    ['end_time', 'timestamptz'],
    ['energy_wh', 'int'],
    ['electricity_fen', 'int'],
    ['service_fen', 'int'],
    ['stop_reason', 'smallint'],
    ['pushed_at', 'timestamptz'],
    ['check_order_seq', 'text'],
  ] as const),
]
type Day = ReturnType<typeof pastOrders>[number]

/** Makes the rows of a day's orders with their transitions. `settled`: number of the day's settlement; null if the day has not ended. */
const rowsOf = (platform: Platform, { tenantId, id, places }: DemoOperator, { day, orders }: Day, settled: string | null) => {
  const settledAt = new Date(dayStart(day + 1) + SETTLED_MS)
  return orders.flatMap(({ session, order }) => {
    const place = places.get(session.sn)
    if (!place) return []
    const ended = order.StopReason >= ABNORMAL_FROM ? ORDER.abnormal : ORDER.finished
    const isSettled = settled !== null && ended === ORDER.finished
    const rowId = platform.newId()
    const [start, end] = [new Date(session.start), new Date(session.end)]
    const values = [
      rowId,
      tenantId,
      order.StartChargeSeq,
      isSettled ? ORDER.settled : ended,
      place.stationCode,
      place.stationId,
      id,
      session.sn,
      place.pileId,
      place.spot.project_id,
      place.spot.area_id,
      start.toISOString(),
      end.toISOString(),
      Math.round(order.TotalPower * 1000),
      Math.round(order.TotalElecMoney * 100),
      Math.round(order.TotalSeviceMoney * 100),
      order.StopReason,
      end.toISOString(),
      isSettled ? settled : null,
    ]
    const moves = [
      { id: rowId, transition: 'add', from: null, to: ORDER.created as number, at: start },
      { id: rowId, transition: 'begin', from: ORDER.created, to: ORDER.charging, at: start },
      { id: rowId, transition: ended === ORDER.finished ? 'finish' : 'fail', from: ORDER.charging, to: ended, at: end },
      ...(isSettled ? [{ id: rowId, transition: 'settle', from: ORDER.finished, to: ORDER.settled, at: settledAt }] : []),
    ]
    return [{ values, moves }]
  })
}

const storeSettlement = async (
  platform: Platform,
  query: Query,
  { tenantId, id }: DemoOperator,
  pushed: ReturnType<typeof settlement>,
  day: number,
) => {
  const told = { checkOrderSeq: pushed.CheckOrderSeq, startTime: dayStart(day), endTime: dayStart(day + 1) - 1000 }
  const [start, end] = [new Date(told.startTime), new Date(told.endTime)]
  await query(
    `insert into charging_check_order (id, tenant_id, check_order_seq, operator_id, start_time, end_time, orders, settled, disputed, unknown, energy_wh, total_fen,
       push_hash, push_answer) values ($1, $2, $3, $4, $5, $6, $7, $7, 0, 0, $8, $9, $10, $11)`,
    [
      platform.newId(),
      tenantId,
      pushed.CheckOrderSeq,
      id,
      start,
      end,
      pushed.OrderCount,
      Math.round(pushed.TotalOrderPower * 1000),
      Math.round(pushed.TotalOrderMoney * 100),
      hashOf(JSON.stringify(pushed)),
      JSON.stringify(settledAnswer(told, [])),
    ],
  )
}

/**
 * Stores the past orders and settlements of an operator that the virtual city plays. The rows are those that its pushes would have made; they are inserted in
 * bulk.
 */
export const storePastOrders = async (
  platform: Platform,
  query: Query,
  operator: DemoOperator,
  from: number,
  to: number,
): Promise<void> => {
  // `from` is within a day: the first day is the one after it.
  const days = pastOrders(operator, dayStart(dayOf(from) + 1), to)
  const rows = []
  for (const one of days) {
    const isOver = dayStart(one.day + 1) + SETTLED_MS <= to
    const pushed = settlement(
      operator,
      one.day,
      one.orders.map(({ order }) => order),
    )
    if (isOver) await storeSettlement(platform, query, operator, pushed, one.day)
    rows.push(...rowsOf(platform, operator, one, isOver ? pushed.CheckOrderSeq : null))
  }
  await insertMany(
    query,
    'charging_order',
    COLUMNS,
    rows.map(({ values }) => values),
  )
  await recordTransitions(
    platform,
    query,
    orderResource,
    rows.flatMap(({ moves }) => moves),
  )
  const ends = days.flatMap(({ orders }) => orders.map(({ session }) => new Date(session.end)))
  for (const stationId of new Set([...operator.places.values()].map((place) => place.stationId)))
    await refreshBill(query, { tenantId: operator.tenantId, stationId, ends })
}
