import { arrayOf, type Query } from '@lamplight/server-kit'
import { type ChangedDevice, FAULTS_AFTER_MERGED, faultsAfter, sinceOf } from '../ingest/changed.ts'
import { inArrival, isNewer, ONLINE_AFTER, timedAfter } from '../ingest/device-clock.ts'
import type { SeriesRow } from '../ingest/sort-messages.ts'
import { closedHoursOf } from './counter.ts'

/** The rows of one device, merged for the latest values. Times: epoch ms. */
interface Latest extends SeriesRow {
  /** Times of the values, by slot. */
  readonly valueTimes: readonly number[]
  /** Times of the texts, by name. */
  readonly times: Readonly<Record<string, number>>
}

/** Merges two rows: values of `newer`, and values of `older` that `newer` lacks. */
const merge = (older: SeriesRow, newer: SeriesRow): SeriesRow => ({
  ...newer,
  v: Array.from({ length: Math.max(older.v.length, newer.v.length) }, (_, at) => newer.v[at] ?? older.v[at] ?? null),
  texts: { ...older.texts, ...newer.texts },
})
const timed = (row: SeriesRow): Latest => ({
  ...row,
  valueTimes: row.v.map(() => row.at),
  times: Object.fromEntries(Object.keys(row.texts).map((name) => [name, row.at])),
})
const mergeTimed = (older: Latest, newer: Latest): Latest => {
  const merged = merge(older, newer)
  return {
    ...merged,
    valueTimes: merged.v.map((_, at) => ((newer.v[at] ?? null) === null ? older : newer).valueTimes[at] ?? newer.at),
    times: { ...older.times, ...newer.times },
  }
}
/** Time of the oldest value or text of a row, epoch ms. */
const oldestIn = ({ at, v, valueTimes, times: { faults: _listed, ...own } }: Latest): number =>
  Math.min(at, ...valueTimes.filter((_, n) => (v[n] ?? null) !== null), ...Object.values(own))

/** Merges the rows of a batch: by device and time for the history, by device for the latest values. */
export const foldSeries = (rows: readonly SeriesRow[]): { readonly history: SeriesRow[]; readonly latest: Latest[] } => {
  const byTime = new Map<string, SeriesRow>()
  for (const row of rows) {
    const key = `${row.child.deviceId} ${row.at}`
    const same = byTime.get(key)
    // If two reports have the same time, the second adds only values that the first lacks, as in the SQL below.
    byTime.set(key, same ? merge(row, same) : row)
  }
  const latest = [...Map.groupBy(byTime.values(), ({ child }) => child.deviceId).values()].map((own) =>
    inArrival(own).map(timed).reduce(mergeTimed),
  )
  return { history: [...byTime.values()].filter(({ v }) => v.some((value) => value !== null)), latest }
}

const MERGED = (newer: string, older: string): string => `array(select coalesce(n, o) from unnest(${newer}, ${older}) as u(n, o))`

/** With `again`, a stored report gets missing values from a new report with the same time. Reports in closed hours are marked for the rollups. */
const HISTORY = (again: boolean): string =>
  `with r as materialized (
     select device_id, to_timestamp(at / 1000) as at, type, v::float8[] as v, tenant_id
     from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[]) as r(device_id, at, type, v, tenant_id)
   ), late as (
     insert into devices_rollup_due (tenant_id, device_id, hour, type)
     select distinct r.tenant_id, r.device_id, h.hour, r.type from r cross join lateral (${closedHoursOf('r.at')}) h
     where r.at <= (select closed_until from devices_rollup_frontier)
   )
   insert into devices_series as s (device_id, at, type, v, tenant_id)
   select device_id, at, type, v, tenant_id from r
   ${again ? `on conflict (device_id, at) do update set v = ${MERGED('s.v', 'excluded.v')}` : ''}`

/**
 * Updates devices_state first, and devices_latest for the rows that were updated. The lock on the state row decides which of two concurrent
 * reports is newer. A report with the time of the stored one adds only missing values. Returns the updated state rows, or their number.
 */
const latestSql = (watched: boolean): string => `
with r as materialized (
  select device_id, to_timestamp(at / 1000) as at, type, v::float8[] as v, texts::jsonb as texts, faults, to_timestamp(faults_at / 1000) as faults_at, times::jsonb as times, untimed
  from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[], $6::text[], $8::float8[], $9::text[], $10::boolean[])
    as r(device_id, at, type, v, texts, faults, faults_at, times, untimed)
), newer as (
  update devices_state s set version = v.version, reported_at = r.at, received_at = to_timestamp($7::float8 / 1000), timed_at = ${timedAfter('r.untimed')},
    online = ${ONLINE_AFTER}, is_on = true, faults = ${FAULTS_AFTER_MERGED}, faults_at = greatest(s.faults_at, r.faults_at), fault_since = ${sinceOf(FAULTS_AFTER_MERGED, 'r.faults_at')},
    state = devices_status(s.state <> 5, ${ONLINE_AFTER}, cardinality(${FAULTS_AFTER_MERGED}) > 0, true)
  from r, (select nextval('devices_state_version') as version) v
  where s.device_id = r.device_id and ${isNewer('r.untimed')}
  returning s.device_id, s.tenant_id, s.state, s.reported_at
), kept as (
  update devices_latest l set
    v = case when n.device_id is null then ${MERGED('l.v', 'r.v')} else ${MERGED('r.v', 'l.v')} end,
    texts = case when r.texts is null then l.texts when n.device_id is null then r.texts || l.texts else l.texts || r.texts end,
    text_times = case when r.texts is null then l.text_times when n.device_id is null then r.times || l.text_times else l.text_times || r.times end
  from r join devices_state s on s.device_id = r.device_id left join newer n on n.device_id = r.device_id
  where l.device_id = r.device_id and l.type = r.type and (n.device_id is not null or s.reported_at = r.at)
    and (r.texts is not null or cardinality(array_remove(r.v, null)) > 0)
) ${watched ? 'select * from newer' : 'select count(*)::int as n from newer'}`
const [LATEST, LATEST_WATCHED] = [latestSql(false), latestSql(true)]

/** SQL of the entries of an object of the report `r` whose texts are newer than the stored ones. */
const laterOf = (column: string): string => `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each(r.${column}) e
    where coalesce((l.text_times ->> e.key)::float8, '-infinity') < (r.times ->> e.key)::float8), '{}')`
/**
 * Sets what late reports still say: values of which the history has none later, and texts that were told before. If the newest report of a
 * batch was stored with older values, the history decides which values are the last. A statement of its own sees what a concurrent newer
 * report has stored. Parameters are arrays: $1 devices, $2 times of their newest reports, $3 types, $4 times of the values by slot, $5
 * texts, $6 times of the texts, $7 times of the oldest of these.
 */
const LATE = `
update devices_latest l set
  v = array(select coalesce((
      select case when x.at = to_timestamp(u.at / 1000) or r.at = s.reported_at then x.value end from (
        select t.at, t.v[u.n] as value from devices_series t
        where t.device_id = r.device_id and t.at >= to_timestamp(u.at / 1000) and t.v[u.n] is not null order by t.at desc limit 1) x
      where to_timestamp(u.at / 1000) < s.reported_at), u.value)
    from unnest(r.value_times, l.v) with ordinality as u(at, value, n)),
  texts = case when r.texts is null then l.texts else l.texts || ${laterOf('texts')} end,
  text_times = case when r.texts is null then l.text_times else l.text_times || ${laterOf('times')} end
from (
  select device_id, to_timestamp(at / 1000) as at, type, value_times::float8[] as value_times, texts::jsonb as texts, times::jsonb as times, first
  from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::float8[])
    as r(device_id, at, type, value_times, texts, times, first)
) r join devices_state s on s.device_id = r.device_id and s.reported_at > to_timestamp(r.first / 1000)
where l.device_id = r.device_id and l.type = r.type`

const LISTED = faultsAfter('r')
/** Sets the faults of a list that came late, if no list is newer. */
const LATE_FAULTS = `
update devices_state s set version = v.version, faults = ${LISTED}, faults_at = r.faults_at,
  fault_since = case when cardinality(${LISTED}) = 0 then null else least(s.fault_since, r.faults_at) end, state = devices_status(s.state <> 5, s.online, cardinality(${LISTED}) > 0, true)
from (
  select device_id, faults, to_timestamp(faults_at / 1000) as faults_at from unnest($1::bigint[], $2::text[], $3::float8[]) as r(device_id, faults, faults_at)
) r, (select nextval('devices_state_version') as version) v
where s.device_id = r.device_id and s.faults_at is distinct from r.faults_at and (s.faults_at is null or s.faults_at < r.faults_at)
returning s.device_id, s.tenant_id, s.state, s.reported_at`

type StateRow = Pick<ChangedDevice, 'device_id' | 'tenant_id' | 'state' | 'reported_at'>

const numbers = ({ v }: SeriesRow): string => `{${v.map((value) => value ?? 'NULL').join()}}`
/** Texts as JSON, and the faults, which are stored in devices_state. */
const wordsOf = ({ texts: { faults, ...texts } }: SeriesRow): readonly [texts: string | undefined, faults: string | undefined] => [
  Object.keys(texts).length > 0 ? JSON.stringify(texts) : undefined,
  Array.isArray(faults) ? [...new Set(faults)].sort().join() : undefined,
]

const valueTimesOf = ({ v, valueTimes }: Latest): string => `{${v.map((value, n) => (value === null ? 'NULL' : valueTimes[n])).join()}}`
const textTimesOf = ({ times: { faults: _listed, ...own } }: Latest): string => JSON.stringify(own)

const storeLate = async (query: Query, rows: readonly Latest[]): Promise<void> => {
  if (rows.length === 0) return
  await query(LATE, [
    arrayOf(rows.map(({ child }) => child.deviceId)),
    arrayOf(rows.map(({ at }) => at)),
    arrayOf(rows.map(({ child }) => child.type)),
    arrayOf(rows.map(valueTimesOf)),
    arrayOf(rows.map((row) => wordsOf(row)[0])),
    arrayOf(rows.map(textTimesOf)),
    arrayOf(rows.map(oldestIn)),
  ])
}
const storeLateFaults = async (
  query: Query,
  listed: readonly { readonly id: string; readonly faults: string; readonly at: number }[],
): Promise<readonly StateRow[]> =>
  listed.length === 0
    ? []
    : query<StateRow>(LATE_FAULTS, [
        arrayOf(listed.map(({ id }) => id)),
        arrayOf(listed.map(({ faults }) => faults)),
        arrayOf(listed.map(({ at }) => at)),
      ])

/**
 * Stores reports of devices that are no lamp controllers: history, latest values if the device time is newer than the stored one, and state. `at` is the
 * server time, epoch ms. Without `again`, a report that is already stored fails with SQLSTATE 23505. Returns the new states if a browser subscribes to them.
 */
export const storeSeries = async (
  query: Query,
  rows: readonly SeriesRow[],
  at: number,
  { again, watched }: { readonly again: boolean; readonly watched: boolean },
): Promise<ChangedDevice[]> => {
  const { history, latest } = foldSeries(rows)
  if (history.length > 0)
    await query(HISTORY(again), [
      arrayOf(history.map(({ child }) => child.deviceId)),
      arrayOf(history.map((row) => row.at)),
      arrayOf(history.map(({ child }) => child.type)),
      arrayOf(history.map(numbers)),
      arrayOf(history.map(({ child }) => child.tenantId)),
    ])
  const words = latest.map(wordsOf)
  const listedAt = latest.map(({ times }) => times.faults)
  const newer = await query<StateRow & { readonly n?: number }>(watched ? LATEST_WATCHED : LATEST, [
    arrayOf(latest.map(({ child }) => child.deviceId)),
    arrayOf(latest.map((row) => row.at)),
    arrayOf(latest.map(({ child }) => child.type)),
    arrayOf(latest.map(numbers)),
    arrayOf(words.map(([texts]) => texts)),
    arrayOf(words.map(([, faults]) => faults)),
    at,
    arrayOf(listedAt),
    arrayOf(latest.map(textTimesOf)),
    arrayOf(latest.map(({ isUntimed }) => isUntimed ?? false)),
  ])
  const areAllNewer = (watched ? newer.length : newer[0]?.n) === latest.length
  await storeLate(query, areAllNewer ? latest.filter((row) => oldestIn(row) < row.at) : latest)
  const late = await storeLateFaults(
    query,
    latest.flatMap(({ child }, n) =>
      words[n]?.[1] === undefined ? [] : [{ id: child.deviceId, faults: words[n]?.[1] ?? '', at: listedAt[n] ?? 0 }],
    ),
  )
  const changed = watched ? [...newer, ...late] : []
  const stored = new Map(latest.map((row) => [row.child.deviceId, row]))
  return changed.flatMap((state) => {
    const row = stored.get(state.device_id)
    return row ? [{ ...state, type: row.child.type, v: row.v, texts: row.texts }] : []
  })
}
