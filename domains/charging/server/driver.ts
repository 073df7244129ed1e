import { createHash } from 'node:crypto'
import {
  createOutbound,
  type DeviceDriver,
  type DriverHost,
  type DriverLink,
  type DriverOrder,
  type Outbound,
  OutboundError,
} from '@lamplight/server-kit'
import { ORDER } from '../model/order.lifecycle.ts'
import { playedOperatorsPort } from '../model/ports.ts'
import { type Operator, operatorAt } from './operators.ts'
import { envelope, isSame, signAnswer } from './signature.ts'

/** Time limit for the answer of an operator to one command. */
const SEND_MS = 8000
/** Number of digits after the OperatorID in a StartChargeSeq (T/CEC 102). */
const SEQ_DIGITS = 18

interface Request {
  readonly push: string
  readonly data: object
}
/** `busy`: the operator answered with a fault of its own (5xx), so the command may be sent again. */
type Result = 'taken' | 'refused' | 'busy'
interface Answer {
  readonly Ret?: unknown
  readonly Msg?: unknown
  readonly Data?: unknown
  readonly Sig?: unknown
}

/** Returns the StartChargeSeq of the order that a command starts. It is a hash of the command's id and the connector, so a repeated command gets the same one. */
const seqOf = ({ operatorId }: Operator, { id }: DriverOrder, sn: string): string => {
  const hash = createHash('sha256').update(`${id}/${sn}`).digest('hex').slice(0, 15)
  return operatorId + BigInt(`0x${hash}`).toString().padStart(SEQ_DIGITS, '0').slice(-SEQ_DIGITS)
}

/** Returns the StartChargeSeq of the running order of a connector; an empty text if the operator has pushed none. */
const runningSeq = async ({ platform }: DriverHost, { id }: Operator, sn: string): Promise<string> => {
  const [row] = await platform.system.query<{ seq: string }>(
    `select start_charge_seq as seq from charging_order where operator_id = $1 and connector_id = $2 and state = any($3) and not is_deleted
     order by start_time desc limit 1`,
    [id, sn, [ORDER.created, ORDER.charging]],
  )
  return row?.seq ?? ''
}

/** Returns the interface and the data of a command. T/CEC 102 defines start and stop; limit and reboot are extensions of this platform. */
const requestOf = async (host: DriverHost, operator: Operator, order: DriverOrder, sn: string): Promise<Request | undefined> => {
  if (order.cmd === 'start') return { push: 'query_start_charge', data: { StartChargeSeq: seqOf(operator, order, sn), ConnectorID: sn } }
  if (order.cmd === 'stop')
    return { push: 'query_stop_charge', data: { StartChargeSeq: await runningSeq(host, operator, sn), ConnectorID: sn } }
  const data = { CommandID: order.id, ConnectorID: sn }
  if (order.cmd === 'limit') return { push: 'control_connector_power', data: { ...data, PowerLimit: order.args?.powerLimit } }
  return order.cmd === 'reboot' ? { push: 'control_connector_reboot', data } : undefined
}

const readAnswer = (text: string): Answer => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
/** Returns true if the answer has a valid signature of the operator and says that the connector takes the command. */
const isTaken = ({ kind, secret }: Operator, { Ret, Msg, Data, Sig }: Answer): boolean => {
  if (Ret !== 0 || typeof Msg !== 'string' || typeof Data !== 'string' || typeof Sig !== 'string') return false
  if (!isSame(signAnswer(kind, secret, { Ret, Msg, Data }), Sig)) return false
  const { SuccStat } = readAnswer(Data) as { readonly SuccStat?: unknown }
  return SuccStat === undefined || SuccStat === 0
}

const openLink = (host: DriverHost): DriverLink => {
  const { platform } = host
  // The virtual city listens on this machine; users cannot set its address.
  const toCity = createOutbound({ number: () => 1 })
  const targetOf = (operator: Operator): { readonly base: string; readonly outbound: Outbound } | undefined => {
    if (!operator.virtual) return operator.baseUrl ? { base: operator.baseUrl.replace(/\/+$/, ''), outbound: host.outbound } : undefined
    const url = platform.port(playedOperatorsPort).url()
    return url ? { base: `${url}/${operator.id}`, outbound: toCity } : undefined
  }
  /** Sends a command to one connector within `timeoutMs`. Returns whether the operator took it. Throws if the operator did not answer. */
  const sendToOperator = async (
    operator: Operator,
    order: DriverOrder,
    sn: string,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<Result> => {
    const [target, request] = [targetOf(operator), await requestOf(host, operator, order, sn)]
    if (!target || !request) return 'refused'
    const response = await target.outbound(`${target.base}/${request.push}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal,
      timeoutMs,
      body: JSON.stringify(envelope(operator, request.data, platform.clock.now())),
    })
    if (response.status >= 500) {
      platform.log.warn('an operator of charging piles did not take a command', { operator: operator.operatorId, status: response.status })
      return 'busy'
    }
    return response.ok && isTaken(operator, readAnswer(await response.text())) ? 'taken' : 'refused'
  }
  return {
    send: async (order, { taken, failed, signal }) => {
      const operator = await operatorAt(platform, order.tenantId, order.address)
      if (!operator || !targetOf(operator)) {
        failed(order.sns, 'unreachable')
        return
      }
      for (const [at, sn] of order.sns.entries()) {
        const left = order.expiresAt - platform.clock.now()
        // Devices without an outcome count as not sent: the ledger sends to them again, or ends them as timed out.
        if (left <= 0 || signal.aborted) return
        try {
          const result = await sendToOperator(operator, order, sn, signal, Math.min(SEND_MS, left))
          if (result === 'refused') failed([sn], 'refused')
          if (result !== 'taken') continue
          taken([sn])
          const entries = [{ id: order.id, sn, ok: true, code: 'ok' as const, at: platform.clock.now() }]
          await host.received(order.route, { kind: 'ack', entries })
        } catch (thrown) {
          if (signal.aborted) return
          platform.log.warn('an operator of charging piles did not answer', { operator: operator.operatorId, why: String(thrown) })
          // All connectors have the same address: the others would wait for the same time limit.
          const isClosed = thrown instanceof OutboundError && (thrown.why === 'address' || thrown.why === 'scheme')
          if (isClosed) failed(order.sns.slice(at), 'unreachable')
          return
        }
      }
    },
    stop: async () => undefined,
  }
}

/** Driver of charging piles. The access address of a pile is the OperatorID of an operator; the driver sends commands to the platform of this operator by signed HTTP. */
export const chargingDriver: DeviceDriver = {
  name: 'charging',
  proves: 'verified',
  dedupes: false,
  atOnce: 8,
  start: async (host) => openLink(host),
}
