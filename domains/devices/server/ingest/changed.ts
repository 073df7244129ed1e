import { isLampController } from '../types/types.port.ts'
import type { SeriesRow } from './sort-messages.ts'

interface StateRow {
  readonly device_id: string
  readonly tenant_id: string
  readonly state: number
}
/** New state of a lamp controller. */
export interface ChangedLamp extends StateRow {
  readonly dim: number | null
  readonly power: number | null
}
/** New state of a device of another type, with the values of the same report. */
export interface ChangedDevice extends StateRow, Pick<SeriesRow, 'v' | 'texts'> {
  readonly type: number
  readonly reported_at: Date | null
}
export interface Changed {
  readonly lamps: readonly ChangedLamp[]
  readonly devices: readonly ChangedDevice[]
}

/** Whether a browser subscribes to the states that a batch changes: of lamps by readings, of other devices by readings, and of both by events. */
export interface Watched {
  readonly lamps: boolean
  readonly devices: boolean
  readonly faults: boolean
}

/** New state without values, as returned by statements over devices of all types. */
export type AnyState = ChangedLamp & Pick<ChangedDevice, 'type' | 'reported_at'>

/** SQL that returns `ChangedLamp` from an update of devices_state. */
export const RETURNING_LAMP = ' returning s.device_id, s.tenant_id, s.state, s.dim, s.power'
/** SQL that returns `AnyState` from an update of devices_state. */
export const RETURNING_STATE = ' returning s.device_id, s.tenant_id, s.state, s.dim, s.power, s.reported_at, s.type'

export const byKind = (rows: readonly AnyState[]): Changed => ({
  lamps: rows.filter(({ type }) => isLampController(type)),
  devices: rows.filter(({ type }) => !isLampController(type)).map((row) => ({ ...row, v: [], texts: {} })),
})

/** SQL for the new `fault_since` of devices_state `s`. `faults`: faults after the change; `at`: device time of the change. */
export const sinceOf = (faults: string, at: string): string =>
  `case when cardinality(${faults}) = 0 then null when cardinality(s.faults) > 0 then coalesce(s.fault_since, ${at}) else ${at} end`

/**
 * SQL of the present faults of devices_state `s` after the list of faults of a report. The function also applies events that are newer than
 * the list. It is called only if the list differs from the known faults, which is rare. `r`: alias of the report.
 */
export const faultsAfter = (
  r: string,
): string => `case when ${r}.faults is null or string_to_array(${r}.faults, ',') = s.faults then s.faults
    else devices_faults_after(s.device_id, ${r}.faults_at, string_to_array(${r}.faults, ',')) end`
/** The same for the merged reports `r` of a batch: if the newest has no list, that of an older one may be older than that of the state. */
export const FAULTS_AFTER_MERGED = `case when r.faults_at < r.at and r.faults_at < s.faults_at then s.faults else ${faultsAfter('r')} end`
