import { arrayOf, type Query } from '@lamplight/server-kit'
import { type ChangedDevice, sinceOf } from './changed.ts'
import type { SeriesRow } from './sort-messages.ts'

/** Merges two rows: values of `newer`, and values of `older` that `newer` lacks. */
const merge = (older: SeriesRow, newer: SeriesRow): SeriesRow => ({
  ...newer,
  v: Array.from({ length: Math.max(older.v.length, newer.v.length) }, (_, at) => newer.v[at] ?? older.v[at] ?? null),
  texts: { ...older.texts, ...newer.texts },
})

/** Merges the rows of a batch: by device and time for the history, by device for the latest values. */
export const foldSeries = (rows: readonly SeriesRow[]): { readonly history: SeriesRow[]; readonly latest: SeriesRow[] } => {
  const byTime = new Map<string, SeriesRow>()
  for (const row of rows) {
    const key = `${row.child.deviceId} ${row.at}`
    const same = byTime.get(key)
    // If two reports have the same time, the second adds only values that the first lacks, as in the SQL below.
    byTime.set(key, same ? merge(row, same) : row)
  }
  const byDevice = new Map<string, SeriesRow>()
  for (const row of [...byTime.values()].sort((a, b) => a.at - b.at)) {
    const before = byDevice.get(row.child.deviceId)
    byDevice.set(row.child.deviceId, before ? merge(before, row) : row)
  }
  return { history: [...byTime.values()].filter(({ v }) => v.some((value) => value !== null)), latest: [...byDevice.values()] }
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

const FAULTS = `coalesce(string_to_array(r.faults, ','), s.faults)`
/**
 * Updates devices_state first, and devices_latest for the rows that were updated. The lock on the state row decides which of two concurrent reports is newer.
 * A report with the time of the stored one adds only missing values. With `watched` it returns the updated state rows.
 */
const latestSql = (watched: boolean): string => `
with r as materialized (
  select device_id, to_timestamp(at / 1000) as at, type, v::float8[] as v, texts::jsonb as texts, faults
  from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[], $6::text[]) as r(device_id, at, type, v, texts, faults)
), newer as (
  update devices_state s set version = v.version, reported_at = r.at, received_at = to_timestamp($7::float8 / 1000), online = true, is_on = true,
    faults = ${FAULTS}, fault_since = ${sinceOf(FAULTS, 'r.at')}, state = devices_status(s.state <> 5, true, cardinality(${FAULTS}) > 0, true)
  from r, (select nextval('devices_state_version') as version) v
  where s.device_id = r.device_id and (s.reported_at is null or s.reported_at < r.at)
  returning s.device_id, s.tenant_id, s.state, s.reported_at
)${watched ? ', kept as (' : ''}
update devices_latest l set
  v = case when n.device_id is null then ${MERGED('l.v', 'r.v')} else ${MERGED('r.v', 'l.v')} end,
  texts = case when r.texts is null then l.texts when n.device_id is null then r.texts || l.texts else l.texts || r.texts end
from r join devices_state s on s.device_id = r.device_id left join newer n on n.device_id = r.device_id
where l.device_id = r.device_id and l.type = r.type and (n.device_id is not null or s.reported_at = r.at)
  and (r.texts is not null or cardinality(array_remove(r.v, null)) > 0)${watched ? ') select * from newer' : ''}`
const [LATEST, LATEST_WATCHED] = [latestSql(false), latestSql(true)]

type StateRow = Pick<ChangedDevice, 'device_id' | 'tenant_id' | 'state' | 'reported_at'>

const numbers = ({ v }: SeriesRow): string => `{${v.map((value) => value ?? 'NULL').join()}}`
/** Texts as JSON, and the faults, which are stored in devices_state. */
const wordsOf = ({ texts: { faults, ...texts } }: SeriesRow): readonly [texts: string | undefined, faults: string | undefined] => [
  Object.keys(texts).length > 0 ? JSON.stringify(texts) : undefined,
  Array.isArray(faults) ? faults.join() : undefined,
]

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
  const newer = await query<StateRow>(watched ? LATEST_WATCHED : LATEST, [
    arrayOf(latest.map(({ child }) => child.deviceId)),
    arrayOf(latest.map((row) => row.at)),
    arrayOf(latest.map(({ child }) => child.type)),
    arrayOf(latest.map(numbers)),
    arrayOf(words.map(([texts]) => texts)),
    arrayOf(words.map(([, faults]) => faults)),
    at,
  ])
  if (newer.length === 0) return []
  const stored = new Map(latest.map((row) => [row.child.deviceId, row]))
  return newer.flatMap((state) => {
    const row = stored.get(state.device_id)
    return row ? [{ ...state, type: row.child.type, v: row.v, texts: row.texts }] : []
  })
}
