import { A, type AnswerOf, formatTime } from '@lamplight/server-kit'

/** A registered device with its latest values. */
export interface DeviceRow {
  readonly device_id: string
  readonly sn: string
  readonly name: string
  readonly type: number
  readonly gateway_id: string | null
  readonly gateway_sn: string
  readonly activated: boolean
  readonly state: number | null
  readonly online: boolean | null
  readonly dim: number | null
  readonly power: number | null
  readonly reported_at: Date | null
}

/** SQL that selects DeviceRow from `r` (registry) and `s` (state); the caller appends conditions. */
export const DEVICES = `select r.device_id, r.sn, r.name, r.type, r.gateway_id, r.gateway_sn, r.activated, s.state, s.online, s.dim, s.power, s.reported_at
  from devices_registry r left join devices_state s on s.device_id = r.device_id`

/** A device of any type as lists show it (names of the entity Controller/Device). */
export const wireDevice = (row: DeviceRow, zone: string) => ({
  id: row.device_id,
  sn: row.sn,
  name: row.name,
  devType: row.type,
  gwId: row.gateway_id ?? '',
  gwSn: row.gateway_sn,
  activated: row.activated ? 1 : 0,
  online: row.online ? 1 : 0,
  currentControllerStatus: row.state ?? 5,
  dim: row.dim ?? -1,
  power: row.power === null ? '' : String(row.power),
  reportedAt: row.reported_at ? formatTime(row.reported_at, zone) : '',
})

/** Declares the answer of `wireDevice`. */
export const DeviceReturns = A.named(
  'Device',
  A.of({
    id: A.id,
    sn: A.text,
    name: A.nullable(A.text),
    devType: A.int,
    gwId: A.id,
    gwSn: A.nullable(A.text),
    activated: A.int,
    online: A.int,
    currentControllerStatus: A.int,
    dim: A.int,
    /** W */
    power: A.text,
    reportedAt: A.time,
  }),
)
export type DeviceAnswer = AnswerOf<typeof DeviceReturns>
