export interface KnownChild {
  readonly sn: string
  readonly deviceId: string
  readonly tenantId: string
  readonly gatewayId: string
  readonly gatewaySn: string
  /** Code of its device type. */
  readonly type: number
  /** A device of another tenant with the same serial number. */
  readonly namesake?: KnownChild
}

export interface KnownGateway {
  readonly id: string
  readonly tenantId: string
  /** The gateway is assigned to a tenant (decisions.md C8, status 1). */
  readonly assigned: boolean
}
