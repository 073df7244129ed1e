import { exampleId } from '@lamplight/kit'
import { A, changed, errors, type Route, route, T } from '@lamplight/server-kit'
import { IDENTITY_CHANGED } from '../model/events.ts'
import { identityErrors } from '../model/identity.errors.ts'
import { PLATFORM_TENANT } from '../model/tenant.resource.ts'
import { beginSocial, keepPerson, personOf } from './social.ts'
import { callerOf } from './token-grants.ts'

const OAUTH = '/api/blade-auth/oauth'
const Tenant = T.Object({ tenantId: T.Optional(T.String({ pattern: '^\\d{6}$' })) })
const Source = T.Object({ source: T.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }) })
type HandlerInput = Parameters<Route['handler']>[0]

/** Returns the address of the provider, and sets the cookie by which this browser is recognised when it returns. */
const begun = async ({
  ctx,
  query,
  params,
  headers,
  reply,
}: Pick<HandlerInput, 'ctx' | 'params' | 'headers' | 'reply'> & { query: { tenantId?: string } }) => {
  const header = headers['tenant-id']
  const tenantId = query.tenantId || (typeof header === 'string' && /^\d{6}$/.test(header) ? header : '') || PLATFORM_TENANT
  const found = await beginSocial(ctx.platform, callerOf(ctx, headers), { tenantId, source: params.source ?? '' }).catch(
    (thrown: unknown) => {
      ctx.platform.log.warn('a sign-in provider does not answer', { source: params.source, why: String(thrown) })
      throw identityErrors.oauthFailed({}, 'source')
    },
  )
  if (!found) throw identityErrors.sourceUnknown({}, 'source')
  reply.header('set-cookie', found.cookie)
  reply.header('cache-control', 'no-store')
  return found.url
}

export const renderUrl = route({
  method: 'GET',
  path: `${OAUTH}/render/url/{source}`,
  summary: ['第三方登录地址', 'Sign-in address of a provider'],
  example: { path: { source: 'portal' }, query: { tenantId: '100001' } },
  permission: 'public',
  params: Source,
  query: Tenant,
  returns: A.text,
  handler: begun,
})

const render = route({
  method: 'GET',
  path: `${OAUTH}/render/{source}`,
  summary: ['跳转到第三方登录', 'Redirect to the sign-in of a provider'],
  example: { path: { source: 'portal' }, query: { tenantId: '100001' } },
  permission: 'public',
  params: Source,
  query: Tenant,
  answers: 'raw',
  returns: A.redirect,
  handler: async (input) => {
    input.reply.header('location', await begun(input))
    input.reply.status(302)
    return ''
  },
})

export const sources = route({
  method: 'GET',
  path: `${OAUTH}/sources`,
  summary: ['可用的登录方式', 'Sign-in providers of a tenant'],
  example: { query: { tenantId: '100001' } },
  permission: 'public',
  query: Tenant,
  returns: A.list(A.of({ source: A.text, name: A.text })),
  handler: async ({ ctx, query }) =>
    ctx.platform.system.query(
      `select distinct on (source) source, name from identity_social_source
       where tenant_id = any($1) and enabled and not is_deleted order by source, tenant_id = $2 desc`,
      [[query.tenantId ?? PLATFORM_TENANT, PLATFORM_TENANT], query.tenantId ?? PLATFORM_TENANT],
    ),
})

const Back = T.Object({
  source: T.String({ minLength: 1, maxLength: 40 }),
  code: T.String({ minLength: 1, maxLength: 4000 }),
  state: T.String({ minLength: 1, maxLength: 500 }),
  iss: T.Optional(T.String({ maxLength: 500 })),
})

const bind = route({
  method: 'POST',
  path: '/api/blade-user/oauth/bind',
  summary: ['绑定第三方账号', 'Link a third-party account to your user'],
  example: { body: { source: 'portal', code: 'code-of-the-provider', state: 'state-of-the-provider' } },
  permission: 'signed-in',
  body: Back,
  returns: A.yes,
  handler: async ({ ctx, body, headers }) => {
    if (ctx.user.actor) throw identityErrors.notAsOther()
    const person = await personOf(ctx.platform, callerOf(ctx, headers), {
      ...body,
      iss: body.iss ?? '',
      tenantId: ctx.tenantId,
    })
    if (!person || person.tenantId !== ctx.tenantId) throw identityErrors.oauthFailed({}, 'state')
    const kept = await keepPerson(ctx.platform, person)
    await ctx.tx(async (query) => {
      const bound = await query(
        'update identity_oauth set user_id = $2, update_user = $2, update_time = now() where id = $1 and (user_id is null or user_id = $2) returning id',
        [kept.id, ctx.user.id],
      )
      if (bound.length === 0) throw identityErrors.oauthBound({}, 'source')
      const detail = { source: person.source.source, ...changed({ userId: null }, { userId: ctx.user.id }) }
      await ctx.audit({ what: 'identity.oauth.bind', target: kept.id, detail }, query)
    })
    ctx.emit(IDENTITY_CHANGED, {})
    return true
  },
})

const unbind = route({
  method: 'POST',
  path: '/api/blade-user/oauth/unbind',
  summary: ['解绑第三方账号', 'Unlink a third-party account from your user'],
  example: { query: { id: exampleId('identity.oauth') } },
  permission: 'signed-in',
  query: T.Object({
    id: T.Optional(T.String({ pattern: '^\\d{1,19}$' })),
    source: T.Optional(T.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })),
  }),
  returns: A.yes,
  handler: async ({ ctx, query }) => {
    if (ctx.user.actor) throw identityErrors.notAsOther()
    if (!query.id && !query.source) throw errors.missingParameter({ field: 'source' }, 'source')
    await ctx.tx(async (run) => {
      const gone = await run<{ id: string }>(
        `update identity_oauth o set user_id = null, update_user = $1, update_time = now() where o.user_id = $1 and not o.is_deleted
           and ($2::bigint is null or o.id = $2)
           and ($3::text is null or o.source_id in (select s.id from identity_social_source s where s.source = $3)) returning o.id`,
        [ctx.user.id, query.id ?? null, query.source ?? null],
      )
      if (gone.length === 0) throw errors.notFound()
      const detail = changed({ userId: ctx.user.id }, { userId: null })
      await ctx.audit({ what: 'identity.oauth.unbind', target: gone.map(({ id }) => id).join(','), count: gone.length, detail }, run)
    })
    return true
  },
})

export const myAccounts = route({
  method: 'GET',
  path: '/api/blade-user/oauth/mine',
  summary: ['我的第三方账号', 'Your third-party accounts'],
  permission: 'signed-in',
  returns: A.list(A.of({ id: A.id, source: A.text, name: A.text, nickname: A.text, email: A.text })),
  handler: async ({ ctx }) =>
    ctx.platform.system.query(
      `select o.id, s.source, s.name, coalesce(o.nickname, '') as nickname, coalesce(o.email, '') as email
       from identity_oauth o join identity_social_source s on s.id = o.source_id
       where o.user_id = $1 and o.tenant_id = $2 and not o.is_deleted order by s.sort, o.id`,
      [ctx.user.id, ctx.tenantId],
    ),
})

export const socialRoutes: readonly Route[] = [renderUrl, render, sources, bind, unbind, myAccounts]
