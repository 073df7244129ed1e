/** Which devices a command is for; exactly one way of naming them. */
export interface Selector {
  readonly controllerIds?: readonly string[]
  readonly lampIds?: readonly string[]
  readonly groupId?: string
  readonly areaId?: string
  readonly streetId?: string
  readonly projectId?: string
  /** The filter of the list on the screen, in the list's own parameters. */
  readonly filter?: Readonly<Record<string, string>>
}

/**
 * SQL of the devices of a selector, one row for each controller, cut to what the asker may see:
 * (device_id bigint, tenant_id text, gateway_id bigint, sn text, head smallint, power float8, min_power float8,
 * min_level int, tolerance float8, two_way boolean, activated boolean); powers in W, null where unknown; gateway_id null where it has no gateway.
 * The ledger stores a device as failed, with the reason, if it has no gateway or is not activated.
 */
export interface TargetQuery {
  readonly sql: string
  readonly params: readonly unknown[]
  /** It has the column `route` too: that of a device which a driver reaches, null for others. */
  readonly routed?: true
}
