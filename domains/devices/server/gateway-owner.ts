import { type Lang, pick, SECRET_MASK } from '@lamplight/kit'
import { type Ctx, changed, changedEach, type Platform, type Query } from '@lamplight/server-kit'
import { devicesErrors } from '../model/index.ts'
import { claimHashOf } from './claim-code.ts'
import { expectClaim } from './credentials.ts'
import { knownPort } from './ports.ts'
import { DOUBLED } from './refusals.ts'

interface Outcome {
  readonly successCount: number
  readonly failCount: number
  readonly failures: readonly { readonly id: string; readonly msg: string }[]
}
interface Owned {
  readonly id: string
  readonly sn: string
  readonly tenantId: string
  readonly status: number | null
  /** False where another tenant holds the serial number. */
  readonly holds: boolean
  /** Somebody else signs in with another secret. */
  readonly conflict: boolean
  readonly claim: string
}
type Refusal = ReturnType<typeof devicesErrors.wrongState>

/** What a batch answers in which each id stands alone (decisions.md C, general). */
const outcome = (ids: readonly string[], done: ReadonlySet<string>, msgOf: (id: string) => string): Outcome => {
  const failures = ids.filter((id) => !done.has(id)).map((id) => ({ id, msg: msgOf(id) }))
  return { successCount: ids.length - failures.length, failCount: failures.length, failures }
}
const words = (refusal: Refusal, lang: Lang): string => pick(refusal.refusal.text, lang, refusal.values)

/** Ends the sessions of these gateways; they are looked up again when they come back. */
export const renew = (platform: Platform, sns: readonly string[]): void => {
  platform.port(knownPort).forget(sns)
  for (const sn of sns) platform.mqtt.disconnect(sn)
}

/** SQL condition over gateway `g` and credential `c`: since the first use of the stored secret, a sign-in with another secret or other letter case was refused. Two devices then use one number. */
export const CONFLICT = `exists (select from devices_refusal x where upper(x.gateway_sn) = upper(g.sn)
  and x.reason in (${DOUBLED.map((reason) => `'${reason}'`).join()}) and x.last_at > c.create_time)`

const ownedBy = (query: Query, ids: readonly string[]): Promise<Owned[]> =>
  query<Owned>(
    `select g.id, g.sn, g.tenant_id as "tenantId", g.status, g.holds_sn as holds, ${CONFLICT} as conflict, coalesce(c.claim, '') as claim
     from devices_gateway g left join devices_credential c on c.gateway_id = g.id where g.id = any($1) and not g.is_deleted for update of g`,
    [ids],
  )

/** Gateways of these ids on which devices are still registered, across tenants; the caller has checked that the asker sees the gateways. */
export const withChildren = async (platform: Platform, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await platform.system.query<{ id: string; sn: string }>(
    'select g.id, g.sn from devices_gateway g where g.id = any($1) and exists (select from devices_state s where s.gateway_id = g.id)',
    [ids],
  )
  return new Map(rows.map(({ id, sn }) => [id, sn]))
}

/** Gives a gateway to a tenant. Where the tenant entered the number itself, its row takes over what the gateway signs in with. */
const give = async (query: Query, { id, sn }: Owned, tenantId: string, userId: string): Promise<void> => {
  const [entered] = await query<{ id: string }>(
    'select id from devices_gateway where tenant_id = $1 and upper(sn) = upper($2) and id <> $3 and not is_deleted',
    [tenantId, sn, id],
  )
  if (entered) {
    await query('update devices_gateway set holds_sn = false where id = $1', [id])
    await query('update devices_gateway set is_deleted = true, online = false, update_user = $2, update_time = now() where id = $1', [
      id,
      userId,
    ])
    await query('update devices_gateway set holds_sn = true, sn = $2, update_user = $3, update_time = now() where id = $1', [
      entered.id,
      sn,
      userId,
    ])
    await query('delete from devices_credential where gateway_id = $1', [entered.id])
    await query('update devices_credential set gateway_id = $1 where gateway_id = $2', [entered.id, id])
  } else
    await query(
      `update devices_gateway set tenant_id = $2, status = 1, project_id = null, area_id = null, update_user = $3, update_time = now() where id = $1`,
      [id, tenantId, userId],
    )
  await query('update devices_misfit set tenant_id = $2 where gateway_sn = $1', [sn, tenantId])
  await query('delete from devices_stranger where gateway_sn = $1', [sn])
}

const administratorsOnly = async (ctx: Ctx, tenantId: string): Promise<void> => {
  if (!ctx.user.administrator) throw devicesErrors.administratorOnly()
  const [tenant] = await ctx.query('select 1 from identity_tenant where tenant_id = $1 and not is_deleted limit 1', [tenantId])
  if (!tenant) throw devicesErrors.tenantMissing({ tenantId }, 'tenantId')
}

/** The stored form of the claim code that was typed; undefined without one. */
const claimIn = (typed: string | undefined | null): string | undefined => {
  if (!typed?.trim()) return undefined
  const claim = claimHashOf(typed)
  if (claim === undefined) throw devicesErrors.claimMalformed({}, 'claimCode')
  return claim
}

/** Gives those of the gateways to the tenant of which nothing speaks against it (`refusalOf`), in one transaction with the entry of the audit log. */
const giveEach = async (
  ctx: Ctx,
  ids: readonly string[],
  tenantId: string,
  what: string,
  refusalOf: (row: Owned | undefined) => Refusal | undefined,
): Promise<Outcome> => {
  const refusals = new Map<string, Refusal>()
  const given = await ctx.platform.system.tx(async (query) => {
    const rows = new Map((await ownedBy(query, ids)).map((row) => [row.id, row]))
    const done: Owned[] = []
    for (const id of ids) {
      const row = rows.get(id)
      const refusal = refusalOf(row)
      if (refusal || !row) refusals.set(id, refusal ?? devicesErrors.wrongState())
      else {
        await give(query, row, tenantId, ctx.user.id)
        done.push(row)
      }
    }
    const target = done.map(({ sn }) => sn).join(',')
    const detail = changedEach(done.map((row) => [row.sn, row.status === 1 ? row.tenantId : null, tenantId]))
    await ctx.audit({ what, target, count: done.length, detail }, query)
    return done
  })
  renew(
    ctx.platform,
    given.map(({ sn }) => sn),
  )
  return outcome(ids, new Set(given.map(({ id }) => id)), (id) => words(refusals.get(id) ?? devicesErrors.wrongState(), ctx.lang))
}

/** Gives waiting gateways to a tenant. A claim code proves which box is connected; without it two secrets for one number block the assignment. */
export const assign = async (ctx: Ctx, ids: readonly string[], tenantId: string, claimCode?: string | null): Promise<Outcome> => {
  await administratorsOnly(ctx, tenantId)
  const claim = claimIn(claimCode)
  if (claim !== undefined && ids.length > 1) throw devicesErrors.claimOne({}, 'claimCode')
  return giveEach(ctx, ids, tenantId, 'devices.gateway.assign', (row) => {
    if (!row || row.status === 1) return devicesErrors.wrongState()
    if (claim === undefined) return row.conflict ? devicesErrors.twoSecrets({ sn: row.sn }) : undefined
    if (row.claim === '') throw devicesErrors.claimUnknown({ sn: row.sn }, 'claimCode')
    if (row.claim !== claim) throw devicesErrors.claimWrong({ sn: row.sn }, 'claimCode')
    return undefined
  })
}

/** Moves gateways that tenants have to another tenant, with what they sign in with; their devices must have been taken away before. */
export const move = async (ctx: Ctx, ids: readonly string[], tenantId: string): Promise<Outcome> => {
  await administratorsOnly(ctx, tenantId)
  const busy = await withChildren(ctx.platform, ids)
  return giveEach(ctx, ids, tenantId, 'devices.gateway.move', (row) => {
    if (row?.status !== 1 || row.tenantId === tenantId || !row.holds) return devicesErrors.wrongState()
    return busy.has(row.id) ? devicesErrors.hasChildren({ sn: row.sn }) : undefined
  })
}

export const cancel = async (ctx: Ctx, ids: readonly string[]): Promise<Outcome> => {
  if (!ctx.user.administrator) throw devicesErrors.administratorOnly()
  const busy = await withChildren(ctx.platform, ids)
  const rows = await ctx.tx(async (query) => {
    const before = await query<{ id: string; tenantId: string }>(
      'select id, tenant_id as "tenantId" from devices_gateway where id = any($1) and status = 1 for update',
      [ids],
    )
    const tenantOf = new Map(before.map(({ id, tenantId }) => [id, tenantId]))
    const freed = await query<{ id: string; sn: string }>(
      `update devices_gateway set tenant_id = '000000', status = 0, project_id = null, area_id = null, update_user = $2, update_time = now()
       where id = any($1) and not is_deleted and status = 1 and holds_sn returning id, sn`,
      [ids.filter((id) => !busy.has(id)), ctx.user.id],
    )
    const sns = freed.map(({ sn }) => sn)
    await query(`update devices_misfit set tenant_id = '000000' where gateway_sn = any($1)`, [sns])
    const detail = changedEach(freed.map(({ id, sn }) => [sn, tenantOf.get(id) ?? null, null]))
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

/**
 * From now on only the box to which the claim code belongs signs in as this gateway. Where it is the one that is paired already, nothing changes.
 * Another tenant's gateway of the same number stays connected.
 */
export const claim = async (ctx: Ctx, ids: readonly string[], claimCode: string): Promise<{ sn: string; paired: number }> => {
  const [seen] = await ctx.query<{ id: string }>('select id from devices_gateway where id = $1 and not is_deleted', [ids[0]])
  if (!seen) throw devicesErrors.deviceMissing()
  const hash = claimIn(claimCode)
  if (hash === undefined) throw devicesErrors.claimMalformed({}, 'claimCode')
  const { row, paired, holder } = await ctx.platform.system.tx(async (query) => {
    const [own] = await ownedBy(query, [seen.id])
    if (!own) throw devicesErrors.deviceMissing()
    const [kept] = await query<{ hash: string }>('select hash from devices_credential where gateway_id = $1 and claim = $2', [own.id, hash])
    if (!kept) await expectClaim(query, own.id, hash)
    const [holding] = await query<{ status: number | null }>(
      'select status from devices_gateway where upper(sn) = upper($1) and holds_sn and not is_deleted',
      [own.sn],
    )
    await ctx.audit(
      { what: 'devices.gateway.claim', target: own.sn, detail: changed({ claimCode: SECRET_MASK }, { claimCode: SECRET_MASK }) },
      query,
    )
    return { row: own, paired: kept !== undefined && kept.hash !== '', holder: holding }
  })
  if (!paired && (row.holds || holder?.status !== 1)) renew(ctx.platform, [row.sn])
  return { sn: row.sn, paired: paired ? 1 : 0 }
}
