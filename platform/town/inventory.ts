import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { CalendarMessage, Params } from '@lamplight/protocol'
import type { Town } from './town.ts'

/** A lamp as the virtual city needs it: the serial number of the controller, and powers (W) and level (%) of the lamp driver. */
export interface InventoryChild {
  readonly sn: string
  readonly lng: number
  readonly lat: number
  readonly power: number
  readonly minPower: number
  readonly minLevel: number
  /** Meter readings (`energy` Wh, `hours` h) and events that have begun. The virtual city computes missing ones from its seed. */
  readonly energy?: number
  readonly hours?: number
  readonly faults?: readonly string[]
  /** Parameter values that it holds, by family. */
  readonly params?: Params
}
/** A device that is not a lamp controller. */
export interface InventoryDevice {
  readonly sn: string
  /** Name of its device type; a key of `Inventory.types`. */
  readonly type: string
  /** Its latest numbers and booleans by property: the values with which the virtual city begins. */
  readonly values?: Readonly<Record<string, number | boolean>>
  /**
   * Serial numbers of the lamp controllers that it feeds, by the property at which: the contact of a breaker and the outputs of a concentrator interrupt their
   * supply, a meter measures their power.
   */
  readonly feeds?: Readonly<Record<string, readonly string[]>>
  /** Parameter values that it holds, by family. */
  readonly params?: Params
  /** Serial number of the device by which it is reached, as a module by its LoRa gateway. */
  readonly via?: string
}
export interface InventoryGateway {
  readonly sn: string
  /** Password of the gateway at the broker. */
  readonly secret: string
  readonly lng: number
  readonly lat: number
  readonly children: readonly InventoryChild[]
  /** Devices of other types behind the gateway. */
  readonly devices?: readonly InventoryDevice[]
  /** Calendars that it holds for its children. */
  readonly calendars?: readonly CalendarMessage[]
}
/** IoT platform of a network operator. It registers devices by their IMEI. */
export interface InventoryOperator {
  readonly id: string
  /** Id and secret with which both sides sign requests. */
  readonly appId: string
  readonly secret: string
  /** Address to which the platform pushes. */
  readonly pushUrl: string
  readonly devices: readonly InventoryDevice[]
  readonly types: Readonly<Record<string, DeviceTypeDefinition>>
}
/** Everything that the virtual city simulates. */
export interface Inventory {
  /** `mqtt://host:port` */
  readonly broker: { readonly url: string }
  /** IANA name. Local midnights and lighting programmes use this time zone. */
  readonly timeZone: string
  readonly gateways: readonly InventoryGateway[]
  /** Definitions of the types of `devices`, by name. */
  readonly types?: Readonly<Record<string, DeviceTypeDefinition>>
  readonly operators?: readonly InventoryOperator[]
}

/** The inventory of a generated town; `secretOf` returns the secret of each gateway. */
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
