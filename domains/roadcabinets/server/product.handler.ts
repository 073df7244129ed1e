import { exampleId } from '@lamplight/kit'
import { A, type AnswerOf, grantedOnly, pagedRows, type Route, route, T, visibleRow } from '@lamplight/server-kit'
import { product } from '../model/index.ts'
import type { ProductRow } from './product.server.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })

/** integratedProduct.cabin.count. Written by hand, because it summarizes the cabins of one row. */
const cabinCount = route({
  method: 'GET',
  path: '/api/blade-visual/integratedProduct/cabin/count',
  summary: ['综合产品的舱位数', 'Number of cabins of a comprehensive product'],
  example: { query: { id: exampleId(product.name) } },
  permission: 'cabinet_product_view',
  query: T.Object({ id: Id }),
  returns: A.of({
    count: A.int,
    /** Sum of the heights of the cabins, U. */
    height: A.int,
    cabins: A.list(A.of({ name: A.text, height: A.int, units: A.int })),
  }),
  handler: async ({ ctx, query }) => {
    const { cabins, units } = await visibleRow<ProductRow>(ctx, product, query.id)
    const found = cabins.map(({ name, height }, at) => ({
      name,
      height,
      units: units.filter(({ cabin }) => (cabin ?? 1) === at + 1).length,
    }))
    return { count: found.length, height: found.reduce((sum, { height }) => sum + height, 0), cabins: found }
  },
})

/**
 * integratedProduct.gateway.list. Written by hand: gateways are rows of another slice, here limited to those that cabinets of the product may use, and with
 * the number of cabinets behind each.
 */
const GatewayReturns = A.of({ id: A.id, sn: A.text, name: A.text, version: A.text, online: A.int, cabinetCount: A.int })
const gateways = route({
  method: 'GET',
  path: '/api/blade-visual/integratedProduct/gateway/list',
  summary: ['综合产品可用的网关', 'Gateways that cabinets of a product may use'],
  permission: 'cabinet_product_view',
  query: T.Object({
    id: T.Optional(T.String({ pattern: '^[0-9]{0,19}$', description: 'product' })),
    keyword: T.Optional(T.String({ maxLength: 64 })),
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
    size: T.Optional(T.Integer({ minimum: 1, maximum: 1000 })),
  }),
  returns: A.page(GatewayReturns),
  handler: async ({ ctx, query }) => {
    const { gatewayType } = query.id ? await visibleRow<ProductRow>(ctx, product, query.id) : { gatewayType: null }
    const params: unknown[] = [ctx.tenantId]
    const kind = gatewayType ? ` and (coalesce(g.version, '') = '' or starts_with(g.version, $${params.push(gatewayType)}))` : ''
    const text = query.keyword
      ? ` and position(lower($${params.push(query.keyword)}) in lower(g.sn || ' ' || coalesce(g.name, ''))) > 0`
      : ''
    const granted = grantedOnly(ctx.user, params, { project: 'g.project_id', area: 'g.area_id' })
    return pagedRows(
      ctx,
      {
        select: `g.id::text as id, g.sn, coalesce(g.name, '') as name, coalesce(g.version, '') as version, (case when g.online then 1 else 0 end) as online,
          (select count(*)::int from roadcabinets_cabinet c where c.tenant_id = g.tenant_id and c.gateway_id = g.id and not c.is_deleted) as "cabinetCount"`,
        from: `from devices_gateways g where g.tenant_id = $1 and g.status = 1 and not g.is_deleted${kind}${text}${granted}`,
        order: 'g.sn, g.id',
        params,
        current: query.current ?? 1,
        size: query.size ?? 10,
      },
      (rows: readonly AnswerOf<typeof GatewayReturns>[]) => rows,
    )
  },
})

export const productRoutes: readonly Route[] = [cabinCount, gateways]
