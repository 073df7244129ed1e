import { pick, type Text } from '@lamplight/kit'
import { createOutbound, createVault, errors, type Platform } from '@lamplight/server-kit'
import { ONE_OF } from '../model/oss.resource.ts'
import type { Sms, SmsOrder } from '../model/ports.ts'
import { MESSAGE, SMS_KIND } from '../model/sms.resource.ts'
import { systemErrors } from '../model/system.errors.ts'
import type { SmsSettings } from './sms-driver.ts'
import { smsDriver } from './sms-drivers.ts'

/** Texts of this platform; `{name}` is a parameter. */
const TEXTS: Readonly<Record<string, Text>> = {
  sign_in_code: [
    '您的登录验证码是 {code}，5 分钟内有效，请勿告诉他人。',
    'Your sign-in code is {code}. It is valid for 5 minutes; do not share it.',
  ],
  alarm_forward: ['照明告警（{severity}）{kind}：{device}', 'Lighting alarm ({severity}) {kind}: {device}'],
}
const wordsOf = ({ code, lang = 'zh' }: SmsOrder, params: Readonly<Record<string, string>>): string => {
  const text = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined
  const words = text ? pick(text, lang) : `${code} ${JSON.stringify(params)}`
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole).slice(0, 1000)
}
const hidden = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(params).map((name) => [name, '******']))

interface SmsRow {
  readonly id: string
  readonly category: number
  readonly sms_code: string
  readonly endpoint: string | null
  readonly access_key: string | null
  readonly secret_key: string | null
  readonly template_id: string | null
  readonly sign_name: string | null
  readonly region_id: string | null
}
const LOCK = 7_263_621
export const smsUse = (id: string): string => `sms:${id}`

export const createSms = (platform: Platform): Sms => {
  const { system, config, clock } = platform
  const vault = createVault(platform)
  const outbound = createOutbound(config)

  /** Returns the configuration with that code, else the tenant's active one, else the platform's. */
  const rowFor = async ({ tenantId, code }: Pick<SmsOrder, 'tenantId' | 'code'>): Promise<SmsRow | undefined> =>
    (
      await system.query<SmsRow>(
        `select * from system_sms where not is_deleted and ((sms_code = $2 and tenant_id = $1) or (status = $3 and tenant_id in ($1, '000000')))
         order by sms_code = $2 and tenant_id = $1 desc, tenant_id = $1 desc limit 1`,
        [tenantId, code, ONE_OF.on],
      )
    )[0]
  const settingsOf = async (row: SmsRow): Promise<SmsSettings> => ({
    category: row.category,
    endpoint: row.endpoint,
    accessKey: row.access_key,
    secretKey: row.secret_key ? await vault.open(row.secret_key, smsUse(row.id)) : '',
    templateId: row.template_id,
    signName: row.sign_name,
    regionId: row.region_id,
  })

  /** Counts and inserts the messages under a lock, so that concurrent requests cannot exceed the limit. */
  const enter = (order: SmsOrder, row: SmsRow | undefined, content: string): Promise<string[]> =>
    system.tx(async (query) => {
      await query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, order.tenantId])
      const now = clock.now()
      const perPhone = config.number('SMS_PHONE_HOUR', 10)
      const perTenant = config.number('SMS_TENANT_DAY', 2000)
      const busy = await query(
        'select phone from system_sms_message where tenant_id = $1 and phone = any($2) and create_time > $3 group by phone having count(*) >= $4',
        [order.tenantId, order.phones, new Date(now - 3_600_000), perPhone],
      )
      const [today] = await query<{ n: number }>(
        'select count(*)::int as n from system_sms_message where tenant_id = $1 and create_time > $2',
        [order.tenantId, new Date(now - 86_400_000)],
      )
      if (busy.length > 0 || (today?.n ?? 0) + order.phones.length > perTenant) throw errors.tooMany()
      const ids = order.phones.map(() => platform.newId())
      await query(
        `insert into system_sms_message (id, tenant_id, create_user, create_time, update_time, phone, code, content, status, sms_id)
         select one.id, $3, $4, $5, $5, one.phone, $6, $7, $8, $9 from unnest($1::bigint[], $2::text[]) as one(id, phone)`,
        [
          ids,
          order.phones,
          order.tenantId,
          order.userId ?? null,
          new Date(now),
          order.code.slice(0, 60),
          content,
          MESSAGE.sending,
          row?.id ?? null,
        ],
      )
      return ids
    })

  return {
    ready: async (tenantId) => (await rowFor({ tenantId, code: '' })) !== undefined,
    send: async (message) => {
      const order = { ...message, phones: [...new Set(message.phones)] }
      const row = await rowFor(order)
      const driver = row && smsDriver(row.category)
      const text = wordsOf(order, order.params)
      // A code sent to a phone must not be readable in the log; a code that is not sent can be read only there.
      const ids = await enter(order, row, driver ? wordsOf(order, hidden(order.params)) : text)
      const { status, reason } = await (async () => {
        if (row && driver) {
          const { ok, reason } = await driver(await settingsOf(row), { ...order, text }, { outbound, now: new Date(clock.now()) })
          return { status: ok ? MESSAGE.sent : MESSAGE.failed, reason }
        }
        if (row?.category === SMS_KIND.log || config.demo) return { status: MESSAGE.logged, reason: '' }
        return { status: MESSAGE.failed, reason: systemErrors.smsNone().refusal.text[0] }
      })().catch((thrown: unknown) => ({ status: MESSAGE.failed, reason: String(thrown).slice(0, 300) }))
      await system.query('update system_sms_message set status = $2, reason = $3, update_time = $4 where id = any($1)', [
        ids,
        status,
        reason,
        new Date(clock.now()),
      ])
      return { ok: status !== MESSAGE.failed, id: ids[0] ?? '' }
    },
  }
}
