import { A, type Ctx, choiceWord, createVault, errors, fieldError, onServer, wordOf } from '@lamplight/server-kit'
import { ONE_OF } from '../../model/oss.resource.ts'
import { smsPort } from '../../model/ports.ts'
import { SMS_KIND, sms } from '../../model/sms.resource.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { enableOne } from '../files/oss.server.ts'
import { smsUse } from './sms.port.ts'

const PHONES_AT_MOST = 100
const PARAMS_AT_MOST = 20

/** Parses comma-separated phone numbers: digits, with a plus for other countries. */
export const phonesIn = (text: string): string[] => {
  const phones = text
    .split(/[,，;；\s]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (phones.length === 0) throw errors.missingParameter({ field: 'phones' }, 'phones')
  if (phones.length > PHONES_AT_MOST || phones.some((one) => !/^\+?\d{5,16}$/.test(one)))
    throw errors.badParameter({ field: 'phones' }, 'phones')
  return phones
}
/** Parses a JSON object of texts and numbers. */
export const paramsIn = (text: string | null | undefined): Record<string, string> => {
  const wrong = () => errors.badParameter({ field: 'params' }, 'params')
  if (!text) return {}
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw wrong()
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw wrong()
  const entries = Object.entries(read)
  const plain = entries.every(([, value]) => typeof value === 'string' || typeof value === 'number')
  if (!plain || entries.length > PARAMS_AT_MOST) throw wrong()
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Sends a message and returns the result; throws the provider's refusal. */
export const sendNow = async (ctx: Ctx, order: { tenantId: string; code: string; phones: string; params: string | null | undefined }) => {
  const { tenantId, code } = order
  const { ok, id } = await ctx.platform
    .port(smsPort)
    .send({ tenantId, code, phones: phonesIn(order.phones), params: paramsIn(order.params), userId: ctx.user.id })
  await ctx.audit({ what: 'system.sms.send', target: id, detail: { code }, result: ok ? '' : 'failed' })
  if (ok) return { id }
  const [row] = await ctx.platform.system.query<{ reason: string | null }>('select reason from system_sms_message where id = $1', [id])
  throw systemErrors.smsFailed({ why: row?.reason ?? '' })
}

export const enableSms = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  await ctx.tx(async (query) => {
    const detail = await enableOne(query, 'system_sms', id, ctx.user.id)
    await ctx.audit({ what: 'system.sms.enable', target: id, detail }, query)
  })
  return { id }
}

export const smsServer = onServer(sms, {
  joined: {
    sql: '',
    fields: { categoryName: choiceWord(sms.fields.category.options.values, 't.category'), statusName: wordOf('yes_no', 't.status') },
  },
  beforeWrite: ({ ctx, draft, old }) => {
    const category = draft.category ?? old?.category
    const endpoint = draft.endpoint === undefined ? old?.endpoint : draft.endpoint
    if (category === SMS_KIND.http && !endpoint) throw fieldError('endpoint', ['请输入网关地址', 'Address is required'], ctx.lang)
    return { ...draft, status: old?.status ?? ONE_OF.off }
  },
  afterWrite: async ({ ctx, query, row }) => {
    const [kept] = await query<{ secret: string | null }>('select secret_key as secret from system_sms where id = $1', [row.id])
    if (!kept?.secret || kept.secret.startsWith('v1.')) return
    const sealed = await createVault(ctx.platform).seal(kept.secret, smsUse(row.id))
    await query('update system_sms set secret_key = $2 where id = $1', [row.id, sealed])
  },
  returns: { send: A.made },
  actions: {
    enable: ({ ctx, ids }) => enableSms(ctx, ids[0] ?? ''),
    send: async ({ ctx, ids, input }) => {
      const [row] = await ctx.query<{ sms_code: string; tenant_id: string }>('select sms_code, tenant_id from system_sms where id = $1', [
        ids[0],
      ])
      if (!row) throw errors.notFound()
      return sendNow(ctx, { tenantId: row.tenant_id, code: row.sms_code, phones: input.phones, params: input.params })
    },
  },
})
