import { driversPort } from '@lamplight/control/server'
import { routeOf } from '@lamplight/devices/model'
import { errors, type Platform } from '@lamplight/server-kit'
import { chargingErrors } from '../model/charging.errors.ts'
import { CONNECTOR } from '../model/charging-pile.device.ts'
import { ORDER } from '../model/order.lifecycle.ts'
import type { Operator } from './operators.ts'
import { checkOrderPlace, endOrder, placeOf, storeOrder } from './orders.ts'
import { type Data, fenIn, may, need, whIn } from './push-data.ts'
import { settle } from './settlement.ts'
import { storeStation } from './stations.ts'

/** A push with a valid signature. `at`: its TimeStamp, epoch ms; `hash`: SHA-256 of its Data, hexadecimal. */
export interface Push {
  readonly platform: Platform
  readonly operator: Operator
  readonly data: Data
  readonly at: number
  readonly hash: string
}
const ORDERS_AT_MOST = 5000
const CONNECTORS_AT_MOST = 500
const STATUSES: ReadonlySet<number> = new Set(Object.values(CONNECTOR))
/** An order with this or a larger `StopReason` is abnormal: charger fault, connector disconnected. */
const ABNORMAL_FROM = 3
const LAST_REASON = 4
/** Limits of an order: its duration, and the time by which its end may be later than the push. */
const LONGEST_MS = 7 * 86_400_000
const AHEAD_MS = 600_000

/** Reads a StartChargeSeq: 27 characters, the OperatorID and 18 digits, so that operators cannot use each other's numbers. */
const seqIn = ({ operatorId }: Operator, data: Data): string => {
  const seq = need.text(data, 'StartChargeSeq', /^[A-Z0-9]{9}\d{18}$/)
  if (!seq.startsWith(operatorId)) throw errors.badParameter({ field: 'StartChargeSeq' }, 'StartChargeSeq')
  return seq
}
const statusIn = (data: Data, name: string): number => {
  const status = need.number(data, name, { max: 255 })
  if (!STATUSES.has(status)) throw errors.badParameter({ field: name }, name)
  return status
}
const measured = (data: Data): Record<string, unknown> => {
  const [volts, amperes] = [may('number', data, 'VoltageA', { max: 1500 }), may('number', data, 'CurrentA', { max: 1000 })]
  const values = {
    outputVoltage: volts,
    outputCurrent: amperes,
    power: volts !== undefined && amperes !== undefined ? (volts * amperes) / 1000 : undefined,
    soc: may('number', data, 'Soc', { max: 100 }),
    temperature: may('number', data, 'Temperature', { min: -40, max: 150 }),
    energy: may('number', data, 'MeterPower'),
    powerLimit: may('number', data, 'PowerLimit', { max: 1000 }),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
const faultsOf = (status: number): string[] =>
  status === CONNECTOR.fault ? ['deviceFailure'] : status === CONNECTOR.offline ? ['communicationFailure'] : []

/** Passes values of connectors to the intake of devices, in the form of a report of a gateway. */
const report = async (
  { platform, operator, at }: Push,
  entries: readonly { readonly sn: string; readonly p: Record<string, unknown> }[],
) => {
  const route = routeOf({ driver: 'charging', tenantId: operator.tenantId, address: operator.operatorId })
  await platform.port(driversPort).received(route, { kind: 'report', entries: entries.map((entry) => ({ ...entry, at })) })
}

const stationStatus = async (push: Push): Promise<object> => {
  const one = push.data.ConnectorStatusInfo === undefined ? undefined : [need.object(push.data, 'ConnectorStatusInfo')]
  const infos = one ?? need.list(push.data, 'ConnectorStatusInfos', CONNECTORS_AT_MOST)
  const entries = infos.map((info) => {
    const status = statusIn(info, 'Status')
    const idle = status === CONNECTOR.charging ? {} : { power: 0, outputCurrent: 0, order: '', orderEnergy: 0 }
    return { sn: need.text(info, 'ConnectorID'), p: { ...idle, ...measured(info), status, faults: faultsOf(status) } }
  })
  for (const { sn } of entries) await placeOf(push.platform.system.query, push.operator, sn)
  await report(push, entries)
  return { Status: 0 }
}

/** Stores begin or progress of an order, and the values of its connector. StartChargeSeqStat: 1 starting, 2 charging, 3 stopping, 4 ended. */
const chargeStatus = async (push: Push): Promise<object> => {
  const { data, platform, operator, at } = push
  const [startChargeSeq, sn] = [seqIn(operator, data), need.text(data, 'ConnectorID')]
  const stat = need.number(data, 'StartChargeSeqStat', { min: 1, max: 4 })
  const status = statusIn(data, 'ConnectorStatus')
  const energyWh = whIn(data, 'TotalPower')
  const pushed = {
    startChargeSeq,
    connectorId: sn,
    at,
    state: stat === 1 ? ORDER.created : ORDER.charging,
    startTime: need.time(data, 'StartTime'),
    endTime: null,
    energyWh,
    electricityFen: fenIn(data, 'ElecMoney'),
    serviceFen: fenIn(data, 'SeviceMoney'),
    stopReason: null,
  }
  // The operator pushes the figures of an ended order with notification_charge_order_info.
  if (stat === 4) await checkOrderPlace(platform, operator, startChargeSeq, sn)
  else await storeOrder(platform, operator, pushed)
  await report(push, [
    { sn, p: { ...measured(data), status, orderEnergy: energyWh / 1000, order: startChargeSeq, faults: faultsOf(status) } },
  ])
  return { StartChargeSeq: startChargeSeq, SuccStat: 0 }
}

const orderInfo = async (push: Push): Promise<object> => {
  const { data, platform, operator, at, hash } = push
  const startChargeSeq = seqIn(operator, data)
  const [startTime, endTime] = [need.time(data, 'StartTime'), need.time(data, 'EndTime')]
  if (endTime < startTime || endTime - startTime > LONGEST_MS || endTime > at + AHEAD_MS)
    throw errors.badParameter({ field: 'EndTime' }, 'EndTime')
  const [electricityFen, serviceFen] = [fenIn(data, 'TotalElecMoney'), fenIn(data, 'TotalSeviceMoney')]
  const stopReason = need.number(data, 'StopReason', { max: LAST_REASON })
  if (!Number.isInteger(stopReason)) throw errors.badParameter({ field: 'StopReason' }, 'StopReason')
  const isAbnormal = stopReason >= ABNORMAL_FROM || fenIn(data, 'TotalMoney') !== electricityFen + serviceFen
  const order = {
    startChargeSeq,
    connectorId: need.text(data, 'ConnectorID'),
    at,
    state: isAbnormal ? ORDER.abnormal : ORDER.finished,
    startTime,
    endTime,
    energyWh: whIn(data, 'TotalPower'),
    electricityFen,
    serviceFen,
    stopReason,
  }
  return endOrder(platform, operator, order, hash)
}

const checkOrders = async (push: Push): Promise<object> => {
  const { data, platform, operator, at, hash } = push
  const checkOrderSeq = need.text(data, 'CheckOrderSeq')
  if (!checkOrderSeq.startsWith(operator.operatorId)) throw errors.badParameter({ field: 'CheckOrderSeq' }, 'CheckOrderSeq')
  const orders = need.list(data, 'ChargeOrders', ORDERS_AT_MOST).map((one) => ({
    startChargeSeq: seqIn(operator, one),
    energyWh: whIn(one, 'TotalPower'),
    totalFen: fenIn(one, 'TotalMoney'),
  }))
  if (new Set(orders.map(({ startChargeSeq }) => startChargeSeq)).size !== orders.length)
    throw errors.badParameter({ field: 'ChargeOrders' }, 'ChargeOrders')
  const [startTime, endTime] = [need.time(data, 'StartTime'), need.time(data, 'EndTime')]
  if (endTime < startTime) throw errors.badParameter({ field: 'EndTime' }, 'EndTime')
  return settle(platform, operator, { checkOrderSeq, at, startTime, endTime, orders, hash })
}

const stationInfo = async ({ platform, operator, data }: Push): Promise<object> => {
  const info = need.object(data, 'StationInfo')
  const [lng, lat] = [may('number', info, 'StationLng', { min: -180, max: 180 }), may('number', info, 'StationLat', { min: -90, max: 90 })]
  const stationId = need.text(info, 'StationID', /^[A-Za-z0-9_-]{1,20}$/)
  const line = /^[^\p{Cc}]{1,200}$/u
  const isOwn = await storeStation(platform, operator, {
    stationId,
    name: need.text(info, 'StationName', /^[^\p{Cc}]{1,80}$/u),
    address: may('text', info, 'Address', line) ?? null,
    ...(lng !== undefined && lat !== undefined ? { lng, lat } : { lng: null, lat: null }),
  })
  if (!isOwn) throw chargingErrors.notRegistered({ field: 'StationID' }, 'StationID')
  return { Status: 0 }
}

/** Interfaces that operators push to, by their T/CEC 102 names. */
export const PUSHES: Readonly<Record<string, (push: Push) => Promise<object>>> = {
  notification_stationInfo: stationInfo,
  notification_stationStatus: stationStatus,
  notification_equip_charge_status: chargeStatus,
  notification_charge_order_info: orderInfo,
  check_charge_orders: checkOrders,
}
