import { type Platform, type Query, recordTransitions } from '@lamplight/server-kit'
import { chargingErrors } from '../model/charging.errors.ts'
import { ORDER } from '../model/order.lifecycle.ts'
import { order as orderResource } from '../model/order.resource.ts'
import { refreshBill } from './bill.ts'
import type { Operator } from './operators.ts'

/** A connector with its station. */
export interface Place {
  readonly pileId: string
  readonly stationId: string
  readonly stationCode: string
  readonly projectId: string | null
  readonly areaId: string | null
}
/** What a push says of an order. Times are epoch ms. */
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
  readonly station_id: string
  readonly end_time: Date | null
  readonly pushed_at: Date
}

/** Name of the transition into a state; a push never leads to `settled`. */
const NAMES: Readonly<Record<number, string>> = { [ORDER.charging]: 'begin', [ORDER.finished]: 'finish', [ORDER.abnormal]: 'fail' }
const isOpen = (state: number): boolean => state === ORDER.created || state === ORDER.charging

/** Returns the connector of an operator with its station. Throws a 400 if it is not registered, or belongs to another operator. */
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
      ...[platform.newId(), operator.tenantId, pushed.startChargeSeq, pushed.state, place.stationCode, place.stationId, operator.id],
      ...[pushed.connectorId, place.pileId, place.projectId, place.areaId, new Date(pushed.startTime)],
      ...[pushed.endTime === null ? null : new Date(pushed.endTime), pushed.energyWh, pushed.electricityFen, pushed.serviceFen],
      ...[pushed.stopReason, at],
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
      ...[row.id, pushed.state, new Date(pushed.startTime), pushed.endTime === null ? null : new Date(pushed.endTime)],
      ...[pushed.energyWh, pushed.electricityFen, pushed.serviceFen, pushed.stopReason, at],
    ],
  )
  const transition = NAMES[pushed.state]
  if (row.state === pushed.state || transition === undefined) return
  await recordTransitions(platform, query, orderResource, [{ id: row.id, transition, from: row.state, to: pushed.state, at }])
}

/**
 * Stores what a push says of an order: adds the order, or moves it on. Pushes may be repeated and may arrive in any order: an order that has ended is not
 * changed by a push, and one that charges does not become created again. Returns false if nothing changed.
 */
export const storeOrder = async (platform: Platform, operator: Operator, pushed: PushedOrder): Promise<boolean> =>
  platform.system.tx(async (query) => {
    const place = await placeOf(query, operator, pushed.connectorId)
    const bill = (ends: readonly (Date | null)[]): Promise<void> =>
      refreshBill(query, { tenantId: operator.tenantId, stationId: place.stationId, ends })
    const ends = pushed.endTime === null || isOpen(pushed.state) ? [] : [new Date(pushed.endTime)]
    if (await add(platform, query, operator, place, pushed)) {
      await bill(ends)
      return true
    }
    const [row] = await query<Stored>(
      'select id, state, station_id, end_time, pushed_at from charging_order where tenant_id = $1 and start_charge_seq = $2 and not is_deleted for update',
      [operator.tenantId, pushed.startChargeSeq],
    )
    const isOlder = row !== undefined && isOpen(pushed.state) && (row.pushed_at.getTime() > pushed.at || pushed.state < row.state)
    if (!row || !isOpen(row.state) || isOlder) return false
    await change(platform, query, pushed, row)
    await bill(ends)
    return true
  })
