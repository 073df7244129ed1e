/** Route of devices without a gateway. It is stored in the column of the gateway's serial number, which cannot contain `/`. */
export interface DeviceRoute {
  readonly driver: string
  readonly tenantId: string
  /** Address by which the driver finds the devices; a field of their rows. */
  readonly address: string
}

/** Pattern of an address, in the syntax of `match` of a text field. */
export const ADDRESS_PATTERN = '[A-Za-z0-9._:@-]{1,64}'
const ROUTE = new RegExp(`^([a-z][a-z0-9]*):([0-9A-Za-z]+)/(${ADDRESS_PATTERN})$`, 'u')

export const routeOf = ({ driver, tenantId, address }: DeviceRoute): string => `${driver}:${tenantId}/${address}`

/** Returns true if the text is a route and not the serial number of a gateway. */
export const isRoute = (gatewaySn: string): boolean => gatewaySn.includes('/')

/** Returns the parts of a route; undefined for the serial number of a gateway. */
export const readRoute = (gatewaySn: string): DeviceRoute | undefined => {
  const [, driver, tenantId, address] = ROUTE.exec(gatewaySn) ?? []
  return driver && tenantId && address ? { driver, tenantId, address } : undefined
}
