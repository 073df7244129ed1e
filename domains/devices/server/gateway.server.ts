import { type Lang, pick, SECRET_MASK } from '@lamplight/kit'
import { type Ctx, changed, changedEach, onServer, type Platform, type Query } from '@lamplight/server-kit'
import { devicesErrors, gateway } from '../model/index.ts'
import { issueSecrets } from './credentials.ts'
import type { Known } from './known.port.ts'

const SETTLE_MS = 1000

interface Outcome {
  readonly successCount: number
  readonly failCount: number
  readonly failures: readonly { readonly id: string; readonly msg: string }[]
}

/** What a batch answers in which each id stands alone (decisions.md C, general). */
const outcome = (ids: readonly string[], done: ReadonlySet<string>, msgOf: (id: string) => string): Outcome => {
  const failures = ids.filter((id) => !done.has(id)).map((id) => ({ id, msg: msgOf(id) }))
  return { successCount: ids.length - failures.length, failCount: failures.length, failures }
}
const words = (refusal: ReturnType<typeof devicesErrors.wrongState>, lang: Lang): string => pick(refusal.refusal.text, lang, refusal.values)

/** What the broker and ingest hold of these gateways is out of date: their sessions end, and they are looked up again. */
const renew = (platform: Platform, sns: readonly string[]): void => {
  platform.port<Known>('devices.known').forget(sns)
  for (const sn of sns) platform.mqtt.disconnect(sn)
}

/** Gateways of these ids on which devices are still registered, across tenants; the caller has checked that the asker sees the gateways. */
const withChildren = async (platform: Platform, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await platform.system.query<{ id: string; sn: string }>(
    'select g.id, g.sn from devices_gateway g where g.id = any($1) and exists (select from devices_state s where s.gateway_id = g.id)',
    [ids],
  )
  return new Map(rows.map(({ id, sn }) => [id, sn]))
}

/** Refuses to let go of gateways that still have devices. */
export const refuseWithChildren = async (platform: Platform, ids: readonly string[]): Promise<void> => {
  for (const sn of (await withChildren(platform, ids)).values()) throw devicesErrors.hasChildren({ sn })
}

/** Ends the sessions of removed gateways, once the removal has been committed. */
export const letGo = (platform: Platform, sns: readonly string[]): void => {
  setTimeout(() => renew(platform, sns), SETTLE_MS).unref()
}

/** Whose gateways are, by id; those that wait unregistered are nobody's. */
const heldBy = async (query: Query, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await query<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from devices_gateway where id = any($1) and status = 1 for update',
    [ids],
  )
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}

const assign = async (ctx: Ctx, ids: readonly string[], tenantId: string): Promise<Outcome> => {
  if (!ctx.user.administrator) throw devicesErrors.administratorOnly()
  const [tenant] = await ctx.query('select 1 from identity_tenant where tenant_id = $1 and not is_deleted limit 1', [tenantId])
  if (!tenant) throw devicesErrors.tenantMissing({ tenantId }, 'tenantId')
  const rows = await ctx.tx(async (query) => {
    const assigned = await query<{ id: string; sn: string }>(
      `update devices_gateway set tenant_id = $2, status = 1, update_user = $3, update_time = now()
       where id = any($1) and not is_deleted and status is distinct from 1 returning id, sn`,
      [ids, tenantId, ctx.user.id],
    )
    await query('update devices_misfit set tenant_id = $2 where gateway_sn = any($1)', [assigned.map(({ sn }) => sn), tenantId])
    const target = assigned.map(({ sn }) => sn).join(',')
    const detail = changedEach(assigned.map(({ sn }) => [sn, null, tenantId]))
    await ctx.audit({ what: 'devices.gateway.assign', target, count: assigned.length, detail }, query)
    return assigned
  })
  renew(
    ctx.platform,
    rows.map(({ sn }) => sn),
  )
  const refused = words(devicesErrors.wrongState(), ctx.lang)
  return outcome(ids, new Set(rows.map(({ id }) => id)), () => refused)
}

const cancel = async (ctx: Ctx, ids: readonly string[]): Promise<Outcome> => {
  if (!ctx.user.administrator) throw devicesErrors.administratorOnly()
  const busy = await withChildren(ctx.platform, ids)
  const rows = await ctx.tx(async (query) => {
    const before = await heldBy(query, ids)
    const freed = await query<{ id: string; sn: string }>(
      `update devices_gateway set tenant_id = '000000', status = 0, project_id = null, area_id = null, update_user = $2, update_time = now()
       where id = any($1) and not is_deleted and status = 1 returning id, sn`,
      [ids.filter((id) => !busy.has(id)), ctx.user.id],
    )
    const sns = freed.map(({ sn }) => sn)
    await query(`update devices_misfit set tenant_id = '000000' where gateway_sn = any($1)`, [sns])
    const detail = changedEach(freed.map(({ id, sn }) => [sn, before.get(id) ?? null, null]))
    await ctx.audit({ what: 'devices.gateway.cancel', target: sns.join(','), count: freed.length, detail }, query)
    return freed
  })
  renew(
    ctx.platform,
    rows.map(({ sn }) => sn),
  )
  return outcome(ids, new Set(rows.map(({ id }) => id)), (id) => {
    const sn = busy.get(id)
    return words(sn === undefined ? devicesErrors.wrongState() : devicesErrors.hasChildren({ sn }), ctx.lang)
  })
}

const secret = async (ctx: Ctx, ids: readonly string[]): Promise<{ sn: string; secret: string }> => {
  const [row] = await ctx.query<{ id: string; sn: string }>('select id, sn from devices_gateway where id = $1 and not is_deleted', [ids[0]])
  if (!row) throw devicesErrors.deviceMissing()
  const [made = ''] = await issueSecrets(ctx.platform.system.query, [row.id], false)
  await ctx.audit({ what: 'devices.gateway.secret', target: row.sn, detail: changed({ secret: SECRET_MASK }, { secret: SECRET_MASK }) })
  renew(ctx.platform, [row.sn])
  return { sn: row.sn, secret: made }
}

/** Gateways by hand: one that a person enters is the tenant's at once, and waits for a secret to be issued. */
export const gatewayServer = onServer(gateway, {
  beforeWrite: async ({ ctx, draft, old }) => {
    if (old) {
      if (draft.sn !== undefined && draft.sn !== old.sn) throw devicesErrors.snFixed({}, 'sn')
      return draft
    }
    const [taken] = await ctx.platform.system.query<{ tenant_id: string; status: number }>(
      'select tenant_id, status from devices_gateway where sn = $1 and not is_deleted',
      [draft.sn],
    )
    // Whether it waits unregistered or belongs to somebody is told to nobody who does not see it.
    const seen = taken && (ctx.user.administrator || (taken.tenant_id === ctx.tenantId && taken.status === 1))
    if (taken) throw seen ? devicesErrors.snTaken({}, 'sn') : devicesErrors.snElsewhere({}, 'sn')
    return { ...draft, status: 1, online: false, children: 0 }
  },
  afterWrite: async ({ ctx, row }) => {
    ctx.platform.port<Known>('devices.known').forget([row.sn])
  },
  beforeRemove: async ({ ctx, rows }) => {
    await refuseWithChildren(
      ctx.platform,
      rows.map(({ id }) => id),
    )
    letGo(
      ctx.platform,
      rows.map(({ sn }) => sn),
    )
  },
  actions: {
    assign: ({ ctx, ids, input }) => assign(ctx, ids, input.tenantId),
    cancel: ({ ctx, ids }) => cancel(ctx, ids),
    secret: ({ ctx, ids }) => secret(ctx, ids),
  },
})
