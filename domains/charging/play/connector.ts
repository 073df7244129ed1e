import type { PlayedConnector, PlayedOperator } from '../model/ports.ts'
import { chargeStatus, idleStatus, orderInfo } from './messages.ts'
import { type Session, sessionAt, sessionFrom } from './sessions.ts'

/** A charging connector pushes its values this often; an idle one seldom. */
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

/** Behaviour of one connector: cars come and go by `sessions.ts`, commands start and stop them. Returns what the operator pushes. */
export const createConnector = (operator: PlayedOperator, connector: PlayedConnector) => {
  const { sn } = connector
  let session: Session | undefined
  /** Digits of a session that a command has ended. */
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
    // The next push follows soon: the car is plugged in, then it charges.
    if (stat === 1) pushedAt = at - CHARGING_EVERY_MS + 1
    return [{ push: 'notification_equip_charge_status', data: chargeStatus(operator, connector, session, at, stat, limit) }]
  }

  return {
    sn,
    /** Pushes at a time, epoch ms; times must ascend. */
    step: (at: number): PlayedPush[] => {
      const pushes = session && session.end <= at ? finish(session.end) : []
      const car = session || at - rebootedAt < REBOOT_MS ? undefined : sessionAt(connector, at)
      if (car && car.digits !== stopped) begin(car)
      return [...pushes, ...status(at)]
    },
    /** Executes a command; false: refused. Its pushes come with the next step. */
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
    /** Orders that have ended since the begin and until a time, for the settlement. */
    endedUntil: (until: number) => ended.filter(({ end }) => end <= until),
  }
}
export type Connector = ReturnType<typeof createConnector>
