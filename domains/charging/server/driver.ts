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

const SEND_MS = 8000
/** Length of the part of a StartChargeSeq that follows the OperatorID (T/CEC 102). */
const SEQ_DIGITS = 18

interface Request {
  readonly push: string
  readonly data: object
}
interface Answer {
  readonly Ret?: unknown
  readonly Msg?: unknown
  readonly Data?: unknown
  readonly Sig?: unknown
}

/** The StartChargeSeq of an order that a command starts: the same for a repeated command. */
const seqOf = ({ operatorId }: Operator, { id }: DriverOrder, sn: string): string => {
  const hash = createHash('sha256').update(`${id}/${sn}`).digest('hex').slice(0, 15)
  return operatorId + BigInt(`0x${hash}`).toString().padStart(SEQ_DIGITS, '0').slice(-SEQ_DIGITS)
}

/** StartChargeSeq of the running order of a connector; empty if none is known. */
const runningSeq = async ({ platform }: DriverHost, { id }: Operator, sn: string): Promise<string> => {
  const [row] = await platform.system.query<{ seq: string }>(
    `select start_charge_seq as seq from charging_order where operator_id = $1 and connector_id = $2 and state = any($3) and not is_deleted
     order by start_time desc limit 1`,
    [id, sn, [ORDER.created, ORDER.charging]],
  )
  return row?.seq ?? ''
}

/** The interface and data of a command. T/CEC 102 has start and stop; the other two are extensions of this platform. */
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
/** True if the operator has signed that the connector takes the command. */
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
  /** Sends one command; true: taken, false: refused. Throws if the operator did not answer. */
  const tell = async (operator: Operator, order: DriverOrder, sn: string, signal: AbortSignal): Promise<boolean> => {
    const [target, request] = [targetOf(operator), await requestOf(host, operator, order, sn)]
    if (!target || !request) return false
    const response = await target.outbound(`${target.base}/${request.push}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, signal, timeoutMs: SEND_MS },
      body: JSON.stringify(envelope(operator, request.data, platform.clock.now())),
    })
    if (response.status >= 500) throw new OutboundError('failed', `the operator answered ${response.status}`)
    return response.ok && isTaken(operator, readAnswer(await response.text()))
  }
  return {
    send: async (order, { taken, failed, signal }) => {
      const operator = await operatorAt(platform, order.tenantId, order.address)
      if (!operator || !targetOf(operator)) {
        failed(order.sns, 'unreachable')
        return
      }
      for (const sn of order.sns) {
        try {
          if (!(await tell(operator, order, sn, signal))) failed([sn], 'refused')
          else {
            taken([sn])
            const entries = [{ id: order.id, sn, ok: true, code: 'ok' as const, at: platform.clock.now() }]
            await host.received(order.route, { kind: 'ack', entries })
          }
        } catch (thrown) {
          if (signal.aborted) return
          const isClosed = thrown instanceof OutboundError && (thrown.why === 'address' || thrown.why === 'scheme')
          if (isClosed) failed([sn], 'unreachable')
          else platform.log.warn('an operator of charging piles did not answer', { operator: operator.operatorId, why: String(thrown) })
        }
      }
    },
    stop: async () => undefined,
  }
}

/** Driver of charging piles: signed HTTP to the platform of the operator whose OperatorID is the address of the pile. */
export const chargingDriver: DeviceDriver = {
  name: 'charging',
  proves: 'verified',
  dedupes: false,
  atOnce: 8,
  start: async (host) => openLink(host),
}
