/** Selects the devices of a command; exactly one property is set. */
export interface Selector {
  readonly controllerIds?: readonly string[]
  readonly lampIds?: readonly string[]
  readonly groupId?: string
  readonly areaId?: string
  readonly streetId?: string
  readonly projectId?: string
  /** A list filter, with the parameters of that list. */
  readonly filter?: Readonly<Record<string, string>>
  /** The same with the parameters of the list of controllers. */
  readonly controllerFilter?: Readonly<Record<string, string>>
}

/** Streets of devices: their number, and the first by number of devices, in the user's language. */
export interface Streets {
  readonly total: number
  readonly first: readonly { readonly id: string; readonly name: string; readonly n: number }[]
}

/**
 * SQL of the devices of a selector, one row per controller, limited to what the user may see: (device_id bigint, tenant_id text,
 * gateway_id bigint, sn text, head smallint, power float8, min_power float8, min_level int, tolerance float8, two_way boolean,
 * activated boolean); powers in W, null if unknown; gateway_id null if it has no gateway. The ledger stores a device as failed, with
 * the reason, if it has no gateway or is not activated.
 */
export interface TargetQuery {
  readonly sql: string
  readonly params: readonly unknown[]
  /** True if the SQL also has the column `route`: the route of a driver's device, null for others. */
  readonly routed?: true
  /** True if the SQL also has the column `project_id`: the systems of a batch (record pages) follow from it without reading the devices again. */
  readonly placed?: true
}
