import { SEVERITIES } from '@lamplight/alarms/model'
import { pick, type Text } from '@lamplight/kit'
import { createOutbound, createVault, OutboundError, type Platform, storedPair } from '@lamplight/server-kit'
import { signedHeaders } from '@lamplight/server-kit/signed-push'
import { smsPort } from '@lamplight/system/model'
import { WEBHOOK } from '../model/index.ts'

/** Use for which the secret of a target is sealed. */
export const secretUse = (targetId: string): string => `forward:${targetId}`
const REASON_AT_MOST = 300
/** A receiver may ask for a later attempt, at most this late, s. */
const RETRY_AFTER_MOST = 3600

export interface Target {
  readonly id: string
  readonly tenantId: string
  readonly kind: number
  readonly url: string | null
  readonly secret: string | null
  readonly phones: string | null
}
/** One event in a request; times in ISO 8601. */
export interface Message {
  /** Id of the transmission, the same in every attempt: a receiver drops what it has. */
  readonly id: string
  readonly event: 'opened' | 'ended' | 'test'
  readonly alarmId: string
  readonly severity: number
  readonly alarmType: number
  readonly subAlarmType: number
  readonly kind: readonly [zh: string, en: string]
  readonly sn: string
  readonly name: string
  readonly value: string
  readonly beganAt: string
  readonly endedAt: string | null
  readonly projectId: string
  readonly areaId: string
}
export interface Outcome {
  readonly ok: boolean
  /** Status of the HTTP answer; null if there was none. */
  readonly code: number | null
  /** Reason of the failure, in the form of `storedPair`. Empty after a success. */
  readonly reason: string
  /** A further attempt cannot succeed. */
  readonly final?: true
  /** Earliest next attempt that the receiver asked for, s. */
  readonly after?: number
}

/** Before the kind of alarm in a text message. */
const PREFIXES = {
  opened: ['', ''],
  ended: ['已结束：', 'Ended: '],
  test: ['测试：', 'Test: '],
} as const satisfies Readonly<Record<Message['event'], Text>>
const REASONS: Readonly<Record<OutboundError['why'], Text>> = {
  address: ['部署不允许该地址', 'address not allowed'],
  scheme: ['地址无效', 'not a valid address'],
  timeout: ['对方未在期限内应答', 'no answer in time'],
  size: ['应答过大', 'answer too large'],
  plain: ['对方不支持TLS', 'no TLS there'],
  failed: ['无法连接', 'not reachable'],
}

const afterOf = (answer: Response): { after?: number } => {
  const seconds = Number(answer.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? { after: Math.min(seconds, RETRY_AFTER_MOST) } : {}
}

/**
 * Sends messages to a target in one request (webhook) or the first of them as a text (SMS). Never throws: what went wrong is in the outcome, which holds nothing of the answer's
 * body, as users see it.
 */
export const createDelivery = (platform: Platform) => {
  const outbound = createOutbound(platform.config)
  const vault = createVault(platform)
  const post = async ({ id, url, secret }: Target, messages: readonly Message[]): Promise<Outcome> => {
    if (!url || !secret) return { ok: false, code: null, reason: storedPair(['没有地址或密钥', 'no address or secret']), final: true }
    const opened = await vault.open(secret, secretUse(id)).catch(() => null)
    if (opened === null)
      return { ok: false, code: null, reason: storedPair(['密钥无法解密，请重新输入', 'enter the secret again']), final: true }
    const now = platform.clock.now()
    const body = JSON.stringify({ target: id, sentAt: new Date(now).toISOString(), events: messages })
    try {
      const answer = await outbound(url, { method: 'POST', headers: signedHeaders({ appId: id, secret: opened }, body, now), body })
      return answer.ok
        ? { ok: true, code: answer.status, reason: '' }
        : { ok: false, code: answer.status, reason: `HTTP ${answer.status}`, ...afterOf(answer) }
    } catch (thrown) {
      const why = thrown instanceof OutboundError ? REASONS[thrown.why] : REASONS.failed
      return { ok: false, code: null, reason: storedPair(why) }
    }
  }
  const text = async ({ tenantId, phones }: Target, [message]: readonly Message[]): Promise<Outcome> => {
    if (!message) return { ok: true, code: null, reason: '' }
    const sms = platform.port(smsPort)
    if (!(await sms.ready(tenantId)))
      return { ok: false, code: null, reason: storedPair(['没有启用的短信配置', 'no SMS configuration in use']), final: true }
    const numbers = (phones ?? '').split(/[,，\s]+/).filter(Boolean)
    const severity = SEVERITIES[message.severity as 1]?.[0] ?? ''
    const params = {
      severity,
      kind: `${pick(PREFIXES[message.event], 'zh')}${message.kind[0]}`,
      device: `${message.name} ${message.sn}`.trim(),
    }
    const { ok } = await sms.send({ tenantId, phones: numbers, code: 'alarm_forward', params })
    return ok
      ? { ok, code: null, reason: '' }
      : { ok, code: null, reason: storedPair(['短信服务未接受，见短信记录', 'not accepted, see the text messages']) }
  }
  return (target: Target, messages: readonly Message[]): Promise<Outcome> =>
    (target.kind === WEBHOOK ? post(target, messages) : text(target, messages)).catch((thrown: unknown): Outcome => {
      platform.log.warn('an alarm was not forwarded', { target: target.id, why: String(thrown).slice(0, REASON_AT_MOST) })
      return { ok: false, code: null, reason: storedPair(['发送失败', 'sending failed']) }
    })
}
export type Delivery = ReturnType<typeof createDelivery>
