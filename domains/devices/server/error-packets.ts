import { createHash } from 'node:crypto'
import { arrayOf, type Platform } from '@lamplight/server-kit'
import { readRoute } from '../model/index.ts'
import type { RejectedMessage } from './rejections.ts'

/** Rows of a gateway or route at most. */
const ROWS_AT_MOST = 200
/** Largest number of different reasons of one gateway, and of rows of all gateways, in one write. Further messages are only counted (`devices_misfit`). */
const REASONS_AT_ONCE = 20
const WRITTEN_AT_MOST = 1000
const HOUR_MS = 3_600_000

interface Kept {
  readonly gateway: string
  readonly kind: string
  readonly reason: string
  readonly payload: RejectedMessage['payload']
  /** Times of receipt, epoch ms. */
  readonly firstAt: number
  readonly at: number
  readonly count: number
}

export interface ErrorPackets {
  readonly keep: (rejection: RejectedMessage) => void
  readonly write: () => Promise<void>
}

/** Identifies a reason: the same fault in another entry of a message, or with another number, is the same reason. */
const digestOf = ({ kind, reason }: Pick<RejectedMessage, 'kind' | 'reason'>): string =>
  createHash('md5')
    .update(`${kind} ${reason.replace(/\d+/g, '#')}`)
    .digest('hex')

const STORE = `
insert into devices_error_packet as e
  (id, tenant_id, gateway_sn, kind, reason, payload, first_at, at, count, hour, digest, project_id, area_id)
select nextval('kit_id'), coalesce(g.tenant_id, n.tenant_id, '000000'), n.sn, n.kind, n.reason, n.payload, to_timestamp(n.first_at / 1000),
  to_timestamp(n.at / 1000), n.count, to_timestamp(n.hour / 1000), n.digest, g.project_id, g.area_id
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::int[], $8::float8[], $9::text[], $10::text[])
  as n (sn, kind, reason, payload, first_at, at, count, hour, digest, tenant_id)
left join devices_gateway g on g.sn = n.sn and g.holds_sn and not g.is_deleted
order by n.sn, n.hour, n.digest
on conflict (gateway_sn, hour, digest) do update set reason = excluded.reason, payload = excluded.payload, at = excluded.at,
  count = least(e.count::bigint + excluded.count, 2000000000), update_time = now()
returning gateway_sn as sn, xmax = 0 as "isNew"`

/** Deletes the oldest rows of gateways that have too many. Rows that another process is changing stay until the next time. */
const TRIM = `
delete from devices_error_packet where id in (
  select id from devices_error_packet where id in (
    select id from (
      select id, row_number() over (partition by gateway_sn order by at desc, id desc) as place from devices_error_packet where gateway_sn = any($1)
    ) placed where place > $2)
  for update skip locked)`

/**
 * Keeps the refused messages of gateways: one row for each gateway, hour and reason with the latest content. `readable`: text that a database can store.
 */
export const createErrorPackets = (
  { query }: Pick<Platform['system'], 'query'>,
  readable: (payload: RejectedMessage['payload']) => string,
): ErrorPackets => {
  let pending = new Map<string, Map<string, Kept>>()
  let size = 0
  return {
    keep: ({ gateway, kind, reason, payload, at }) => {
      const own = pending.get(gateway) ?? new Map<string, Kept>()
      const key = `${Math.floor(at / HOUR_MS)} ${digestOf({ kind, reason })}`
      const before = own.get(key)
      if (!before && (own.size >= REASONS_AT_ONCE || size >= WRITTEN_AT_MOST)) return
      if (!before) size += 1
      pending.set(gateway, own)
      own.set(key, { gateway, kind, reason, payload, at, firstAt: before?.firstAt ?? at, count: (before?.count ?? 0) + 1 })
    },
    write: async () => {
      const rows = [...pending.values()].flatMap((own) => [...own.values()])
      pending = new Map()
      size = 0
      if (rows.length === 0) return
      const stored = await query<{ sn: string; isNew: boolean }>(STORE, [
        arrayOf(rows.map(({ gateway }) => gateway)),
        arrayOf(rows.map(({ kind }) => kind)),
        arrayOf(rows.map(({ reason }) => readable(reason))),
        arrayOf(rows.map(({ payload }) => readable(payload))),
        arrayOf(rows.map(({ firstAt }) => firstAt)),
        arrayOf(rows.map(({ at }) => at)),
        arrayOf(rows.map(({ count }) => count)),
        arrayOf(rows.map(({ at }) => Math.floor(at / HOUR_MS) * HOUR_MS)),
        arrayOf(rows.map(digestOf)),
        arrayOf(rows.map(({ gateway }) => readRoute(gateway)?.tenantId)),
      ])
      const grown = [...new Set(stored.flatMap(({ sn, isNew }) => (isNew ? [sn] : [])))]
      if (grown.length > 0) await query(TRIM, [grown, ROWS_AT_MOST])
    },
  }
}

/** Deletes refused messages whose latest one came before `before`. */
export const dropErrorPackets = async ({ system }: Pick<Platform, 'system'>, before: Date): Promise<void> => {
  await system.query('delete from devices_error_packet where at < $1', [before])
}
