import { exampleId } from '@lamplight/kit'
import {
  A,
  type Ctx,
  errors,
  idsIn,
  page,
  pageWindow,
  type Query,
  type Route,
  readRow,
  registryPort,
  route,
  T,
  timeIn,
  titlesOf,
  wireRow,
  wordOf,
} from '@lamplight/server-kit'
import { notice } from '../model/notice.resource.ts'

const BASE = '/api/blade-desk/notice'
const Time = T.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}:\\d{2})?$' })
const Category = T.String({ maxLength: 50 })

/** Condition for released notices to the user: `$1` now, `$2` departments, `$3` roles, `$4` user. */
const MEANT = `not t.is_deleted and t.release_time <= $1 and (coalesce(t.dept_ids, t.role_ids, t.user_ids) is null
  or t.dept_ids && $2::bigint[] or t.role_ids && $3::bigint[] or $4::bigint = any(t.user_ids))`
const readerOf = ({ user, now }: Ctx): unknown[] => [now(), user.deptIds, user.roleIds, user.id]
const READ = 'exists (select 1 from system_notice_read r where r.notice_id = t.id and r.user_id = $4) as read'

const titled = ({ platform }: Ctx): string => {
  const { resources } = platform.port(registryPort)
  return titlesOf(notice, (name) => resources.get(name)).columns.join(', ')
}
const KIND = `${wordOf('notice', 't.category')} as category_name`
/** Largest number of rows in one answer; a size of -1 asks for all. */
const SIZE_AT_MOST = 1000

const manages = ({ user }: Ctx): boolean => user.permissions.has('notice_view')
/** The recipients of a notice are told only to those who manage notices. */
const RECIPIENTS = ['deptIds', 'roleIds', 'userIds', 'deptNames', 'roleNames', 'userNames'] as const
/** Wire form for a reader, without the other receivers. */
const wired = (ctx: Ctx, raw: Record<string, unknown>) => {
  const {
    deptIds: _d,
    roleIds: _r,
    userIds: _u,
    deptNames: _dn,
    roleNames: _rn,
    userNames: _un,
    ...wire
  } = wireRow(notice, readRow(notice, raw), ctx)
  return { ...wire, isRead: raw.read ? 1 : 0 }
}

const list = route({
  method: 'GET',
  path: `${BASE}/list`,
  summary: ['通知列表', 'Notices, newest first: those for the caller, or with the right to edit notices all; isRead: opened by the caller'],
  permission: 'signed-in',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    size: T.Optional(T.Integer({ minimum: -1, maximum: SIZE_AT_MOST, default: 10 })),
    title: T.Optional(T.String({ maxLength: 200, pattern: '^[^\\u0000]*$' })),
    category: T.Optional(Category),
    category_equal: T.Optional(Category),
    releaseTime_datege: T.Optional(Time),
    releaseTime_datelt: T.Optional(Time),
    unread: T.Optional(T.Integer({ minimum: 0, maximum: 1 })),
    mine: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: those for the asker alone' })),
  }),
  returns: A.page(A.rowFor(notice, RECIPIENTS, { isRead: A.int })),
  handler: async ({ ctx, query }) => {
    const { current = 1 } = query
    const { limit: size, offset } = pageWindow({ current, size: (query.size ?? 10) || -1 }, SIZE_AT_MOST)
    const all = manages(ctx) && query.mine !== 1 && query.unread === undefined
    const params = [...readerOf(ctx), all]
    const where = [`(${MEANT} or $5::boolean and not t.is_deleted)`]
    const add = (sql: string, value: unknown): void => void where.push(sql.replace('$', `$${params.push(value)}`))
    if (query.title) add('t.title ilike $', `%${query.title.replace(/[\\%_]/g, '\\$&')}%`)
    const category = query.category_equal || query.category
    if (category) add('t.category = $', category)
    if (query.releaseTime_datege) add('t.release_time >= $', timeIn(query.releaseTime_datege, 'releaseTime_datege', ctx.zone))
    if (query.releaseTime_datelt) add('t.release_time < $', timeIn(query.releaseTime_datelt, 'releaseTime_datelt', ctx.zone))
    if (query.unread === 1) where.push('not exists (select 1 from system_notice_read r where r.notice_id = t.id and r.user_id = $4)')
    const from = `from system_notice t where ${where.join(' and ')}`
    const [rows = [], counted = []] = await ctx.queries([
      [
        `select t.*, ${KIND}, ${READ}${all ? `, ${titled(ctx)}` : ''} ${from} order by t.release_time desc nulls last, t.id desc limit $${params.length + 1} offset $${params.length + 2}`,
        [...params, size, offset],
      ],
      [`select count(*)::int as n ${from}`, params],
    ])
    return page(
      rows.map((raw) => (all ? { ...wireRow(notice, readRow(notice, raw), ctx), isRead: raw.read ? 1 : 0 } : wired(ctx, raw))),
      Number(counted[0]?.n ?? 0),
      current,
      size,
    )
  },
})

const detail = route({
  method: 'GET',
  path: `${BASE}/detail`,
  summary: ['通知详情', 'One notice, for its recipients and for users who may edit notices'],
  example: { query: { id: exampleId('system.notice') } },
  permission: 'signed-in',
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: A.rowFor(notice, RECIPIENTS, { isRead: A.maybe(A.int) }),
  handler: async ({ ctx, query }) => {
    if (manages(ctx)) {
      const [raw] = await ctx.query(`select t.*, ${KIND}, ${titled(ctx)} from system_notice t where t.id = $1 and not t.is_deleted`, [
        query.id,
      ])
      if (!raw) throw errors.notFound()
      return wireRow(notice, readRow(notice, raw), ctx)
    }
    const [raw] = await ctx.query(`select t.*, ${KIND}, ${READ} from system_notice t where ${MEANT} and t.id = $5`, [
      ...readerOf(ctx),
      query.id,
    ])
    if (!raw) throw errors.notFound()
    return wired(ctx, raw)
  },
})

export const unreadNotices = route({
  method: 'GET',
  path: `${BASE}/unread`,
  summary: ['未读通知数', 'Number of unread notices'],
  permission: 'signed-in',
  returns: A.count,
  handler: async ({ ctx }) => {
    const [row] = await ctx.query<{ n: number }>(
      `select count(*)::int as n from system_notice t
       where ${MEANT} and not exists (select 1 from system_notice_read r where r.notice_id = t.id and r.user_id = $4)`,
      readerOf(ctx),
    )
    return { count: row?.n ?? 0 }
  },
})

const marks = async (ctx: Ctx, query: Query, ids: readonly string[] | null): Promise<number> => {
  const marked = await query(
    `insert into system_notice_read (notice_id, user_id, tenant_id, read_at)
     select t.id, $4, t.tenant_id, $1 from system_notice t where ${MEANT} and ($5::bigint[] is null or t.id = any($5::bigint[]))
     on conflict do nothing returning notice_id`,
    [...readerOf(ctx), ids],
  )
  return marked.length
}
const read = route({
  method: 'POST',
  path: `${BASE}/read`,
  summary: ['标为已读', 'Mark notices as read; without ids all of them'],
  example: { query: { ids: exampleId('system.notice') } },
  permission: 'signed-in',
  query: T.Object({ ids: T.Optional(T.String({ maxLength: 4000 })) }),
  returns: A.count,
  handler: async ({ ctx, query }) => {
    const ids = query.ids ? idsIn(query.ids) : null
    return { count: await ctx.tx((run) => marks(ctx, run, ids)) }
  },
})

export const noticeRoutes: readonly Route[] = [list, detail, unreadNotices, read]
