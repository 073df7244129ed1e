import type { Platform } from './platform-types.ts'

/** Places at which a slice groups lamps by their supply, and the devices that feed them (`ServerSlice.supply`). */
export interface SupplySource {
  /**
   * Places whose lamps the map selects, by the kind in its address (`?loop=ID`). `lamps`: condition over the lamp `l`; `name`: SQL of the place's name as
   * `name`; the id of the place is `$1`.
   */
  readonly places: Readonly<Record<string, { readonly lamps: string; readonly name: string }>>
  /** Serial numbers of the lamp controllers that a device feeds, by the serial number of the device, for the devices behind these gateways. */
  readonly feeds: (platform: Platform, gatewayIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
}
