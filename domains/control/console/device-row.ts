/** Row of a device on its page. Live pushes update these fields and its values. */
export interface DeviceRow {
  readonly id: string
  readonly deviceState?: number | null
  /** Wire time. */
  readonly reportedAt?: string | null
  readonly [field: string]: unknown
}
