import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Town } from './town.ts'

/** A lamp as the virtual city needs it: the controller's serial number and the driver's curve (W, %). */
export interface InventoryChild {
  readonly sn: string
  readonly lng: number
  readonly lat: number
  readonly power: number
  readonly minPower: number
  readonly minLevel: number
  /** Where its meters stand, Wh and h, and the events that have begun; without them the virtual city makes them up from its seed. */
  readonly energy?: number
  readonly hours?: number
  readonly faults?: readonly string[]
}
/** A device that is no lamp controller. */
export interface InventoryDevice {
  readonly sn: string
  /** Name of its device type; a key of `Inventory.types`. */
  readonly type: string
  /** Its latest numbers and booleans, by property: the virtual city goes on from there. */
  readonly values?: Readonly<Record<string, number | boolean>>
}
export interface InventoryGateway {
  readonly sn: string
  /** Password at the broker. */
  readonly secret: string
  readonly lng: number
  readonly lat: number
  readonly children: readonly InventoryChild[]
  /** Other devices behind it. */
  readonly devices?: readonly InventoryDevice[]
}
/** Everything that the virtual city plays. */
export interface Inventory {
  /** `mqtt://host:port` */
  readonly broker: { readonly url: string }
  /** IANA name; local midnights and programmes follow it. */
  readonly timeZone: string
  readonly gateways: readonly InventoryGateway[]
  /** Definitions of the types of `devices`, by name. */
  readonly types?: Readonly<Record<string, DeviceTypeDefinition>>
}

/** The gateways of a generated town with the secrets that `secretOf` gives them. */
export const inventoryOfTown = (
  town: Town,
  { url, timeZone = 'Asia/Shanghai', secretOf }: { url: string; timeZone?: string; secretOf: (gatewaySn: string) => string },
): Inventory => {
  const children = Map.groupBy(town.lamps, (lamp) => lamp.gatewaySn)
  return {
    broker: { url },
    timeZone,
    gateways: town.gateways.map(({ sn, lng, lat }) => ({
      sn,
      secret: secretOf(sn),
      lng,
      lat,
      children: (children.get(sn) ?? []).map((lamp) => ({
        sn: lamp.sn,
        lng: lamp.lng,
        lat: lamp.lat,
        power: lamp.power,
        minPower: lamp.minPower,
        minLevel: lamp.minLevel,
      })),
    })),
  }
}
