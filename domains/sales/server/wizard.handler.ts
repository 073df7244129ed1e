import { PLATFORM_TENANT, TENANT_ADMIN } from '@lamplight/identity/model'
import { exampleId } from '@lamplight/kit'
import { townsPort } from '@lamplight/lighting/model'
import { storeProject } from '@lamplight/places/stored'
import { A, type Ctx, changed, errors, fieldError, type Query, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { salesErrors } from '../model/sales.errors.ts'
import { inTenant } from './chosen-tenant.ts'
import { callOf, schemas } from './through.ts'

const BASE = '/api/blade-sales/tenant'
const { TenantId } = schemas
const Words = (most: number) => T.Optional(T.Union([T.String({ maxLength: most }), T.Null()]))

/**
 * Step 1: adds a tenant with its brand and makes the caller its salesperson. The underlying call adds role,
 * account and permissions of its administrator.
 */
export const tenantFound = route({
  method: 'POST',
  path: `${BASE}/submit`,
  summary: ['新建租户', 'Create a tenant that you manage'],
  example: { body: { tenantName: '湘江新区' } },
  permission: 'salestenant_add',
  body: T.Object({
    tenantName: T.String({ minLength: 1, maxLength: 50 }),
    domain: Words(255),
    backgroundUrl: Words(500),
    linkman: Words(20),
    contactNumber: Words(20),
    address: Words(255),
    zone: Words(50),
    accountNumber: T.Optional(T.Union([T.Integer({ minimum: 0, maximum: 1_000_000 }), T.Null(), T.Literal('')])),
    expireTime: Words(30),
  }),
  returns: A.of({ id: A.id, tenantId: A.text }),
  handler: async (input) => {
    const { ctx } = input
    const { tenantName, domain, backgroundUrl, linkman, contactNumber, address, accountNumber, expireTime } = input.body
    const body = { tenantName, domain, backgroundUrl, linkman, contactNumber, address, accountNumber, expireTime, salesId: ctx.user.id }
    // Only the platform may add tenants; this context has only that permission.
    const platform = ctx.as(
      {
        ...ctx.user,
        tenantId: PLATFORM_TENANT,
        administrator: true,
        permissions: new Set(['tenant_add']),
        cut: { projects: false, areas: false },
      },
      ctx.zone,
    )
    const zone = input.body.zone || 'Asia/Shanghai'
    const made = await callOf<{ id: string }>(input, 'POST /api/blade-system/tenant/submit').handler({
      ...(input as RouteInput),
      ctx: platform,
      body: { ...body, zone },
    })
    const [row] = await ctx.platform.system.query<{ tenantId: string }>(
      'select tenant_id as "tenantId" from identity_tenants where id = $1',
      [made.id],
    )
    return { id: made.id, tenantId: row?.tenantId ?? '' }
  },
})

/** The first user of a tenant with the administrator's role. */
const administratorOf = async (ctx: Ctx): Promise<string> => {
  const [row] = await ctx.query<{ id: string }>(
    `select u.id::text from identity_users u join identity_roles r on r.id = any(u.role_id) and r.role_alias = $1 and not r.is_deleted
     where not u.is_deleted order by u.id limit 1`,
    [TENANT_ADMIN],
  )
  if (!row) throw salesErrors.noAdministrator()
  return row.id
}

/** Step 2: sets account, password and name of the first administrator. */
export const tenantAdministrator = route({
  method: 'POST',
  path: `${BASE}/administrator`,
  summary: ['设置首位管理员', 'Set the first administrator of a chosen tenant'],
  example: { body: { tenantId: '100001', account: 'zhangsan', password: 'Sample-secret-1', realName: '张三' } },
  permission: 'salestenant_add',
  body: T.Object({
    tenantId: TenantId,
    account: T.String({ minLength: 1, maxLength: 45 }),
    password: T.String({ minLength: 1, maxLength: 100 }),
    realName: T.String({ minLength: 1, maxLength: 50 }),
    phone: Words(20),
  }),
  returns: A.made,
  handler: async (input) => {
    const { tenantId, account, password, realName, phone } = input.body
    const ctx = await inTenant(input.ctx, tenantId)
    const id = await administratorOf(ctx)
    const body = { id, account, password, realName, name: realName, phone }
    return callOf<{ id: string }>(input, 'POST /api/blade-user/submit').handler({ ...(input as RouteInput), ctx, body })
  },
})

const LEVELS = 5
const NODES_AT_MOST = 200
interface Node {
  readonly name: string
  readonly type: number
  readonly children: readonly Node[]
}
const KINDS: readonly unknown[] = [2, 200]

/** Parses a tree of `{name, type (default 2), children}`. Throws an error at the field `projects` for anything else. */
const treeIn = (ctx: Ctx, value: unknown): readonly Node[] => {
  let count = 0
  const wrong = () => fieldError('projects', ['格式不正确', 'has the wrong format'], ctx.lang)
  const read = (nodes: unknown, level: number): Node[] => {
    if (!Array.isArray(nodes)) throw wrong()
    count += nodes.length
    if (count > NODES_AT_MOST || (level > LEVELS && nodes.length > 0))
      throw salesErrors.treeTooDeep({ levels: LEVELS, most: NODES_AT_MOST }, 'projects')
    return nodes.map((node: unknown) => {
      const {
        name,
        type = 2,
        children = [],
      } = (typeof node === 'object' && node !== null ? node : {}) as Partial<Record<keyof Node, unknown>>
      const text = typeof name === 'string' ? name.trim() : ''
      if (!text || text.length > 100 || text.includes('\u0000') || !text.isWellFormed() || !KINDS.includes(type)) throw wrong()
      return { name: text, type: type as number, children: read(children, level + 1) }
    })
  }
  const tree = read(value, 1)
  if (tree.length === 0) throw wrong()
  return tree
}

const namesIn = (nodes: readonly Node[]): string[] => nodes.flatMap(({ name, children }) => [name, ...namesIn(children)])

/** Step 3: adds a tree of projects in one transaction. */
export const tenantProjects = route({
  method: 'POST',
  path: `${BASE}/projects`,
  summary: ['建立项目树', 'Create the project tree of a chosen tenant'],
  example: { body: { tenantId: '100001', projects: [{ name: '三期工程', children: [{ name: '道路照明' }] }] } },
  permission: 'salestenant_add',
  body: T.Object({ tenantId: TenantId, projects: T.Unsafe<unknown>({ type: 'array', items: { type: 'object' } }) }),
  returns: A.of({ ids: A.list(A.id), count: A.int }),
  handler: async ({ ctx: callerCtx, body }) => {
    const tree = treeIn(callerCtx, body.projects)
    const ctx = await inTenant(callerCtx, body.tenantId)
    const made: string[] = []
    const add = async (query: Query, nodes: readonly Node[], parentId: string | null): Promise<void> => {
      for (const [at, node] of nodes.entries()) {
        const id = ctx.platform.newId()
        made.push(id)
        const { name, type } = node
        await storeProject(query, { id, tenantId: ctx.tenantId, name, type, sort: at + 1, parentId, createUser: ctx.user.id })
        await add(query, node.children, id)
      }
    }
    await ctx.tx(async (query) => {
      await add(query, tree, null)
      const detail = changed(null, { name: namesIn(tree) })
      await ctx.audit({ what: 'places.project.add', target: made.join(',').slice(0, 1000), count: made.length, detail }, query)
    })
    return { ids: made, count: made.length }
  },
})

/** Step 4: generates a town with virtual gateways in one of its projects, for a tenant without lamps. */
export const tenantTown = route({
  method: 'POST',
  path: `${BASE}/town`,
  summary: ['生成示范灯具', 'Generate demo lamps for a chosen tenant'],
  example: { body: { tenantId: '100001', projectId: exampleId('places.project'), lamps: 10 } },
  permission: 'salestenant_add',
  body: T.Object({ tenantId: TenantId, projectId: T.String({ pattern: '^\\d{1,19}$' }), lamps: T.Integer({ minimum: 10, maximum: 2000 }) }),
  returns: A.of({ lamps: A.int, gateways: A.int }),
  handler: async ({ ctx: callerCtx, body }) => {
    const ctx = await inTenant(callerCtx, body.tenantId)
    const [project] = await ctx.query('select 1 from places_projects where id = $1 and not is_deleted', [body.projectId])
    if (!project) throw errors.notFound()
    const made = await ctx.platform.port(townsPort).found({ tenantId: ctx.tenantId, projectId: body.projectId, lamps: body.lamps })
    if (!made) throw salesErrors.hasLamps({}, 'tenantId')
    await ctx.audit({ what: 'sales.tenant.town', target: body.projectId, count: made.lamps, detail: changed(null, made) })
    return made
  },
})

export const wizardRoutes: readonly Route[] = [tenantFound, tenantAdministrator, tenantProjects, tenantTown]
