import type { EventType } from '@lamplight/protocol'
import { hashOf, type Inventory } from '@lamplight/town'

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
  /** Share of gateways that never connect. */
  readonly deadGateways?: number
}

/** All lamps as arrays over their index; those of one gateway are adjacent. Times are epoch ms of the city's clock. */
export interface Fleet {
  readonly count: number
  readonly gateways: number
  readonly sn: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly gatewaySn: readonly string[]
  readonly gatewayIndexOf: ReadonlyMap<string, number>
  /** Lamps of gateway g are first[g] … first[g + 1] - 1. */
  readonly first: Uint32Array
  readonly gatewayOf: Uint32Array
  readonly lng: Float64Array
  readonly lat: Float64Array
  /** Driver: nominal W, W at the lowest level, lowest level %, own deviation as a factor. */
  readonly power: Float64Array
  readonly minPower: Float64Array
  readonly minLevel: Float64Array
  readonly gain: Float64Array
  readonly fault: Uint8Array
  readonly deadGateway: Uint8Array
  /** Level that the controller believes it holds, %. */
  readonly wanted: Float64Array
  /** Override: level % or -1 for none, and its end (Infinity: permanent). */
  readonly override: Float64Array
  readonly until: Float64Array
  /** Level of the programme of gateway g, %. */
  readonly programme: Float64Array
  /** Output: power ramps from `fromPower` at `since` to `toPower` FADE_MS later; `lit` is 1 while burning hours count. */
  readonly fromPower: Float64Array
  readonly toPower: Float64Array
  readonly since: Float64Array
  readonly lit: Uint8Array
  /** Meters up to `metered`: Wh and h. */
  readonly energy: Float64Array
  readonly hours: Float64Array
  readonly metered: Float64Array
  /** 1 while the lamp and its controller have no supply. */
  readonly unfed: Uint8Array
  /** 1 while a cycling lamp is off. */
  readonly pause: Uint8Array
  /** Bits of EVENT_BITS whose events have begun and not ended. */
  readonly active: Uint8Array
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
  const count = gateways.reduce((sum, gateway) => sum + gateway.children.length, 0)
  const double = (): Float64Array => new Float64Array(count)
  const sn: string[] = []
  const fleet = {
    power: double(),
    minPower: double(),
    minLevel: double(),
    gain: double(),
    fault: new Uint8Array(count),
    wanted: double(),
    override: double().fill(-1),
    until: double().fill(Number.POSITIVE_INFINITY),
    fromPower: double(),
    toPower: double(),
    since: double().fill(Number.NEGATIVE_INFINITY),
    lit: new Uint8Array(count),
    energy: double(),
    hours: double(),
    metered: double().fill(now),
    unfed: new Uint8Array(count),
    pause: new Uint8Array(count),
    active: new Uint8Array(count),
    gatewayOf: new Uint32Array(count),
    first: new Uint32Array(gateways.length + 1),
    lng: Float64Array.from(gateways, (gateway) => gateway.lng),
    lat: Float64Array.from(gateways, (gateway) => gateway.lat),
    deadGateway: Uint8Array.from(gateways, (gateway) => (shareOf(seed, gateway.sn, 'dead') < (rates.deadGateways ?? 0) ? 1 : 0)),
    programme: new Float64Array(gateways.length),
  }
  let index = 0
  for (const [g, gateway] of gateways.entries()) {
    fleet.first[g] = index
    for (const child of gateway.children) {
      sn.push(child.sn)
      fleet.gatewayOf[index] = g
      fleet.power[index] = child.power
      fleet.minPower[index] = child.minPower
      fleet.minLevel[index] = child.minLevel
      fleet.gain[index] = gainOf(seed, child.sn)
      fleet.fault[index] = faultOf(seed, child.sn, rates)
      fleet.hours[index] = child.hours ?? ageOf(seed, child.sn)
      fleet.energy[index] = child.energy ?? agedEnergy(fleet.hours[index]!, child.power)
      for (const type of child.faults ?? []) fleet.active[index]! |= EVENT_BITS[type as LampEvent] ?? 0
      index++
    }
  }
  fleet.first[gateways.length] = index
  return {
    ...fleet,
    count,
    gateways: gateways.length,
    sn,
    indexOf: new Map(sn.map((one, at) => [one, at])),
    gatewaySn: gateways.map((gateway) => gateway.sn),
    gatewayIndexOf: new Map(gateways.map((gateway, g) => [gateway.sn, g])),
  }
}
