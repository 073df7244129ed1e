import { arrayOf, type Platform, type Query } from '@lamplight/server-kit'
import type { RejectedValue } from './rejections.ts'

/** Rows of a gateway or route at most, in memory and in the database. */
const ROWS_AT_MOST = 300
/** Rows of one write at most: a fault of all devices must not take the database from good reports. */
const WRITTEN_AT_MOST = 2000
const LONGEST = 255

interface Kept extends Omit<RejectedValue, 'value'> {
  readonly gateway: string
  readonly value: string
  /** Times of receipt, epoch ms. */
  readonly firstAt: number
  readonly lastAt: number
  readonly count: number
}

export interface RejectedValues {
  readonly keep: (gateway: string, rejection: RejectedValue, at: number) => void
  readonly write: () => Promise<void>
}

/** A value as text that a database can store: at most 255 characters. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, LONGEST).replaceAll('\u0000', '\uFFFD').toWellFormed()

/** Adds the rejected values of registered devices to their rows. Returns the gateways that have new rows. */
const store = async (query: Query, rows: readonly Kept[]): Promise<readonly string[]> => {
  const stored = await query<{ sn: string; isNew: boolean }>(
    `insert into devices_misfit_value as m (device_id, kind, name, tenant_id, gateway_sn, value, reason, first_at, last_at, count)
     select n.device_id, n.kind, n.name, r.tenant_id, n.sn, n.value, n.reason, to_timestamp(n.first_at / 1000), to_timestamp(n.last_at / 1000), n.count
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[], $9::bigint[])
       as n(device_id, kind, name, sn, value, reason, first_at, last_at, count)
     join devices_registry r on r.device_id = n.device_id
     order by n.device_id, n.kind, n.name
     on conflict (device_id, kind, name) do update set tenant_id = excluded.tenant_id, gateway_sn = excluded.gateway_sn, value = excluded.value,
       reason = excluded.reason, last_at = excluded.last_at, count = m.count + excluded.count
     returning gateway_sn as sn, xmax = 0 as "isNew"`,
    [
      arrayOf(rows.map(({ deviceId }) => deviceId)),
      arrayOf(rows.map(({ kind }) => kind)),
      arrayOf(rows.map(({ name }) => name)),
      arrayOf(rows.map(({ gateway }) => gateway)),
      arrayOf(rows.map(({ value }) => value)),
      arrayOf(rows.map(({ reason }) => reason)),
      arrayOf(rows.map(({ firstAt }) => firstAt)),
      arrayOf(rows.map(({ lastAt }) => lastAt)),
      arrayOf(rows.map(({ count }) => count)),
    ],
  )
  return [...new Set(stored.flatMap(({ sn, isNew }) => (isNew ? [sn] : [])))]
}

/** Deletes the oldest rows of gateways that have too many. Rows that another process is changing stay until the next time. */
const trim = async (query: Query, gateways: readonly string[]): Promise<void> => {
  await query(
    `delete from devices_misfit_value where (device_id, kind, name) in (
       select device_id, kind, name from devices_misfit_value where (device_id, kind, name) in (
         select device_id, kind, name from (
           select device_id, kind, name, row_number() over (partition by gateway_sn order by last_at desc, device_id, kind, name) as place
           from devices_misfit_value where gateway_sn = any($1)) placed
         where place > $2)
       for update skip locked)`,
    [gateways, ROWS_AT_MOST],
  )
}

/**
 * Keeps the latest rejected value of each device and property, with its first and last time and the number of them, until `write` stores them. A gateway with
 * more rows in one interval loses the oldest. When an interval has its rows, further devices and properties wait for their next report.
 */
export const createRejectedValues = (system: Platform['system']): RejectedValues => {
  let pending = new Map<string, Map<string, Kept>>()
  let size = 0
  return {
    keep: (gateway, { value, ...rejection }, at) => {
      const own = pending.get(gateway) ?? new Map<string, Kept>()
      const key = `${rejection.deviceId} ${rejection.kind} ${rejection.name}`
      const before = own.get(key)
      if (!before && size >= WRITTEN_AT_MOST) return
      pending.set(gateway, own)
      // Keys are in the order of their latest value.
      own.delete(key)
      own.set(key, {
        ...rejection,
        gateway,
        value: textOf(value),
        firstAt: before?.firstAt ?? at,
        lastAt: at,
        count: (before?.count ?? 0) + 1,
      })
      const [oldest] = own.keys()
      if (own.size > ROWS_AT_MOST && oldest !== undefined) own.delete(oldest)
      else if (!before) size += 1
    },
    write: async () => {
      const rows = [...pending.values()].flatMap((own) => [...own.values()])
      pending = new Map()
      size = 0
      if (rows.length === 0) return
      const grown = await store(system.query, rows)
      if (grown.length > 0) await trim(system.query, grown)
    },
  }
}

/** Deletes the rejected values of devices whose last time is before `before`. */
export const dropRejectedValues = async ({ system }: Pick<Platform, 'system'>, before: Date): Promise<void> => {
  await system.query('delete from devices_misfit_value where last_at < $1', [before])
}
