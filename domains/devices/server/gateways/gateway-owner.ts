import { SECRET_MASK } from '@lamplight/kit'
import { type Change, type Ctx, changed, changedEach, onLifecycle, type Platform, type Query } from '@lamplight/server-kit'
import { devicesErrors, gateway } from '../../model/index.ts'
import { knownPort } from '../ports.ts'
import { DOUBLED } from '../rejected/refusals.ts'
import { claimHashOf } from './claim-code.ts'
import { expectClaim } from './credentials.ts'

interface Owned {
  readonly id: string
  readonly sn: string
  readonly tenantId: string
  readonly status: number | null
  /** False if another tenant's gateway holds the serial number. */
  readonly holds: boolean
  /** Another device signs in with the same serial number and another secret. */
  readonly conflict: boolean
  readonly claim: string
}
/** Ends the MQTT sessions of these gateways and removes them from the cache. */
export const renew = (platform: Platform, sns: readonly string[]): void => {
  platform.port(knownPort).forget(sns)
  for (const sn of sns) platform.mqtt.disconnect(sn)
}

/**
 * SQL condition over gateway `g` and credential `c`: since the first use of the stored secret, a sign-in with another secret or other letter case was
 * refused. Then two devices use one number.
 */
export const CONFLICT = `exists (select from devices_refusal x where upper(x.gateway_sn) = upper(g.sn)
  and x.reason in (${DOUBLED.map((reason) => `'${reason}'`).join()}) and x.last_at > c.create_time)`

const ownedBy = (query: Query, ids: readonly string[]): Promise<Owned[]> =>
  query<Owned>(
    `select g.id, g.sn, g.tenant_id as "tenantId", g.status, g.holds_sn as holds, ${CONFLICT} as conflict, coalesce(c.claim, '') as claim
     from devices_gateway g left join devices_credential c on c.gateway_id = g.id where g.id = any($1) and not g.is_deleted for update of g`,
    [ids],
  )

/** Returns those gateways that still have registered devices. */
const withChildren = async (query: Query, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await query<{ id: string }>('select distinct gateway_id as id from devices_registry where gateway_id = any($1)', [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Assigns a gateway to a tenant. If the tenant has already entered the number, that row gets the credential and the connected gateway's row is deleted. */
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
  const [tenant] = await ctx.query('select 1 from identity_tenants where tenant_id = $1 and not is_deleted limit 1', [tenantId])
  if (!tenant) throw devicesErrors.tenantMissing({ tenantId }, 'tenantId')
}

/** Returns the hash of the typed claim code, or undefined if none was typed; throws `claimMalformed`. */
const claimIn = (typed: string | undefined | null): string | undefined => {
  if (!typed?.trim()) return undefined
  const claim = claimHashOf(typed)
  if (claim === undefined) throw devicesErrors.claimMalformed({}, 'claimCode')
  return claim
}

/** Assigns the gateways of a transition to a tenant. Returns the changes for the audit log. */
const giveAll = async ({ ctx, query, ids }: { ctx: Ctx; query: Query; ids: readonly string[] }, tenantId: string): Promise<Change> => {
  const rows = await ownedBy(query, ids)
  for (const row of rows) await give(query, row, tenantId, ctx.user.id)
  return changedEach(rows.map((row) => [row.sn, row.tenantId, tenantId]))
}

const endSessions = ({ ctx, rows }: { readonly ctx: Ctx; readonly rows: readonly { readonly sn: string }[] }): void =>
  renew(
    ctx.platform,
    rows.map(({ sn }) => sn),
  )
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/**
 * Server behaviour of the transitions of gateways. A claim code proves which box is connected. Without a code, the assignment is refused if two secrets
 * were used for the number. A gateway that is transferred keeps its credential.
 */
export const gatewayTransitions = onLifecycle(gateway, {
  across: true,
  conditions: { hasChildren: async ({ query, ids }) => withChildren(query, ids) },
  transitions: {
    assign: {
      before: async ({ ctx, query, rows, input, refuse }) => {
        await administratorsOnly(ctx, input.tenantId)
        const claim = claimIn(input.claimCode)
        if (claim !== undefined && rows.length > 1) throw devicesErrors.claimOne({}, 'claimCode')
        for (const row of await ownedBy(query, idsOf(rows))) {
          if (claim === undefined) {
            if (row.conflict) refuse(row.id, devicesErrors.twoSecrets({ sn: row.sn }))
          } else if (row.claim === '') throw devicesErrors.claimUnknown({ sn: row.sn }, 'claimCode')
          else if (row.claim !== claim) throw devicesErrors.claimWrong({ sn: row.sn }, 'claimCode')
        }
      },
      after: ({ ctx, query, rows, input }) => giveAll({ ctx, query, ids: idsOf(rows) }, input.tenantId),
      done: endSessions,
    },
    move: {
      before: async ({ ctx, query, rows, input, refuse }) => {
        await administratorsOnly(ctx, input.tenantId)
        for (const row of await ownedBy(query, idsOf(rows)))
          if (row.tenantId === input.tenantId) refuse(row.id, devicesErrors.alreadyThere({ sn: row.sn, tenantId: input.tenantId }))
          else if (!row.holds) refuse(row.id, devicesErrors.numberHeld({ sn: row.sn }))
      },
      after: ({ ctx, query, rows, input }) => giveAll({ ctx, query, ids: idsOf(rows) }, input.tenantId),
      done: endSessions,
    },
    cancel: {
      before: async ({ ctx, query, rows, refuse }) => {
        if (!ctx.user.administrator) throw devicesErrors.administratorOnly()
        for (const row of await ownedBy(query, idsOf(rows))) if (!row.holds) refuse(row.id, devicesErrors.numberHeld({ sn: row.sn }))
      },
      after: async ({ query, rows }) => {
        await query(`update devices_gateway set tenant_id = '000000', project_id = null, area_id = null where id = any($1)`, [idsOf(rows)])
        await query(`update devices_misfit set tenant_id = '000000' where gateway_sn = any($1)`, [rows.map(({ sn }) => sn)])
        return changedEach(rows.map(({ sn, tenantId }) => [sn, tenantId, null]))
      },
      done: endSessions,
    },
  },
})

/**
 * Sets a claim code: from now on only the box with this code can sign in as this gateway. Nothing changes if that box is already paired. Another tenant's
 * gateway with the same number stays connected.
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
