import { placesOfType } from '@lamplight/devices/server'
import { alarmMachineType } from '@lamplight/media/model'
import { arrayOf, type Platform, tableOf } from '@lamplight/server-kit'
import { ANSWERED, alarm, MISSED, OPEN, RINGING, SOS, SOS_KIND, sosCall } from '../model/index.ts'

const [alarms, calls] = [tableOf(alarm), tableOf(sosCall)]
/** Key of the advisory lock: one process at a time opens and ends calls. */
const LOCK = 7_263_651
const ON_SITE = 4001
/** A call that began and ended between two looks is recorded if it is not older than this. */
const MISSED_WITHIN = "interval '10 minutes'"

/** Present values of alarm machines: `sos` 1 while somebody calls, `called` when the button was last pressed. `$1`: now, `$2`: device ids or null for all. */
const machines = (places: string): string => `
machines as materialized (
  select v.device_id, v.tenant_id, r.sn, coalesce(r.name, '') as name, r.gateway_id, v.v[${alarmMachineType.properties.sos.slot}] = 1 as calling,
    case when jsonb_typeof(v.texts -> 'lastCallAt') = 'number' then to_timestamp((v.texts ->> 'lastCallAt')::float8 / 1000) end as called, p.project_id, p.area_id
  from devices_values v join devices_registered r on r.device_id = v.device_id and r.tenant_id = v.tenant_id and r.activated and r.type = ${alarmMachineType.code}
  left join (${places}) p on p.device_id = v.device_id and p.tenant_id = v.tenant_id
  where v.type = ${alarmMachineType.code} and ($2::bigint[] is null or v.device_id = any($2::bigint[]))
)`

/**
 * SQL condition: the last press of the machine `m` is another one than that of the call `c`. The clock of a machine may jump back, so a
 * press with a much earlier time is another one too.
 */
const ANOTHER_PRESS = "(m.called > c.pressed_at or m.called < c.pressed_at - interval '2 minutes')"
/** Ends calls whose machine calls no more, and calls that were answered if the button was pressed again: that is another call. */
const end = (places: string): string => `with ${machines(places)}, ended as (
  update ${calls} c set ended_at = $1, update_time = $1, result = case when c.result = ${RINGING} then ${MISSED} else c.result end
  from machines m where c.device_id = m.device_id and c.tenant_id = m.tenant_id and c.ended_at is null and not c.is_deleted
    and (not coalesce(m.calling, false) or c.result = ${ANSWERED} and ${ANOTHER_PRESS})
  returning c.id, c.tenant_id, c.alarm_id, c.result
), closed as (
  update ${alarms} a set present = false, ended_at = $1, update_time = $1 from ended e where a.id = e.alarm_id and a.present returning 1
)
select id::text as id, tenant_id, result::int as result from ended`

/** Counts further presses of the button during a call that nobody has answered. */
const press = (places: string): string => `with ${machines(places)}, pressed as (
  update ${calls} c set presses = c.presses + 1, pressed_at = m.called, update_time = $1
  from machines m where c.device_id = m.device_id and c.tenant_id = m.tenant_id and c.ended_at is null and not c.is_deleted and ${ANOTHER_PRESS}
  returning c.id, c.tenant_id, c.alarm_id, c.pressed_at, c.result
), again as (
  update ${alarms} a set count = a.count + 1, last_began = p.pressed_at, update_time = $1 from pressed p where a.id = p.alarm_id returning 1
)
select id::text as id, tenant_id, result::int as result from pressed`

/** Opens a call and its alarm for each machine that calls and has none, or that called and stopped since the last look. */
const begin = (places: string): string => `with ${machines(places)}, fresh as materialized (
  select m.*, coalesce(m.calling, false) as rings, nextval('kit_id') as alarm_id, nextval('kit_id') as call_id,
    case when m.called between $1::timestamptz - interval '1 day' and $1::timestamptz + interval '1 minute' then m.called else $1::timestamptz end as began
  from machines m
  where (m.calling or m.called between $1::timestamptz - ${MISSED_WITHIN} and $1::timestamptz)
    and not exists (select from ${calls} c where c.tenant_id = m.tenant_id and c.device_id = m.device_id and not c.is_deleted
      and (c.ended_at is null or c.pressed_at = m.called or c.pressed_at > m.called and not m.calling is true))
), opened as (
  insert into ${alarms} (id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, latched, device_id, device_type, sn, name, gateway_id,
    began_at, last_began, ended_at, present, count, dispose, project_id, area_id, create_time, update_time)
  select alarm_id, tenant_id, ${SOS}, ${SOS_KIND}, ${ON_SITE}, 1, true, device_id, ${alarmMachineType.code}, sn, name, gateway_id,
    began, began, case when not rings then $1::timestamptz end, rings, 1, ${OPEN}, project_id, area_id, $1, $1 from fresh order by device_id
  on conflict do nothing returning id
), rung as (
  insert into ${calls} (id, tenant_id, device_id, sn, name, alarm_id, began_at, pressed_at, ended_at, presses, result, project_id, area_id, create_time, update_time)
  select f.call_id, f.tenant_id, f.device_id, f.sn, f.name, f.alarm_id, f.began, coalesce(f.called, f.began), case when not f.rings then $1::timestamptz end, 1,
    case when f.rings then ${RINGING} else ${MISSED} end, f.project_id, f.area_id, $1, $1 from fresh f join opened o on o.id = f.alarm_id
  returning id, tenant_id, result
)
select id::text as id, tenant_id, result::int as result from rung`

export interface CallNews {
  readonly id: string
  readonly tenant_id: string
  readonly result: number
}

/**
 * Brings SOS calls and their alarms up to date with what alarm machines report: all of them, or those with the given device ids. Running it again changes
 * nothing, so a report that arrives twice or a restart rings once. Returns the calls that changed.
 */
export const followSos = async (
  platform: Pick<Platform, 'system' | 'clock' | 'port'>,
  deviceIds: readonly string[] | null,
): Promise<readonly CallNews[]> => {
  const places = placesOfType(platform, alarmMachineType.code)
  const params = [new Date(platform.clock.now()), deviceIds && arrayOf([...deviceIds])]
  return platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const changed: CallNews[] = []
    for (const step of [end, press, begin]) changed.push(...(await query<CallNews>(step(places), params)))
    return changed
  })
}
