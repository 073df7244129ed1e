import { type BindingSource, countedRows, errors, grantedOnly, type ListingRow, onListing, registryPort } from '@lamplight/server-kit'
import { binding } from '../model/checks/binding.listing.ts'

const OWN = {
  sn: 't.sn',
  name: 'coalesce(t.name, t.sn)',
  aboveSn: 'p.sn',
  above: 'coalesce(p.name, p.sn)',
  at: 't.update_time',
  by: 't.update_user',
}
/** Rows that this slice adds to the list of bindings: controller to gateway, lamp to controller, lamp to post. */
export const bindings: readonly BindingSource[] = [
  { ...OWN, type: 1, from: 'lighting_controller t join devices_gateways p on p.id = t.gateway_id' },
  { ...OWN, type: 2, from: 'lighting_lamp t join lighting_controller p on p.id = t.controller_id' },
  { ...OWN, type: 3, from: 'lighting_lamp t join lighting_post p on p.id = t.post_id' },
]

export const bindingServer = onListing(binding, {
  read: async (ctx, { type, sn }, part) => {
    const source = ctx.platform
      .port(registryPort)
      .slices.flatMap((slice) => slice.bindings ?? [])
      .find((one) => one.type === (type ?? 1))
    if (!source) throw errors.badParameter({ field: 'type' }, 'type')
    const { from, sn: own, name, aboveSn, above, at, by } = source
    const params: unknown[] = [ctx.tenantId]
    const text = sn ? ` and (starts_with(${own}, $${params.push(sn)}) or starts_with(${aboveSn}, $${params.length}))` : ''
    const cut = grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' })
    return countedRows<ListingRow<typeof binding>>(
      ctx,
      {
        select: `t.id || '-' || p.id as id, ${source.type} as type, t.id::text as "childId", ${own} as sn, ${name} as name, p.id::text as "parentId",
          ${aboveSn} as "parentSn", ${above} as "parentName", ${at} as "updateTime",
          (select u.account from identity_users u where u.id = ${by}) as "updateUserName"`,
        from: `from ${from} where t.tenant_id = $1 and not t.is_deleted and not p.is_deleted${text}${cut}`,
        order: 't.id, p.id',
        params,
      },
      part,
    )
  },
})
