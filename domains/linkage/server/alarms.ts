import { EVENT_TYPES, isEventType, isFaultType } from '@lamplight/protocol'
import { type Platform, type Query, tableOf } from '@lamplight/server-kit'
import { alarmConfig, boxesPort, FIRING, isAlarm, SOURCES } from '../model/index.ts'
import { type BoxAction, planBox } from './box-plan.ts'
import { addRecord } from './records.ts'
import type { AlarmNews } from './watch.ts'

interface ConfigRow {
  readonly id: string
  readonly name: string
  readonly alarmType: number
  readonly subAlarmType: string | null
  readonly templateId: string
  readonly actions: readonly (BoxAction & { readonly duration?: number | null })[]
  readonly cabinets: readonly string[] | null
  readonly actingUser: string | null
}

/**
 * Returns the alarms that begin with these events. It deletes the rows of alarms that have ended, so that their next begin counts again.
 * Whether a fault is present is read from the stored faults, because news can arrive out of order.
 */
const begun = async (query: Query, { tenantId, deviceId, at, faults, event }: AlarmNews): Promise<string[]> => {
  const open = await query<{ type: string }>('select type from devices_faults where device_id = $1 and ended_at is null', [deviceId])
  const present = new Set(open.map(({ type }) => type))
  const ended = 'delete from linkage_alarm where device_id = $1 and event <> all($2::text[])'
  if (faults) await query(`${ended} and not told and at <= $3`, [deviceId, [...new Set([...faults, ...present])], new Date(at)])
  if (event && !event.on) await query(`${ended} and event = $3`, [deviceId, [...present], event.type])
  const told = faults ?? (event?.on ? [event.type] : [])
  const now = told.filter((one) => !isEventType(one) || !isFaultType(one) || present.has(one))
  if (now.length === 0) return []
  const rows = await query<{ event: string }>(
    `insert into linkage_alarm (device_id, event, tenant_id, at, told) select $1, e, $2, $3, $5 from unnest($4::text[]) e
     on conflict (device_id, event) do nothing returning event`,
    [deviceId, tenantId, new Date(at), now, faults === undefined],
  )
  return rows.map((row) => row.event)
}

const raise = async (platform: Platform, query: Query, news: AlarmNews): Promise<void> => {
  const { tenantId, deviceId, at } = news
  const events = (await begun(query, news)).filter(isEventType)
  if (events.length === 0) return
  const [device] = await query<{ sn: string; type: number }>(
    'select sn, type::int as type from devices_registered where device_id = $1 and tenant_id = $2',
    [deviceId, tenantId],
  )
  if (!device) return
  const configs = await query<ConfigRow>(
    `select id::text as id, name, alarm_type::int as "alarmType", sub_alarm_type as "subAlarmType", box_template_id::text as "templateId", actions,
       cabinet_ids::text[] as cabinets, acting_user::text as "actingUser"
     from ${tableOf(alarmConfig)} where tenant_id = $1 and dev_type = $2 and enable = 1 and not is_deleted order by id`,
    [tenantId, device.type],
  )
  for (const config of configs)
    for (const event of events.filter((one) => isAlarm(config, one))) {
      const of = config.cabinets && config.cabinets.length > 0 ? { cabinetIds: config.cabinets } : { deviceId }
      const units = await platform.port(boxesPort).units(query, tenantId, config.templateId, of)
      if (units.length === 0) continue
      const actions = await planBox(platform, units, config.actions)
      const [zh, en] = EVENT_TYPES[event]
      await addRecord(platform, query, {
        tenantId,
        userId: config.actingUser,
        kind: SOURCES.alarm,
        source: config.name,
        state: actions.length === 0 ? FIRING.failed : FIRING.pending,
        firedAt: platform.clock.now(),
        cause: [`${device.sn} ${zh}`, `${device.sn}: ${en}`],
        actions,
        device: { id: deviceId, sn: device.sn },
        property: 'faults',
        value: event,
        seenAt: at,
        alarmConfigId: config.id,
      })
    }
}

/**
 * Stores the firings of alarm configurations by faults that began. A fault that is reported again does not count again. An event that fails is logged and does not
 * stop the others.
 */
export const raiseAlarms = async (platform: Platform, news: readonly AlarmNews[]): Promise<void> => {
  for (const one of news)
    await platform.system
      .tx((query) => raise(platform, query, one))
      .catch((why: unknown) => platform.log.error('alarm linkages not raised', { deviceId: one.deviceId, why: String(why) }))
}
