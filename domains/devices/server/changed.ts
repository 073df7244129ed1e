/** State of a device after a batch, as the live hub shows it. */
export interface Changed {
  readonly device_id: string
  readonly tenant_id: string
  readonly state: number
  readonly dim: number | null
  readonly power: number | null
}

/** Answers `Changed` of the rows that an update of devices_state `s` wrote. */
export const RETURNING = ' returning s.device_id, s.tenant_id, s.state, s.dim, s.power'
