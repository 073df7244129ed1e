import { type Platform, type Query, recordTransitions } from '@lamplight/server-kit'
import { chargingErrors } from '../model/charging.errors.ts'
import { ORDER } from '../model/order.lifecycle.ts'
import { order as orderResource } from '../model/order.resource.ts'
import { refreshBill } from './bill.ts'
import type { Operator } from './operators.ts'

/** `ConfirmResult` of T/CEC 102: the server has stored the order as pushed, or its stored figures differ. */
const CONFIRM = { stored: 0, disputed: 1 } as const

/** A connector with its station. */
export interface Place {
  readonly pileId: string
  readonly stationId: string
  readonly stationCode: string
  readonly projectId: string | null
  readonly areaId: string | null
}
/** The values of a push about an order. Times are epoch ms. */
export interface PushedOrder {
  readonly startChargeSeq: string
  readonly connectorId: string
  readonly state: number
  /** Time of the push. */
  readonly at: number
  readonly startTime: number
  readonly endTime: number | null
  readonly energyWh: number
  readonly electricityFen: number
  readonly serviceFen: number
  readonly stopReason: number | null
}
interface Stored {
  readonly id: string
  readonly state: number
  readonly connector_id: string
  readonly end_time: Date | null
  readonly energy_wh: number
  readonly electricity_fen: number
  readonly service_fen: number
  readonly pushed_at: Date
  readonly end_push_hash: string | null
  readonly end_push_answer: string | null
}

/** Name of the transition into each state to which a push can move an order. */
const NAMES: Readonly<Record<number, string>> = { [ORDER.charging]: 'begin', [ORDER.finished]: 'finish', [ORDER.abnormal]: 'fail' }
const isOpen = (state: number): boolean => state === ORDER.created || state === ORDER.charging

/** Returns a connector of the operator with its station. Throws a 400 if the tenant has no such connector, or it belongs to another operator. */
export const placeOf = async (query: Query, operator: Operator, connectorId: string): Promise<Place> => {
  const [row] = await query<{ id: string; station_id: string | null; code: string; project_id: string | null; area_id: string | null }>(
    `select p.id, s.id as station_id, s.station_id as code, coalesce(p.project_id, s.project_id) as project_id, coalesce(p.area_id, s.area_id) as area_id
     from charging_pile p left join charging_station s on s.id = p.station_id and s.operator_id = $4 and not s.is_deleted
     where p.tenant_id = $1 and p.sn = $2 and p.address = $3 and not p.is_deleted`,
    [operator.tenantId, connectorId, operator.operatorId, operator.id],
  )
  if (!row?.station_id) throw chargingErrors.notRegistered({ field: 'ConnectorID' }, 'ConnectorID')
  return { pileId: row.id, stationId: row.station_id, stationCode: row.code, projectId: row.project_id, areaId: row.area_id }
}

const add = async (platform: Platform, query: Query, operator: Operator, place: Place, pushed: PushedOrder): Promise<boolean> => {
  const at = new Date(pushed.at)
  const [row] = await query<{ id: string }>(
    `insert into charging_order (id, tenant_id, start_charge_seq, state, station_code, station_id, operator_id, connector_id, pile_id, project_id, area_id,
       start_time, end_time, energy_wh, electricity_fen, service_fen, stop_reason, pushed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (tenant_id, start_charge_seq) where not is_deleted do nothing returning id`,
    [
      platform.newId(),
      operator.tenantId,
      pushed.startChargeSeq,
      pushed.state,
      place.stationCode,
      place.stationId,
      operator.id,
      pushed.connectorId,
      place.pileId,
      place.projectId,
      place.areaId,
      new Date(pushed.startTime),
      pushed.endTime === null ? null : new Date(pushed.endTime),
      pushed.energyWh,
      pushed.electricityFen,
      pushed.serviceFen,
      pushed.stopReason,
      at,
    ],
  )
  if (!row) return false
  await recordTransitions(platform, query, orderResource, [{ id: row.id, transition: 'add', from: null, to: pushed.state, at }])
  return true
}

const change = async (platform: Platform, query: Query, pushed: PushedOrder, row: Stored): Promise<void> => {
  const at = new Date(pushed.at)
  await query(
    `update charging_order set state = $2, start_time = $3, end_time = $4, energy_wh = $5, electricity_fen = $6, service_fen = $7, stop_reason = $8,
       pushed_at = $9, update_time = now() where id = $1`,
    [
      row.id,
      pushed.state,
      new Date(pushed.startTime),
      pushed.endTime === null ? null : new Date(pushed.endTime),
      pushed.energyWh,
      pushed.electricityFen,
      pushed.serviceFen,
      pushed.stopReason,
      at,
    ],
  )
  const transition = NAMES[pushed.state]
  if (row.state === pushed.state || transition === undefined) return
  await recordTransitions(platform, query, orderResource, [{ id: row.id, transition, from: row.state, to: pushed.state, at }])
}

/** Reads an order of the operator and locks its row until the transaction ends. Throws a 400 if the order has another connector. */
const lockedOrder = async (query: Query, { tenantId, id }: Operator, seq: string, connectorId: string): Promise<Stored | undefined> => {
  const [row] = await query<Stored>(
    `select id, state, connector_id, end_time, energy_wh, electricity_fen, service_fen, pushed_at, end_push_hash, end_push_answer from charging_order
     where tenant_id = $1 and operator_id = $2 and start_charge_seq = $3 and not is_deleted for update`,
    [tenantId, id, seq],
  )
  if (row && row.connector_id !== connectorId) throw chargingErrors.otherConnector({}, 'ConnectorID')
  return row
}

/** Adds or changes the order of a push. Returns the row as it was before the push; undefined if the push added it. */
const store = async (platform: Platform, query: Query, operator: Operator, pushed: PushedOrder): Promise<Stored | undefined> => {
  const place = await placeOf(query, operator, pushed.connectorId)
  const bill = (): Promise<void> => {
    const ends = pushed.endTime === null || isOpen(pushed.state) ? [] : [new Date(pushed.endTime)]
    return refreshBill(query, { tenantId: operator.tenantId, stationId: place.stationId, ends })
  }
  if (await add(platform, query, operator, place, pushed)) {
    await bill()
    return undefined
  }
  const row = await lockedOrder(query, operator, pushed.startChargeSeq, pushed.connectorId)
  // The number is unique in a tenant: without a row of this operator, another operator has it.
  if (!row) throw chargingErrors.numberTaken({ field: 'StartChargeSeq' }, 'StartChargeSeq')
  const isOlder = isOpen(pushed.state) && (row.pushed_at.getTime() > pushed.at || pushed.state < row.state)
  if (isOpen(row.state) && !isOlder) {
    await change(platform, query, pushed, row)
    await bill()
  }
  return row
}

/**
 * Stores the begin or the progress of an order. Pushes may be repeated and may arrive in any order: a push changes neither an order that has ended nor a newer
 * state of the order. Throws a 400 that names the value if the connector or the number belongs to another operator, or the order has another connector.
 */
export const storeOrder = (platform: Platform, operator: Operator, pushed: PushedOrder): Promise<unknown> =>
  platform.system.tx((query) => store(platform, query, operator, pushed))

/** Throws a 400 that names ConnectorID if the operator has no such connector, or its order of this number has another one. */
export const checkOrderPlace = (platform: Platform, operator: Operator, seq: string, connectorId: string): Promise<void> =>
  platform.system.tx(async (query) => {
    await placeOf(query, operator, connectorId)
    await lockedOrder(query, operator, seq, connectorId)
  })

/**
 * Stores the end of an order, and returns the answer of T/CEC 102. The row keeps the answer and the hash of the first push that ends the order: the same push
 * gets the same answer again, and a push with another hash changes nothing and gets ConfirmResult 1. Throws like `storeOrder`.
 */
export const endOrder = (platform: Platform, operator: Operator, pushed: PushedOrder, hash: string): Promise<object> =>
  platform.system.tx(async (query) => {
    const { startChargeSeq, connectorId, energyWh, electricityFen, serviceFen, endTime } = pushed
    const answerOf = (ConfirmResult: number) => ({ StartChargeSeq: startChargeSeq, ConnectorID: connectorId, ConfirmResult })
    const row = await store(platform, query, operator, pushed)
    if (row?.end_push_hash === hash && row.end_push_answer) return JSON.parse(row.end_push_answer) as object
    if (row?.end_push_hash) return answerOf(CONFIRM.disputed)
    // If a settlement has ended the order before this push, the row keeps its figures: the push agrees with them or is in dispute.
    const isEqual =
      row?.energy_wh === energyWh &&
      row.electricity_fen === electricityFen &&
      row.service_fen === serviceFen &&
      row.end_time?.getTime() === endTime
    const answer = answerOf(!row || isOpen(row.state) || isEqual ? CONFIRM.stored : CONFIRM.disputed)
    await query(
      `update charging_order set end_push_hash = $4, end_push_answer = $5
       where tenant_id = $1 and operator_id = $2 and start_charge_seq = $3 and not is_deleted`,
      [operator.tenantId, operator.id, startChargeSeq, hash, JSON.stringify(answer)],
    )
    return answer
  })
