import { LAMP_CONTROLLER, type Reported } from '@lamplight/devices/model'
import { placesOfType } from '@lamplight/devices/server'
import { arrayOf, type Platform, type Query, tableOf, treeIds } from '@lamplight/server-kit'
import { RECOVERED } from '../model/alarm.lifecycle.ts'
import { alarm, alarmConfig, DISPOSED, OPEN, THRESHOLD, THRESHOLD_KIND } from '../model/index.ts'
import { THRESHOLD_EXCEPTIONS } from '../model/kinds.ts'
import { judge, type Limit } from '../model/limit.ts'
import { OPERATORS, type Operator } from '../model/threshold.resource.ts'

const table = tableOf(alarm)
/** SQL of cityExceptionType by the kind that a configuration chose. */
const EXCEPTION = `case m.kind ${Object.entries(THRESHOLD_EXCEPTIONS)
  .map(([kind, exception]) => `when ${kind} then ${exception}`)
  .join(' ')} else 4001 end`

interface Config extends Limit {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly devType: number
  readonly property: string
  readonly holdSeconds: number
  readonly severity: number
}
/** Enabled configurations by device type. */
export type Watched = ReadonlyMap<number, readonly Config[]>

export const readConfigs = async ({ system }: Pick<Platform, 'system'>): Promise<Watched> => {
  const rows = await system.query<Omit<Config, 'operator'> & { operator: number }>(
    `select id::text as id, tenant_id as "tenantId", name, dev_type::int as "devType", property, operator::int as operator, value::float8 as value,
       clear_value::float8 as "clearValue", coalesce(hold_seconds, 0) as "holdSeconds", severity::int as severity
     from ${tableOf(alarmConfig)} where enable = 1 and not is_deleted`,
  )
  return Map.groupBy(
    rows.map((row): Config => ({ ...row, operator: row.operator as Operator })),
    ({ devType }) => devType,
  )
}

export interface Judged {
  readonly config: Config
  readonly deviceId: string
  readonly at: number
  readonly measured: number
  readonly beyond: boolean
}
/** Values of reports that exceed a limit, or are back from it; the last of each device and configuration. */
export const judgedIn = (watched: Watched, { rows, values }: Reported): Judged[] => {
  const found = new Map<string, Judged>()
  const take = (type: number, tenantId: string, deviceId: string, at: number, given: Readonly<Record<string, unknown>>): void => {
    for (const config of watched.get(type) ?? []) {
      const measured = given[config.property]
      if (config.tenantId !== tenantId || typeof measured !== 'number') continue
      const verdict = judge(config, measured)
      if (verdict !== 'between') found.set(`${config.id} ${deviceId}`, { config, deviceId, at, measured, beyond: verdict === 'beyond' })
    }
  }
  if (watched.has(LAMP_CONTROLLER))
    for (const { tenantId, deviceId, at, p } of rows) take(LAMP_CONTROLLER, tenantId, deviceId, at, p as Readonly<Record<string, unknown>>)
  for (const { tenantId, deviceId, at, type, values: given } of values) take(type, tenantId, deviceId, at, given)
  return [...found.values()]
}

/** Limits a query over devices `d` and configurations `c` to the devices that a configuration means. */
const MEANT = `(c.group_id is null and c.area_id is null and coalesce(c.device_ids, '') = ''
  or d.device_id::text = any(string_to_array(replace(c.device_ids, ' ', ''), ','))
  or exists (select from devices_group_members m where m.group_id = c.group_id and m.device_id = d.device_id)
  or p.area_id = any(array(${treeIds({ table: 'places_areas', from: { id: 'c.area_id' } })})))`

/** Writes what was judged: exceeded limits wait for their hold time, open alarms, and end them. Values that arrive again change nothing. */
export const storeJudged = async (
  platform: Pick<Platform, 'system' | 'port' | 'clock'>,
  judged: readonly Judged[],
): Promise<ReadonlySet<string>> => {
  const tenants = new Set<string>()
  const write = async (query: Query, type: number, own: readonly Judged[]): Promise<void> => {
    const [beyond, clear] = [own.filter((one) => one.beyond), own.filter((one) => !one.beyond)]
    const columns = (of: readonly Judged[]): unknown[] => [
      arrayOf(of.map(({ config }) => config.id)),
      arrayOf(of.map(({ deviceId }) => deviceId)),
    ]
    if (clear.length > 0) {
      const params = [...columns(clear), arrayOf(clear.map(({ at }) => at))]
      const u = 'unnest($1::bigint[], $2::bigint[], $3::float8[]) as u (config_id, device_id, at)'
      await query(`delete from alarms_pending w using ${u} where w.config_id = u.config_id and w.device_id = u.device_id`, params)
      const ended = await query<{ tenant_id: string }>(
        `update ${table} a set present = false, ended_at = greatest(a.began_at, to_timestamp(u.at / 1000)), update_time = now(),
           dispose = ${DISPOSED}, result = coalesce(a.result, ${RECOVERED}), disposed_at = coalesce(a.disposed_at, to_timestamp(u.at / 1000))
         from ${u} where a.present and a.config_id = u.config_id and a.device_id = u.device_id and not a.is_deleted returning a.tenant_id`,
        params,
      )
      for (const { tenant_id } of ended) tenants.add(tenant_id)
    }
    if (beyond.length === 0) return
    const words = beyond.map(({ config, measured }) => `${config.property} ${measured} ${OPERATORS[config.operator][1]} ${config.value}`)
    const opened = await query<{ tenant_id: string }>(
      `with u as (select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::text[]) as u (config_id, device_id, at, words)),
       meant as (
         select u.*, c.tenant_id, c.name, c.hold_seconds, c.severity, coalesce(c.alarm_type, ${THRESHOLD}) as alarm_type,
           coalesce(c.sub_alarm_type, ${THRESHOLD_KIND}) as kind, d.sn, d.name as device_name, d.gateway_id, p.project_id, p.area_id
         from u join ${tableOf(alarmConfig)} c on c.id = u.config_id and c.enable = 1 and not c.is_deleted
         join devices_registered d on d.device_id = u.device_id and d.tenant_id = c.tenant_id
         left join (${placesOfType(platform, type)}) p on p.device_id = u.device_id and p.tenant_id = c.tenant_id
         where ${MEANT}
       ), waiting as (
         insert into alarms_pending as w (config_id, device_id, tenant_id, since) select config_id, device_id, tenant_id, to_timestamp(at / 1000) from meant
         on conflict (config_id, device_id) do update set since = least(w.since, excluded.since) returning w.config_id, w.device_id, w.since
       )
       insert into ${table} (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id, config_id, value,
         began_at, last_began, present, count, dispose, project_id, area_id)
       select nextval('kit_id'), m.tenant_id, m.alarm_type, m.kind, ${EXCEPTION}, m.severity, false, m.device_id, $5, m.sn, m.device_name, m.gateway_id, m.config_id,
         m.name || '：' || m.words, w.since, w.since, true, 1, ${OPEN}, m.project_id, m.area_id
       from meant m join waiting w on w.config_id = m.config_id and w.device_id = m.device_id
       where to_timestamp(m.at / 1000) - w.since >= m.hold_seconds * interval '1 second'
         and not exists (select from ${table} a where a.tenant_id = m.tenant_id and a.device_id = m.device_id and a.config_id = m.config_id and a.present and not a.is_deleted)
       order by m.device_id on conflict do nothing returning tenant_id`,
      [...columns(beyond), arrayOf(beyond.map(({ at }) => at)), arrayOf(words), type],
    )
    for (const { tenant_id } of opened) tenants.add(tenant_id)
  }
  await platform.system.tx(async (query) => {
    for (const [type, own] of Map.groupBy(judged, ({ config }) => config.devType)) await write(query, type, own)
  })
  return tenants
}
