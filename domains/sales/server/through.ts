import {
  actionPermission,
  exampleId,
  type Field,
  type Fields,
  permissionOf,
  type ResourceDefinition,
  type Verb,
  type Text as Words,
} from '@lamplight/kit'
import { A, errors, exampleFields, type Route, type RouteInput, registryPort, T, writableFields } from '@lamplight/server-kit'
import { inTenant } from './chosen-tenant.ts'

/** Finds a route of another slice by its name: `GET /api/blade-system/role/list`. `Answer`: what it answers. */
export const callOf = <Answer = unknown>({ ctx }: Pick<RouteInput, 'ctx'>, name: string) => {
  const found = ctx.platform.port(registryPort).routes.find(({ method, path }) => `${method} ${path}` === name)
  if (!found) throw errors.noRoute()
  return { ...found, handler: (call: RouteInput) => found.handler(call) as Promise<Answer> }
}
const bodyOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
/** The selected tenant, from the query or the body. */
export const tenantIn = ({ query, body }: Pick<RouteInput, 'query' | 'body'>): unknown => query.tenantId || bodyOf(body).tenantId

const Paged = {
  current: T.Optional(T.Integer({ minimum: -1, maximum: 1_000_000_000 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000 })),
}
export const EXAMPLE_TENANT = '100001'
const TenantId = T.String({ pattern: '^\\d{6}$' })
const Id = T.Optional(T.String({ pattern: '^\\d{0,19}$' }))
/** One id in a body. */
const BodyId = T.Optional(T.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], pattern: '^(-1|\\d{0,19})$' }))
/** Several ids in a body: comma-joined or a list. */
const Ids = T.Optional(
  T.Unsafe<string | readonly string[] | null>({
    anyOf: [
      { type: 'string', pattern: '^(\\d{1,19}(,\\d{1,19})*)?$' },
      { type: 'array', items: { type: 'string', pattern: '^\\d{1,19}$' } },
      { type: 'null' },
    ],
  }),
)
const Text = T.Optional(T.String({ maxLength: 500 }))
export const schemas = { Paged, TenantId, Id, BodyId, Ids, Text }

/** Makes a route that runs the handler of another route inside the selected tenant, with its checks, refusals and audit entry. */
export const through = (options: {
  path: string
  /** Name of the other route. */
  call: string
  summary: Words
  permission: string
  query?: Parameters<typeof T.Object>[0]
  body?: Parameters<typeof T.Object>[0]
  /** Query or body of the example, without the tenant. */
  example?: Readonly<Record<string, unknown>>
}): Route => {
  const method = options.call.split(' ')[0] as Route['method']
  const reads = method === 'GET'
  return {
    method,
    path: `/api/blade-sales/${options.path}`,
    summary: options.summary,
    permission: options.permission,
    example: { [reads ? 'query' : 'body']: { tenantId: EXAMPLE_TENANT, ...options.example } },
    query: T.Object({ ...options.query, tenantId: reads ? TenantId : T.Optional(TenantId) }),
    ...(reads ? {} : { body: T.Object({ ...options.body, tenantId: T.Optional(TenantId) }) }),
    returns: A.as(options.call),
    handler: async (input) => {
      const ctx = await inTenant(input.ctx, tenantIn(input))
      const { tenantId: _query, ...query } = input.query
      const { tenantId: _body, ...body } = bodyOf(input.body)
      return callOf(input, options.call).handler({ ...input, ctx, query, ...(reads ? {} : { body }) })
    },
  }
}

/** Number in example texts for values that no row has. */
const FREE = 9
type Schemas = Parameters<typeof T.Object>[0]
const VERBS: Partial<Record<Verb, Words>> = {
  list: ['列表', 'list'],
  page: ['列表', 'list'],
  detail: ['详情', 'detail'],
  submit: ['新增或修改', 'add or change'],
}

/** Schemas of a form's values; the other route checks the values. */
const written = (fields: Fields): Schemas =>
  Object.fromEntries(
    writableFields({ fields }).map(([name, { kind, options }]) => [
      options.wire ?? name,
      kind === 'refs' ? Ids : kind === 'ref' ? BodyId : T.Optional(T.Unknown()),
    ]),
  )
/** The fields of `origin` that `resource` also has: examples refer to rows of `origin`. */
const shared = (origin: Fields, resource: Fields): Fields => Object.fromEntries(Object.entries(origin).filter(([name]) => name in resource))

/** Route that checks whether the value of a unique field is free in the selected tenant. */
const validation = (resource: ResourceDefinition, origin: ResourceDefinition, name: string, label: Words): Route =>
  through({
    path: `${resource.api.base.replace('blade-sales/', '')}/validate_${name}`,
    call: `GET /api/${origin.api.base}/validate_${name}`,
    summary: [
      `租户${origin.label[0]}：${label[0]}是否可用`,
      `${origin.label[1]} of a chosen tenant: is a value of ${label[1].toLowerCase()} free?`,
    ],
    permission: permissionOf(resource, 'list'),
    query: { id: Id, [name]: Text },
    example: { [name]: exampleFields({ fields: shared(origin.fields, { [name]: origin.fields[name] as Field }) }, FREE)[name] },
  })

/**
 * The routes of a page over rows of a selected tenant: verbs, actions and unique fields of `resource`, answered
 * by the routes of `origin` with the same names.
 */
export const callsOf = (resource: ResourceDefinition, origin: ResourceDefinition): Route[] => {
  const base = resource.api.base.replace('blade-sales/', '')
  const id = exampleId(origin.name)
  const searched = Object.entries(resource.fields).filter(([, { options }]) => options.search)
  const listed = { ...Paged, ascs: Text, descs: Text, ...Object.fromEntries(searched.map(([name]) => [name, Text])) }
  const verbs = resource.api.verbs.map((verb) => {
    const [zh, en] = VERBS[verb] ?? [verb, verb]
    return through({
      path: `${base}/${verb}`,
      call: `${verb === 'submit' ? 'POST' : 'GET'} /api/${origin.api.base}/${verb}`,
      summary: [`租户${origin.label[0]}：${zh}`, `${origin.label[1]} of a chosen tenant: ${en}`],
      permission: permissionOf(resource, verb),
      ...(verb === 'submit'
        ? {
            body: { id: BodyId, ...written(resource.fields) },
            example: exampleFields({ name: origin.name, fields: shared(origin.fields, resource.fields) }),
          }
        : verb === 'detail'
          ? { query: { id: Id }, example: { id } }
          : { query: listed }),
    })
  })
  const actions = Object.entries(resource.actions ?? {}).flatMap(([name, { label, path = name, input = {} }]) => {
    const behind = origin.actions?.[name]
    if (!behind) return []
    const example = exampleFields({ fields: behind.input ?? {} })
    return through({
      path: `${base}/${path}`,
      call: `POST /api/${origin.api.base}/${path}`,
      summary: [`租户${origin.label[0]}：${label[0]}`, `${origin.label[1]} of a chosen tenant: ${label[1]}`],
      permission: actionPermission(resource, name),
      body: { ids: Ids, ...written(input) },
      example: { ids: [id], ...example, ...('parentId' in example && { parentId: exampleId(`${origin.name}.parent`) }) },
    })
  })
  const unique = writableFields(resource).filter(([, { kind, options }]) => options.unique && kind === 'text')
  return [...verbs, ...actions, ...unique.map(([name, { options }]) => validation(resource, origin, name, options.label))]
}
