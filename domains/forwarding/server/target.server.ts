import { permissionOf, pick, type Text } from '@lamplight/kit'
import type { ForwardedInterfaces } from '@lamplight/products/model'
import { keepInterface, removeInterfaces } from '@lamplight/products/server'
import {
  A,
  changeRow,
  createOutboundGuard,
  createVault,
  errors,
  fieldError,
  mayUse,
  OutboundError,
  onServer,
  pairOf,
  type Query,
  storedPair,
  T,
  tableOf,
} from '@lamplight/server-kit'
import { forwardTarget, RETRYING, SKIPPED, SMS_TARGET, transitInfo, WAITING, WEBHOOK } from '../model/index.ts'
import { createDelivery, secretUse } from './deliver.ts'
import { sendTest } from './queue.ts'

const [targets, transits] = [tableOf(forwardTarget), tableOf(transitInfo)]
/** Fields that say which alarms are forwarded, or where: after a change, only alarms that come later are forwarded. */
const FILTERS = ['kind', 'url', 'phones', 'severity', 'alarmType', 'areaId'] as const

/** Logs what waits for these targets as not sent. */
const skip = (query: Query, ids: readonly string[], reason: Text) =>
  query(
    `update ${transits} set state = ${SKIPPED}, reason = $2, update_time = now() where target_id = any($1::bigint[]) and state in (${WAITING}, ${RETRYING})`,
    [ids, storedPair(reason)],
  )

export const targetServer = onServer(forwardTarget, {
  beforeWrite: ({ ctx, draft, old }) => {
    const row: Readonly<Record<string, unknown>> = { ...old, ...draft }
    if (row.kind === WEBHOOK) {
      if (!row.url) throw fieldError('url', ['请输入地址', 'is required'], ctx.lang)
      // The stored secret was given for the former address only.
      const isMoved = old !== null && draft.url !== undefined && draft.url !== old.url
      if (!draft.secret && (old === null || isMoved || old.kind !== WEBHOOK))
        throw fieldError(
          'secret',
          isMoved ? ['地址已改变，请重新输入', 'must be entered again: the address has changed'] : ['请输入签名密钥', 'is required'],
          ctx.lang,
        )
      try {
        createOutboundGuard(ctx.platform.config).check(String(row.url))
      } catch (thrown) {
        if (thrown instanceof OutboundError) throw fieldError('url', ['不允许访问该地址', 'is not allowed by this deployment'], ctx.lang)
        throw thrown
      }
    }
    if (row.kind === SMS_TARGET && !row.phones) throw fieldError('phones', ['请输入手机号', 'is required'], ctx.lang)
    const begins =
      old === null || (old.enable !== 1 && row.enable === 1) || FILTERS.some((name) => name in draft && draft[name] !== old[name])
    return { ...draft, ...(begins ? { since: ctx.now() } : {}) } as typeof draft
  },
  afterWrite: async ({ ctx, query, row }) => {
    const { id, tenantId, name, enable, kind, url }: { readonly [name: string]: unknown } = { ...row }
    if (kind === WEBHOOK)
      // Readers of interfaces see the host only: an address may contain a key.
      await keepInterface(query, {
        id: String(id),
        tenantId: String(tenantId),
        name: String(name),
        address: new URL(String(url)).origin,
        enable: enable === 1,
      })
    else await removeInterfaces(query, [String(id)])
    if (row.enable !== 1) await skip(query, [String(row.id)], ['目标已停用', 'the target was disabled'])
    const [kept] = await query<{ secret: string | null }>(`select secret from ${targets} where id = $1`, [row.id])
    if (!kept?.secret || kept.secret.startsWith('v1.')) return
    const sealed = await createVault(ctx.platform).seal(kept.secret, secretUse(String(row.id)))
    await query(`update ${targets} set secret = $2 where id = $1`, [row.id, sealed])
  },
  beforeRemove: async ({ query, rows }) => {
    const ids = rows.map(({ id }) => String(id))
    await removeInterfaces(query, ids)
    await skip(query, ids, ['目标已删除', 'the target was removed'])
  },
  returns: { test: A.of({ ok: A.yes, code: A.nullable(T.Integer()), reason: A.text }) },
  actions: {
    test: async ({ ctx, ids }) => {
      const [id = ''] = ids
      const { ok, code, reason } = await sendTest(ctx.platform, createDelivery(ctx.platform), id)
      await ctx.audit({ what: `${forwardTarget.name}.test`, target: id, detail: { after: { code } }, result: ok ? '' : 'failed' })
      return { ok, code, reason: pick(pairOf(reason), ctx.lang) }
    },
  },
})

/** Changes of interfaces of the category 2 are changes of the forwarding target with the same id. */
export const createForwardedInterfaces = (): ForwardedInterfaces => ({
  change: async (ctx, { id, name, enable }) => {
    if (!mayUse(ctx.user, permissionOf(forwardTarget, 'submit'))) throw errors.noRight()
    await changeRow(ctx, forwardTarget, {
      id,
      ...(name === undefined ? {} : { name }),
      ...(enable === undefined ? {} : { enable: enable ? 1 : 0 }),
    })
  },
})
