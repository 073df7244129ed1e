import { createHash, createHmac } from 'node:crypto'
import type { SmsDriver } from './sms-driver.ts'

const REASON_AT_MOST = 300
const CHINA = '+86'
const refused = (code: unknown, message: unknown) => ({
  ok: false,
  reason: `${String(code)}: ${String(message ?? '')}`.slice(0, REASON_AT_MOST),
})
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Yunpian's `batch_send`: sends the full text, preceded by the signature; `accessKey` is the account's key. */
export const yunpian: SmsDriver = async (settings, { phones, text }, { outbound }) => {
  const signed = settings.signName && !text.startsWith('【') ? `【${settings.signName}】${text}` : text
  const answer = await outbound(settings.endpoint || 'https://sms.yunpian.com/v2/sms/batch_send.json', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: new URLSearchParams({ apikey: settings.accessKey ?? '', mobile: phones.join(','), text: signed }).toString(),
  })
  const body = (await answer.json().catch(() => ({}))) as {
    code?: unknown
    msg?: unknown
    data?: readonly { code: number; msg?: string }[]
  }
  const wrong = body.data?.find(({ code }) => code !== 0)
  if (answer.ok && body.data?.length && !wrong) return { ok: true, reason: '' }
  return wrong ? refused(wrong.code, wrong.msg) : refused(body.code ?? answer.status, body.msg)
}

/** `Authorization` of Qiniu's API: base64url HMAC-SHA1 over method, path, host, type and body. */
export const qiniuAuthorization = (options: { url: URL; type: string; body: string; accessKey: string; secretKey: string }): string => {
  const { url, type, body, accessKey, secretKey } = options
  const signed = `POST ${url.pathname}${url.search}\nHost: ${url.host}\nContent-Type: ${type}\n\n${body}`
  const sign = createHmac('sha1', secretKey).update(signed).digest('base64').replaceAll('+', '-').replaceAll('/', '_')
  return `Qiniu ${accessKey}:${sign}`
}
/** Qiniu's `v1/message`, by template. */
export const qiniu: SmsDriver = async (settings, { phones, params }, { outbound }) => {
  const url = new URL(settings.endpoint || 'https://sms.qiniuapi.com/v1/message')
  const [type, body] = ['application/json', JSON.stringify({ template_id: settings.templateId ?? '', mobiles: phones, parameters: params })]
  const authorization = qiniuAuthorization({ url, type, body, accessKey: settings.accessKey ?? '', secretKey: settings.secretKey })
  const answer = await outbound(url, { method: 'POST', headers: { 'content-type': type, authorization }, body })
  const response = (await answer.json().catch(() => ({}))) as { job_id?: unknown; error?: unknown; message?: unknown }
  return answer.ok && response.job_id ? { ok: true, reason: '' } : refused(response.error ?? answer.status, response.message)
}

/** `Authorization` of Tencent Cloud's API 3.0 (TC3-HMAC-SHA256) over type, host, action and body; `at` in seconds. */
export const tencentAuthorization = (options: {
  service: string
  host: string
  type: string
  action: string
  body: string
  at: number
  accessKey: string
  secretKey: string
}): string => {
  const { service, host, type, action, body, at, accessKey, secretKey } = options
  const names = 'content-type;host;x-tc-action'
  const canonical = `POST\n/\n\ncontent-type:${type}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n\n${names}\n${sha256(body)}`
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const key = mac(mac(mac(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = mac(key, `TC3-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
/** SendSms of Tencent Cloud, 2021-01-11. `templateId`: the ids of application and template, separated by a comma. */
export const tencent: SmsDriver = async (settings, { phones, params }, { outbound, now }) => {
  const url = new URL(settings.endpoint || 'https://sms.tencentcloudapi.com/')
  const [SmsSdkAppId = '', TemplateId = ''] = (settings.templateId ?? '').split(',').map((part) => part.trim())
  const body = JSON.stringify({
    PhoneNumberSet: phones.map((phone) => (phone.startsWith('+') ? phone : `${CHINA}${phone}`)),
    SmsSdkAppId,
    TemplateId,
    SignName: settings.signName ?? '',
    TemplateParamSet: Object.values(params),
  })
  const [type, action, at] = ['application/json; charset=utf-8', 'SendSms', Math.floor(now.getTime() / 1000)] as const
  const keys = { accessKey: settings.accessKey ?? '', secretKey: settings.secretKey }
  const answer = await outbound(url, {
    method: 'POST',
    headers: {
      'content-type': type,
      authorization: tencentAuthorization({ service: 'sms', host: url.host, type, action, body, at, ...keys }),
      'x-tc-action': action,
      'x-tc-timestamp': String(at),
      'x-tc-version': '2021-01-11',
      'x-tc-region': settings.regionId || 'ap-guangzhou',
    },
    body,
  })
  const { Response: response = {} } = (await answer.json().catch(() => ({}))) as {
    Response?: { Error?: { Code: string; Message: string }; SendStatusSet?: readonly { Code: string; Message: string }[] }
  }
  const wrong = response.Error ?? response.SendStatusSet?.find(({ Code }) => Code !== 'Ok')
  if (!wrong && response.SendStatusSet?.length) return { ok: true, reason: '' }
  return wrong ? refused(wrong.Code, wrong.Message) : refused(answer.status, '')
}
