import type { InventoryChild } from '@lamplight/town'
import type { InventoryRow } from '../../model/ports.ts'

/** Power in W of a virtual lamp whose power is unknown. */
const UNKNOWN_POWER = 100

/** Returns a controller for the virtual city. Unknown values come from its gateway, or are typical values of a lamp. */
export const playedChild = (row: InventoryRow, gateway: { readonly lng: number | null; readonly lat: number | null }): InventoryChild => ({
  sn: row.sn,
  lng: row.lng ?? gateway.lng ?? 0,
  lat: row.lat ?? gateway.lat ?? 0,
  power: row.power ?? UNKNOWN_POWER,
  minPower: row.minPower ?? UNKNOWN_POWER * 0.15,
  minLevel: row.minLevel ?? 10,
})
