import type { InventoryChild } from '@lamplight/town'
import type { InventoryRow } from '../model/ports.ts'

/** Of a lamp whose power nobody entered; the virtual one then draws this, W. */
const UNKNOWN_POWER = 100

/** A controller as the virtual city plays it: what is not known of it is taken from its gateway, or is usual for a lamp. */
export const playedChild = (row: InventoryRow, gateway: { readonly lng: number | null; readonly lat: number | null }): InventoryChild => ({
  sn: row.sn,
  lng: row.lng ?? gateway.lng ?? 0,
  lat: row.lat ?? gateway.lat ?? 0,
  power: row.power ?? UNKNOWN_POWER,
  minPower: row.minPower ?? UNKNOWN_POWER * 0.15,
  minLevel: row.minLevel ?? 10,
})
