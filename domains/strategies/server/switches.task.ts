import { type ReportedRow, VALUES_REPORTED } from '@lamplight/devices/model'
import { arrayOf, type Task } from '@lamplight/server-kit'

/** Changes wait this long for others, ms, and are written together. */
const TOGETHER_MS = 2000
const ROWS_AT_ONCE = 5000

const INSERT = `insert into strategies_switch (device_id, tenant_id, at, seen_at, level, overridden)
  select u.id, u.tenant, to_timestamp(u.at / 1000), to_timestamp(u.seen / 1000), u.level, u.overridden
  from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::smallint[], $6::boolean[]) as u (id, tenant, at, seen, level, overridden)
  where exists (select from strategies_device d where d.device_id = u.id) on conflict do nothing`

/**
 * Stores the reading that follows a late change as a change too. When it came, its level was the same as that before the late change, so it
 * was not stored. Whether it is an override is taken from the last change to its level.
 */
const INSERT_NEXT = `insert into strategies_switch (device_id, tenant_id, at, seen_at, level, overridden)
  select u.id, u.tenant, n.at, n.at, n.level, coalesce((
    select s.overridden from strategies_switch s where s.device_id = u.id and s.at <= n.at and s.level = n.level order by s.at desc limit 1), false)
  from unnest($1::bigint[], $2::text[], $3::float8[]) as u (id, tenant, at) cross join lateral (
    select r.at, case when r.is_on is false then 0 else r.dim end as level from devices_readings r
    where r.device_id = u.id and r.at > to_timestamp(u.at / 1000) and (r.is_on is false or r.dim is not null) order by r.at limit 1) n
  where exists (select from strategies_device d where d.device_id = u.id) on conflict do nothing`

interface Change extends Pick<ReportedRow, 'tenantId' | 'deviceId' | 'at'> {
  readonly seen: number
  readonly level: number
  readonly overridden: boolean
  /** A newer report of the device arrived earlier. */
  readonly isLate: boolean
}

/** Stores the changes of level of lamps with a strategy, from their reports: the evidence of the night check. */
export const switchesTask: Task = {
  name: 'strategies.switches',
  role: 'ingest',
  start: async ({ bus, system, log }) => {
    const newest = new Map<string, { level: number; at: number }>()
    let waiting: Change[] = []
    const write = async (): Promise<void> => {
      while (waiting.length > 0) {
        const rows = waiting.slice(0, ROWS_AT_ONCE)
        waiting = waiting.slice(ROWS_AT_ONCE)
        await system.query(INSERT, [
          arrayOf(rows.map(({ deviceId }) => deviceId)),
          arrayOf(rows.map(({ tenantId }) => tenantId)),
          arrayOf(rows.map(({ at }) => at)),
          arrayOf(rows.map(({ seen }) => seen)),
          arrayOf(rows.map(({ level }) => level)),
          arrayOf(rows.map(({ overridden }) => overridden)),
        ])
        const late = rows.filter(({ isLate }) => isLate)
        if (late.length > 0)
          await system.query(INSERT_NEXT, [
            arrayOf(late.map(({ deviceId }) => deviceId)),
            arrayOf(late.map(({ tenantId }) => tenantId)),
            arrayOf(late.map(({ at }) => at)),
          ])
      }
    }
    let writing: Promise<void> = Promise.resolve()
    const flush = (): void => {
      writing = writing.then(write).catch((why: unknown) => log.error('changes of level were not stored', { why: String(why) }))
    }
    const timer = setInterval(flush, TOGETHER_MS)
    const off = bus.on(VALUES_REPORTED, ({ at: seen, rows }) => {
      for (const { tenantId, deviceId, at, p } of rows) {
        const level = p.on === false ? 0 : p.dim
        if (typeof level !== 'number') continue
        const known = newest.get(deviceId)
        const isLate = known !== undefined && at < known.at
        if (!isLate) newest.set(deviceId, { level, at })
        if (!isLate && known?.level === level) continue
        waiting.push({ tenantId, deviceId, at, seen, level: Math.round(level), overridden: p.reason === 'override', isLate })
      }
    })
    return async () => {
      off()
      clearInterval(timer)
      flush()
      await writing
    }
  },
}
