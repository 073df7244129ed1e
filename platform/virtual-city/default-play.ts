import type { DeviceProperty, DeviceTypeDefinition } from '@lamplight/kit'
import { isEventType, isFaultType } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import { nextNumber, startNumber } from './number-play.ts'
import type { PlayedDevice, PlayHooks, Value } from './play.ts'

const HOUR_MS = 3_600_000
/** Mean time between two changes of a word or flag, and from start to end of a fault, ms. */
const CHANGES_MS = 12 * HOUR_MS
const FAULT_COMES_MS = 60 * 24 * HOUR_MS
const FAULT_GOES_MS = 4 * HOUR_MS
const TEXT = 'virtual-1.0'

/** The values of a property with a fixed set; undefined for other properties. */
const choicesOf = ({ type = 'number', values, words }: DeviceProperty): readonly Value[] | undefined => {
  if (type === 'boolean') return [false, true]
  if (type === 'number') return values && Object.keys(values).map(Number)
  return type === 'text' ? words && Object.keys(words) : undefined
}

/** Faults that a device can have: those of its events, else those of its fault list. A lost connection is reported by its gateway. */
const faultsOf = ({ properties, events }: DeviceTypeDefinition): readonly string[] => {
  const all = Object.keys(properties.faults?.words ?? {}).filter(
    (word) => !isEventType(word) || (isFaultType(word) && word !== 'communicationFailure'),
  )
  const present = all.filter((word) => events.includes(word))
  return present.length > 0 ? present : all
}

const happens = (elapsed: number, mean: number, random: Random): boolean => random.next() < elapsed / mean

/**
 * The default behaviour of a device type: numbers move slowly within their limits, counters grow, words and flags change rarely, times are the
 * present time, texts stay, and faults begin and end at random. A command sets the properties in `proves`.
 */
export const playOf = (type: DeviceTypeDefinition): Required<Omit<PlayHooks, 'supplies'>> => {
  const properties = Object.entries(type.properties).filter(([, { retired }]) => !retired)
  const faults = faultsOf(type)

  const startOf = (property: DeviceProperty, { random, steppedAt }: PlayedDevice): Value => {
    const choices = choicesOf(property)
    if (choices && choices.length > 0) return random.pick(choices)
    switch (property.type) {
      case 'time':
        return steppedAt
      case 'text':
        return TEXT
      case 'list':
        return []
      default:
        return startNumber(property, random)
    }
  }
  const nextFaults = (now: Value | undefined, elapsed: number, random: Random): Value => {
    const present = Array.isArray(now) ? now : []
    if (present.length > 0) return happens(elapsed, FAULT_GOES_MS, random) ? [] : present
    return faults.length > 0 && happens(elapsed, FAULT_COMES_MS, random) ? [random.pick(faults)] : []
  }
  const nextOf = (name: string, property: DeviceProperty, { random, steppedAt, values }: PlayedDevice, at: number): Value | undefined => {
    const elapsed = Math.max(0, at - steppedAt)
    const now = values[name]
    if (name === 'faults') return nextFaults(now, elapsed, random)
    const choices = choicesOf(property)
    if (choices) return choices.length > 0 && happens(elapsed, CHANGES_MS, random) ? random.pick(choices) : now
    if (property.type === 'time') return at
    return typeof now === 'number' ? nextNumber(property, now, elapsed, random) : now
  }

  return {
    start: (device) => Object.fromEntries(properties.map(([name, property]) => [name, startOf(property, device)])),
    step: (device, at) => {
      const next: Record<string, Value> = {}
      for (const [name, property] of properties) {
        const value = device.held.has(name) ? undefined : nextOf(name, property, device, at)
        if (value !== undefined) next[name] = value
      }
      return next
    },
    command: ({ values }, cmd, args) => {
      const set: Record<string, Value> = {}
      const present = Array.isArray(values.faults) ? values.faults : []
      if (cmd === 'selfTest') set.selfTest = present.length > 0 ? 'fault' : 'ok'
      if (cmd === 'clearAlarms') set.faults = []
      if (cmd === 'clearEnergy') set.energy = 0
      for (const [name, input] of Object.entries(type.commands[cmd]?.proves ?? {})) {
        const argument = args[input]
        const wanted = type.properties[name]?.type ?? 'number'
        if (argument === undefined || argument === null) continue
        set[name] = wanted === 'number' ? Number(argument) : wanted === 'boolean' ? Boolean(argument) : (argument as Value)
      }
      return set
    },
  }
}
