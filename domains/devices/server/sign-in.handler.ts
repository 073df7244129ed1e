import { A, type AnswerOf, type Ctx, grantedOnly, page, route, T } from '@lamplight/server-kit'
import { CONFLICT } from './gateway-owner.ts'
import type { RefusalReason } from './refusals.ts'

const BASE = '/api/blade-device/gateway'
const OF_GATEWAY = { project: 'project_id', area: 'area_id' }
const MAX_ROWS = 200

interface RefusedRow {
  readonly ip: string
  readonly reason: RefusalReason
  readonly count: number
  /** Epoch ms. */
  readonly firstAt: number
  readonly lastAt: number
}
const REFUSED = `ip, reason, count::float8 as count, floor(extract(epoch from first_at) * 1000)::float8 as "firstAt",
  floor(extract(epoch from last_at) * 1000)::float8 as "lastAt" from devices_refusal`
// If another tenant holds the number, only refusals with the reason `held` are shown.
const REFUSED_OF = `select ${REFUSED} where upper(gateway_sn) = upper(s.sn) and (s.holds or reason = 'held') order by last_at desc limit 20`
const ms = (time: Date | null): number => time?.getTime() ?? 0

interface SignInRow {
  readonly sn: string
  readonly holds: boolean
  readonly kept: 'firstUse' | 'issued' | 'claim' | 'paired' | 'none'
  readonly firstIp: string
  readonly firstAt: Date | null
  readonly lastIp: string
  readonly lastAt: Date | null
  readonly conflict: boolean | null
}
/** Kind of a gateway's credential: a secret of its first use, an issued secret, a claim code that no box has used yet, or one that a box has used. */
const SIGN_INS = `
select g.id, g.sn, g.holds_sn as holds,
  case when c.gateway_id is null then 'none' when c.first_ip <> '' then 'firstUse' when c.hash = '' then 'claim' when c.hash like 'sha256:%' then 'issued' else 'paired' end as kept,
  coalesce(c.first_ip, '') as "firstIp", c.create_time as "firstAt", coalesce(c.last_ip, '') as "lastIp", c.last_at as "lastAt",
  ${CONFLICT} as conflict
from devices_gateway g left join devices_credential c on c.gateway_id = g.id`

/** Returns the gateway that the user may see. For an administrator of the platform, the gateway that holds the number comes first. */
const seenGateway = async (ctx: Ctx, sn: string): Promise<string | undefined> => {
  const params: unknown[] = [sn]
  const [row] = await ctx.query<{ id: string }>(
    `select id from devices_gateway where sn = $1 and not is_deleted${grantedOnly(ctx.user, params, OF_GATEWAY)} order by holds_sn desc limit 1`,
    params,
  )
  return row?.id
}

/** Refused sign-ins with the same number, address and reason; times are epoch ms. */
const REFUSED_SIGN_IN = { ip: A.text, reason: A.text, count: A.int, firstAt: A.int, lastAt: A.int }
const RefusedReturns = A.of({ sn: A.text, ...REFUSED_SIGN_IN })
export type RefusedSignIn = AnswerOf<typeof RefusedReturns>
/** First and last sign-in; times are epoch ms, 0 means never. */
const SIGNED_IN = { firstIp: A.text, firstAt: A.int, lastIp: A.text, lastAt: A.int }
const SignInReturns = A.of({
  sn: A.text,
  kept: A.text,
  ...SIGNED_IN,
  conflict: A.int,
  children: A.list(A.of({ sn: A.text, type: A.text })),
  refused: A.list(A.of(REFUSED_SIGN_IN)),
  entered: A.list(A.of({ tenantId: A.text, holds: A.int })),
})
export type SignIns = AnswerOf<typeof SignInReturns>

const signIns = route({
  method: 'GET',
  path: `${BASE}/sign-in`,
  summary: ['网关登录情况', 'How a gateway signs in: first and present address, refused sign-ins, who entered its number'],
  example: { query: { sn: 'GW-0001' } },
  permission: 'gateway_view',
  query: T.Object({ sn: T.String({ minLength: 1, maxLength: 64 }) }),
  returns: A.oneOf(A.done, SignInReturns),
  handler: async ({ ctx, query }) => {
    const id = await seenGateway(ctx, query.sn)
    if (id === undefined) return null
    const { system } = ctx.platform
    // One statement reads the conflict and the refused sign-ins from one snapshot.
    const [row] = await system.query<SignInRow & { refused: RefusedRow[] }>(
      `select s.*, coalesce((select jsonb_agg(r) from (${REFUSED_OF}) r), '[]') as refused from (${SIGN_INS} where g.id = $1) s`,
      [id],
    )
    if (!row) return null
    const children = await system.query<{ sn: string; type: string }>(
      `select s.sn, s.type from devices_stranger s where s.gateway_sn = $1 and s.tenant_id = $2 order by s.sn limit ${MAX_ROWS}`,
      [row.sn, ctx.tenantId],
    )
    const entered = ctx.user.administrator
      ? await system.query<{ tenantId: string; holds: boolean }>(
          `select tenant_id as "tenantId", holds_sn as holds from devices_gateway
           where upper(sn) = upper($1) and status = 1 and not is_deleted order by holds_sn desc, id limit 20`,
          [row.sn],
        )
      : []
    return {
      sn: row.sn,
      kept: row.kept,
      firstIp: row.firstIp,
      firstAt: ms(row.firstAt),
      lastIp: row.lastIp,
      lastAt: ms(row.lastAt),
      conflict: row.conflict ? 1 : 0,
      children,
      refused: row.refused,
      entered: entered.map((one) => ({ tenantId: one.tenantId, holds: one.holds ? 1 : 0 })),
    }
  },
})

interface WaitingRow extends SignInRow {
  readonly id: string
  readonly version: string | null
  readonly online: boolean | null
  readonly children: number | null
  readonly seen: Date | null
  readonly refusals: number
}

export const waiting = route({
  method: 'GET',
  path: `${BASE}/unregistered/page`,
  summary: ['未注册网关', 'Gateways that wait to be assigned, with their addresses and refused sign-ins'],
  permission: 'gateway_assign',
  query: T.Object({
    current: T.Optional(T.Integer({ minimum: 1, maximum: 100_000 })),
    size: T.Optional(T.Integer({ minimum: 1, maximum: MAX_ROWS })),
  }),
  returns: A.page(
    A.of({
      id: A.id,
      sn: A.text,
      version: A.text,
      online: A.int,
      childCount: A.int,
      lastSeen: A.int,
      refusedCount: A.int,
      conflict: A.int,
      ...SIGNED_IN,
    }),
  ),
  handler: async ({ ctx, query: { current = 1, size = 50 } }) => {
    if (!ctx.user.administrator) return page([], 0, current, size)
    const { system } = ctx.platform
    const [rows, [counted]] = await Promise.all([
      system.query<WaitingRow>(
        `select w.*, g.version, g.online, g.children, g.last_seen as seen,
           (select coalesce(sum(r.count), 0)::float8 from devices_refusal r where upper(r.gateway_sn) = upper(w.sn)) as refusals
         from (${SIGN_INS} where g.status = 0 and not g.is_deleted order by g.id desc limit $1 offset $2) w join devices_gateway g on g.id = w.id
         order by w.id desc`,
        [size, (current - 1) * size],
      ),
      system.query<{ n: number }>('select count(*)::int as n from devices_gateway where status = 0 and not is_deleted'),
    ])
    const records = rows.map((row) => ({
      id: row.id,
      sn: row.sn,
      version: row.version ?? '',
      online: row.online ? 1 : 0,
      childCount: row.children ?? 0,
      lastSeen: ms(row.seen),
      firstIp: row.firstIp,
      firstAt: ms(row.firstAt),
      lastIp: row.lastIp,
      lastAt: ms(row.lastAt),
      refusedCount: row.refusals,
      conflict: row.conflict ? 1 : 0,
    }))
    return page(records, counted?.n ?? 0, current, size)
  },
})

export const refusedUnknown = route({
  method: 'GET',
  path: `${BASE}/unregistered/refused`,
  summary: ['被拒绝的登录', 'Refused sign-ins by serial number and address, the latest first'],
  permission: 'gateway_assign',
  returns: A.list(RefusedReturns),
  handler: async ({ ctx }) => {
    if (!ctx.user.administrator) return []
    return ctx.platform.system.query<RefusedRow & { sn: string }>(
      `select gateway_sn as sn, ${REFUSED} order by devices_refusal.last_at desc limit $1`,
      [MAX_ROWS],
    )
  },
})

export const signInRoutes = [signIns, waiting, refusedUnknown]
