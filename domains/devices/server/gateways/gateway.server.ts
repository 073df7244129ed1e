import { SECRET_MASK } from '@lamplight/kit'
import { projectTypeFilter } from '@lamplight/places/server'
import { A, type Ctx, changed, onServer } from '@lamplight/server-kit'
import { devicesErrors, gateway } from '../../model/index.ts'
import { BatchReturns } from '../commands.ts'
import { logChange } from '../life/device-log.ts'
import { knownPort } from '../ports.ts'
import { issueSecrets } from './credentials.ts'
import { claim, gatewayTransitions, renew } from './gateway-owner.ts'
import { rebootGateways } from './gateway-reboot.ts'

/** After the commit, ends the sessions of removed gateways. Another tenant's gateway with the same number stays connected. */
const letGo = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  const { platform } = ctx
  const held = await platform.system.query<{ sn: string }>('select sn from devices_gateway where id = any($1) and holds_sn', [ids])
  const sns = held.map(({ sn }) => sn)
  void ctx.afterCommit(() => renew(platform, sns))
}

const secret = async (ctx: Ctx, ids: readonly string[]): Promise<{ sn: string; secret: string }> => {
  const [row] = await ctx.query<{ id: string; sn: string; holds: boolean }>(
    'select id, sn, holds_sn as holds from devices_gateway where id = $1 and not is_deleted',
    [ids[0]],
  )
  if (!row) throw devicesErrors.deviceMissing()
  const [made = ''] = await issueSecrets(ctx.platform.system.query, [row.id], false)
  await ctx.audit({ what: 'devices.gateway.secret', target: row.sn, detail: changed({ secret: SECRET_MASK }, { secret: SECRET_MASK }) })
  if (row.holds) renew(ctx.platform, [row.sn])
  return { sn: row.sn, secret: made }
}

interface Namesake {
  readonly tenant_id: string
  readonly status: number | null
}

/**
 * Server behaviour of gateways entered by a person. Such a gateway is assigned to the tenant at once and waits for its secret or claim code. Only
 * administrators of the platform see whether another tenant has entered the same number; the tenant that proves the number gets it (sign-in.ts).
 */
export const gatewayServer = onServer(gateway, {
  lifecycle: gatewayTransitions,
  filters: {
    ...projectTypeFilter,
    // Administrators of the platform see the gateways of all tenants.
    tenantId: { sql: 't.tenant_id = $', type: 'text' },
  },
  beforeWrite: async ({ ctx, draft, old }) => {
    if (old) {
      if (draft.sn !== undefined && draft.sn !== old.sn) throw devicesErrors.snFixed({}, 'sn')
      return draft
    }
    const namesakes = await ctx.platform.system.query<Namesake>(
      'select tenant_id, status from devices_gateway where upper(sn) = upper($1) and not is_deleted order by holds_sn desc',
      [draft.sn],
    )
    if (namesakes.some((one) => one.tenant_id === ctx.tenantId && one.status === 1)) throw devicesErrors.snTaken({}, 'sn')
    const [holder] = namesakes
    if (holder && ctx.user.administrator)
      throw holder.status === 1 ? devicesErrors.snElsewhere({ tenantId: holder.tenant_id }, 'sn') : devicesErrors.snWaiting({}, 'sn')
    return { ...draft, status: 1, online: false, children: 0 }
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    await logChange(ctx, query, gateway, row, old)
    void ctx.afterCommit(() => ctx.platform.port(knownPort).forget([row.sn]))
  },
  beforeRemove: async ({ ctx, rows }) => {
    await letGo(
      ctx,
      rows.map(({ id }) => id),
    )
  },
  returns: {
    claim: A.of({ sn: A.text, paired: A.int }),
    secret: A.of({ sn: A.text, secret: A.text }),
    reboot: BatchReturns,
  },
  actions: {
    claim: ({ ctx, ids, input }) => claim(ctx, ids, input.claimCode),
    secret: ({ ctx, ids }) => secret(ctx, ids),
    reboot: ({ ctx, ids, headers, body }) => rebootGateways(ctx, { deviceIds: ids }, headers, body),
  },
})
