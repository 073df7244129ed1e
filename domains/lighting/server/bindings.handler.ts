import { A, type BindingSource, type Ctx, errors, formatTime, grantedOnly, pagedRows, registryPort, route, T } from '@lamplight/server-kit'

const OWN = {
  sn: 't.sn',
  name: 'coalesce(t.name, t.sn)',
  aboveSn: 'p.sn',
  above: 'coalesce(p.name, p.sn)',
  at: 't.update_time',
  by: 't.update_user',
}
/** Bindings of this slice: controller to gateway, lamp to controller, lamp to post. */
export const bindings: readonly BindingSource[] = [
  { ...OWN, type: 1, from: 'lighting_controller t join devices_gateways p on p.id = t.gateway_id' },
  { ...OWN, type: 2, from: 'lighting_lamp t join lighting_controller p on p.id = t.controller_id' },
  { ...OWN, type: 3, from: 'lighting_lamp t join lighting_post p on p.id = t.post_id' },
]

interface Binding {
  readonly id: string
  readonly sn: string
  readonly name: string
  readonly parent_id: string
  readonly parent_sn: string
  readonly parent_name: string
  readonly account: string | null
  readonly at: Date
}

const wireBinding = (row: Binding, type: number, ctx: Ctx) => ({
  id: `${row.id}-${row.parent_id}`,
  type,
  childId: row.id,
  sn: row.sn,
  name: row.name ?? '',
  parentId: row.parent_id,
  parentSn: row.parent_sn,
  parentName: row.parent_name ?? '',
  updateUserName: row.account ?? '',
  updateTime: formatTime(row.at, ctx.zone),
})

// Rows of several resources in one list, with the ids of both rows as their id: the page of bindings (screen rt.city.bindInformation, slice D1, answer 11).
export const bindingsRoute = route({
  method: 'GET',
  path: '/api/blade-city/bindInformation/page',
  summary: ['绑定信息', 'Bindings of devices'],
  permission: 'controller_view',
  query: T.Object({
    type: T.Optional(
      T.Integer({
        minimum: 1,
        maximum: 99,
        description:
          '1 controller to gateway, 2 lamp to controller, 3 lamp to post, 4 lamp to concentrator, 5 lamp to loop, 6 lamp group to loop, 7 loop to concentrator',
      }),
    ),
    sn: T.Optional(T.String({ maxLength: 64, description: 'beginning of a serial number, of either row' })),
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000 })),
  }),
  returns: A.page(
    A.of({
      id: A.text,
      type: A.int,
      childId: A.id,
      sn: A.text,
      name: A.text,
      parentId: A.id,
      parentSn: A.text,
      parentName: A.text,
      updateUserName: A.text,
      updateTime: A.time,
    }),
  ),
  handler: async ({ ctx, query }) => {
    const { type = 1, sn = '', current = 1 } = query
    const source = ctx.platform
      .port(registryPort)
      .slices.flatMap((slice) => slice.bindings ?? [])
      .find((one) => one.type === type)
    if (!source) throw errors.badParameter({ field: 'type' }, 'type')
    const { from, sn: own, name, aboveSn, above } = source
    const params: unknown[] = [ctx.tenantId]
    const text = sn ? ` and (starts_with(${own}, $${params.push(sn)}) or starts_with(${aboveSn}, $${params.length}))` : ''
    const cut = grantedOnly(ctx.user, params, { project: 't.project_id', area: 't.area_id' })
    const all = `from ${from} where t.tenant_id = $1 and not t.is_deleted and not p.is_deleted${text}${cut}`
    const select = `t.id::text, ${own} as sn, ${name} as name, p.id::text as parent_id, ${aboveSn} as parent_sn, ${above} as parent_name,
      ${source.at} as at, (select u.account from identity_users u where u.id = ${source.by}) as account`
    const wanted = { select, from: all, order: 't.id, p.id', params, current, size: query.size || 10 }
    return pagedRows(ctx, wanted, (rows: readonly Binding[]) => rows.map((row) => wireBinding(row, type, ctx)))
  },
})
