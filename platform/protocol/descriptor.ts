import { type DeviceProperty, type DeviceTypeDefinition, deviceTypeFault, type Field, isStoredNumber, type Text } from '@lamplight/kit'
import { compile } from './compile.ts'
import { EVENT_TYPE_NAMES } from './event-types.ts'
import type { Schema } from './schema.ts'

/** The parts of a device type made at run time besides its code and names: as in `defineDeviceType`, with input fields as `{ kind, ...options }`. */
export type DeviceDescriptor = Pick<DeviceTypeDefinition, 'driver' | 'icon' | 'properties' | 'commands' | 'events'>

/** Result of `typeFrom` for a text that is not JSON. */
export const NO_JSON = 'is not JSON'
const SLOTS = 128
const flag: Schema = { type: 'boolean' }
const number: Schema = { type: 'number' }
const name: Schema = { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,31}$' }
const words: Schema = { type: 'string', pattern: '^[^\\u0000-\\u001f\\ud800-\\udfff]{1,80}$' }
const label: Schema = { type: 'array', items: words, minItems: 2, maxItems: 2 }
const named = (key: Schema, value: Schema, maxProperties: number): Schema => ({
  type: 'object',
  propertyNames: key,
  additionalProperties: value,
  maxProperties,
})
const closed = (properties: Readonly<Record<string, Schema>>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const choices = named({ type: 'string', pattern: '^-?[0-9]{1,9}$' }, label, 64)
const limits = { unit: words, min: number, max: number, decimals: { type: 'integer', minimum: 0, maximum: 9 } } as const

const property = closed(
  {
    label,
    ...limits,
    values: choices,
    words: named(words, label, 64),
    was: name,
    type: { type: 'string', enum: ['number', 'boolean', 'time', 'text', 'list'] },
    slot: { type: 'integer', minimum: 1, maximum: SLOTS },
    counter: { anyOf: [flag, closed({ wrapsAt: { type: 'number', minimum: 1 }, perHour: number })] },
    history: flag,
    list: flag,
    retired: flag,
  },
  'label',
)
const input = closed(
  {
    kind: { type: 'string', enum: ['int', 'number', 'flag', 'choice', 'text', 'time'] },
    label,
    ...limits,
    values: choices,
    required: flag,
  },
  'kind',
  'label',
)
const command = closed({ label, input: named(name, input, 16), proves: named(name, name, 16), repeatable: flag, danger: flag }, 'label')
const check = compile(
  closed(
    {
      properties: named(name, property, SLOTS),
      commands: named(name, command, 32),
      events: { type: 'array', items: { type: 'string', enum: EVENT_TYPE_NAMES }, maxItems: 64 },
      driver: { type: 'string', pattern: '^[a-z][a-z0-9]{0,15}$' },
      icon: { type: 'string', pattern: '^[a-z][a-zA-Z0-9-]{0,31}$' },
    },
    'properties',
  ),
)

type Written = Readonly<Record<string, Readonly<Record<string, unknown>>>>
/** Removes flags that have their default value. */
const pruned = (written: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(written).filter(([key, value]) => (key === 'repeatable' ? value === false : value !== false || key === 'required')),
  )
const mapped = <T>(written: Written | undefined, one: (value: Readonly<Record<string, unknown>>) => unknown): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(written ?? {}).map(([key, value]) => [key, one(value) as T]))
const fieldOf = ({ kind, ...options }: Readonly<Record<string, unknown>>): Field =>
  ({
    kind,
    options: Object.fromEntries(Object.entries(options).filter(([key, value]) => key !== 'required' || value === true)),
  }) as unknown as Field

const fromWritten = (written: object): DeviceDescriptor => {
  const {
    driver,
    icon,
    properties,
    commands,
    events = [],
  } = written as {
    driver?: string
    icon?: string
    properties: Written
    commands?: Written
    events?: string[]
  }
  return {
    ...(driver ? { driver } : {}),
    ...(icon ? { icon } : {}),
    properties: mapped(properties, pruned),
    commands: mapped(commands, (one) => ({ ...pruned(one), ...(one.input ? { input: mapped(one.input as Written, fieldOf) } : {}) })),
    events,
  }
}
/** Returns the descriptor in the form in which users write it. */
export const writtenOf = ({ driver, icon, properties, commands, events }: DeviceDescriptor): object => ({
  ...(driver ? { driver } : {}),
  ...(icon ? { icon } : {}),
  properties,
  commands: mapped(commands as unknown as Written, (one) => ({
    ...one,
    ...(one.input ? { input: mapped(one.input as Written, ({ kind, options }) => ({ kind, ...(options as object) })) } : {}),
  })),
  events,
})

/** Returns true if the stored numbers of both properties mean the same. */
const isAlike = (a: DeviceProperty, b: DeviceProperty): boolean =>
  (a.type ?? 'number') === (b.type ?? 'number') && a.unit === b.unit && Boolean(a.counter) === Boolean(b.counter)

/**
 * Gives each stored number a slot: its previous one, else the next that was never used. Properties of `before` that `next` lacks stay as
 * retired, so that their slots are never reused. Returns a sentence if a property would change its meaning.
 */
const withSlots = (next: DeviceDescriptor, before: DeviceDescriptor | undefined): DeviceDescriptor | string => {
  const old = before?.properties ?? {}
  const formerly = new Set(Object.values(next.properties).flatMap(({ was }) => was ?? []))
  const properties: Record<string, DeviceProperty> = {}
  let free = Math.max(0, ...[...Object.values(old), ...Object.values(next.properties)].map(({ slot = 0 }) => slot)) + 1
  for (const [key, property] of Object.entries(next.properties)) {
    const known = old[Object.hasOwn(old, key) ? key : (property.was ?? '')]
    if (known && !isAlike(known, property))
      return `.properties.${key} has another unit or type than before: add a property with another name`
    if (known?.slot !== undefined && property.slot !== undefined && property.slot !== known.slot)
      return `.properties.${key}.slot must stay ${known.slot}`
    const taken = property.slot !== undefined && !known && Object.values(old).some(({ slot }) => slot === property.slot)
    if (taken) return `.properties.${key}.slot was used by another property`
    const slot = isStoredNumber(property) ? (known?.slot ?? property.slot ?? free++) : property.slot
    properties[key] = slot === undefined ? property : { ...property, slot }
  }
  for (const [key, gone] of Object.entries(old))
    if (!Object.hasOwn(properties, key) && !formerly.has(key)) properties[key] = { ...gone, retired: true }
  return { ...next, properties }
}

/**
 * Returns the device type that a descriptor (JSON text) describes, checked like one declared by a slice. `before`: the descriptor that it
 * replaces. Returns a sentence that names the faulty part if it is not valid.
 */
export const typeFrom = (
  text: string,
  identity: { readonly name: string; readonly code: number; readonly label: Text },
  before?: DeviceDescriptor,
): DeviceTypeDefinition | string => {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return NO_JSON
  }
  const wrong = check(written)
  if (wrong) return wrong.replace(/^message /, '')
  const own = fromWritten(written as object)
  const reserved = [own.properties, own.commands, ...Object.values(own.commands).map((one) => one.input ?? {})]
    .flatMap(Object.keys)
    .find((key) => key in {})
  if (reserved !== undefined) return `${reserved} is a reserved name`
  const descriptor = withSlots(own, before)
  if (typeof descriptor === 'string') return descriptor
  const faults = descriptor.properties.faults?.words ?? {}
  const strange = Object.keys(faults).find((word) => !(EVENT_TYPE_NAMES as readonly string[]).includes(word))
  if (strange !== undefined) return `.properties.faults.words.${strange} is not a fault of the protocol`
  for (const [key, one] of Object.entries(descriptor.commands))
    for (const [argument, { kind, options }] of Object.entries(one.input ?? {}))
      if (kind === 'choice' && !('values' in options)) return `.commands.${key}.input.${argument}.values is missing`
  const type = { ...identity, ...descriptor }
  return deviceTypeFault(type) ?? type
}
