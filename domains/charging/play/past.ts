import type { PlayedConnector, PlayedOperator } from '../model/ports.ts'
import { measuredAt, orderInfo } from './messages.ts'
import { chargedAt, dayOf, sessionAt, sessionsOn } from './sessions.ts'

const MINUTE_MS = 60_000
/** An idle connector reports every hour, a charging one every 10 minutes. */
const IDLE_EVERY_MS = 60 * MINUTE_MS
const CHARGING_EVERY_MS = 10 * MINUTE_MS
const [IDLE, CHARGING] = [1, 3] as const

/** Returns the reports of a connector that the virtual operator would have pushed between two times, epoch ms. */
export const pileReports = (operator: PlayedOperator, connector: PlayedConnector, from: number, to: number) => {
  const reports: { at: number; values: Record<string, unknown> }[] = []
  for (let at = Math.floor(from / 1000) * 1000; at < to; ) {
    const session = sessionAt(connector, at)
    const charged = session && chargedAt(session, at)
    const { VoltageA, CurrentA, Temperature, MeterPower } = measuredAt(connector, at, charged)
    const values = {
      status: session ? CHARGING : IDLE,
      power: (VoltageA * CurrentA) / 1000,
      energy: MeterPower,
      outputVoltage: VoltageA,
      outputCurrent: CurrentA,
    }
    const order = session ? operator.operatorId + session.digits : ''
    const more = charged ? { soc: Math.round(charged.soc), orderEnergy: charged.wh / 1000 } : { orderEnergy: 0 }
    reports.push({ at, values: { ...values, ...more, temperature: Temperature, order, faults: [] } })
    const next = at + (session ? Math.min(CHARGING_EVERY_MS, session.end - at) : IDLE_EVERY_MS)
    const car = sessionsOn(connector, dayOf(at)).find(({ start }) => start > at && start < next)
    at = car ? car.start : next
  }
  return reports
}

/** Returns the ended orders of an operator between two times, epoch ms, by day, with the session of each. */
export const pastOrders = (operator: PlayedOperator, from: number, to: number) =>
  Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, n) => dayOf(from) + n).map((day) => ({
    day,
    orders: operator.stations.flatMap(({ connectors }) =>
      connectors.flatMap((connector) =>
        sessionsOn(connector, day)
          .filter(({ end }) => end <= to)
          .map((session) => ({ session, order: orderInfo(operator, session) })),
      ),
    ),
  }))
