import { deviceTypesPort, LAMP_CONTROLLER } from '@lamplight/devices/model'
import { arrayOf, type Platform, type Query } from '@lamplight/server-kit'
import { judge } from '../model/limit.ts'
import type { OPERATORS, Operator } from '../model/threshold.resource.ts'
import type { Config, Judged } from './thresholds.ts'

/** Properties of lamp controllers in devices_readings, which are columns there. */
const COLUMNS: ReadonlySet<string> = new Set(['power', 'voltage', 'current', 'pf', 'energy', 'hours', 'temperature', 'tilt', 'dim'])
const SQL_OPERATORS: Readonly<Record<Operator, string>> = { 1: '>', 2: '>=', 3: '<', 4: '<=' } satisfies Record<
  keyof typeof OPERATORS,
  string
>
/** A value is looked for so long before the first late report, if it was beyond all the time. */
const BACK_MS = 86_400_000

/** What the readings of a device say of a limit, in the order of their times. Times: epoch ms. */
export interface Replayed {
  /** Since when the value is beyond the limit without a break; null if it is not. */
  readonly since: number | null
  readonly isPresent: boolean
  /** The last value that was back, and the last one that was beyond. */
  readonly clearAt: number | null
  readonly beyond: { readonly at: number; readonly measured: number } | null
}
interface Reading extends Record<string, unknown> {
  readonly at: number
  readonly value: number
}

/** Walks over readings in the order of their times. `since`: since when the value was beyond before them; `isPresent`: whether the alarm was open before them. */
export const replay = (
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

/** SQL of the property in `table`, with parameters $1 device, $2 begin (epoch ms), $3 clear value, $4 change of the configuration (epoch ms). */
const readingsSql = (table: string, value: string, operator: Operator): string => {
  const rows = `from ${table} t where t.device_id = $1 and ${value} is not null`
  return `select (extract(epoch from t.at) * 1000)::float8 as at, (${value})::float8 as value ${rows} and t.at >= greatest(
    least(to_timestamp($2::float8 / 1000), to_timestamp($4::float8 / 1000)),
    coalesce((select t.at ${rows} and t.at < to_timestamp($2::float8 / 1000) and t.at > to_timestamp($2::float8 / 1000 - ${BACK_MS / 1000})
      and not (${value} ${SQL_OPERATORS[operator]} $3) order by t.at desc limit 1), to_timestamp($2::float8 / 1000 - ${BACK_MS / 1000})))
  order by t.at`
}

/** The property of a configuration as SQL over a view of readings; undefined if the property has no history. */
const sourceOf = (platform: Pick<Platform, 'port'>, { devType, property }: Config): readonly [table: string, value: string] | undefined => {
  if (devType === LAMP_CONTROLLER) return COLUMNS.has(property) ? ['devices_readings', `t.${property}`] : undefined
  const slot = platform.port(deviceTypesPort).typeOf(devType)?.properties[property]?.slot
  return slot === undefined ? undefined : ['devices_series_rows', `t.v[${Number(slot)}]`]
}

const KNOWN = `
select (extract(epoch from (select since from alarms_pending where config_id = $1 and device_id = $2)) * 1000)::float8 as since,
  (select (extract(epoch from a.began_at) * 1000)::float8 from alarms_alarm a
   where a.config_id = $1 and a.device_id = $2 and a.present and not a.is_deleted limit 1) as began`

/** Compares the stored readings of a device with a limit again, from the first of `judged` on. Undefined if the property has no history. */
export const replayStored = async (
  platform: Pick<Platform, 'port'>,
  query: Query,
  { config, deviceId, verdicts }: Judged,
): Promise<Replayed | undefined> => {
  const source = sourceOf(platform, config)
  if (!source) return undefined
  const from = Math.min(...verdicts.map(({ at }) => at))
  const readings = await query<Reading>(readingsSql(...source, config.operator), [
    deviceId,
    from,
    config.clearValue ?? config.value,
    config.changedAt,
  ])
  const [known] = await query<{ since: number | null; began: number | null }>(KNOWN, [config.id, deviceId])
  const first = readings[0]?.at ?? from
  const since = known?.since ?? null
  const began = known?.began ?? null
  return replay(config, readings, { since: since !== null && since < first ? since : null, isPresent: began !== null && began < first })
}

/** The times of the newest reports of devices, epoch ms. */
export const newestReports = async (query: Query, deviceIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await query<{ id: string; at: number }>(
    'select device_id::text as id, (extract(epoch from reported_at) * 1000)::float8 as at from devices_states where device_id = any($1::bigint[]) and reported_at is not null',
    [arrayOf([...new Set(deviceIds)])],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}
