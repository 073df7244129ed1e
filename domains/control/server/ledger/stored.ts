import type { DeviceTypes } from '@lamplight/devices/model'
import { namedValues } from '@lamplight/devices/server'
import type { Query } from '@lamplight/server-kit'
import type { DeviceReport, PackKey } from './ledger-types.ts'
import { placeColumns } from './pack.ts'

/** The latest measurement after its agreement of each device that waits for a proof, of batches `$1` and gateways `$2`. */
const STORED = `select i.device_id::text as device_id, (extract(epoch from t.at) * 1000)::float8 as at, t.is_on, t.dim::float8 as dim, t.power::float8 as power,
    case when s.reported_at >= i.device_at then s.reason end as reason,
    case when s.reported_at >= i.device_at then (extract(epoch from s.override_until) * 1000)::float8 end as until
  from unnest($1::bigint[], $2::text[]) as w (batch_id, gateway_sn)
  join control_ledger i on i.batch_id = w.batch_id and i.gateway_sn = w.gateway_sn
  join devices_states s on s.device_id = i.device_id
  cross join lateral (select x.at, x.is_on, x.dim, x.power from devices_readings x
    where x.tenant_id = i.tenant_id and x.device_id = i.device_id and x.at >= i.device_at and x.power is not null order by x.at desc limit 1) t
  where i.status <= 1 and i.rung >= 2`

interface StoredRow {
  readonly device_id: string
  readonly at: number
  readonly is_on: boolean | null
  readonly dim: number | null
  readonly power: number | null
  readonly reason: string | null
  readonly until: number | null
}

/** The latest values of devices other than lamp controllers that wait for a proof, if they are newer than the device's answer. */
const VALUES = `select i.device_id::text as device_id, (extract(epoch from s.reported_at) * 1000)::float8 as at, l.type, l.v, l.texts
  from unnest($1::bigint[], $2::text[]) as w (batch_id, gateway_sn)
  join control_batch b on b.id = w.batch_id and b.cmd is not null
  join control_ledger i on i.batch_id = w.batch_id and i.gateway_sn = w.gateway_sn
  join devices_states s on s.device_id = i.device_id and s.reported_at > i.device_at
  join devices_values l on l.device_id = i.device_id
  where i.status <= 1 and i.rung >= 2`

interface ValuesRow {
  readonly device_id: string
  readonly at: number
  readonly type: number
  readonly v: readonly (number | null)[]
  readonly texts: Readonly<Record<string, unknown>>
}

/** Reads stored values of devices that wait for a proof: reports that a killed process did not apply. */
export const storedNews = async (query: Query, types: () => DeviceTypes, places: readonly PackKey[]): Promise<DeviceReport[]> => {
  const lamps = await query<StoredRow>(STORED, placeColumns(places))
  const others = await query<ValuesRow>(VALUES, placeColumns(places))
  return [
    ...lamps.map(({ device_id, at, is_on, dim, power, reason, until }) => ({
      deviceId: device_id,
      gatewayId: '',
      at,
      reported: { on: is_on, dim, power, reason, until },
    })),
    ...others.map(({ device_id, at, type, v, texts }) => ({
      deviceId: device_id,
      gatewayId: '',
      at,
      reported: namedValues(types().typeOf(type), v, texts),
    })),
  ]
}
