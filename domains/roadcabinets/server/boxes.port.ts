import type { Boxes, BoxTemplate, BoxUnit } from '@lamplight/linkage/model'
import { mayList, type Platform, refuseUnseen, registryPort, seenRows } from '@lamplight/server-kit'
import { cabinet, product, roadcabinetsErrors } from '../model/index.ts'
import { membersIn } from './members.ts'

const UNITS = `select c.id::text as "cabinetId", u ->> 'code' as code, r.device_id::text as "deviceId", r.type::int as "devType"
  from roadcabinets_cabinet c cross join lateral jsonb_array_elements(coalesce(c.units, '[]')) u
  join devices_registered r on r.device_id = (u ->> 'deviceId')::bigint and r.tenant_id = c.tenant_id
  where c.tenant_id = $1 and c.product_id = $2 and not c.is_deleted`

/** Offers comprehensive products as box templates, and installed cabinets as boxes. */
export const createBoxes = (platform: Platform): Boxes => ({
  templates: async (ctx, ids) => {
    const served = platform.port(registryPort).resources.get(product.name)
    if (!served || !mayList(ctx.user, product)) return []
    const params: unknown[] = []
    const seen = seenRows(served, ctx.user, params)
    const among = ids ? ` and t.id = any($${params.push(ids)}::bigint[])` : ''
    return ctx.query<BoxTemplate>(
      `select t.id::text as id, t.name, coalesce(t.model, '') as model,
         coalesce((select jsonb_agg(jsonb_build_object('code', u ->> 'code', 'name', u ->> 'name', 'typeId', u ->> 'typeId', 'devType', p.code) order by n)
           from jsonb_array_elements(t.units) with ordinality as a (u, n) join devices_products p on p.id = (u ->> 'typeId')::bigint and not p.is_deleted), '[]') as units
       from roadcabinets_product t where ${seen}${among} order by t.name, t.id limit 1000`,
      params,
    )
  },
  cabinets: async (ctx, templateId, among) => {
    const field = 'groupId' in among ? 'groupId' : among.field
    const ids = 'groupId' in among ? await membersIn(ctx, among.groupId) : [...new Set(among.ids)]
    await refuseUnseen(ctx, ctx.query, cabinet.name, ids, field)
    const [strange] = await ctx.query('select 1 from roadcabinets_cabinet where id = any($1::bigint[]) and product_id <> $2 limit 1', [
      ids,
      templateId,
    ])
    if (strange || ids.length === 0) throw roadcabinetsErrors.oneProduct({}, field)
    return ids
  },
  units: (query, tenantId, templateId, of) =>
    'deviceId' in of
      ? query<BoxUnit>(
          `${UNITS} and c.id in (select h.id from roadcabinets_cabinet h cross join lateral jsonb_array_elements(coalesce(h.units, '[]')) v
             where h.tenant_id = $1 and not h.is_deleted and v ->> 'deviceId' = $3::text) order by c.id, code`,
          [tenantId, templateId, of.deviceId],
        )
      : query<BoxUnit>(`${UNITS} and c.id = any($3::bigint[]) order by c.id, code`, [tenantId, templateId, of.cabinetIds]),
})
