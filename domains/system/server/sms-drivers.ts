import { createHmac, randomUUID } from 'node:crypto'
import { SMS_KIND } from '../model/sms.resource.ts'
import { qiniu, tencent, yunpian } from './sms-clouds.ts'
import type { SmsDriver } from './sms-driver.ts'

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 300)
const REASON_AT_MOST = 300

/** Posts JSON; the header `X-Signature` is the HMAC-SHA256 of `timestamp.body` in hex, by which the gateway authenticates the sender. */
const http: SmsDriver = async (settings, { phones, code, params, text }, { outbound, now }) => {
  if (!settings.endpoint) return { ok: false, reason: 'no address' }
  const body = JSON.stringify({ phones, template: settings.templateId || code, params, sign: settings.signName ?? '', text })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', settings.secretKey).update(`${timestamp}.${body}`).digest('hex')
  const answer = await outbound(settings.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-key': settings.accessKey ?? '',
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body,
  })
  return answer.ok ? { ok: true, reason: '' } : { ok: false, reason: `HTTP ${answer.status}` }
}

/** Percent-encoding of RFC 3986, as required by the signature of Alibaba Cloud's RPC calls. */
const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Signature` of an RPC call of Alibaba Cloud (version 1.0): base64 HMAC-SHA1 over method, path and the sorted query. */
export const aliSignature = (method: string, query: Readonly<Record<string, string>>, secret: string): string => {
  const sorted = Object.keys(query)
    .sort()
    .map((name) => `${percent(name)}=${percent(query[name] ?? '')}`)
    .join('&')
  return createHmac('sha1', `${secret}&`)
    .update(`${method}&${percent('/')}&${percent(sorted)}`)
    .digest('base64')
}

/** SendSms of Alibaba Cloud's short message service, 2017-05-25. */
const ali: SmsDriver = async (settings, { phones, params }, { outbound, now }) => {
  const query: Record<string, string> = {
    AccessKeyId: settings.accessKey ?? '',
    Action: 'SendSms',
    Format: 'JSON',
    PhoneNumbers: phones.join(','),
    RegionId: settings.regionId || 'cn-hangzhou',
    SignName: settings.signName ?? '',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: randomUUID(),
    SignatureVersion: '1.0',
    TemplateCode: settings.templateId ?? '',
    TemplateParam: JSON.stringify(params),
    Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    Version: '2017-05-25',
  }
  const Signature = aliSignature('POST', query, settings.secretKey)
  const answer = await outbound(settings.endpoint || 'https://dysmsapi.aliyuncs.com/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...query, Signature }).toString(),
  })
  const body = (await answer.json().catch(() => ({}))) as { Code?: unknown; Message?: unknown }
  if (body.Code === 'OK') return { ok: true, reason: '' }
  return { ok: false, reason: `${String(body.Code ?? answer.status)}: ${String(body.Message ?? '')}`.slice(0, REASON_AT_MOST) }
}

/** Wraps a driver: returns any thrown error as the provider's reason. */
const caught =
  (driver: SmsDriver): SmsDriver =>
  async (settings, message, options) =>
    driver(settings, message, options).catch((thrown: unknown) => ({ ok: false, reason: reasonOf(thrown) }))
const DRIVERS: Readonly<Record<number, SmsDriver>> = {
  [SMS_KIND.yunpian]: caught(yunpian),
  [SMS_KIND.qiniu]: caught(qiniu),
  [SMS_KIND.ali]: caught(ali),
  [SMS_KIND.tencent]: caught(tencent),
  [SMS_KIND.http]: caught(http),
}
/** Returns the driver of a kind; undefined if messages are only logged. */
export const smsDriver = (category: number): SmsDriver | undefined => DRIVERS[category]
