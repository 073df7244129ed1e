import { A, type Ctx, changed, errors, type Route, route, T } from '@lamplight/server-kit'
import { logsPort } from '@lamplight/system/model'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { originOf } from '../people/tenant.server.ts'
import { captchaRequired, signInOf } from '../people/users.ts'

const OAUTH = '/api/blade-auth/oauth'
const LOGS_AT_MOST = 100

const CAPTCHA = { key: A.text, image: A.text }
const captcha = route({
  method: 'GET',
  path: `${OAUTH}/captcha`,
  summary: ['验证码', 'A captcha: key and picture, flat and in the envelope'],
  permission: 'public',
  answers: 'raw',
  returns: A.bare(A.of({ code: A.int, success: A.yes, msg: A.text, data: A.of(CAPTCHA), ...CAPTCHA })),
  handler: async ({ ctx, reply }) => {
    const made = await signInOf(ctx.platform).captchas.make()
    reply.header('cache-control', 'no-store')
    return { code: 200, success: true, data: made, msg: ctx.lang === 'en' ? 'Done' : '操作成功', ...made }
  },
})

const endSession = async (ctx: Ctx): Promise<void> => {
  if (!ctx.user.id) return
  const { sessionId } = ctx.user
  if (await signInOf(ctx.platform).sessions.end(sessionId, 'logout'))
    await ctx.audit({ what: 'identity.signOut', target: ctx.user.id, detail: changed({ session: sessionId }, {}) })
}

const logout = route({
  method: 'GET',
  path: `${OAUTH}/logout`,
  summary: ['退出登录', 'End the session'],
  permission: 'public',
  returns: A.done,
  handler: async ({ ctx }) => endSession(ctx),
})

/** Converts a console's error log to texts; drops everything else. */
const entryOf = (log: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof log === 'object' && log !== null ? log : {})
      .filter(([key]) => ['url', 'time', 'type', 'message', 'stack', 'info'].includes(key))
      .map(([key, value]) => [key, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]),
  )

/** Stores the console's error logs, then ends the session (decisions.md A10). */
const logoutWithLogs = route({
  method: 'POST',
  path: `${OAUTH}/logout`,
  summary: ['退出登录并提交日志', 'Submit console errors and end the session'],
  permission: 'public',
  // An empty request also signs out, so the handler checks the schema itself.
  checksItself: true,
  example: { body: { logs: [] } },
  body: T.Object({ logs: T.Optional(T.Array(T.Object({}, { additionalProperties: true }))) }),
  returns: A.done,
  handler: async (input) => {
    const ctx = input.ctx
    const body: unknown = input.body
    const call = Array.isArray(body) ? body : (body as { logs?: unknown } | null | undefined)?.logs
    const isLogs = Array.isArray(call) && call.every((log) => typeof log === 'object' && log !== null && !Array.isArray(log))
    if (call !== undefined && call !== null && !isLogs) throw errors.badParameter({ field: 'logs' }, 'logs')
    if (ctx.user.id && Array.isArray(call) && call.length > 0) {
      const entries = call.slice(0, LOGS_AT_MOST).map(entryOf)
      await ctx.platform.port(logsPort).client(ctx, entries)
    }
    await endSession(ctx)
  },
})

const userInfo = route({
  method: 'GET',
  path: `${OAUTH}/user-info`,
  summary: ['当前用户', 'Current user'],
  permission: 'signed-in',
  returns: A.of({
    userId: A.id,
    tenantId: A.text,
    account: A.text,
    userName: A.text,
    nickName: A.text,
    roleId: A.text,
    deptId: A.text,
    roles: A.list(A.text),
  }),
  handler: async ({ ctx }) => ({
    userId: ctx.user.id,
    tenantId: ctx.tenantId,
    account: ctx.user.account,
    userName: ctx.user.account,
    nickName: ctx.user.name,
    roleId: ctx.user.roleIds.join(','),
    deptId: ctx.user.deptIds.join(','),
    roles: ctx.user.roles,
  }),
})

const clearCache = route({
  method: 'GET',
  path: `${OAUTH}/clear-cache`,
  summary: ['清除缓存', 'Clear cached users and rights'],
  permission: 'signed-in',
  returns: A.done,
  handler: async ({ ctx }) => ctx.emit(IDENTITY_CHANGED, {}),
})

/**
 * Returns the tenant of the sign-in page by its address (wire-contract.md 3.4); `captchaMode` if a captcha is required, so
 * that the page shows it before the first attempt.
 */
const tenantInfo = route({
  method: 'GET',
  path: '/api/blade-system/tenant/info',
  summary: ['域名对应的租户', 'Tenant of a domain; {} where there is none'],
  example: { query: { domain: 'https://light.example.com' } },
  permission: 'public',
  query: T.Object({ domain: T.Optional(T.String({ maxLength: 2000 })) }),
  returns: A.of({
    tenantId: A.maybe(A.text),
    tenantName: A.maybe(A.text),
    domain: A.maybe(A.text),
    backgroundUrl: A.maybe(A.text),
    title: A.maybe(A.text),
    logoUrl: A.maybe(A.text),
    captchaMode: A.maybe(A.yes),
  }),
  handler: async ({ ctx, query }) => {
    const origin = originOf(query.domain ?? '')
    const mode = (await captchaRequired(ctx.platform)) ? { captchaMode: true } : {}
    if (!origin) return mode
    const [row] = await ctx.platform.system.query(
      `select tenant_id as "tenantId", tenant_name as "tenantName", domain, coalesce(background_url, '') as "backgroundUrl",
         coalesce(title, '') as title, coalesce(logo_url, '') as "logoUrl"
       from identity_tenant where domain = $1 and not is_deleted limit 1`,
      [origin],
    )
    return row ? { ...row, ...mode } : mode
  },
})

/** Names of tenants as choices: all tenants for platform administrators, the user's own tenant for others. */
const tenantSelect = route({
  method: 'GET',
  path: '/api/blade-system/tenant/select',
  summary: ['租户选择项', 'Tenants to choose from'],
  permission: 'signed-in',
  returns: A.list(A.of({ id: A.id, tenantId: A.text, tenantName: A.text })),
  handler: async ({ ctx }) =>
    ctx.query(
      'select id, tenant_id as "tenantId", tenant_name as "tenantName" from identity_tenant where not is_deleted order by tenant_id <> $1, tenant_name',
      [PLATFORM_TENANT],
    ),
})

export const sessionRoutes: readonly Route[] = [captcha, logout, logoutWithLogs, userInfo, clearCache, tenantInfo, tenantSelect]
