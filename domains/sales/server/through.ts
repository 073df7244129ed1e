import type { Text } from '@lamplight/kit'
import { A, errors, type Route, type RouteInput, registryPort, T } from '@lamplight/server-kit'
import { inTenant } from './chosen-tenant.ts'

/** A call of another slice: `GET /api/blade-system/role/list`. */
export const callOf = ({ ctx }: Pick<RouteInput, 'ctx'>, name: string): Route => {
  const found = ctx.platform.port(registryPort).routes.find(({ method, path }) => `${method} ${path}` === name)
  if (!found) throw errors.noRoute()
  return found
}
const bodyOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
/** The chosen tenant, from the query or the body. */
export const tenantIn = ({ query, body }: Pick<RouteInput, 'query' | 'body'>): unknown => query.tenantId || bodyOf(body).tenantId

const Paged = {
  current: T.Optional(T.Integer({ minimum: -1, maximum: 1_000_000_000 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000 })),
}
export const EXAMPLE_TENANT = '100001'
const TenantId = T.String({ pattern: '^\\d{6}$' })
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
/** An id in a body, and several: comma-joined or a list. */
const BodyId = T.Optional(T.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], pattern: '^(-1|\\d{0,19})$' }))
const Ids = T.Optional(
  T.Unsafe<string | readonly string[] | null>({
    anyOf: [
      { type: 'string', pattern: '^(\\d{1,19}(,\\d{1,19})*)?$' },
      { type: 'array', items: { type: 'string', pattern: '^\\d{1,19}$' } },
      { type: 'null' },
    ],
  }),
)
export const schemas = { Paged, TenantId, Id, BodyId, Ids }

/** `name` as it answers inside the chosen tenant, in the slice that owns it: with its checks, its refusals and its audit entry. */
export const through = (given: {
  path: string
  /** The call behind it. */
  call: string
  summary: Text
  permission: string
  query?: Parameters<typeof T.Object>[0]
  body?: Parameters<typeof T.Object>[0]
  /** Query or body of the example, beside the tenant. */
  example?: Readonly<Record<string, unknown>>
}): Route => {
  const method = given.call.split(' ')[0] as Route['method']
  const reads = method === 'GET'
  return {
    method,
    path: `/api/blade-sales/${given.path}`,
    summary: given.summary,
    permission: given.permission,
    example: { [reads ? 'query' : 'body']: { tenantId: EXAMPLE_TENANT, ...given.example } },
    query: T.Object({ ...given.query, tenantId: reads ? TenantId : T.Optional(TenantId) }),
    ...(reads ? {} : { body: T.Object({ ...given.body, tenantId: T.Optional(TenantId) }) }),
    returns: A.as(given.call),
    handler: async (input) => {
      const ctx = await inTenant(input.ctx, tenantIn(input))
      const { tenantId: _query, ...query } = input.query
      const { tenantId: _body, ...body } = bodyOf(input.body)
      return callOf(input, given.call).handler({ ...input, ctx, query, ...(reads ? {} : { body }) })
    },
  }
}
