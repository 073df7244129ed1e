import { deviceTypesPort, LAMP_CONTROLLER, type Reported } from '@lamplight/devices/model'
import { placesOfType } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, type Text, unitSymbol, withUnit } from '@lamplight/kit'
import { arrayOf, type Platform, type Query, tableOf, treeIds } from '@lamplight/server-kit'
import { RECOVERED } from '../model/alarm.lifecycle.ts'
import { alarm, alarmConfig, DISPOSED, OPEN, THRESHOLD, THRESHOLD_KIND } from '../model/index.ts'
import { THRESHOLD_EXCEPTIONS } from '../model/kinds.ts'
import { judge } from '../model/limit.ts'
import { OPERATORS, type Operator } from '../model/threshold.resource.ts'
import type { Config, Judged, Verdict } from './judged.ts'
import { newestReports, replayStored } from './threshold-replay.ts'

const table = tableOf(alarm)
/** SQL of cityExceptionType by the kind that a configuration chose. */
const EXCEPTION = `case m.kind ${Object.entries(THRESHOLD_EXCEPTIONS)
  .map(([kind, exception]) => `when ${kind} then ${exception}`)
  .join(' ')} else 4001 end`

/** Enabled configurations by device type. */
export type Watched = ReadonlyMap<number, readonly Config[]>

export const readConfigs = async ({ system }: Pick<Platform, 'system'>): Promise<Watched> => {
  const rows = await system.query<Omit<Config, 'operator'> & { operator: number }>(
    `select id::text as id, tenant_id as "tenantId", name, dev_type::int as "devType", property, operator::int as operator, value::float8 as value,
       clear_value::float8 as "clearValue", coalesce(hold_seconds, 0) as "holdSeconds", severity::int as severity,
       (extract(epoch from update_time) * 1000)::float8 as "changedAt"
     from ${tableOf(alarmConfig)} where enable = 1 and not is_deleted`,
  )
  return Map.groupBy(
    rows.map((row): Config => ({ ...row, operator: row.operator as Operator })),
    ({ devType }) => devType,
  )
}

/** Values of reports that exceed a limit, or are back from it, by device and configuration. */
export const judgedIn = (watched: Watched, { rows, values }: Reported): Judged[] => {
  const found = new Map<string, { config: Config; deviceId: string; verdicts: Verdict[] }>()
  const take = (type: number, tenantId: string, deviceId: string, at: number, given: Readonly<Record<string, unknown>>): void => {
    for (const config of watched.get(type) ?? []) {
      const measured = given[config.property]
      if (config.tenantId !== tenantId || typeof measured !== 'number') continue
      const verdict = judge(config, measured)
      if (verdict === 'between') continue
      const key = `${config.id} ${deviceId}`
      const known = found.get(key)
      const one = { at, measured, isBeyond: verdict === 'beyond' }
      if (known) known.verdicts.push(one)
      else found.set(key, { config, deviceId, verdicts: [one] })
    }
  }
  if (watched.has(LAMP_CONTROLLER))
    for (const { tenantId, deviceId, at, p } of rows) take(LAMP_CONTROLLER, tenantId, deviceId, at, p as Readonly<Record<string, unknown>>)
  for (const { tenantId, deviceId, at, type, values: given } of values) take(type, tenantId, deviceId, at, given)
  for (const { verdicts } of found.values()) verdicts.sort((a, b) => a.at - b.at)
  return [...found.values()]
}

/** Limits a query over devices `d` and configurations `c` to the devices that a configuration means. */
const MEANT = `(c.group_id is null and c.area_id is null and coalesce(c.device_ids, '') = ''
  or d.device_id::text = any(string_to_array(replace(c.device_ids, ' ', ''), ','))
  or exists (select from devices_group_members m where m.group_id = c.group_id and m.device_id = d.device_id)
  or p.area_id = any(array(${treeIds({ table: 'places_areas', from: { id: 'c.area_id' } })})))`

interface Pair {
  readonly config: Config
  readonly deviceId: string
}
/** The value of a device came back at `at`. `isLast`: the alarm is not open after all readings. */
type Clear = Pair & { readonly at: number; readonly isLast: boolean }
/** The value of a device is beyond the limit since `since`, and was last measured so at `at`. */
type Beyond = Pair & { readonly at: number; readonly since: number; readonly measured: number }
interface Outcome {
  /** Pairs whose stored readings were compared again: the stored begin of their hold time is not valid any more. */
  readonly renewed: readonly Pair[]
  readonly clear: readonly Clear[]
  readonly beyond: readonly Beyond[]
}

/**
 * Finds what reports mean for their limits. Equal verdicts that end with the newest report of a device continue what is stored. Older ones,
 * and different ones of one batch, may change what newer reports meant: the stored readings are compared again in the order of their times.
 * A property without history follows its newest reports only.
 */
const outcomeOf = async (platform: Pick<Platform, 'port'>, query: Query, judged: readonly Judged[]): Promise<Outcome> => {
  const newest = await newestReports(
    query,
    judged.map(({ deviceId }) => deviceId),
  )
  const isNewest = ({ deviceId, verdicts }: Judged): boolean =>
    (verdicts.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= (newest.get(deviceId) ?? Number.NEGATIVE_INFINITY)
  const isPlain = (one: Judged): boolean => isNewest(one) && one.verdicts.every(({ isBeyond }) => isBeyond === one.verdicts[0]?.isBeyond)
  const replayed = await replayStored(
    platform,
    query,
    judged.filter((one) => !isPlain(one)),
  )
  const outcome = { renewed: [] as Pair[], clear: [] as Clear[], beyond: [] as Beyond[] }
  for (const one of judged) {
    const { config, deviceId, verdicts } = one
    const last = verdicts.at(-1)
    if (!last) continue
    const pair = { config, deviceId }
    const again = replayed.get(one)
    if (again) {
      outcome.renewed.push(pair)
      if (again.clearAt !== null) outcome.clear.push({ ...pair, at: again.clearAt, isLast: !again.isPresent })
      if (again.beyond && again.since !== null) outcome.beyond.push({ ...pair, ...again.beyond, since: again.since })
    } else if (isNewest(one) && last.isBeyond) outcome.beyond.push({ ...pair, ...last, since: verdicts[0]?.at ?? last.at })
    else if (isNewest(one)) outcome.clear.push({ ...pair, at: last.at, isLast: true })
  }
  return outcome
}

/** Ends alarms whose values came back. Parameters are arrays: $1 configurations, $2 devices, $3 epoch ms, $4 `isLast`. */
const CLEAR = `
update ${table} a set present = false, ended_at = greatest(a.began_at, to_timestamp(u.at / 1000)), update_time = now(),
  dispose = ${DISPOSED}, result = coalesce(a.result, ${RECOVERED}), disposed_at = coalesce(a.disposed_at, to_timestamp(u.at / 1000))
from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::boolean[]) as u (config_id, device_id, at, is_last)
where a.present and a.config_id = u.config_id and a.device_id = u.device_id and not a.is_deleted
  and (u.is_last or a.began_at <= to_timestamp(u.at / 1000)) returning a.tenant_id`
/** Notes since when devices are beyond their limits, and opens the alarms that have waited for their hold time. `type` is $7. */
const beyondSql = (places: string): string => `
with u as (select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::text[], $5::text[], $6::float8[]) as u (config_id, device_id, at, words, words_en, since)),
meant as (
  select u.*, c.tenant_id, c.name, c.hold_seconds, c.severity, coalesce(c.alarm_type, ${THRESHOLD}) as alarm_type,
    coalesce(c.sub_alarm_type, ${THRESHOLD_KIND}) as kind, d.sn, d.name as device_name, d.gateway_id, p.project_id, p.area_id
  from u join ${tableOf(alarmConfig)} c on c.id = u.config_id and c.enable = 1 and not c.is_deleted
  join devices_registered d on d.device_id = u.device_id and d.tenant_id = c.tenant_id
  left join (${places}) p on p.device_id = u.device_id and p.tenant_id = c.tenant_id
  where ${MEANT}
), waiting as (
  insert into alarms_pending as w (config_id, device_id, tenant_id, since) select config_id, device_id, tenant_id, to_timestamp(since / 1000) from meant
  on conflict (config_id, device_id) do update set since = least(w.since, excluded.since) returning w.config_id, w.device_id, w.since
)
insert into ${table} (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id, config_id, value, value_en,
  began_at, last_began, present, count, dispose, project_id, area_id)
select nextval('kit_id'), m.tenant_id, m.alarm_type, m.kind, ${EXCEPTION}, m.severity, false, m.device_id, $7, m.sn, m.device_name, m.gateway_id, m.config_id,
  m.name || '：' || m.words, m.name || ': ' || m.words_en, w.since, w.since, true, 1, ${OPEN}, m.project_id, m.area_id
from meant m join waiting w on w.config_id = m.config_id and w.device_id = m.device_id
where to_timestamp(m.at / 1000) - w.since >= m.hold_seconds * interval '1 second'
  and not exists (select from ${table} a where a.tenant_id = m.tenant_id and a.device_id = m.device_id and a.config_id = m.config_id and a.present and not a.is_deleted)
order by m.device_id on conflict do nothing returning tenant_id`

/**
 * Moves the begin of an open alarm to an older value that came late, as if it had come in time. Alarms that a value between them ended are
 * no longer open then: `CLEAR` runs before.
 */
const EARLIER = `
update ${table} a set began_at = to_timestamp(u.since / 1000), update_time = now()
from unnest($1::bigint[], $2::bigint[], $3::float8[]) as u (config_id, device_id, since)
where a.present and a.config_id = u.config_id and a.device_id = u.device_id and not a.is_deleted and a.began_at > to_timestamp(u.since / 1000) returning a.tenant_id`

const columns = (of: readonly Pair[]): [string, string] => [
  arrayOf(of.map(({ config }) => config.id)),
  arrayOf(of.map(({ deviceId }) => deviceId)),
]
/** What shows that a value is beyond its limit: `漏电流 35 mA > 30 mA`. A property that the type no longer has is named by its id. */
const wordsOf = (type: DeviceTypeDefinition | undefined, { config, measured }: Beyond): Text => {
  const { label = [config.property, config.property], unit } = type?.properties[config.property] ?? {}
  const [value, limit] = [measured, config.value].map((one) => (unit ? withUnit(String(one), unitSymbol(unit)) : String(one)))
  const comparison = `${value} ${OPERATORS[config.operator][1]} ${limit}`
  return [`${label[0]} ${comparison}`, `${label[1]} ${comparison}`]
}

/**
 * Writes what was judged: exceeded limits wait for their hold time, open alarms, and end them. The result is that of the reports in the
 * order of their times; values that arrive again change nothing.
 */
export const storeJudged = async (platform: Pick<Platform, 'system' | 'port'>, judged: readonly Judged[]): Promise<ReadonlySet<string>> => {
  const tenants = new Set<string>()
  const note = (rows: readonly { readonly tenant_id: string }[]): void => {
    for (const { tenant_id } of rows) tenants.add(tenant_id)
  }
  const write = async (query: Query, type: number, own: readonly Judged[]): Promise<void> => {
    const { renewed, clear, beyond } = await outcomeOf(platform, query, own)
    const forgotten = [...renewed, ...clear]
    if (forgotten.length > 0)
      await query(
        'delete from alarms_pending w using unnest($1::bigint[], $2::bigint[]) as u (config_id, device_id) where w.config_id = u.config_id and w.device_id = u.device_id',
        columns(forgotten),
      )
    if (clear.length > 0)
      note(await query(CLEAR, [...columns(clear), arrayOf(clear.map(({ at }) => at)), arrayOf(clear.map(({ isLast }) => isLast))]))
    const again = new Set(renewed.map(({ config, deviceId }) => `${config.id} ${deviceId}`))
    const earlier = again.size === 0 ? [] : beyond.filter(({ config, deviceId }) => again.has(`${config.id} ${deviceId}`))
    if (earlier.length > 0) note(await query(EARLIER, [...columns(earlier), arrayOf(earlier.map(({ since }) => since))]))
    if (beyond.length > 0) {
      // This process has loaded the type: it has checked the reports by it.
      const known = platform.port(deviceTypesPort).typeOf(type)
      const words = beyond.map((one) => wordsOf(known, one))
      note(
        await query(beyondSql(placesOfType(platform, type)), [
          ...columns(beyond),
          arrayOf(beyond.map(({ at }) => at)),
          arrayOf(words.map(([zh]) => zh)),
          arrayOf(words.map(([, en]) => en)),
          arrayOf(beyond.map(({ since }) => since)),
          type,
        ]),
      )
    }
  }
  await platform.system.tx(async (query) => {
    for (const [type, own] of Map.groupBy(judged, ({ config }) => config.devType)) await write(query, type, own)
  })
  return tenants
}
