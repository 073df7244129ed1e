import type { Fleet } from '../fleet.ts'
import type { Devices } from './devices.ts'

/** Number of the first device that is not a lamp. The lamps have lower numbers, and their number grows. */
const FIRST_DEVICE = 2 ** 24

/** Number of a device that is no lamp, by its index in `Devices`. */
export const childOfDevice = (device: number): number => device + FIRST_DEVICE

/** One numbering of lamps and other devices (children of gateways): lamps have their index in the fleet, the other devices follow from `FIRST_DEVICE` on. */
export interface Children {
  count(): number
  isLamp(child: number): boolean
  /** Index of a child in `Devices`. */
  deviceOf(child: number): number
  childOf(device: number): number
  indexOf(sn: string): number | undefined
  sn(child: number): string
  gatewayOf(child: number): number
  /** Number of places of a gateway. Lamps have even places, other devices odd ones. A place of a removed child is not used again. */
  placesOf(gateway: number): number
  /** Place of a child at its gateway, from 0. It keeps its place as long as it is behind this gateway, and no other child gets it. */
  placeOf(child: number): number
}

export const createChildren = (
  fleet: Fleet,
  devices: Pick<Devices, 'count' | 'sn' | 'indexOf' | 'gatewayOf' | 'slotOf' | 'slots'>,
): Children => {
  const isLamp = (child: number): boolean => child < FIRST_DEVICE
  const deviceOf = (child: number): number => child - FIRST_DEVICE
  return {
    count: () => fleet.count + devices.count(),
    isLamp,
    deviceOf,
    childOf: childOfDevice,
    indexOf: (sn) => {
      const lamp = fleet.indexOf.get(sn)
      if (lamp !== undefined) return lamp
      const device = devices.indexOf.get(sn)
      return device === undefined ? undefined : childOfDevice(device)
    },
    sn: (child) => (isLamp(child) ? fleet.sn[child]! : devices.sn[deviceOf(child)]!),
    gatewayOf: (child) => (isLamp(child) ? fleet.gatewayOf[child]! : devices.gatewayOf[deviceOf(child)]!),
    placesOf: (gateway) => 2 * Math.max(fleet.slots[gateway]!, devices.slots(gateway)),
    placeOf: (child) => (isLamp(child) ? 2 * fleet.slotOf[child]! : 2 * devices.slotOf(deviceOf(child)) + 1),
  }
}
