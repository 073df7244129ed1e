import { arrayOf, type Query } from '@lamplight/server-kit'
import { type Changed, RETURNING } from './changed.ts'
import type { SeriesRow } from './sort-messages.ts'

/** Values of the newer row where it has some, else of the older one. */
const merge = (older: SeriesRow, newer: SeriesRow): SeriesRow => ({
  ...newer,
  v: Array.from({ length: Math.max(older.v.length, newer.v.length) }, (_, at) => newer.v[at] ?? older.v[at] ?? null),
  texts: { ...older.texts, ...newer.texts },
})

/** One row per device and time for the history, and one per device, merged in the order of the device's time, for what is known last. */
export const foldSeries = (rows: readonly SeriesRow[]): { readonly history: SeriesRow[]; readonly latest: SeriesRow[] } => {
  const byTime = new Map<string, SeriesRow>()
  for (const row of rows) {
    const key = `${row.child.deviceId} ${row.at}`
    const same = byTime.get(key)
    byTime.set(key, same ? merge(same, row) : row)
  }
  const byDevice = new Map<string, SeriesRow>()
  for (const row of [...byTime.values()].sort((a, b) => a.at - b.at)) {
    const before = byDevice.get(row.child.deviceId)
    byDevice.set(row.child.deviceId, before ? merge(before, row) : row)
  }
  // In the order of devices, so that two processes that update the same ones do not wait for each other in a circle.
  const latest = [...byDevice.values()].sort((a, b) => (a.child.deviceId < b.child.deviceId ? -1 : 1))
  return { history: [...byTime.values()].filter(({ v }) => v.some((value) => value !== null)), latest }
}

const MERGED = (newer: string, older: string): string => `array(select coalesce(n, o) from unnest(${newer}, ${older}) as u(n, o))`

/** With `again` a report that is there already takes the values that it did not have. */
const HISTORY = (again: boolean): string =>
  `insert into devices_series as s (device_id, at, type, v, tenant_id)
   select device_id, to_timestamp(at / 1000), type, v::float8[], tenant_id
   from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::text[], $5::text[]) as r(device_id, at, type, v, tenant_id)
   ${again ? `on conflict (device_id, at) do update set v = ${MERGED('s.v', 'excluded.v')}` : ''}`

const FAULTS = `coalesce(string_to_array(r.faults, ','), s.faults)`
const LATEST = `
with r as materialized (
  select device_id, to_timestamp(at / 1000) as at, v::float8[] as v, texts::jsonb as texts, faults
  from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::text[]) as r(device_id, at, v, texts, faults)
), told as (
  update devices_latest l set v = ${MERGED('r.v', 'l.v')}, texts = case when r.texts is null then l.texts else l.texts || r.texts end
  from r join devices_state s on s.device_id = r.device_id and (s.reported_at is null or s.reported_at < r.at)
  where l.device_id = r.device_id
)
update devices_state s set version = v.version, reported_at = r.at, received_at = to_timestamp($6::float8 / 1000), online = true, is_on = true,
  faults = ${FAULTS}, fault_since = case when cardinality(${FAULTS}) = 0 then null when cardinality(s.faults) > 0 then coalesce(s.fault_since, r.at) else r.at end,
  state = devices_status(s.state <> 5, true, cardinality(${FAULTS}) > 0, true)
from r, (select nextval('devices_state_version') as version) v
where s.device_id = r.device_id and (s.reported_at is null or s.reported_at < r.at)${RETURNING}`

const numbers = ({ v }: SeriesRow): string => `{${v.map((value) => value ?? 'NULL').join()}}`
/** Texts as JSON, and faults apart from them: those stand in devices_state, as those of lamps do. */
const wordsOf = ({ texts: { faults, ...texts } }: SeriesRow): readonly [texts: string | undefined, faults: string | undefined] => [
  Object.keys(texts).length > 0 ? JSON.stringify(texts) : undefined,
  Array.isArray(faults) ? faults.join() : undefined,
]

/**
 * Stores reports of devices that are no lamp controllers: history, latest values where the device's time is newer than what is known, and their
 * state. `at` is the server's time, epoch ms. A report that is there already fails with SQLSTATE 23505 unless `again`.
 */
export const storeSeries = async (query: Query, rows: readonly SeriesRow[], at: number, again: boolean): Promise<Changed[]> => {
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
  return query<Changed>(LATEST, [
    arrayOf(latest.map(({ child }) => child.deviceId)),
    arrayOf(latest.map((row) => row.at)),
    arrayOf(latest.map(numbers)),
    arrayOf(words.map(([texts]) => texts)),
    arrayOf(words.map(([, faults]) => faults)),
    at,
  ])
}
