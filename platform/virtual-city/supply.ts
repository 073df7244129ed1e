import type { Fleet } from './fleet.ts'
import { powerAt } from './lamps/meter.ts'

/** Supply of the lamps by the devices that feed them: an array of serial numbers of `InventoryDevice.feeds`, which is passed as the same array in each call. */
export interface Supply {
  /** Present power of these lamps, W. */
  loadOf(feeds: readonly string[], at: number): number
  /** Records whether a device supplies its lamps. A lamp has supply while no device that feeds it interrupts the supply. */
  set(feeds: readonly string[], on: boolean, at: number): void
  /** Interrupts the supply of a new lamp if a device that feeds it interrupts it. */
  come(lamp: number, at: number): void
}

/** @param changed called when the first device interrupts the supply of a lamp, and when the last one restores it */
export const createSupply = (fleet: Fleet, changed: (lamp: number, on: boolean, at: number) => void): Supply => {
  let known = new WeakMap<readonly string[], readonly number[]>()
  const open = new Set<readonly string[]>()
  const lampsOf = (feeds: readonly string[]): readonly number[] => {
    const lamps = known.get(feeds) ?? feeds.flatMap((sn) => fleet.indexOf.get(sn) ?? [])
    known.set(feeds, lamps)
    return lamps
  }
  return {
    loadOf: (feeds, at) => lampsOf(feeds).reduce((sum, lamp) => sum + powerAt(fleet, lamp, at), 0),
    set: (feeds, on, at) => {
      if (open.has(feeds) !== on) return
      if (on) open.delete(feeds)
      else open.add(feeds)
      for (const lamp of lampsOf(feeds)) {
        fleet.cuts[lamp]! += on ? -1 : 1
        if (fleet.cuts[lamp] === (on ? 0 : 1)) changed(lamp, on, at)
      }
    },
    come: (lamp, at) => {
      known = new WeakMap()
      fleet.cuts[lamp] = [...open].filter((feeds) => feeds.includes(fleet.sn[lamp]!)).length
      if (fleet.cuts[lamp] > 0) changed(lamp, false, at)
    },
  }
}
