import { isDeepStrictEqual } from 'node:util'
import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Check, compile, type Params, schemaOf } from '@lamplight/protocol'
import { createRandom, type Inventory, type InventoryDevice } from '@lamplight/town'
import { playOf } from './default-play.ts'
import { fitted } from './number-play.ts'
import type { Play, PlayedDevice, PlayHooks, SomeValues, Value, Values } from './play.ts'

type Args = Readonly<Record<string, unknown>>

/** Commands whose values move on by themselves. */
const PASSING: ReadonlySet<string> = new Set(['selfTest', 'clearAlarms', 'clearEnergy'])

/** Data shared by all devices of a type. */
interface Kind {
  readonly type: DeviceTypeDefinition
  readonly usual: Required<Omit<PlayHooks, 'supplies'>>
  readonly own: PlayHooks
  readonly fits: Readonly<Record<string, Check>>
  /** Checks of the arguments of each command. */
  readonly args: Readonly<Record<string, Check>>
}
/** Devices by the index of their gateway. */
export type Placing = ReadonlyMap<number, readonly InventoryDevice[]>
type Feeds = NonNullable<InventoryDevice['feeds']>
interface Device extends PlayedDevice {
  readonly kind: Kind
  feeds: Feeds
  via: string | undefined
  values: Values
  readonly held: Set<string>
  /** Properties that keep the value of `set`. */
  readonly pinned: Set<string>
  steppedAt: number
}

/** Faults of a device that began and ended. */
export interface FaultChange {
  readonly begun: readonly string[]
  readonly ended: readonly string[]
}

/**
 * Devices other than lamp controllers, by index. A new device gets the next index; that of a removed one is not used again. Times are epoch ms of the
 * device's clock.
 */
export interface Devices {
  /** Number of indexes. */
  count(): number
  readonly sn: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly gatewayOf: readonly number[]
  /** Devices of each gateway. */
  readonly of: readonly (readonly number[])[]
  /** Index of a device among all that its gateway has ever had, and their number for a gateway. */
  slotOf(device: number): number
  slots(gateway: number): number
  typeOf(device: number): DeviceTypeDefinition
  values(device: number): Values
  /** Records the supply by all devices. */
  supplyAll(): void
  /**
   * Makes the devices of these gateways those of the lists: adds new ones, moves others with their values and parameters, removes missing ones. Returns the
   * devices that came, and the gateways that others have now.
   */
  place(
    lists: Placing,
    types: NonNullable<Inventory['types']>,
  ): { readonly come: readonly number[]; readonly gateways: ReadonlySet<number> }
  /** Advances the values to `at`. Returns the faults that began and ended. */
  step(device: number, at: number): FaultChange
  /** Sets values as something at the device itself does, such as a breaker that trips; they stay until a command or the next `set`. */
  set(device: number, values: Values): FaultChange
  /** Check of a command's arguments; undefined if the type has no such command. */
  argsOf(device: number, cmd: string): Check | undefined
  command(device: number, cmd: string, args: Args, at: number): void
}

interface Dependencies {
  readonly inventory: Inventory
  readonly seed: number
  readonly plays: readonly Play[]
  /** Present time of the clock of a gateway. */
  readonly clockOf: (gateway: number) => number
  readonly paramsOf: (device: number) => Params
  /** Level of the calendar of a device at a time of its clock; undefined: it has none. */
  readonly calendarOf: (device: number, at: number) => number | undefined
  /** Present power of lamps by their serial numbers, W. */
  readonly loadOf: (feeds: readonly string[]) => number
  /** Called after the values of a device that feeds lamps have changed, or its lamps; `on`: it supplies them. */
  readonly supplyMoved: (feeds: readonly string[], on: boolean) => void
}

const compiled = (schemas: Readonly<Record<string, Parameters<typeof compile>[0]>>): Record<string, Check> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, compile(schema)]))

const kindOf = (type: DeviceTypeDefinition, plays: readonly Play[]): Kind => {
  const { p, args } = schemaOf(type)
  return {
    type,
    usual: playOf(type),
    own: plays.find(({ typeName }) => typeName === type.name) ?? {},
    fits: compiled(p.properties ?? {}),
    args: compiled(args),
  }
}

/** Removes values that the type does not allow, and clamps numbers to its range. */
const fittedValues = ({ type, fits }: Kind, values: SomeValues): Values => {
  const good: Record<string, Value> = {}
  for (const [name, given] of Object.entries(values)) {
    const property = type.properties[name]
    const check = fits[name]
    if (!property || !check || given === undefined) continue
    const isLimited = typeof given === 'number' && (property.type ?? 'number') === 'number' && !property.values
    const value = isLimited ? fitted(property, given) : given
    if (check(value) === undefined) good[name] = value
  }
  return good
}

const faultsIn = ({ faults }: Values): readonly string[] => (Array.isArray(faults) ? faults : [])
const faultChange = (before: Values, after: Values): FaultChange => {
  const [had, has] = [faultsIn(before), faultsIn(after)]
  return { begun: has.filter((fault) => !had.includes(fault)), ended: had.filter((fault) => !has.includes(fault)) }
}

export const createDevices = (dependencies: Dependencies): Devices => {
  const { inventory, seed, plays, clockOf, paramsOf, calendarOf, loadOf, supplyMoved } = dependencies
  const kinds = new Map<string, Kind>()
  const devices: Device[] = []
  const sns: string[] = []
  const indexOf = new Map<string, number>()
  const gatewayOf: number[] = []
  const slotOf: number[] = []
  const of: number[][] = inventory.gateways.map(() => [])
  const slots = inventory.gateways.map(() => 0)

  const kindNamed = (name: string, types: Inventory['types'] = {}): Kind | undefined => {
    const type = types[name]
    const known = kinds.get(name)
    if (known || !type) return known
    const kind = kindOf(type, plays)
    kinds.set(name, kind)
    return kind
  }
  const supply = ({ kind, feeds, values }: Device): void => {
    for (const [by, lamps] of Object.entries(feeds)) supplyMoved(lamps, kind.own.supplies?.(values, by) ?? true)
  }
  /** Restores the supply at the lamps that a device no longer feeds. */
  const release = ({ feeds }: Device): void => {
    for (const lamps of Object.values(feeds)) supplyMoved(lamps, true)
  }
  const join = (index: number, gateway: number): void => {
    gatewayOf[index] = gateway
    slotOf[index] = slots[gateway]!++
    of[gateway]!.push(index)
  }
  const leave = (index: number): void => {
    const list = of[gatewayOf[index]!]!
    list.splice(list.indexOf(index), 1)
  }
  const add = ({ sn, values = {}, feeds = {}, via }: InventoryDevice, kind: Kind, gateway: number): number => {
    const index = devices.length
    const device: Device = {
      sn,
      kind,
      feeds,
      via,
      type: kind.type,
      values: {},
      held: new Set(),
      pinned: new Set(),
      random: createRandom(seed, 'play', sn),
      steppedAt: clockOf(gateway),
      get params() {
        return paramsOf(index)
      },
      calendar: (at) => calendarOf(index, at),
      load: (by) => (device.feeds[by] ? loadOf(device.feeds[by]) : undefined),
      behind: () => of[gatewayOf[index]!]!.map((other) => devices[other]!).filter((other) => other.via === sn),
      above: () => devices[indexOf.get(device.via ?? '') ?? -1],
    }
    devices.push(device)
    sns.push(sn)
    indexOf.set(sn, index)
    join(index, gateway)
    device.values = fittedValues(kind, kind.usual.start(device))
    for (const more of [kind.own.start?.(device) ?? {}, values]) device.values = { ...device.values, ...fittedValues(kind, more) }
    return index
  }
  /** Adds a device or moves it to the gateway. Returns its index if it was not there. */
  const put = (one: InventoryDevice, gateway: number, types: Inventory['types']): number | undefined => {
    const index = indexOf.get(one.sn)
    const kind = kindNamed(one.type, types)
    if (index === undefined) return kind && add(one, kind, gateway)
    const device = devices[index]!
    const feeds = one.feeds ?? {}
    if (!isDeepStrictEqual(device.feeds, feeds)) {
      release(device)
      device.feeds = feeds
      supply(device)
    }
    device.via = one.via
    if (gatewayOf[index] === gateway) return undefined
    leave(index)
    join(index, gateway)
    return index
  }
  for (const [gateway, { devices: behind = [] }] of inventory.gateways.entries()) {
    for (const one of behind) {
      const kind = kindNamed(one.type, inventory.types)
      if (kind) add(one, kind, gateway)
    }
  }

  return {
    count: () => devices.length,
    sn: sns,
    indexOf,
    gatewayOf,
    of,
    slotOf: (index) => slotOf[index]!,
    slots: (gateway) => slots[gateway]!,
    place: (lists, types) => {
      const gateways = new Set<number>()
      const come = [...lists].flatMap(([gateway, wanted]) =>
        wanted.flatMap((one) => {
          const before = gatewayOf[indexOf.get(one.sn) ?? -1]
          const index = put(one, gateway, types)
          if (index === undefined) return []
          for (const changed of [gateway, before]) if (changed !== undefined) gateways.add(changed)
          supply(devices[index]!)
          return [index]
        }),
      )
      for (const [gateway, wanted] of lists) {
        const named = new Set(wanted.map(({ sn }) => sn))
        for (const index of of[gateway]!.filter((one) => !named.has(sns[one]!))) {
          release(devices[index]!)
          leave(index)
          indexOf.delete(sns[index]!)
          gateways.add(gateway)
        }
      }
      return { come, gateways }
    },
    typeOf: (index) => devices[index]!.type,
    values: (index) => devices[index]!.values,
    supplyAll: () => devices.forEach(supply),
    step: (index, at) => {
      const device = devices[index]!
      const { kind } = device
      const before = device.values
      const moved = { ...kind.usual.step(device, at), ...kind.own.step?.(device, at) }
      const free = Object.fromEntries(Object.entries(moved).filter(([name]) => !device.pinned.has(name)))
      device.values = { ...device.values, ...fittedValues(kind, free) }
      device.steppedAt = Math.max(device.steppedAt, at)
      supply(device)
      return faultChange(before, device.values)
    },
    set: (index, values) => {
      const device = devices[index]!
      const before = device.values
      device.values = { ...before, ...fittedValues(device.kind, values) }
      for (const name of Object.keys(values)) device.pinned.add(name)
      supply(device)
      return faultChange(before, device.values)
    },
    argsOf: (index, cmd) => {
      const { args } = devices[index]!.kind
      return Object.hasOwn(args, cmd) ? args[cmd] : undefined
    },
    command: (index, cmd, args, at) => {
      const device = devices[index]!
      const { kind, held, pinned } = device
      if (cmd === 'reboot' || cmd === 'factoryReset') held.clear()
      const set = fittedValues(kind, kind.own.command?.(device, cmd, args, at) ?? kind.usual.command(device, cmd, args, at) ?? {})
      device.values = { ...device.values, ...set }
      for (const name of Object.keys(set)) pinned.delete(name)
      if (!PASSING.has(cmd)) for (const name of Object.keys(set)) held.add(name)
      supply(device)
    },
  }
}
