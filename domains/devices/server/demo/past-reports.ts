import type { DeviceTypeDefinition } from '@lamplight/kit'
import { sieveOf } from '@lamplight/protocol'
import { arrayOf, type Query } from '@lamplight/server-kit'
import type { Past, PastReports } from '../../model/index.ts'
import type { SeriesRow } from '../ingest/sort-messages.ts'
import { storeSeries } from '../series/store-series.ts'

const DAY_MS = 86_400_000
/** Rows of one statement. */
const CHUNK = 10_000
const HISTORY = `
insert into devices_series (device_id, at, type, v, tenant_id)
select device_id, to_timestamp(at / 1000), $4, v::float8[], $5 from unnest($1::bigint[], $2::float8[], $3::text[]) as r(device_id, at, v)
on conflict do nothing`
/**
 * Marks an hour of each device and day, in the tenant's time zone: the rollup of an hour computes its day too. A report at midnight ends the
 * increases of the day before.
 */
const DUE = `
insert into devices_rollup_due (tenant_id, device_id, hour, type)
select $1, s.device_id, max(date_trunc('hour', u.at, 'UTC')), $2 from devices_series s
cross join lateral (values (s.at), (s.at - interval '1 microsecond')) u (at)
where s.device_id = any($3::bigint[]) and s.tenant_id = $1 and date_trunc('hour', u.at, 'UTC') < (select closed_until from devices_rollup_frontier)
group by s.device_id, (u.at at time zone $4)::date order by (u.at at time zone $4)::date, s.device_id`
/** The last report of each device arrived at its own time. A loss of the device begins there. */
const RECEIVED = `update devices_state s set received_at = s.reported_at from unnest($1::bigint[], $2::float8[]) as u(device_id, at)
  where s.device_id = u.device_id and s.reported_at = to_timestamp(u.at / 1000) and s.tenant_id = $3`

/** Moves the begin of open faults back: a fault began with the first of the consecutive reports that name it, not with the last report. */
const FAULTS = `
with began as (
  update devices_fault f set began_at = to_timestamp(u.at / 1000) from unnest($1::bigint[], $2::text[], $3::float8[]) as u(device_id, type, at)
  where f.device_id = u.device_id and f.type = u.type and f.ended_at is null and f.tenant_id = $4 returning f.device_id, f.began_at
)
update devices_state s set fault_since = b.at from (select device_id, min(began_at) as at from began group by device_id) b where s.device_id = b.device_id`

const faultsIn = (values: PastReports['reports'][number]['values'] | undefined): readonly string[] =>
  Array.isArray(values?.faults) ? values.faults.map(String) : []
/** The faults of the last report. Each began at the first of the consecutive reports, up to the last one, that name it. */
const openFaults = ({ deviceId, reports }: PastReports) =>
  faultsIn(reports.at(-1)?.values).map((type) => {
    const quiet = reports.findLastIndex(({ values }) => !faultsIn(values).includes(type))
    return { deviceId, type, at: reports[quiet + 1]?.at ?? 0 }
  })

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** Makes the partitions of readings and rollups of these days, counted since 1970. */
export const makePartitions = async (query: Query, days: readonly number[]): Promise<void> => {
  for (const day of days) await query('select devices_telemetry_partition($1::date)', [dateOf(day)])
  for (const month of new Set(days.map((day) => `${dateOf(day).slice(0, 7)}-01`)))
    await query('select devices_rollup_partition($1::date)', [month])
}

const rowsOf = ({ deviceId, reports }: PastReports, type: DeviceTypeDefinition, tenantId: string): SeriesRow[] => {
  const sieve = sieveOf(type)
  return reports.map(({ at, values }) => {
    const { v, texts } = sieve(values)
    return { child: { deviceId, type: type.code, tenantId }, at, v, texts } as SeriesRow
  })
}

/** The part of the past that is made of reports. */
export const pastReports: Pick<Past, 'storeLastReports' | 'storeReports'> = {
  storeLastReports: async (query, { tenantId, type, devices }) => {
    const last = devices.flatMap((device) => rowsOf({ ...device, reports: device.reports.slice(-1) }, type, tenantId))
    if (last.length === 0) return
    await makePartitions(query, [...new Set(last.map(({ at }) => Math.floor(at / DAY_MS)))])
    await storeSeries(query, last, Math.max(...last.map(({ at }) => at)), { again: true, watched: false })
    const faults = devices.flatMap(openFaults)
    await query(FAULTS, [
      arrayOf(faults.map(({ deviceId }) => deviceId)),
      arrayOf(faults.map(({ type: fault }) => fault)),
      arrayOf(faults.map(({ at }) => at)),
      tenantId,
    ])
    await query(RECEIVED, [arrayOf(last.map(({ child }) => child.deviceId)), arrayOf(last.map(({ at }) => at)), tenantId])
  },
  storeReports: async (query, { tenantId, zone, type, devices }) => {
    const before = devices.flatMap((device) => rowsOf({ ...device, reports: device.reports.slice(0, -1) }, type, tenantId))
    await makePartitions(query, [...new Set(before.map(({ at }) => Math.floor(at / DAY_MS)))])
    for (let from = 0; from < before.length; from += CHUNK) {
      const part = before.slice(from, from + CHUNK)
      await query(HISTORY, [
        arrayOf(part.map(({ child }) => child.deviceId)),
        arrayOf(part.map(({ at }) => at)),
        arrayOf(part.map(({ v }) => `{${v.map((value) => value ?? 'NULL').join()}}`)),
        type.code,
        tenantId,
      ])
    }
    await query(DUE, [tenantId, type.code, devices.map(({ deviceId }) => deviceId), zone])
  },
}
