import { A, errors, type Platform, type Route, type RouteInput, route, T } from '@lamplight/server-kit'

const MIN_MINUTES = 5
const MAX_MINUTES = 1440
const PATH = '/api/blade-city/delayOffline'
const RIGHT = 'gateway_delay'
const Tenant = T.String({ pattern: '^\\d{6}$', description: 'the tenant; default: that of the user' })

const readDelay = async (platform: Platform, tenantId: string) => {
  const { query } = platform.asTenant(tenantId)
  const [row] = await query<{ minutes: number }>('select minutes from devices_delay_offline where tenant_id = $1', [tenantId])
  return { tenantId, minutes: row?.minutes ?? 0 }
}
/** Only platform administrators may name another tenant than their own, even if a role of that tenant has the right. */
const known = async ({ ctx }: Pick<RouteInput, 'ctx'>, tenantId: string): Promise<string> => {
  if (tenantId !== ctx.tenantId && !ctx.user.administrator) throw errors.badParameter({ field: 'tenantId' }, 'tenantId')
  const [found] = await ctx.platform.system.query('select 1 from identity_tenants where tenant_id = $1 and not is_deleted', [tenantId])
  if (!found) throw errors.badParameter({ field: 'tenantId' }, 'tenantId')
  return tenantId
}

// One value per tenant, which only platform administrators set: no rows of a resource (calls delayOffline.*).
export const delayDetail = route({
  method: 'GET',
  path: `${PATH}/detail`,
  summary: ['延迟离线设置', 'Delayed-offline setting'],
  permission: RIGHT,
  query: T.Object({ tenantId: T.Optional(Tenant) }),
  /** `minutes` 0: the default. */
  returns: A.of({ tenantId: A.text, minutes: A.int }),
  handler: async (input) => readDelay(input.ctx.platform, await known(input, input.query.tenantId ?? input.ctx.tenantId)),
})

const submit = route({
  method: 'POST',
  path: `${PATH}/submit`,
  summary: ['延迟离线设置：保存', 'Delayed-offline setting: save'],
  example: { body: { tenantId: '100001', minutes: 20 } },
  permission: RIGHT,
  body: T.Object({
    tenantId: T.Optional(Tenant),
    minutes: T.Integer({
      minimum: 0,
      maximum: MAX_MINUTES,
      description: `min, ${MIN_MINUTES} to ${MAX_MINUTES}; 0: the default, two report intervals`,
    }),
  }),
  returns: A.of({ tenantId: A.text, minutes: A.int }),
  handler: async (input) => {
    const { ctx, body } = input
    const tenantId = await known(input, body.tenantId ?? ctx.tenantId)
    if (body.minutes > 0 && body.minutes < MIN_MINUTES) throw errors.badParameter({ field: 'minutes' }, 'minutes')
    const before = await readDelay(ctx.platform, tenantId)
    await ctx.platform.asTenant(tenantId).tx(async (query) => {
      if (body.minutes === 0) await query('delete from devices_delay_offline where tenant_id = $1', [tenantId])
      else
        await query(
          `insert into devices_delay_offline (tenant_id, minutes, update_user) values ($1, $2, $3)
           on conflict (tenant_id) do update set minutes = excluded.minutes, update_user = excluded.update_user, update_time = now()`,
          [tenantId, body.minutes, ctx.user.id],
        )
    })
    const after = { tenantId, minutes: body.minutes }
    await ctx.audit({ what: 'devices.delayOffline', target: tenantId, detail: { before, after } })
    return after
  },
})

export const delayOfflineRoutes: readonly Route[] = [delayDetail, submit]
