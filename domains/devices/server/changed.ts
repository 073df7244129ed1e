/** State of a device after a batch, as the live hub shows it. */
export interface Changed {
  readonly device_id: string
  readonly tenant_id: string
  readonly state: number
  readonly dim: number | null
  readonly power: number | null
}

/** SQL for the new `fault_since` of devices_state `s`. `faults`: faults after the change; `at`: device time of the change. */
export const sinceOf = (faults: string, at: string): string =>
  `case when cardinality(${faults}) = 0 then null when cardinality(s.faults) > 0 then coalesce(s.fault_since, ${at}) else ${at} end`
