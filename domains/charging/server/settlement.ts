import { errors, type Platform, type Query, recordTransitions } from '@lamplight/server-kit'
import { chargingErrors } from '../model/charging.errors.ts'
import { ORDER } from '../model/order.lifecycle.ts'
import { order as orderResource } from '../model/order.resource.ts'
import { refreshBill } from './bill.ts'
import type { Operator } from './operators.ts'
import { stampOf } from './signature.ts'

/** A settlement as an operator pushes it: the orders of a day with their energy and total. */
export interface PushedSettlement {
  readonly checkOrderSeq: string
  /** Time of the push, epoch ms; so are the times below. */
  readonly at: number
  readonly startTime: number
  readonly endTime: number
  readonly orders: readonly SettledOrder[]
  /** SHA-256 of the Data of the push, hexadecimal. */
  readonly hash: string
}
interface SettledOrder {
  readonly startChargeSeq: string
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
/** Number of disputed orders that the row of a settlement names. */
const NAMED_AT_MOST = 60
/** The columns of the sums are 32-bit integers. */
const SUM_AT_MOST = 2 ** 31 - 1

const sumOf = (orders: readonly SettledOrder[], of: 'energyWh' | 'totalFen'): number => orders.reduce((all, one) => all + one[of], 0)

/** The answer of T/CEC 102 to a settlement. `disputed`: its orders that differ from the stored ones. Energy in kWh, money in yuan. */
export const settledAnswer = (
  { checkOrderSeq, startTime, endTime }: Pick<PushedSettlement, 'checkOrderSeq' | 'startTime' | 'endTime'>,
  disputed: readonly SettledOrder[],
): object => ({
  CheckOrderSeq: checkOrderSeq,
  StartTime: stampOf(startTime),
  EndTime: stampOf(endTime),
  TotalDisputeOrder: disputed.length,
  TotalDisputePower: sumOf(disputed, 'energyWh') / 1000,
  TotalDisputeMoney: sumOf(disputed, 'totalFen') / 100,
  DisputeOrders: disputed.map(({ startChargeSeq }) => ({ StartChargeSeq: startChargeSeq })),
})

/** Returns the stored answer if the operator has pushed the same settlement before. Throws a 400 if it has pushed another one with this number. */
const answered = async (
  query: Query,
  { tenantId, id }: Operator,
  { checkOrderSeq, hash }: PushedSettlement,
): Promise<object | undefined> => {
  const [row] = await query<{ push_hash: string | null; push_answer: string | null }>(
    'select push_hash, push_answer from charging_check_order where tenant_id = $1 and operator_id = $2 and check_order_seq = $3 and not is_deleted',
    [tenantId, id, checkOrderSeq],
  )
  if (!row) return undefined
  if (row.push_hash !== hash || !row.push_answer) throw chargingErrors.numberTaken({ field: 'CheckOrderSeq' }, 'CheckOrderSeq')
  return JSON.parse(row.push_answer) as object
}

/** The states from which a settlement moves an order to the state that is the key. A settled or abnormal order stays as it is. */
const LEFT: Readonly<Record<number, readonly number[]>> = {
  [ORDER.settled]: [ORDER.finished],
  [ORDER.abnormal]: [ORDER.created, ORDER.charging, ORDER.finished],
}

/** Moves those of the locked rows that may change to the state `to`, and records the transitions. Orders that become abnormal leave the bill of their day. */
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

const addSettlement = async (
  platform: Platform,
  query: Query,
  { tenantId, id }: Operator,
  { checkOrderSeq, startTime, endTime, orders, hash }: PushedSettlement,
  disputed: readonly SettledOrder[],
  unknown: number,
): Promise<object> => {
  const answer = settledAnswer({ checkOrderSeq, startTime, endTime }, disputed)
  const names = disputed.slice(0, NAMED_AT_MOST).map(({ startChargeSeq }) => startChargeSeq)
  const [added] = await query(
    `insert into charging_check_order (id, tenant_id, check_order_seq, operator_id, start_time, end_time, orders, settled, disputed, unknown, energy_wh,
       total_fen, disputes, push_hash, push_answer) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (tenant_id, check_order_seq) where not is_deleted do nothing returning id`,
    [
      platform.newId(),
      tenantId,
      checkOrderSeq,
      id,
      new Date(startTime),
      new Date(endTime),
      orders.length,
      orders.length - disputed.length,
      disputed.length - unknown,
      unknown,
      sumOf(orders, 'energyWh'),
      sumOf(orders, 'totalFen'),
      names.join(', ') || null,
      hash,
      JSON.stringify(answer),
    ],
  )
  // The number is unique in a tenant: another operator has it.
  if (!added) throw chargingErrors.numberTaken({ field: 'CheckOrderSeq' }, 'CheckOrderSeq')
  return answer
}

/**
 * Compares the orders of a settlement with the stored ones, and returns the answer of T/CEC 102. Equal finished orders become settled. An order with another
 * energy or total becomes abnormal, and an administrator decides (decisions.md C14). The row of the settlement keeps the answer: the same settlement a second
 * time changes nothing and gets the same answer. Throws a 400 that names CheckOrderSeq if its number is used for other data.
 */
export const settle = async (platform: Platform, operator: Operator, pushed: PushedSettlement): Promise<object> => {
  const { orders, checkOrderSeq } = pushed
  if (sumOf(orders, 'energyWh') > SUM_AT_MOST || sumOf(orders, 'totalFen') > SUM_AT_MOST)
    throw errors.badParameter({ field: 'ChargeOrders' }, 'ChargeOrders')
  return platform.system.tx(async (query) => {
    const { tenantId, id } = operator
    await query('select pg_advisory_xact_lock(hashtextextended($1, 570))', [`${id}/${checkOrderSeq}`])
    const before = await answered(query, operator, pushed)
    if (before) return before
    const rows = await query<Row>(
      `select id, start_charge_seq, state, station_id, end_time, energy_wh, electricity_fen + service_fen as total_fen from charging_order
       where tenant_id = $1 and operator_id = $2 and start_charge_seq = any($3) and not is_deleted order by id for update`,
      [tenantId, id, orders.map(({ startChargeSeq }) => startChargeSeq)],
    )
    const stored = new Map(rows.map((row) => [row.start_charge_seq, row]))
    const agrees = ({ startChargeSeq, energyWh, totalFen }: SettledOrder): boolean => {
      const row = stored.get(startChargeSeq)
      const hasEnded = row?.state === ORDER.finished || row?.state === ORDER.settled
      return row !== undefined && hasEnded && row.energy_wh === energyWh && row.total_fen === totalFen
    }
    const disputed = orders.filter((one) => !agrees(one))
    const rowsIn = (list: readonly SettledOrder[]): Row[] => list.flatMap(({ startChargeSeq }) => stored.get(startChargeSeq) ?? [])
    await moveOn(platform, query, operator, rowsIn(orders.filter(agrees)), ORDER.settled, pushed)
    await moveOn(platform, query, operator, rowsIn(disputed), ORDER.abnormal, pushed)
    const unknown = disputed.filter(({ startChargeSeq }) => !stored.has(startChargeSeq)).length
    return addSettlement(platform, query, operator, pushed, disputed, unknown)
  })
}
