import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import files from '@fastify/static'
import swagger from '@fastify/swagger'
import { defineEvent, type Lang, langOf, PLATFORM_TENANT } from '@lamplight/kit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AuditEntry, Ctx, User } from '../context-types.ts'
import type { Database } from '../database/db.ts'
import type { Query } from '../database/query.ts'
import type { CallReport, Platform } from '../platform-types.ts'
import type { Authenticator } from '../ports.ts'
import { stackOf } from '../process/stack.ts'
import { createAnswerTime } from './answer-time.ts'
import { embedders } from './embed.ts'
import { lazyInputChecks } from './input-check.ts'
import { answerTo, errors } from './refuse.ts'
import type { Route } from './route-types.ts'
import { drain, filesOf, UPLOAD_LIMIT } from './uploads.ts'
import { envelope } from './wire.ts'
import { envelopeParts, envelopeText, isWireParts, isWireText } from './wire-text.ts'

export const DEFAULT_ZONE = 'Asia/Shanghai'
export const CALL_EVENT = defineEvent<CallReport>('kit.call')
const BODY_LIMIT = 2 * 1024 * 1024
/** Bytes of address and headers: calls of the catalogue take 5,000 comma-joined ids in the query (decisions.md X4). */
const HEADER_LIMIT = 256 * 1024
/** After this time a request is answered with `busy`, s. Requests with uploads are not limited by it. */
const ANSWER_SECONDS = 30
const UPLOAD_MS = 600_000
const JSON_TYPE = 'application/json; charset=utf-8'

const NOBODY: User = {
  id: '',
  tenantId: '',
  account: '',
  name: '',
  roleIds: [],
  roles: [],
  deptIds: [],
  permissions: new Set(),
  administrator: false,
  cut: { projects: false, areas: false },
  sessionId: '',
}

/** The bearer token of a request: header `Blade-Auth` or the query parameter of that name (wire-contract.md 2.6). */
const tokenOf = (request: FastifyRequest): string | undefined => {
  const query = request.query as Record<string, unknown>
  const token = request.headers['blade-auth'] ?? query['Blade-Auth'] ?? query['blade-auth']
  return typeof token === 'string' && token ? token.replace(/^bearer\s+/i, '') : undefined
}

/** Replaces unpaired surrogates, which a truncated text or a hostile client can contain: jsonb does not accept them. */
const wellFormed = (_key: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

const writeAudit = async (query: Query, platform: Platform, user: User, ip: string, entry: AuditEntry): Promise<void> => {
  await query(
    `insert into kit_audit (id, tenant_id, user_id, account, ip, what, target, detail, count, result) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      platform.newId(),
      user.tenantId || PLATFORM_TENANT,
      user.id || null,
      user.account,
      ip,
      entry.what,
      entry.target,
      JSON.stringify(user.actor ? { ...entry.detail, actor: user.actor } : (entry.detail ?? {}), wellFormed),
      entry.count ?? 1,
      entry.result ?? '',
    ],
  )
}

/** Throws an error that names the parameter if a value contains a NUL character, which PostgreSQL text cannot store. */
const refuseNul = ({ query, params, body }: FastifyRequest): void => {
  for (const part of [query, params, body])
    for (const [name, value] of Object.entries(typeof part === 'object' && part !== null ? part : {}))
      if (typeof value === 'string' && value.includes('\u0000')) throw errors.badParameter({ field: name }, name)
}

/** Creates the context of a request. All its queries run under the claims of the user's tenant. */
export const createCtx = (
  platform: Platform,
  db: Database,
  options: { user: User; zone: string; lang: Lang; ip: string; userAgent: string },
): Ctx => {
  const { user } = options
  const claims = { tenantId: user.tenantId, userId: user.id, platform: user.administrator, scope: user.scopes?.claim, lang: options.lang }
  const query = (async (sql: string, params?: readonly unknown[]) => (await db.scoped(claims, [[sql, params]]))[0] ?? []) as Query
  return {
    ...options,
    tenantId: user.tenantId,
    query,
    queries: ((statements) => db.scoped(claims, statements)) as Ctx['queries'],
    cells: (sql, params) => db.cells(claims, [sql, params]),
    slowly: (what, work) => db.slowly(user.id, `${user.tenantId} ${what}`, work),
    tx: (work) => db.tx(claims, work),
    now: () => new Date(platform.clock.now()),
    emit: platform.bus.emit,
    afterCommit: (work) => work(),
    audit: (entry, within) => writeAudit(within ?? query, platform, user, options.ip, entry),
    platform,
    as: (other, zone) => createCtx(platform, db, { ...options, user: other, zone }),
  }
}

const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** CSP of API answers: if a browser shows one as a page, it may not run scripts or load anything. */
const DATA_POLICY = "default-src 'none'; sandbox"
const policyFor = (embedOrigins: string): string =>
  `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http:; connect-src 'self' ws: wss:; media-src 'self' blob:; font-src 'self' data:; frame-src https: http:; object-src 'none'; base-uri 'self'; frame-ancestors 'self' ${embedders(embedOrigins)}`.trim()

/**
 * Creates the HTTP server: every route of the slices with its permission, the envelope and the errors of
 * the wire contract; OpenAPI at /api/openapi.json.
 */
export const createHttp = async (options: {
  platform: Platform
  db: Database
  routes: readonly Route[]
  authenticator: () => Authenticator
  /** Folder of the built console. */
  consoleDir?: string
  /** Returns true if the call can be answered yet: accounts, permissions and parameters are missing until the start has finished. */
  answers: (route: Route) => boolean
  /** Completes the OpenAPI document generated from the routes. */
  describe: (drawn: Record<string, unknown>) => Record<string, unknown>
}): Promise<FastifyInstance> => {
  const { platform, db } = options
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: HEADER_LIMIT },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 200 },
    ajv: { customOptions: { coerceTypes: true, removeAdditional: false, allErrors: false, strict: false } },
    schemaController: { compilersFactory: { buildValidator: lazyInputChecks() } },
    // Each proxy appends its peer's address to X-Forwarded-For; only the last TRUST_PROXY entries are trusted,
    // because the client can write those before them.
    trustProxy: (_address, hop) => hop < platform.config.number('TRUST_PROXY', 0),
    // Requests that have begun are answered before the process ends.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // HEAD runs the route of GET. Node sends no body, because it read the method before this line. Own routes for HEAD would be a third of all routes.
    exposeHeadRoutes: false,
    rewriteUrl: (request) => {
      if (request.method === 'HEAD' && request.url?.startsWith('/api/')) request.method = 'GET'
      return request.url ?? '/'
    },
  })
  const answerMs = platform.config.number('ANSWER_SECONDS', ANSWER_SECONDS) * 1000
  const answerTime = createAnswerTime(db.answers)
  app.addHook('onClose', async () => answerTime.stop())
  const signed = new Set(options.routes.filter(({ keepsText }) => keepsText).map(({ path }) => fastifyPath(path)))
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (signed.has(String(request.routeOptions.url))) texts.set(request, body as string)
    return body.length === 0 ? done(null, undefined) : parseJson(request, body as string, done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: { 0: 0, 1: 4 } } })
  await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 20, fields: 50, fieldSize: 100_000 } })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lamplight 智慧照明管理平台',
        version: '1.0',
        description:
          'Every call of the platform. Answers are `{code, success, data, msg}`; a refusal has the HTTP status as its code and names the field at fault. ' +
          'To begin: `POST /api/blade-auth/oauth/token` with the id and secret of a client (`Authorization: Basic`), then send `Blade-Auth: bearer` and the access token with every call. ' +
          'Ids are strings of up to 19 digits; ids in examples stand for rows of your own. Times are `yyyy-MM-dd HH:mm:ss` in the zone of the tenant. ' +
          'The language of messages follows `Accept-Language` (zh-CN, en-US).',
      },
    },
    transformObject: (document) => options.describe(('openapiObject' in document ? document.openapiObject : {}) as Record<string, unknown>),
  })
  const policy = policyFor(platform.config.embedOrigins ?? '')
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin')
    reply.header('content-security-policy', request.url.startsWith('/api/') ? DATA_POLICY : policy)
  })
  const langOfRequest = (request: FastifyRequest): Lang => langOf(request.headers['accept-language'])
  const formPaths = new Set(options.routes.filter(({ consumes }) => consumes === 'form').map(({ path }) => fastifyPath(path)))
  const fail = (request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply => {
    const answer = answerTo(thrown, langOfRequest(request), [request.params, request.query, request.body])
    if (answer.unexpected && answer.status !== 503) failures.set(request, answer.unexpected)
    if (answer.unexpected)
      platform.log[answer.status === 503 ? 'warn' : 'error'](answer.status === 503 ? 'not available' : 'request failed', {
        url: request.routeOptions.url,
        why: answer.status === 503 ? String(answer.unexpected) : stackOf(answer.unexpected),
      })
    if (answer.status === 503) reply.header('retry-after', '2')
    // A token request in form encoding also gets the error in the fields of OAuth (RFC 6749, 5.2).
    const flat = formPaths.has(String(request.routeOptions.url))
    return reply
      .code(answer.status)
      .send(flat ? { ...answer.body, error: 'invalid_request', error_description: answer.body.msg } : answer.body)
  }
  app.setErrorHandler((thrown, request, reply) => fail(request, reply, thrown))
  if (options.consoleDir) await serveConsole(app, options.consoleDir)
  app.setNotFoundHandler((request, reply) => {
    const isPage = options.consoleDir && request.method === 'GET' && !/^\/(api|assets)\//.test(request.url)
    return isPage ? reply.header('cache-control', 'no-cache').sendFile('index.html') : fail(request, reply, errors.noRoute())
  })

  const contextOf = async (request: FastifyRequest, { permission, orPermissions = [] }: Route): Promise<Ctx> => {
    const token = tokenOf(request)
    const ip = request.ip
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 300)
    const who = token ? await options.authenticator().authenticate(token, { ip, userAgent }) : null
    if (who) users.set(request, who.user)
    if (permission !== 'public' && !who) throw token ? errors.badToken() : errors.noToken()
    const held = (code: string): boolean => who?.user.permissions.has(code) ?? false
    if (who && permission !== 'public' && permission !== 'signed-in' && ![permission, ...orPermissions].some(held)) throw errors.noRight()
    if (who?.user.scopes?.refuses(request.url.split('?', 1)[0] as string, permission)) throw errors.notInScope()
    return createCtx(platform, db, {
      user: who?.user ?? NOBODY,
      zone: who?.zone ?? DEFAULT_ZONE,
      lang: langOfRequest(request),
      ip,
      userAgent,
    })
  }

  for (const route of options.routes) {
    const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      schema: {
        summary: `${route.summary[0]} / ${route.summary[1]}`,
        description: `permission: ${route.permission}`,
        ...(route.query ? { querystring: route.query } : {}),
        ...(route.body ? { body: route.body } : {}),
        ...(route.consumes === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
        ...(pathNames.length > 0
          ? {
              params: route.params ?? {
                type: 'object',
                properties: Object.fromEntries(pathNames.map((name) => [name, { type: 'string' }])),
              },
            }
          : {}),
      },
      ...(route.checksItself ? { validatorCompiler: () => () => true } : {}),
      // The permission is checked before the input: a client without it learns nothing about the schema.
      preValidation: async (request) => {
        if (!options.answers(route)) throw errors.busy()
        const ctx = await answerTime.within(contextOf(request, route), answerMs)
        route.refuses?.(ctx)
        contexts.set(request, ctx)
        refuseNul(request)
      },
      onResponse: async (request, reply) => {
        if ((route.method === 'GET' || route.logs === 'refused') && reply.statusCode < 400) return
        platform.bus.emit(CALL_EVENT, reportOf(route, request, reply, platform.clock.now()))
      },
      handler: async (request, reply) => {
        const ctx = contexts.get(request) as Ctx
        const fields: Record<string, string> = {}
        const work = route.handler({
          ctx,
          query: (request.query ?? {}) as Record<string, unknown>,
          body: request.body ?? undefined,
          text: texts.get(request) ?? '',
          params: (request.params ?? {}) as Record<string, string>,
          headers: request.headers,
          origin: platform.config.publicUrl || `${request.protocol}://${request.host}`,
          files: () => filesOf(request, fields, route.fileLimit),
          fields: () => fields,
          reply: { status: (code) => void reply.code(code), header: (name, value) => void reply.header(name, value) },
        })
        const brings = route.consumes === 'multipart'
        const answered = answerTime.within(work, brings ? UPLOAD_MS : answerMs, brings)
        const closing = async (): Promise<void> => {
          if (!(await drain(request.raw))) reply.header('connection', 'close')
        }
        const data = await (brings ? answered.finally(closing) : answered)
        if (route.answers === 'raw') return reply.send(data)
        if (isWireText(data)) return reply.type(JSON_TYPE).send(envelopeText(data, ctx.lang))
        if (isWireParts(data)) return reply.type(JSON_TYPE).send(Readable.from(envelopeParts(data, ctx.lang)))
        return reply.send(envelope(data, ctx.lang))
      },
    })
  }
  return app
}

/**
 * Serves the built console: hashed files are cached for ever, the page itself is revalidated each time;
 * unknown paths return the page, which routes them.
 */
const serveConsole = (app: FastifyInstance, folder: string) =>
  app.register(files, {
    root: folder,
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

const contexts = new WeakMap<FastifyRequest, Ctx>()
const users = new WeakMap<FastifyRequest, User>()
const texts = new WeakMap<FastifyRequest, string>()
const failures = new WeakMap<FastifyRequest, unknown>()

const reportOf = (route: Route, request: FastifyRequest, reply: FastifyReply, now: number): CallReport => {
  const user = users.get(request)
  return {
    at: now - reply.elapsedTime,
    ms: reply.elapsedTime,
    method: route.method,
    route: route.path,
    summary: route.summary,
    path: request.url.split('?', 1)[0] as string,
    query: (request.query ?? {}) as Record<string, unknown>,
    status: reply.statusCode,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    tenantId: user?.tenantId || PLATFORM_TENANT,
    userId: user?.id || null,
    account: user?.account ?? '',
    thrown: failures.get(request),
  }
}

/** Returns a short hash of a value, for idempotency and ETags. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
