import { LAMP_CONTROLLER, type Reported } from '@lamplight/devices/model'
import { type Platform, type Query, tableOf } from '@lamplight/server-kit'
import { alarmConfig, linkageInstance, linkageTemplate } from '../model/index.ts'

/** Which reports the engine needs: instances by trigger device with the property that they compare, and types with alarm configurations. */
export interface Watched {
  readonly devices: ReadonlyMap<string, readonly { readonly instanceId: string; readonly property: string }[]>
  readonly alarmTypes: ReadonlySet<number>
}
export const NOTHING: Watched = { devices: new Map(), alarmTypes: new Set() }

export const readWatched = async ({ system }: Pick<Platform, 'system'>): Promise<Watched> => {
  const rows = await system.query<{ id: string; property: string; devices: string }>(
    `select i.id::text as id, t.property, i.toggle_dev_ids as devices from ${tableOf(linkageInstance)} i
     join ${tableOf(linkageTemplate)} t on t.id = i.template_id and t.tenant_id = i.tenant_id and not t.is_deleted where i.enable > 0 and not i.is_deleted`,
  )
  const devices = new Map<string, { instanceId: string; property: string }[]>()
  for (const { id, property, devices: ids } of rows)
    for (const deviceId of ids.split(',')) {
      const known = devices.get(deviceId) ?? []
      known.push({ instanceId: id, property })
      devices.set(deviceId, known)
    }
  const types = await system.query<{ type: number }>(
    `select distinct dev_type::int as type from ${tableOf(alarmConfig)} where enable = 1 and not is_deleted`,
  )
  return { devices, alarmTypes: new Set(types.map(({ type }) => type)) }
}

interface Seen {
  readonly tenantId: string
  readonly instanceId: string
  readonly deviceId: string
  readonly at: number
  readonly value: unknown
}
/** The values of a report that linkages compare. */
export const seenIn = ({ devices }: Watched, { rows, values }: Reported): Seen[] => {
  if (devices.size === 0) return []
  const seen = (tenantId: string, deviceId: string, at: number, given: Readonly<Record<string, unknown>>): Seen[] =>
    (devices.get(deviceId) ?? []).flatMap(({ instanceId, property }) => {
      const value = given[property]
      return value === undefined || value === null ? [] : [{ tenantId, instanceId, deviceId, at, value }]
    })
  return [
    ...rows.flatMap(({ tenantId, deviceId, at, p }) => seen(tenantId, deviceId, at, p as Readonly<Record<string, unknown>>)),
    ...values.flatMap(({ tenantId, deviceId, at, values: given }) => seen(tenantId, deviceId, at, given)),
  ]
}

/** Stores reported values for the runner. */
export const storeSeen = (query: Query, seen: readonly Seen[]): Promise<unknown> =>
  query(
    `insert into linkage_report (tenant_id, instance_id, device_id, at, value)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::jsonb[])`,
    [
      seen.map(({ tenantId }) => tenantId),
      seen.map(({ instanceId }) => instanceId),
      seen.map(({ deviceId }) => deviceId),
      seen.map(({ at }) => new Date(at)),
      seen.map(({ value }) => JSON.stringify(value)),
    ],
  )

/** A device with the events that it has now according to its report, or with one event that began or ended. */
export interface AlarmNews {
  readonly tenantId: string
  readonly deviceId: string
  readonly at: number
  readonly faults?: readonly string[]
  readonly event?: { readonly type: string; readonly on: boolean }
}
/** Devices whose reports contain faults, of types with alarm configurations. */
export const alarmsIn = ({ alarmTypes }: Watched, { rows, values }: Reported): AlarmNews[] => {
  if (alarmTypes.size === 0) return []
  const of = (tenantId: string, deviceId: string, at: number, faults: unknown): AlarmNews[] =>
    Array.isArray(faults) ? [{ tenantId, deviceId, at, faults: faults.map(String) }] : []
  return [
    ...(alarmTypes.has(LAMP_CONTROLLER) ? rows.flatMap(({ tenantId, deviceId, at, p }) => of(tenantId, deviceId, at, p.faults)) : []),
    ...values.flatMap(({ type, tenantId, deviceId, at, values: given }) =>
      alarmTypes.has(type) ? of(tenantId, deviceId, at, given.faults) : [],
    ),
  ]
}
