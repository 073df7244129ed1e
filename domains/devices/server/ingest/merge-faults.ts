import { arrayOf, type Query } from '@lamplight/server-kit'
import { type AnyState, RETURNING_STATE } from './changed.ts'
import { type FaultNews, type Interval, mergeFault, type Said } from './fault-intervals.ts'

const KEYS = 'unnest($1::bigint[], $2::text[], $3::float8[]) as k(device_id, type, first)'
const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`
/** Locks the states, so that another process merges after this one. */
const LOCK = 'select from devices_state where device_id = any($1::bigint[]) order by device_id for update'
const OVERLAPPING = 'f.device_id = k.device_id and f.type = k.type and (f.ended_at is null or f.ended_at >= to_timestamp(k.first / 1000))'
/** What is stored of each fault: the intervals that end after the oldest of the news, and what was said since the first of them began. */
const STORED = `
select k.device_id::text as device_id, k.type, ${ms("case when k.type = 'communicationFailure' then s.reported_at else s.faults_at end")} as listed,
  (select coalesce(json_agg(json_build_array(${ms('f.began_at')}, ${ms('f.ended_at')}) order by f.began_at), '[]') from devices_fault f
    where ${OVERLAPPING}) as intervals,
  (select coalesce(json_agg(json_build_array(${ms('a.at')}, a.is_on) order by a.at), '[]') from devices_fault_said a
    where a.device_id = k.device_id and a.type = k.type
      and a.at >= least(to_timestamp(k.first / 1000), (select min(f.began_at) from devices_fault f where ${OVERLAPPING}))) as said
from ${KEYS} left join devices_state s on s.device_id = k.device_id`
/** The first reading after each time, if there is one. Its report is taken as one that listed the present faults. */
const NEXT = `
select u.n, ${ms('least(l.at, t.at)')} as at from unnest($1::bigint[], $2::float8[]) with ordinality as u(device_id, at, n)
left join lateral (select at from devices_telemetry r where r.device_id = u.device_id and r.at > to_timestamp(u.at / 1000) order by r.at limit 1) l on true
left join lateral (select at from devices_series r where r.device_id = u.device_id and r.at > to_timestamp(u.at / 1000) order by r.at limit 1) t on true`

interface StoredRow {
  readonly device_id: string
  readonly type: string
  readonly listed: number | null
  readonly intervals: readonly (readonly [began: number, ended: number | null])[]
  readonly said: readonly (readonly [at: number, on: boolean])[]
}
interface Work extends FaultNews {
  readonly before: readonly Interval[]
  readonly saidBefore: readonly Said[]
  readonly after: readonly Interval[]
  readonly saidAfter: readonly Said[]
  /** Begin of what was merged, epoch ms. */
  readonly start: number
  /** The newest that is known is that the gateway can reach the device again. */
  readonly isBack: boolean
}

/**
 * Returns, for news that are older than the latest list of faults, the times of reports that told what was present after them: the first
 * reading after each, and the latest list.
 */
const toldAfter = async (
  query: Query,
  news: readonly FaultNews[],
  listed: ReadonlyMap<FaultNews, number>,
): Promise<ReadonlyMap<FaultNews, ReadonlySet<number>>> => {
  const late = news.flatMap((one) =>
    one.said.flatMap(({ at }) => (at < (listed.get(one) ?? Number.NEGATIVE_INFINITY) ? [{ one, at }] : [])),
  )
  const told = new Map<FaultNews, Set<number>>()
  if (late.length === 0) return told
  const next = await query<{ n: string; at: number | null }>(NEXT, [
    arrayOf(late.map(({ one }) => one.deviceId)),
    arrayOf(late.map(({ at }) => at)),
  ])
  const found = new Map(next.map(({ n, at }) => [Number(n), at]))
  for (const [n, { one }] of late.entries()) {
    const last = listed.get(one) as number
    const at = found.get(n + 1) ?? null
    const times = told.get(one) ?? new Set([last])
    if (at !== null && at < last) times.add(at)
    told.set(one, times)
  }
  return told
}

const workOf = (one: FaultNews, row: StoredRow | undefined, told: readonly number[]): Work => {
  const before = (row?.intervals ?? []).map(([began, ended]) => ({ began, ended }))
  const start = Math.min(one.said[0]?.at ?? 0, before[0]?.began ?? Number.POSITIVE_INFINITY)
  const saidBefore = (row?.said ?? []).map(([at, on]) => ({ at, on })).filter(({ at }) => at >= start)
  const { intervals: after, said: saidAfter } = mergeFault({ intervals: before, said: saidBefore, told }, one.said)
  const last = one.said.at(-1)
  const newest = Math.max(...told, ...after.map(({ began, ended }) => ended ?? began), ...saidAfter.map(({ at }) => at))
  const isBack = one.type === 'communicationFailure' && last?.on === false && last.at >= newest && after.at(-1)?.ended !== null
  return { ...one, before, saidBefore, after, saidAfter, start, isBack }
}

const columns = (rows: readonly { readonly work: Work }[]): readonly [string, string, string] => [
  arrayOf(rows.map(({ work }) => work.deviceId)),
  arrayOf(rows.map(({ work }) => work.type)),
  arrayOf(rows.map(({ work }) => work.tenantId)),
]

/** Brings the stored rows of the merged faults to what `mergeFault` returned. */
const storeWork = async (query: Query, all: readonly Work[]): Promise<void> => {
  const gone = all.flatMap((work) =>
    work.before.filter(({ began }) => !work.after.some((one) => one.began === began)).map(({ began }) => ({ work, began })),
  )
  if (gone.length > 0)
    await query(
      `delete from devices_fault f using unnest($1::bigint[], $2::text[], $3::float8[]) as k(device_id, type, began)
       where f.device_id = k.device_id and f.type = k.type and f.began_at = to_timestamp(k.began / 1000)`,
      [...columns(gone).slice(0, 2), arrayOf(gone.map(({ began }) => began))],
    )
  const put = all.flatMap((work) =>
    work.after
      .filter(({ began, ended }) => !work.before.some((one) => one.began === began && one.ended === ended))
      .map((interval) => ({ work, ...interval })),
  )
  // Ended intervals first: only one may be open.
  for (const isOpen of [false, true]) {
    const rows = put.filter(({ ended }) => (ended === null) === isOpen)
    if (rows.length > 0)
      await query(
        `insert into devices_fault as f (device_id, type, tenant_id, began_at, ended_at)
         select device_id, type, tenant_id, to_timestamp(began / 1000), to_timestamp(ended / 1000)
         from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[], $5::float8[]) as k(device_id, type, tenant_id, began, ended)
         on conflict (device_id, type, began_at) do update set ended_at = excluded.ended_at`,
        [...columns(rows), arrayOf(rows.map(({ began }) => began)), arrayOf(rows.map(({ ended }) => ended))],
      )
  }
  const hasSaid = all.filter(({ saidBefore }) => saidBefore.length > 0)
  if (hasSaid.length > 0)
    await query(
      `delete from devices_fault_said a using unnest($1::bigint[], $2::text[], $3::float8[]) as k(device_id, type, start)
       where a.device_id = k.device_id and a.type = k.type and a.at >= to_timestamp(k.start / 1000)`,
      [...columns(hasSaid.map((work) => ({ work }))).slice(0, 2), arrayOf(hasSaid.map(({ start }) => start))],
    )
  const said = all.flatMap((work) => work.saidAfter.map((one) => ({ work, ...one })))
  if (said.length > 0)
    await query(
      `insert into devices_fault_said (device_id, type, tenant_id, at, is_on)
       select device_id, type, tenant_id, to_timestamp(at / 1000), is_on
       from unnest($1::bigint[], $2::text[], $3::text[], $4::float8[], $5::boolean[]) as k(device_id, type, tenant_id, at, is_on)
       on conflict do nothing`,
      [...columns(said), arrayOf(said.map(({ at }) => at)), arrayOf(said.map(({ on }) => on))],
    )
}

const OPEN = 'f.device_id = s.device_id and f.ended_at is null and f.type'
/** Sets the present faults of devices to those of their open intervals. $2: whether the gateway can reach the device again. */
const STATES = (returning: boolean): string => `
update devices_state s set version = v.version, faults = n.faults, fault_since = n.since, online = n.online,
  state = devices_status(s.state <> 5, n.online, cardinality(n.faults) > 0, coalesce(s.is_on, s.dim > 0))
from (
  select s.device_id, array(select f.type collate "C" from devices_fault f where ${OPEN} <> 'communicationFailure' order by 1) as faults,
    (select min(f.began_at) from devices_fault f where ${OPEN} <> 'communicationFailure') as since,
    case when exists (select from devices_fault f where ${OPEN} = 'communicationFailure' and f.began_at >= coalesce(s.reported_at, '-infinity')) then false
      else s.online or k.is_back end as online
  from devices_state s join unnest($1::bigint[], $2::boolean[]) as k(device_id, is_back) on k.device_id = s.device_id offset 0
) n, (select nextval('devices_state_version') as version) v
where s.device_id = n.device_id and (s.faults, s.fault_since, s.online) is distinct from (n.faults, n.since, n.online)${returning ? RETURNING_STATE : ''}`

/**
 * Merges events that came late, out of order or again with what is stored of their faults. Intervals, present faults and `online` are then
 * those of the order of times. Returns the changed states if `watched`.
 */
export const mergeFaults = async (query: Query, news: readonly FaultNews[], watched: boolean): Promise<readonly AnyState[]> => {
  const devices = [...new Set(news.map(({ deviceId }) => deviceId))]
  await query(LOCK, [arrayOf(devices)])
  const stored = await query<StoredRow>(STORED, [
    arrayOf(news.map(({ deviceId }) => deviceId)),
    arrayOf(news.map(({ type }) => type)),
    arrayOf(news.map(({ said }) => said[0]?.at)),
  ])
  const rows = new Map(stored.map((row) => [`${row.device_id} ${row.type}`, row]))
  const rowOf = ({ deviceId, type }: FaultNews): StoredRow | undefined => rows.get(`${deviceId} ${type}`)
  const listed = new Map(
    news.flatMap((one) => {
      const at = rowOf(one)?.listed ?? null
      return at === null ? [] : [[one, at] as const]
    }),
  )
  const told = await toldAfter(query, news, listed)
  const all = news.map((one) => workOf(one, rowOf(one), [...(told.get(one) ?? [])]))
  await storeWork(query, all)
  const back = new Map<string, boolean>(devices.map((id) => [id, false]))
  for (const { deviceId, isBack } of all) if (isBack) back.set(deviceId, true)
  return query<AnyState>(STATES(watched), [arrayOf([...back.keys()]), arrayOf([...back.values()])])
}
