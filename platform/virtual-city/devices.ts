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
interface Device extends PlayedDevice {
  readonly kind: Kind
  readonly feeds: readonly string[]
  values: Values
  readonly held: Set<string>
  steppedAt: number
}

/** Devices other than lamp controllers, by index; those of one gateway are adjacent. Times are epoch ms of the device's clock. */
export interface Devices {
  readonly count: number
  readonly sn: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly gatewayOf: readonly number[]
  /** Devices of gateway g are first[g] … first[g + 1] - 1. */
  readonly first: readonly number[]
  typeOf(device: number): DeviceTypeDefinition
  values(device: number): Values
  /** Serial numbers of the lamps that the device feeds. */
  feeds(device: number): readonly string[]
  /** False while the device interrupts the supply of these lamps. */
  supplies(device: number): boolean
  /** Advances the values to `at`. Returns the faults that began and ended. */
  step(device: number, at: number): { readonly begun: readonly string[]; readonly ended: readonly string[] }
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
  /** Present power of lamps by their serial numbers, W. */
  readonly loadOf: (feeds: readonly string[]) => number
  /** Called after the values of a device that feeds lamps have changed; `on`: it supplies them. */
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

const suppliesLamps = ({ kind, values }: Device): boolean => kind.own.supplies?.(values) ?? true

const faultsIn = ({ faults }: Values): readonly string[] => (Array.isArray(faults) ? faults : [])

export const createDevices = ({ inventory, seed, plays, clockOf, paramsOf, loadOf, supplyMoved }: Dependencies): Devices => {
  const kinds = new Map<string, Kind>()
  const devices: Device[] = []
  const gatewayOf: number[] = []
  const first: number[] = [0]

  const kindNamed = (name: string): Kind | undefined => {
    const type = inventory.types?.[name]
    const known = kinds.get(name)
    if (known || !type) return known
    const kind = kindOf(type, plays)
    kinds.set(name, kind)
    return kind
  }
  const add = ({ sn, values = {}, feeds = [] }: InventoryDevice, kind: Kind, gateway: number): void => {
    const index = devices.length
    const device: Device = {
      sn,
      kind,
      feeds,
      type: kind.type,
      values: {},
      held: new Set(),
      random: createRandom(seed, 'play', sn),
      steppedAt: clockOf(gateway),
      get params() {
        return paramsOf(index)
      },
      get load() {
        return feeds.length > 0 ? loadOf(feeds) : 0
      },
    }
    devices.push(device)
    gatewayOf.push(gateway)
    device.values = fittedValues(kind, kind.usual.start(device))
    for (const more of [kind.own.start?.(device) ?? {}, values]) device.values = { ...device.values, ...fittedValues(kind, more) }
  }
  for (const [gateway, { devices: behind = [] }] of inventory.gateways.entries()) {
    for (const one of behind) {
      const kind = kindNamed(one.type)
      if (kind) add(one, kind, gateway)
    }
    first.push(devices.length)
  }
  const sn = devices.map((device) => device.sn)

  return {
    count: devices.length,
    sn,
    indexOf: new Map(sn.map((one, index) => [one, index])),
    gatewayOf,
    first,
    typeOf: (index) => devices[index]!.type,
    values: (index) => devices[index]!.values,
    feeds: (index) => devices[index]!.feeds,
    supplies: (index) => suppliesLamps(devices[index]!),
    step: (index, at) => {
      const device = devices[index]!
      const { kind } = device
      const before = faultsIn(device.values)
      const moved = { ...kind.usual.step(device, at), ...kind.own.step?.(device, at) }
      device.values = { ...device.values, ...fittedValues(kind, moved) }
      device.steppedAt = Math.max(device.steppedAt, at)
      if (device.feeds.length > 0) supplyMoved(device.feeds, suppliesLamps(device))
      const after = faultsIn(device.values)
      return { begun: after.filter((fault) => !before.includes(fault)), ended: before.filter((fault) => !after.includes(fault)) }
    },
    argsOf: (index, cmd) => {
      const { args } = devices[index]!.kind
      return Object.hasOwn(args, cmd) ? args[cmd] : undefined
    },
    command: (index, cmd, args, at) => {
      const device = devices[index]!
      const { kind, held } = device
      if (cmd === 'reboot' || cmd === 'factoryReset') held.clear()
      const set = fittedValues(kind, kind.own.command?.(device, cmd, args, at) ?? kind.usual.command(device, cmd, args, at) ?? {})
      device.values = { ...device.values, ...set }
      if (!PASSING.has(cmd)) for (const name of Object.keys(set)) held.add(name)
      if (device.feeds.length > 0) supplyMoved(device.feeds, suppliesLamps(device))
    },
  }
}
