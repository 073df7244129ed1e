import type { Platform } from './platform-types.ts'

/** What the virtual city must know of devices beside their values (`InventoryDevice`), by serial number, for the devices behind these gateways. */
export type PlayedLinks = (
  platform: Platform,
  gatewayIds: readonly string[],
) => Promise<ReadonlyMap<string, { readonly feeds?: Readonly<Record<string, readonly string[]>>; readonly via?: string }>>

/** Places at which a slice groups lamps by their supply (`ServerSlice.supply`). */
export interface SupplySource {
  /**
   * Places whose lamps the map selects, by the kind in its address (`?loop=ID`). `lamps`: condition over the lamp `l`; `name`: SQL of the place's name as
   * `name`; the id of the place is `$1`.
   */
  readonly places: Readonly<Record<string, { readonly lamps: string; readonly name: string }>>
}
