import { deviceTypesPort, LAMP_CONTROLLER } from '@lamplight/devices/model'
import { arrayOf, type Platform, type Query, tableOf } from '@lamplight/server-kit'
import { alarm } from '../model/index.ts'
import { judge } from '../model/limit.ts'
import type { OPERATORS, Operator } from '../model/threshold.resource.ts'
import type { Config, Judged } from './judged.ts'

/** Properties of lamp controllers that are columns of devices_readings. */
const COLUMNS: ReadonlySet<string> = new Set(['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt', 'dim'])
const SQL_OPERATORS: Readonly<Record<Operator, string>> = { 1: '>', 2: '>=', 3: '<', 4: '<=' } satisfies Record<
  keyof typeof OPERATORS,
  string
>
/** How far before the first late report the last value that was back is looked for, ms. */
const BACK_MS = 86_400_000
/** Devices whose readings one query compares again. */
const DEVICES_AT_ONCE = 500

/** What the readings of a device say of a limit, in the order of their times. Times: epoch ms. */
interface Replayed {
  /** Since when the value is beyond the limit without a break; null if it is not. */
  readonly since: number | null
  readonly isPresent: boolean
  /** The last value that was back, and the last one that was beyond. */
  readonly clearAt: number | null
  readonly beyond: { readonly at: number; readonly measured: number } | null
}
interface Reading {
  readonly at: number
  readonly value: number
}

/**
 * Compares readings in the order of their times. `before`: since when the value was beyond the limit before the first of them, and whether
 * the alarm was open then.
 */
const replay = (
  config: Pick<Config, 'operator' | 'value' | 'clearValue' | 'holdSeconds'>,
  readings: readonly Reading[],
  before: { readonly since: number | null; readonly isPresent: boolean },
): Replayed => {
  let { since, isPresent } = before
  let clearAt: number | null = null
  let beyond: Replayed['beyond'] = null
  for (const { at, value } of readings) {
    const verdict = judge(config, value)
    if (verdict === 'clear') {
      since = null
      isPresent = false
      clearAt = at
    } else if (verdict === 'beyond') {
      since ??= at
      beyond = { at, measured: value }
      if (at - since >= config.holdSeconds * 1000) isPresent = true
    }
  }
  return { since, isPresent, clearAt, beyond }
}

/**
 * SQL of the readings of the property in `table`, in the order of their times, from the last value that was back before the first late
 * report on. Parameters: $1 devices and $2 times of their first late reports (arrays, epoch ms), $3 clear value, $4 change of the
 * configuration (epoch ms).
 */
const readingsSql = (table: string, value: string, operator: Operator): string => {
  const rows = `from ${table} t where t.device_id = u.device_id and ${value} is not null`
  return `
with u as (
  select device_id, to_timestamp(at / 1000) as at, to_timestamp(at / 1000 - ${BACK_MS / 1000}) as back
  from unnest($1::bigint[], $2::float8[]) as u(device_id, at)
), b as materialized (
  select u.device_id, greatest(least(u.at, to_timestamp($4::float8 / 1000)), coalesce((select t.at ${rows} and t.at < u.at and t.at > u.back
    and not (${value} ${SQL_OPERATORS[operator]} $3::float8) order by t.at desc limit 1), u.back)) as begins from u
)
select u.device_id::text as id, t.at, t.value from b u cross join lateral (
  select (extract(epoch from t.at) * 1000)::float8 as at, (${value})::float8 as value ${rows} and t.at >= u.begins offset 0
) t order by u.device_id, t.at`
}

/** The property of a configuration as SQL over a view of readings; undefined if the property has no history. */
const sourceOf = (platform: Pick<Platform, 'port'>, { devType, property }: Config): readonly [table: string, value: string] | undefined => {
  // The history of lamp controllers holds most numbers as real; as text 24.8 stays 24.8, which a limit may be.
  if (devType === LAMP_CONTROLLER) return COLUMNS.has(property) ? ['devices_readings', `t.${property}::text::float8`] : undefined
  const slot = platform.port(deviceTypesPort).typeOf(devType)?.properties[property]?.slot
  return slot === undefined ? undefined : ['devices_series_rows', `t.v[${Number(slot)}]`]
}

/** What is stored of a configuration ($1) for devices ($2). Times: epoch ms. */
const KNOWN = `
select u.device_id::text as id, (extract(epoch from w.since) * 1000)::float8 as since, (extract(epoch from a.began_at) * 1000)::float8 as began
from unnest($2::bigint[]) as u(device_id)
left join alarms_pending w on w.config_id = $1::bigint and w.device_id = u.device_id
left join lateral (
  select a.began_at from ${tableOf(alarm)} a where a.config_id = $1::bigint and a.device_id = u.device_id and a.present and not a.is_deleted limit 1
) a on true`
interface Known {
  readonly id: string
  readonly since: number | null
  readonly began: number | null
}

const NOTHING: Replayed = { since: null, isPresent: false, clearAt: null, beyond: null }

/**
 * Compares the stored readings of devices with one limit again. `all`: of one configuration, with one entry for each device. A late value within
 * the limit changes nothing for a device without open alarm and without running hold time, so its readings are not queried. When reports come faster than
 * they are judged, almost all late values are of this kind.
 */
const replayConfig = async (
  query: Query,
  [table, value]: readonly [table: string, value: string],
  all: readonly Judged[],
): Promise<readonly (readonly [Judged, Replayed])[]> => {
  const config = all[0]?.config
  if (!config) return []
  const known = new Map((await query<Known>(KNOWN, [config.id, arrayOf(all.map(({ deviceId }) => deviceId))])).map((row) => [row.id, row]))
  const matters = ({ deviceId, verdicts }: Judged): boolean => {
    const stored = known.get(deviceId)
    return verdicts.some(({ isBeyond }) => isBeyond) || (stored?.since ?? stored?.began ?? null) !== null
  }
  const some = all.filter(matters)
  const firsts = some.map(({ verdicts }) => Math.min(...verdicts.map(({ at }) => at)))
  const parameters = [arrayOf(some.map(({ deviceId }) => deviceId)), arrayOf(firsts), config.clearValue ?? config.value, config.changedAt]
  const rows = some.length > 0 ? await query<Reading & { readonly id: string }>(readingsSql(table, value, config.operator), parameters) : []
  const readings = Map.groupBy(rows, ({ id }) => id)
  const replayed = new Map(
    some.map((one, n): [Judged, Replayed] => {
      const own = readings.get(one.deviceId) ?? []
      const first = own[0]?.at ?? firsts[n] ?? 0
      const stored = known.get(one.deviceId)
      const since = stored?.since ?? null
      const began = stored?.began ?? null
      return [
        one,
        replay(config, own, { since: since !== null && since < first ? since : null, isPresent: began !== null && began < first }),
      ]
    }),
  )
  return all.map((one) => [one, replayed.get(one) ?? NOTHING])
}

/**
 * Compares the stored readings of devices with their limits again, from the first report of each entry on. Leaves out entries whose
 * property has no history.
 */
export const replayStored = async (
  platform: Pick<Platform, 'port'>,
  query: Query,
  judged: readonly Judged[],
): Promise<ReadonlyMap<Judged, Replayed>> => {
  const replayed = new Map<Judged, Replayed>()
  for (const all of Map.groupBy(judged, ({ config }) => config.id).values()) {
    const source = all[0] && sourceOf(platform, all[0].config)
    if (!source) continue
    for (let n = 0; n < all.length; n += DEVICES_AT_ONCE)
      for (const [one, found] of await replayConfig(query, source, all.slice(n, n + DEVICES_AT_ONCE))) replayed.set(one, found)
  }
  return replayed
}

/** The times of the newest reports of devices, epoch ms. */
export const newestReports = async (query: Query, deviceIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await query<{ id: string; at: number }>(
    'select device_id::text as id, (extract(epoch from reported_at) * 1000)::float8 as at from devices_states where device_id = any($1::bigint[]) and reported_at is not null',
    [arrayOf([...new Set(deviceIds)])],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}
