import type { PlayedConnector, PlayedOperator, PlayedStation } from '../model/ports.ts'
import { stampOf } from '../server/signature.ts'
import { type Charged, chargedAt, dayStart, meterAt, type Session, sessionsOn, temperatureAt, voltsAt } from './sessions.ts'

/** `Status` of connectors in T/CEC 102. */
const STATUS = { idle: 1, plugged: 2, charging: 3, fault: 255 } as const
const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))

export const stationInfo = ({ stationId, name, address, connectors }: PlayedStation): object => ({
  StationInfo: {
    StationID: stationId,
    StationName: name,
    Address: address,
    EquipmentInfos: connectors.map(({ sn, ratedPower }) => ({ EquipmentID: sn, ConnectorInfos: [{ ConnectorID: sn, Power: ratedPower }] })),
  },
})

/** Values that a connector reports in any state. */
export const measuredAt = (connector: PlayedConnector, at: number, charged: Charged | undefined) => {
  const { voltage, current } = voltsAt(connector, charged?.power ?? 0, charged?.soc ?? 0)
  return {
    VoltageA: round(voltage, 1),
    CurrentA: round(current, 1),
    Temperature: round(temperatureAt(at, current), 1),
    MeterPower: round(meterAt(connector, at), 2),
    ...(charged ? { Soc: Math.round(charged.soc) } : {}),
  }
}
export const idleStatus = (connector: PlayedConnector, at: number, isFaulty: boolean, limit: number | undefined): object => ({
  ConnectorStatusInfo: {
    ConnectorID: connector.sn,
    Status: isFaulty ? STATUS.fault : STATUS.idle,
    ...measuredAt(connector, at, undefined),
    ...(limit === undefined ? {} : { PowerLimit: limit }),
  },
})

const seqOf = ({ operatorId }: PlayedOperator, { digits }: Session): string => operatorId + digits
const yuan = (fen: number): number => fen / 100

/** Begin (`stat` 1) or progress (2) of a session. */
export const chargeStatus = (
  operator: PlayedOperator,
  connector: PlayedConnector,
  session: Session,
  at: number,
  stat: 1 | 2,
  limit?: number,
): object => {
  const charged = chargedAt(session, at, limit)
  return {
    StartChargeSeq: seqOf(operator, session),
    StartChargeSeqStat: stat,
    ConnectorID: session.sn,
    ConnectorStatus: stat === 1 ? STATUS.plugged : STATUS.charging,
    StartTime: stampOf(session.start),
    TotalPower: charged.wh / 1000,
    ElecMoney: yuan(charged.electricityFen),
    SeviceMoney: yuan(charged.serviceFen),
    ...measuredAt(connector, at, stat === 1 ? { ...charged, power: 0 } : charged),
    ...(limit === undefined ? {} : { PowerLimit: limit }),
  }
}

/** The order of an ended session. */
export const orderInfo = (operator: PlayedOperator, session: Session, limit?: number) => {
  const { wh, electricityFen, serviceFen } = chargedAt(session, session.end, limit)
  return {
    StartChargeSeq: seqOf(operator, session),
    ConnectorID: session.sn,
    StartTime: stampOf(session.start),
    EndTime: stampOf(session.end),
    TotalPower: wh / 1000,
    TotalElecMoney: yuan(electricityFen),
    TotalSeviceMoney: yuan(serviceFen),
    TotalMoney: yuan(electricityFen + serviceFen),
    StopReason: session.stopReason,
  }
}

/** Orders with this or a larger StopReason are abnormal and are not settled. */
const ABNORMAL_FROM = 3
/** Returns the settlement of a day. `orders`: the ended orders of the day; the settlement contains those that are not abnormal. */
export const settlement = (operator: PlayedOperator, day: number, orders: readonly ReturnType<typeof orderInfo>[]) => {
  const regular = orders.filter(({ StopReason }) => StopReason < ABNORMAL_FROM)
  const sum = (of: 'TotalPower' | 'TotalMoney'): number =>
    round(
      regular.reduce((all, order) => all + order[of], 0),
      3,
    )
  const [start, end] = [stampOf(dayStart(day)), stampOf(dayStart(day + 1) - 1000)]
  return {
    CheckOrderSeq: `${operator.operatorId}${start.slice(0, 8)}`,
    StartTime: start,
    EndTime: end,
    OrderCount: regular.length,
    TotalOrderPower: sum('TotalPower'),
    TotalOrderMoney: sum('TotalMoney'),
    ChargeOrders: regular.map(({ StartChargeSeq, TotalPower, TotalMoney }) => ({ StartChargeSeq, TotalPower, TotalMoney })),
  }
}

/** Returns the orders of a day's sessions that ended before `until`, epoch ms, without those of commands. */
export const ordersOn = (operator: PlayedOperator, day: number, until: number) =>
  operator.stations.flatMap(({ connectors }) =>
    connectors.flatMap((connector) =>
      sessionsOn(connector, day)
        .filter(({ end }) => end <= until)
        .map((session) => orderInfo(operator, session)),
    ),
  )
