/** How devices without a gateway are reached. It stands where others have the serial number of their gateway, which cannot contain `/`. */
export interface DeviceRoute {
  readonly driver: string
  readonly tenantId: string
  /** What the driver needs to find the devices, as their rows name it. */
  readonly address: string
}

/** What an address may contain, in the syntax of `match` of a text field. */
export const ADDRESS_PATTERN = '[A-Za-z0-9._:@-]{1,64}'
const ROUTE = new RegExp(`^([a-z][a-z0-9]*):([0-9A-Za-z]+)/(${ADDRESS_PATTERN})$`, 'u')

export const routeOf = ({ driver, tenantId, address }: DeviceRoute): string => `${driver}:${tenantId}/${address}`

/** Does this stand in place of a gateway's serial number? */
export const isRoute = (gatewaySn: string): boolean => gatewaySn.includes('/')

/** The parts of a route; undefined for the serial number of a gateway. */
export const readRoute = (gatewaySn: string): DeviceRoute | undefined => {
  const [, driver, tenantId, address] = ROUTE.exec(gatewaySn) ?? []
  return driver && tenantId && address ? { driver, tenantId, address } : undefined
}
