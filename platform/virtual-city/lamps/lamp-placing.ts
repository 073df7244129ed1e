import type { InventoryChild } from '@lamplight/town'
import type { Fleet } from '../fleet.ts'
import type { Supply } from '../supply.ts'
import type { Lamps } from './lamps.ts'
import { meterTo } from './meter.ts'

/** Lamps by the index of their gateway. */
export type LampLists = ReadonlyMap<number, readonly InventoryChild[]>

interface Dependencies {
  readonly fleet: Fleet
  readonly lamps: Lamps
  readonly supply: Supply
  readonly came: (child: InventoryChild) => void
  /** Called after a lamp has got another gateway, and after one was removed. */
  readonly moved: (lamp: number, at: number) => void
  readonly left: (lamp: number, at: number) => void
}

/**
 * Replaces the lamps of these gateways by the lists. Adds new lamps, which follow the programme; moves lamps of other gateways with their state; changes
 * drivers; removes missing lamps. Returns the gateways whose lamps have changed.
 */
export const createLampPlacing = ({ fleet, lamps, supply, came, moved, left }: Dependencies) => {
  const isDriven = (lamp: number, { power, minPower, minLevel }: InventoryChild): boolean =>
    fleet.power[lamp] === power && fleet.minPower[lamp] === minPower && fleet.minLevel[lamp] === minLevel
  const add = (gateway: number, child: InventoryChild, at: number): void => {
    const lamp = fleet.add(gateway, { energy: 0, hours: 0, ...child }, at)
    came(child)
    lamps.settle([lamp], fleet.programme[gateway]!, at)
    lamps.refresh(lamp, at)
    supply.come(lamp, at)
  }
  const drive = (lamp: number, child: InventoryChild, at: number): void => {
    meterTo(fleet, lamp, at)
    fleet.power[lamp] = child.power
    fleet.minPower[lamp] = child.minPower
    fleet.minLevel[lamp] = child.minLevel
    lamps.refresh(lamp, at)
  }
  return (lists: LampLists, at: number): ReadonlySet<number> => {
    const changed = new Set<number>()
    for (const [gateway, wanted] of lists)
      for (const child of wanted) {
        const lamp = fleet.indexOf.get(child.sn)
        const before = lamp === undefined ? gateway : fleet.gatewayOf[lamp]!
        if (lamp === undefined) add(gateway, child, at)
        else if (!isDriven(lamp, child)) drive(lamp, child, at)
        if (lamp !== undefined && before === gateway) continue
        if (lamp !== undefined) {
          fleet.move(lamp, gateway)
          lamps.refresh(lamp, at)
          moved(lamp, at)
        }
        changed.add(gateway).add(before)
      }
    for (const [gateway, wanted] of lists) {
      const named = new Set(wanted.map(({ sn }) => sn))
      for (const lamp of fleet.of[gateway]!.filter((one) => !named.has(fleet.sn[one]!))) {
        fleet.remove(lamp)
        left(lamp, at)
        changed.add(gateway)
      }
    }
    return changed
  }
}
