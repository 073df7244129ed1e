import { arrayOf, type Query } from '@lamplight/server-kit'
import { type ChangedDevice, sinceOf } from './changed.ts'
import { inArrival, isNewer, ONLINE_AFTER, timedAfter } from './device-clock.ts'
import type { SeriesRow } from './sort-messages.ts'

/** A row for the latest values, with the times at which its texts were told, epoch ms. */
type Latest = SeriesRow & { readonly times: Readonly<Record<string, number>> }

/** Merges two rows: values of `newer`, and values of `older` that `newer` lacks. */
const merge = <T extends SeriesRow>(older: T, newer: T): T => ({
  ...newer,
  v: Array.from({ length: Math.max(older.v.length, newer.v.length) }, (_, at) => newer.v[at] ?? older.v[at] ?? null),
  texts: { ...older.texts, ...newer.texts },
})
const timed = (row: SeriesRow): Latest => ({ ...row, times: Object.fromEntries(Object.keys(row.texts).map((name) => [name, row.at])) })

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
    inArrival(own)
      .map(timed)
      .reduce((before, row) => ({ ...merge(before, row), times: { ...before.times, ...row.times } })),
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
     select distinct tenant_id, device_id, date_trunc('hour', at, 'UTC'), type from r where at < (select closed_until from devices_rollup_frontier)
   )
   insert into devices_series as s (device_id, at, type, v, tenant_id)
   select device_id, at, type, v, tenant_id from r
   ${again ? `on conflict (device_id, at) do update set v = ${MERGED('s.v', 'excluded.v')}` : ''}`

const FAULTS = `case when r.faults is null or string_to_array(r.faults, ',') = s.faults then s.faults
    else devices_faults_after(s.device_id, r.faults_at, string_to_array(r.faults, ',')) end`
/**
 * Updates devices_state first, and devices_latest for the rows that were updated. The lock on the state row decides which of two concurrent reports is newer.
 * A report with the time of the stored one adds only missing values. Returns the updated state rows, or their number.
 */
const latestSql = (watched: boolean): string => `
with r as materialized (
  select device_id, to_timestamp(at / 1000) as at, type, v::float8[] as v, texts::jsonb as texts, faults, to_timestamp(faults_at / 1000) as faults_at, times::jsonb as times, untimed
  from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[], $6::text[], $8::float8[], $9::text[], $10::boolean[])
    as r(device_id, at, type, v, texts, faults, faults_at, times, untimed)
), newer as (
  update devices_state s set version = v.version, reported_at = r.at, received_at = to_timestamp($7::float8 / 1000), timed_at = ${timedAfter('r.untimed')},
    online = ${ONLINE_AFTER}, is_on = true, faults = ${FAULTS}, faults_at = greatest(s.faults_at, r.faults_at), fault_since = ${sinceOf(FAULTS, 'r.faults_at')},
    state = devices_status(s.state <> 5, ${ONLINE_AFTER}, cardinality(${FAULTS}) > 0, true)
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

/** The entries of an object of the report \`r\` whose texts are not older than the stored ones. */
const laterOf = (column: string): string => `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each(r.${column}) e
    where coalesce((l.text_times ->> e.key)::float8, '-infinity') < (r.times ->> e.key)::float8), '{}')`
/** Late reports set what no newer one has: values of which the history has none later, and texts that were told before. A statement of its own sees what a concurrent newer report has stored. */
const LATE = `
update devices_latest l set
  v = array(select case when h_v is not null and not exists (
      select from devices_series t where t.device_id = r.device_id and t.at > r.at and t.v[n] is not null) then h_v else l_v end
    from unnest(coalesce(h.v, '{}'), l.v) with ordinality as u(h_v, l_v, n)),
  texts = case when r.texts is null then l.texts else l.texts || ${laterOf('texts')} end,
  text_times = case when r.texts is null then l.text_times else l.text_times || ${laterOf('times')} end
from (
  select device_id, to_timestamp(at / 1000) as at, type, texts::jsonb as texts, times::jsonb as times
  from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[]) as r(device_id, at, type, texts, times)
) r join devices_state s on s.device_id = r.device_id and s.reported_at > r.at
left join devices_series h on h.device_id = r.device_id and h.at = r.at
where l.device_id = r.device_id and l.type = r.type`

/** A list of faults that came late counts if no list is newer. */
const LATE_FAULTS = `
update devices_state s set version = v.version, faults = ${FAULTS}, faults_at = r.faults_at,
  fault_since = case when cardinality(${FAULTS}) = 0 then null else least(s.fault_since, r.faults_at) end, state = devices_status(s.state <> 5, s.online, cardinality(${FAULTS}) > 0, true)
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

/** Late reports, as merged for the latest values, or one by one if the batch has several of a device. */
const storeLate = async (
  query: Query,
  rows: readonly SeriesRow[],
  merged: { readonly ids: string; readonly times: string; readonly types: string; readonly texts: string; readonly told: string },
): Promise<void> => {
  if (new Set(rows.map(({ child }) => child.deviceId)).size === rows.length) {
    await query(LATE, [merged.ids, merged.times, merged.types, merged.texts, merged.told])
    return
  }
  for (const row of rows.map(timed)) {
    const { faults: _listed, ...own } = row.times
    await query(LATE, [
      ...[[row.child.deviceId], [row.at], [row.child.type], [wordsOf(row)[0]], [JSON.stringify(own)]].map((cell) => arrayOf(cell)),
    ])
  }
}
const storeLateFaults = async (
  query: Query,
  listed: readonly { readonly id: string; readonly faults: string; readonly at: number }[],
): Promise<readonly StateRow[]> =>
  listed.length === 0
    ? []
    : query<StateRow & Record<string, unknown>>(LATE_FAULTS, [
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
  const [ids, times, types] = [
    arrayOf(latest.map(({ child }) => child.deviceId)),
    arrayOf(latest.map((row) => row.at)),
    arrayOf(latest.map(({ child }) => child.type)),
  ]
  const texts = arrayOf(words.map(([told]) => told))
  const told = arrayOf(latest.map(({ times: { faults: _listed, ...own } }) => JSON.stringify(own)))
  const newer = await query<StateRow & { readonly n?: number }>(watched ? LATEST_WATCHED : LATEST, [
    ...[ids, times, types, arrayOf(latest.map(numbers)), texts, arrayOf(words.map(([, faults]) => faults))],
    ...[at, arrayOf(listedAt), told, arrayOf(latest.map(({ isUntimed }) => isUntimed ?? false))],
  ])
  if ((watched ? newer.length : newer[0]?.n) !== latest.length) await storeLate(query, rows, { ids, times, types, texts, told })
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
