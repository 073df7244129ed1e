import type { Devices } from './devices.ts'
import type { Fleet } from './fleet.ts'

/** One numbering of lamps and other devices (children of gateways): first the lamps by their index in the fleet, then the other devices. */
export interface Children {
  count(): number
  isLamp(child: number): boolean
  /** Index of a child in `Devices`. */
  deviceOf(child: number): number
  childOf(device: number): number
  indexOf(sn: string): number | undefined
  sn(child: number): string
  gatewayOf(child: number): number
  /** Number of places of a gateway: of its children, and of those that it no longer has. */
  placesOf(gateway: number): number
  /** Place of a child at its gateway, from 0. It keeps its place as long as it is behind this gateway, and no other child gets it. */
  placeOf(child: number): number
}

export const createChildren = (
  fleet: Fleet,
  devices: Pick<Devices, 'count' | 'sn' | 'indexOf' | 'gatewayOf' | 'slotOf' | 'slots'>,
): Children => {
  const lamps = fleet.count
  const lampsOf = (gateway: number): number => fleet.first[gateway + 1]! - fleet.first[gateway]!
  const gatewayOf = (child: number): number => (child < lamps ? fleet.gatewayOf[child]! : devices.gatewayOf[child - lamps]!)
  return {
    count: () => lamps + devices.count(),
    isLamp: (child) => child < lamps,
    deviceOf: (child) => child - lamps,
    childOf: (device) => device + lamps,
    indexOf: (sn) => {
      const lamp = fleet.indexOf.get(sn)
      if (lamp !== undefined) return lamp
      const device = devices.indexOf.get(sn)
      return device === undefined ? undefined : device + lamps
    },
    sn: (child) => (child < lamps ? fleet.sn[child]! : devices.sn[child - lamps]!),
    gatewayOf,
    placesOf: (gateway) => lampsOf(gateway) + devices.slots(gateway),
    placeOf: (child) => {
      const gateway = gatewayOf(child)
      return child < lamps ? child - fleet.first[gateway]! : lampsOf(gateway) + devices.slotOf(child - lamps)
    },
  }
}
