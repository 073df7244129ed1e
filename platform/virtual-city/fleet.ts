import type { EventType } from '@lamplight/protocol'
import { hashOf, type Inventory, type InventoryChild } from '@lamplight/town'

export const LAMP_FAULTS = ['none', 'stuck', 'dark', 'dayBurner', 'cycling', 'silent'] as const
/**
 * stuck: the relay does not move although the controller believes it does · dark: no light, standby power · dayBurner: never goes off · cycling:
 * goes off and on again while it should burn · silent: the controller no longer answers its gateway.
 */
export type LampFault = (typeof LAMP_FAULTS)[number]

/** Faults that a controller or its gateway reports, as bits of `Fleet.active`. */
export const EVENT_BITS = { lampFailure: 1, lampUnexpectedOn: 2, cyclingFailure: 4, communicationFailure: 8 } as const satisfies Partial<
  Record<EventType, number>
>
export type LampEvent = keyof typeof EVENT_BITS

export interface FaultRates {
  /** Shares of lamps, 0–1. */
  readonly stuck?: number
  readonly dark?: number
  readonly dayBurner?: number
  readonly cycling?: number
  readonly silent?: number
  /** Share of the devices other than lamps that never report. Default: `silent`. */
  readonly silentDevices?: number
  /** Share of gateways that never connect. */
  readonly deadGateways?: number
}

/** Arrays with one entry per lamp. When lamps are added, longer arrays replace them: read them from the fleet each time. Times are epoch ms of the city's clock. */
const PER_LAMP = {
  gatewayOf: Uint32Array,
  /** Position of a lamp at its gateway. The gateway counts every lamp that it has had, so the position of a removed lamp is not used again. */
  slotOf: Uint32Array,
  /** Driver: nominal power (W), power at the lowest level (W), lowest level (%), factor by which this driver deviates. */
  power: Float64Array,
  minPower: Float64Array,
  minLevel: Float64Array,
  gain: Float64Array,
  fault: Uint8Array,
  /** Level that the controller believes it holds, %. */
  wanted: Float64Array,
  /** Override: level % or -1 for none, and its end (Infinity: permanent). */
  override: Float64Array,
  until: Float64Array,
  /** Level of the lamp's calendar, %; -1: it has none and follows the programme. */
  planned: Float64Array,
  /** The ramp to `planned`: its first level (%), its start time, and its length in ms; 0 ms: no ramp. */
  rampFrom: Float64Array,
  rampSince: Float64Array,
  rampMs: Float64Array,
  /** 1 while the output follows this ramp. */
  ramping: Uint8Array,
  /** Output: power ramps from `fromPower` at `since` to `toPower` FADE_MS later; `lit` is 1 while burning hours count. */
  fromPower: Float64Array,
  toPower: Float64Array,
  since: Float64Array,
  lit: Uint8Array,
  /** Meters up to `metered`: Wh and h. */
  energy: Float64Array,
  hours: Float64Array,
  metered: Float64Array,
  /** 1 while the lamp and its controller have no supply, and the number of devices that interrupt it. */
  unfed: Uint8Array,
  cuts: Uint8Array,
  /** 1 while a cycling lamp is off, and while its next change is scheduled. */
  pause: Uint8Array,
  cycleDue: Uint8Array,
  /** End of the flashing that a person asked for (0: none), and 1 in its dark seconds. */
  blinkUntil: Float64Array,
  blinkDark: Uint8Array,
  /** 1 while a report of a change is scheduled. */
  dirty: Uint8Array,
  /** Bits of EVENT_BITS whose events have begun and not ended. */
  active: Uint8Array,
} as const
type LampArrays = { readonly [K in keyof typeof PER_LAMP]: InstanceType<(typeof PER_LAMP)[K]> }
const LAMP_ARRAYS = Object.keys(PER_LAMP) as (keyof typeof PER_LAMP)[]

/** All lamps by index. A new lamp gets the next index; the index of a removed lamp is not used again. */
export interface Fleet extends LampArrays {
  /** Number of indexes. */
  readonly count: number
  readonly gateways: number
  readonly sn: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly gatewaySn: readonly string[]
  readonly gatewayIndexOf: ReadonlyMap<string, number>
  /** Lamps of each gateway, and the number of lamps that it has ever had. */
  readonly of: readonly (readonly number[])[]
  readonly slots: Uint32Array
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly deadGateway: Uint8Array
  /** Level of the programme of gateway g, %. */
  readonly programme: Float64Array
  /** Adds a lamp and returns its index. */
  add(gateway: number, child: InventoryChild, now: number): number
  move(lamp: number, gateway: number): void
  remove(lamp: number): void
}

/** Pseudo-random number in [0, 1), fixed by seed, serial number and purpose. */
export const shareOf = (seed: number, sn: string, purpose: string): number => hashOf(seed, purpose, sn) / 2 ** 32

/** Largest deviation of a healthy driver: half of the permitted 8 %, which leaves room for noise. */
const DEVIATION = 0.04

/** Returns the fault of a lamp as its index in LAMP_FAULTS: always the same for the same seed, serial number and rates. */
export const faultOf = (seed: number, sn: string, rates: FaultRates): number => {
  let share = shareOf(seed, sn, 'fault')
  for (const [number, name] of LAMP_FAULTS.entries()) {
    if (name === 'none') continue
    share -= rates[name] ?? 0
    if (share < 0) return number
  }
  return 0
}

/** Burning hours of a lamp without a meter reading, h. */
export const ageOf = (seed: number, sn: string): number => Math.round(shareOf(seed, sn, 'age') * 20_000)
/** Energy reading that fits these burning hours, Wh. */
export const agedEnergy = (hours: number, power: number): number => Math.round(hours * power * 0.8)
/** Deviation of a driver as a factor. */
export const gainOf = (seed: number, sn: string): number => 1 + DEVIATION * (2 * shareOf(seed, sn, 'gain') - 1)

/** Converts the inventory to arrays; values that it does not contain (deviations, faults, meter readings) are derived from the seed. */
export const createFleet = (inventory: Inventory, { seed, rates, now }: { seed: number; rates: FaultRates; now: number }): Fleet => {
  const gateways = inventory.gateways
  const sn: string[] = []
  const indexOf = new Map<string, number>()
  const of: number[][] = gateways.map(() => [])
  const arrays = (length: number, old?: LampArrays): LampArrays =>
    Object.fromEntries(
      LAMP_ARRAYS.map((name) => {
        const array = new PER_LAMP[name](length)
        if (old) array.set(old[name])
        return [name, array]
      }),
    ) as unknown as LampArrays
  const join = (lamp: number, gateway: number): void => {
    fleet.gatewayOf[lamp] = gateway
    fleet.slotOf[lamp] = fleet.slots[gateway]!++
    of[gateway]!.push(lamp)
  }
  const leave = (lamp: number): void => {
    const list = of[fleet.gatewayOf[lamp]!]!
    list.splice(list.indexOf(lamp), 1)
  }
  const fleet = {
    ...arrays(gateways.reduce((sum, { children }) => sum + children.length, 0)),
    count: 0,
    gateways: gateways.length,
    sn,
    indexOf,
    of,
    slots: new Uint32Array(gateways.length),
    gatewaySn: gateways.map((gateway) => gateway.sn),
    gatewayIndexOf: new Map(gateways.map((gateway, g) => [gateway.sn, g])),
    lng: Float64Array.from(gateways, (gateway) => gateway.lng),
    lat: Float64Array.from(gateways, (gateway) => gateway.lat),
    deadGateway: Uint8Array.from(gateways, (gateway) => (shareOf(seed, gateway.sn, 'dead') < (rates.deadGateways ?? 0) ? 1 : 0)),
    programme: new Float64Array(gateways.length),
    add: (gateway: number, child: InventoryChild, at: number): number => {
      const lamp = fleet.count++
      if (lamp >= fleet.power.length) Object.assign(fleet, arrays(Math.ceil(lamp * 1.25) + 64, fleet))
      sn.push(child.sn)
      indexOf.set(child.sn, lamp)
      join(lamp, gateway)
      fleet.power[lamp] = child.power
      fleet.minPower[lamp] = child.minPower
      fleet.minLevel[lamp] = child.minLevel
      fleet.gain[lamp] = gainOf(seed, child.sn)
      fleet.fault[lamp] = faultOf(seed, child.sn, rates)
      fleet.override[lamp] = -1
      fleet.planned[lamp] = -1
      fleet.until[lamp] = Number.POSITIVE_INFINITY
      fleet.since[lamp] = Number.NEGATIVE_INFINITY
      fleet.metered[lamp] = at
      fleet.hours[lamp] = child.hours ?? ageOf(seed, child.sn)
      fleet.energy[lamp] = child.energy ?? agedEnergy(fleet.hours[lamp]!, child.power)
      for (const type of child.faults ?? []) fleet.active[lamp]! |= EVENT_BITS[type as LampEvent] ?? 0
      return lamp
    },
    move: (lamp: number, gateway: number): void => {
      leave(lamp)
      join(lamp, gateway)
    },
    remove: (lamp: number): void => {
      leave(lamp)
      indexOf.delete(sn[lamp]!)
    },
  }
  for (const [g, { children }] of gateways.entries()) for (const child of children) fleet.add(g, child, now)
  return fleet
}
