import type { PlayedConnector, PlayedOperator } from '../model/ports.ts'
import { chargeStatus, idleStatus, orderInfo } from './messages.ts'
import { type Session, sessionAt, sessionFrom } from './sessions.ts'

/** Times between two pushes of values: of a charging connector, and of an idle one. */
const CHARGING_EVERY_MS = 60_000
const IDLE_EVERY_MS = 600_000
const LONGEST_MS = 2 * 3_600_000
const REBOOT_MS = 30_000
/** Ended orders are kept until they are settled. */
const KEPT_MS = 2 * 86_400_000

export interface PlayedPush {
  readonly push: string
  readonly data: object
}
interface Ended {
  readonly order: ReturnType<typeof orderInfo>
  readonly end: number
}

/** Plays one connector: sessions begin and end by `sessions.ts` or by commands. Its functions return the pushes of the operator. */
export const createConnector = (operator: PlayedOperator, connector: PlayedConnector) => {
  const { sn } = connector
  let session: Session | undefined
  /** Order number (`digits`) of the session that ended last. It does not begin again. */
  let stopped = ''
  let limit: number | undefined
  let rebootedAt = 0
  let [pushedAt, told] = [0, 0]
  let ended: Ended[] = []

  const finish = (end: number, stopReason = session?.stopReason ?? 0): PlayedPush[] => {
    if (!session) return []
    const order = orderInfo(operator, { ...session, end, stopReason }, limit)
    ended = [...ended.filter((one) => one.end > end - KEPT_MS), { order, end }]
    stopped = session.digits
    session = undefined
    pushedAt = 0
    return [{ push: 'notification_charge_order_info', data: order }]
  }
  const begin = (next: Session): PlayedPush[] => {
    session = next
    told = 0
    pushedAt = 0
    return []
  }
  const status = (at: number): PlayedPush[] => {
    if (at - pushedAt < (session ? CHARGING_EVERY_MS : IDLE_EVERY_MS)) return []
    pushedAt = at
    if (!session) return [{ push: 'notification_stationStatus', data: idleStatus(connector, at, at - rebootedAt < REBOOT_MS, limit) }]
    const stat = told++ === 0 ? 1 : 2
    // A session is first pushed as plugged in; the next step pushes it as charging.
    if (stat === 1) pushedAt = at - CHARGING_EVERY_MS + 1
    return [{ push: 'notification_equip_charge_status', data: chargeStatus(operator, connector, session, at, stat, limit) }]
  }

  return {
    sn,
    /** Returns the pushes that are due at a time, epoch ms. Each call needs a later time than the one before. */
    step: (at: number): PlayedPush[] => {
      const pushes = session && session.end <= at ? finish(session.end) : []
      const car = session || at - rebootedAt < REBOOT_MS ? undefined : sessionAt(connector, at)
      if (car && car.digits !== stopped) begin(car)
      return [...pushes, ...status(at)]
    },
    /** Starts a session. Returns false if the connector refuses it; the next step returns its pushes. */
    start: (seq: string, at: number): boolean => {
      if (session?.digits === seq.slice(operator.operatorId.length)) return true
      if (session || !seq.startsWith(operator.operatorId) || at - rebootedAt < REBOOT_MS) return false
      const whole = Math.floor(at / 1000) * 1000
      begin({ ...sessionFrom(connector, whole, LONGEST_MS, seq), digits: seq.slice(operator.operatorId.length) })
      return true
    },
    stop: (at: number): PlayedPush[] | undefined => {
      if (!session) return undefined
      return [...finish(Math.max(session.start, Math.floor(at / 1000) * 1000), 1), ...status(at)]
    },
    limit: (kw: number): boolean => {
      if (kw > connector.ratedPower) return false
      limit = kw
      pushedAt = 0
      return true
    },
    reboot: (at: number): PlayedPush[] => {
      const pushes = finish(Math.max(session?.start ?? 0, Math.floor(at / 1000) * 1000), 1)
      rebootedAt = at
      return [...pushes, ...status(at)]
    },
    /** Returns the kept orders that ended until a time, for the settlement. */
    endedUntil: (until: number) => ended.filter(({ end }) => end <= until),
  }
}
export type Connector = ReturnType<typeof createConnector>
