import { guessesPort } from '@lamplight/identity/model'
import { A, actingPort, type Ctx, errors, type Platform, type Route, type RouteInput, route, rowFile, T } from '@lamplight/server-kit'
import { dashboardsErrors } from '../model/dashboards.errors.ts'
import { visual } from '../model/visual.resource.ts'
import { contentOf, filesIn } from '../model/visual-content.ts'
import { BoardReturns, DataReturns } from './board-returns.ts'
import { dataOf } from './data.ts'
import { packedLamps } from './lamps.ts'
import { createRate } from './rate.ts'
import { SHARED, TOKEN_MS, tokenCookie, tokenEnd } from './share-token.ts'

/** Tries of a password from one address, and from all addresses together, within the time of a lock. */
const TRIES = 5
const TRIES_OF_ALL = 50
/** Calls of a viewer in a minute. A wall needs about ten. */
const CALLS_A_MINUTE = 120

interface Found {
  readonly id: string
  readonly tenantId: string
  /** Users whose rights limit what viewers see: who made and last edited the share, and who edited the published version. */
  readonly userIds: readonly (string | null)[]
  readonly visualId: string
  readonly title: string
  readonly width: number
  readonly height: number
  readonly verifier: string | null
  readonly version: number
  readonly content: string
}

const rates = new WeakMap<Platform, ReturnType<typeof createRate>>()
const assertRate = ({ platform, ip }: Ctx, code: string): void => {
  const rate = rates.get(platform) ?? createRate(CALLS_A_MINUTE, platform.clock.now)
  rates.set(platform, rate)
  if (!rate(platform.port(guessesPort).addressKey(code, ip))) throw dashboardsErrors.tooOften()
}

/** Returns the share of a code with the published version of its dashboard. Throws if it is unknown, disabled, expired or withdrawn. */
const shareOf = async ({ platform }: Ctx, code: string): Promise<Found> => {
  const [found] = await platform.system.query<Found>(
    `select s.id::text, s.tenant_id as "tenantId", array[s.create_user::text, coalesce(s.update_user, s.create_user)::text, c.create_user::text] as "userIds", v.id::text as "visualId", v.title, v.width, v.height,
       case when v.locked then v.password end as verifier, c.version, c.content
     from dashboards_visual_share s
     join dashboards_visual v on v.id = s.visual_id and v.tenant_id = s.tenant_id and not v.is_deleted and v.status = 1
     join dashboards_visual_version c on c.tenant_id = v.tenant_id and c.visual_id = v.id and c.version = v.published_version
     join identity_tenants t on t.tenant_id = s.tenant_id and not t.is_deleted and (t.expire_time is null or t.expire_time > $2)
     where s.share_code = $1 and not s.is_deleted and s.enabled and (s.expire_time is null or s.expire_time > $2)`,
    [code, new Date(platform.clock.now())],
  )
  if (!found) throw dashboardsErrors.shareGone({}, 'code')
  return found
}

const isSecure = (origin: string): boolean => origin.startsWith('https:')
const cookiesOf = ({ headers }: RouteInput): string => String(headers.cookie ?? '')

/** Returns the share of a viewer with a valid token, and renews the token when half of its time has passed. */
const viewed = async (input: RouteInput): Promise<Found> => {
  const { ctx, query, origin, reply } = input
  const code = String(query.code)
  assertRate(ctx, code)
  const found = await shareOf(ctx, code)
  const until = await tokenEnd(ctx.platform, found, cookiesOf(input))
  if (until === 0) throw dashboardsErrors.shareClosed()
  if (until - ctx.platform.clock.now() < TOKEN_MS / 2) reply.header('set-cookie', await tokenCookie(ctx.platform, found, isSecure(origin)))
  return found
}

/**
 * Returns a context with the present rights that these users have in common. Throws if one of the accounts is
 * disabled or deleted, or if each of them sees rows that the other does not see.
 */
const viewerOf = async ({ platform, lang }: Ctx, { userIds }: Found): Promise<Ctx> => {
  const known = userIds.filter((id) => id !== null)
  const viewer = known.length < userIds.length ? null : await platform.port(actingPort).asAll(known, lang)
  if (!viewer) throw dashboardsErrors.shareLimits()
  return viewer
}

const Code = T.Object({ code: T.String({ minLength: 1, maxLength: 50, description: '分享码 / share code' }) })
const example = { query: { code: 'board-0001' } }

/**
 * Calls of shared dashboards, for everybody with the code (decisions.md A66, A71). Written by hand: they have no session, and answer only the stored
 * queries of one published dashboard.
 */
export const sharedAbout = route({
  method: 'GET',
  path: `${SHARED}/about`,
  summary: ['分享的大屏', 'A shared dashboard: its title, and whether it needs a password'],
  example,
  permission: 'public',
  query: Code,
  returns: A.of({ title: A.text, needsPassword: A.yes, open: A.yes }),
  handler: async (input) => {
    const { ctx, query } = input
    assertRate(ctx, query.code)
    const found = await shareOf(ctx, query.code)
    return { title: found.title, needsPassword: found.verifier !== null, open: (await tokenEnd(ctx.platform, found, cookiesOf(input))) > 0 }
  },
})

const open = route({
  method: 'POST',
  path: `${SHARED}/open`,
  summary: ['打开分享的大屏', 'Open a shared dashboard'],
  example: { body: { code: 'board-0001', password: '' } },
  permission: 'public',
  body: T.Object({ code: T.String({ minLength: 1, maxLength: 50 }), password: T.Optional(T.String({ maxLength: 200 })) }),
  returns: A.of({ seconds: A.int }),
  handler: async ({ ctx, body, origin, reply }) => {
    assertRate(ctx, body.code)
    const found = await shareOf(ctx, body.code)
    const { platform } = ctx
    if (found.verifier !== null) {
      const guesses = platform.port(guessesPort)
      const keys = [guesses.addressKey(`board-${found.id}`, ctx.ip), `board-${found.id}`] as const
      const [own, all] = [await guesses.take(keys[0], TRIES), await guesses.take(keys[1], TRIES_OF_ALL)]
      if (!own || !all) throw dashboardsErrors.shareLocked({ minutes: guesses.minutes }, 'password')
      if (!(await platform.hash.verify(found.verifier, body.password ?? '')))
        throw dashboardsErrors.sharePassword({ left: Math.min(own.left, all.left) }, 'password')
      await guesses.clear(keys)
    }
    await platform.system.query('update dashboards_visual_share set seen_time = $2 where id = $1 and tenant_id = $3', [
      found.id,
      new Date(platform.clock.now()),
      found.tenantId,
    ])
    reply.header('set-cookie', await tokenCookie(platform, found, isSecure(origin)))
    return { seconds: TOKEN_MS / 1000 }
  },
})

export const sharedBoard = route({
  method: 'GET',
  path: `${SHARED}/board`,
  summary: ['分享大屏的内容', 'Widgets of a shared dashboard'],
  example,
  permission: 'public',
  query: Code,
  returns: BoardReturns,
  handler: async (input) => {
    const { visualId, title, width, height, content, version } = await viewed(input)
    return { id: visualId, title, width, height, version, content }
  },
})

const data = route({
  method: 'GET',
  path: `${SHARED}/data`,
  summary: ['分享大屏的数据', 'Values of the widgets of a shared dashboard'],
  example,
  permission: 'public',
  query: Code,
  returns: DataReturns,
  handler: async (input) => {
    const found = await viewed(input)
    const { at, values } = await dataOf(await viewerOf(input.ctx, found), contentOf(found.content))
    // Links lead to pages for users.
    return {
      at,
      version: found.version,
      values: values.map((value) => ({ ...value, link: '', columns: value.columns.map((column) => ({ ...column, link: '' })) })),
    }
  },
})

const lamps = route({
  method: 'GET',
  path: `${SHARED}/lamps`,
  summary: ['分享大屏的灯具（二进制）', 'Lamps of the map of a shared dashboard, packed binary'],
  example,
  permission: 'public',
  answers: 'raw',
  query: Code,
  returns: A.file('application/octet-stream'),
  handler: async (input) => {
    const found = await viewed(input)
    const { config, items } = contentOf(found.content)
    if (!items.some(({ widget }) => widget === 'map')) throw errors.notFound()
    const viewer = await viewerOf(input.ctx, found)
    if (!viewer.user.permissions.has('lamp_view')) throw errors.notFound()
    input.reply.header('content-type', 'application/octet-stream')
    input.reply.header('cache-control', 'no-store')
    return packedLamps(viewer, config)
  },
})

const file = route({
  method: 'GET',
  path: `${SHARED}/file/{id}`,
  summary: ['分享大屏的图片和视频', 'A picture or video of a shared dashboard'],
  example: { ...example, path: { id: '1' } },
  permission: 'public',
  answers: 'raw',
  params: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  query: Code,
  returns: A.file('*/*'),
  handler: async (input) => {
    const { params, ctx, reply } = input
    const found = await viewed(input)
    const id = String(params.id)
    if (!filesIn(contentOf(found.content)).has(id)) throw errors.notFound()
    const held = await rowFile(ctx.platform, visual, { tenantId: found.tenantId, rowId: found.visualId, id })
    if (!held) throw errors.notFound()
    reply.header('content-type', held.type)
    reply.header('content-length', String(held.size))
    reply.header('cache-control', 'private, max-age=3600')
    return held.open()
  },
})

export const sharedRoutes: readonly Route[] = [sharedAbout, open, sharedBoard, data, lamps, file]
