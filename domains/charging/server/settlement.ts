import { type Platform, type Query, recordTransitions } from '@lamplight/server-kit'
import { ORDER } from '../model/order.lifecycle.ts'
import { order as orderResource } from '../model/order.resource.ts'
import { refreshBill } from './bill.ts'
import type { Operator } from './operators.ts'

/** Orders of a day as an operator settles them. */
export interface PushedSettlement {
  readonly checkOrderSeq: string
  /** Epoch ms, as the times below. */
  readonly at: number
  readonly startTime: number
  readonly endTime: number
  readonly orders: readonly { readonly startChargeSeq: string; readonly energyWh: number; readonly totalFen: number }[]
}
/** Result of a settlement: orders that differ from the stored ones, with their sums as pushed. */
export interface Settled {
  readonly disputed: readonly string[]
  readonly energyWh: number
  readonly totalFen: number
}
interface Row {
  readonly id: string
  readonly start_charge_seq: string
  readonly state: number
  readonly station_id: string
  readonly end_time: Date | null
  readonly energy_wh: number
  readonly total_fen: number
}
/** Number of disputed orders that a settlement names. */
const NAMED_AT_MOST = 60

const known = async (query: Query, { tenantId, id }: Operator, seq: string): Promise<Settled | undefined> => {
  const [row] = await query<{ disputes: string | null }>(
    'select disputes from charging_check_order where tenant_id = $1 and operator_id = $2 and check_order_seq = $3 and not is_deleted',
    [tenantId, id, seq],
  )
  return row && { disputed: row.disputes ? row.disputes.split(', ') : [], energyWh: 0, totalFen: 0 }
}

/** States that a settlement changes: only a finished order becomes settled, any order that is not settled becomes abnormal. */
const LEFT: Readonly<Record<number, readonly number[]>> = {
  [ORDER.settled]: [ORDER.finished],
  [ORDER.abnormal]: [ORDER.created, ORDER.charging, ORDER.finished],
}

/** Moves orders on: equal ones become settled, others abnormal. */
const moveOn = async (
  platform: Platform,
  query: Query,
  { tenantId }: Operator,
  rows: readonly Row[],
  to: number,
  { at, checkOrderSeq }: PushedSettlement,
) => {
  const open = rows.filter(({ state }) => LEFT[to]?.includes(state))
  await query('update charging_order set state = $2, check_order_seq = $3, update_time = now() where id = any($1)', [
    open.map(({ id }) => id),
    to,
    checkOrderSeq,
  ])
  const transition = to === ORDER.settled ? 'settle' : 'fail'
  await recordTransitions(
    platform,
    query,
    orderResource,
    open.map(({ id, state }) => ({ id, transition, from: state, to, at: new Date(at) })),
  )
  if (to === ORDER.settled) return
  for (const [stationId, own] of [...Map.groupBy(open, (row) => row.station_id)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await refreshBill(query, { tenantId, stationId, ends: own.map(({ end_time }) => end_time) })
}

/**
 * Compares the orders of a settlement with the stored ones. Equal finished orders become settled; an order with another energy or total becomes abnormal, and
 * an administrator decides (decisions.md C14). The same settlement a second time changes nothing.
 */
export const settle = async (platform: Platform, operator: Operator, pushed: PushedSettlement): Promise<Settled> =>
  platform.system.tx(async (query) => {
    const { tenantId, id } = operator
    await query('select pg_advisory_xact_lock(hashtextextended($1, 570))', [`${id}/${pushed.checkOrderSeq}`])
    const before = await known(query, operator, pushed.checkOrderSeq)
    if (before) return before
    const rows = await query<Row>(
      `select id, start_charge_seq, state, station_id, end_time, energy_wh, electricity_fen + service_fen as total_fen from charging_order
       where tenant_id = $1 and operator_id = $2 and start_charge_seq = any($3) and not is_deleted order by id for update`,
      [tenantId, id, pushed.orders.map(({ startChargeSeq }) => startChargeSeq)],
    )
    const stored = new Map(rows.map((row) => [row.start_charge_seq, row]))
    const agrees = ({ startChargeSeq, energyWh, totalFen }: PushedSettlement['orders'][number]): boolean => {
      const row = stored.get(startChargeSeq)
      const hasEnded = row?.state === ORDER.finished || row?.state === ORDER.settled
      return row !== undefined && hasEnded && row.energy_wh === energyWh && row.total_fen === totalFen
    }
    const disputed = pushed.orders.filter((one) => !agrees(one))
    const rowsIn = (list: PushedSettlement['orders']): Row[] => list.flatMap(({ startChargeSeq }) => stored.get(startChargeSeq) ?? [])
    await moveOn(platform, query, operator, rowsIn(pushed.orders.filter(agrees)), ORDER.settled, pushed)
    await moveOn(platform, query, operator, rowsIn(disputed), ORDER.abnormal, pushed)
    const sum = (list: PushedSettlement['orders'], of: 'energyWh' | 'totalFen'): number => list.reduce((all, one) => all + one[of], 0)
    const unknown = disputed.filter(({ startChargeSeq }) => !stored.has(startChargeSeq))
    await query(
      `insert into charging_check_order (id, tenant_id, check_order_seq, operator_id, start_time, end_time, orders, settled, disputed, unknown, energy_wh,
         total_fen, disputes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...[
          platform.newId(),
          tenantId,
          pushed.checkOrderSeq,
          id,
          new Date(pushed.startTime),
          new Date(pushed.endTime),
          pushed.orders.length,
        ],
        ...[pushed.orders.length - disputed.length, disputed.length - unknown.length, unknown.length],
        ...[sum(pushed.orders, 'energyWh'), sum(pushed.orders, 'totalFen')],
        disputed
          .slice(0, NAMED_AT_MOST)
          .map(({ startChargeSeq }) => startChargeSeq)
          .join(', ') || null,
      ],
    )
    return {
      disputed: disputed.map(({ startChargeSeq }) => startChargeSeq),
      energyWh: sum(disputed, 'energyWh'),
      totalFen: sum(disputed, 'totalFen'),
    }
  })
