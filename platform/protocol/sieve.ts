import { type DeviceProperty, type DeviceTypeDefinition, isStoredNumber } from '@lamplight/kit'
import { compile } from './compile.ts'
import { propertySchema } from './device-schema.ts'
import type { Properties } from './messages.ts'
import { lampWithoutNoise, withoutNoise } from './noise.ts'
import { SCHEMAS } from './schemas.ts'

/** A reported value that was refused, and the reason. */
export interface BadValue {
  readonly property: string
  readonly value: unknown
  readonly reason: string
}

/** A report in stored form: numbers by slot (`v[0]` is slot 1; null: not reported), other values by name, and the refused values. */
export interface Sieved {
  readonly v: (number | null)[]
  readonly texts: Readonly<Record<string, unknown>>
  readonly bad: readonly BadValue[]
}

/** Converts a value to the declared type: devices may send a boolean for a choice of 0 and 1, and 0 or 1 for a boolean. */
const asDeclared = ({ type = 'number', values }: DeviceProperty, value: unknown): unknown => {
  if (typeof value === 'boolean' && type === 'number' && values) return Number(value)
  return type === 'boolean' && (value === 0 || value === 1) ? value === 1 : value
}

/** The text of a check of one value, which calls the value `message`. */
const faultOf = (words: string): string => words.replace(/^message /, '')

/**
 * Returns a function that checks each value of a report against the device type and stores it in its slot. It refuses single values, not the
 * report, and ignores unknown names. Values that are negative only because of the noise of a meter count as 0. A value is read from its
 * name in messages (`wire`), from its property name, or from its former name (`was`): the first of them that the report contains.
 */
export const sieveOf = (type: DeviceTypeDefinition): ((p: Readonly<Record<string, unknown>>) => Sieved) => {
  const steps = Object.entries(type.properties)
    .filter(([, { retired }]) => !retired)
    .map(([name, property]) => ({
      name,
      names: [...(property.wire ? [property.wire] : []), name, ...(property.was ? [property.was] : [])],
      property,
      slot: isStoredNumber(property) ? property.slot : undefined,
      check: compile(propertySchema(property)),
      unit: property.min === 0 ? property.unit : undefined,
    }))
  const width = Math.max(0, ...Object.values(type.properties).map(({ slot = 0 }) => slot))
  return (p) => {
    const v = new Array<number | null>(width).fill(null)
    const texts: Record<string, unknown> = {}
    const bad: BadValue[] = []
    for (const { name, names, slot, check, property, unit } of steps) {
      const key = names.find((each) => Object.hasOwn(p, each) && p[each] !== undefined)
      if (key === undefined) continue
      const value = withoutNoise(asDeclared(property, p[key]), unit)
      const fault = check(value)
      if (fault) bad.push({ property: name, value, reason: faultOf(fault) })
      else if (slot === undefined) texts[name] = value
      else v[slot - 1] = Number(value)
    }
    return { v, texts, bad }
  }
}

const LAMP_CHECKS = Object.entries(SCHEMAS.report.items?.properties?.p?.properties ?? {}).map(
  ([name, schema]) => [name, compile(schema), schema.type === 'boolean'] as const,
)

/** Checks each value of a lamp controller against the schema of reports. Returns the values that fit, and the refused ones; it leaves out unknown names. */
export const siftLampValues = (p: Readonly<Record<string, unknown>>): { readonly p: Properties; readonly bad: readonly BadValue[] } => {
  const fitting: Record<string, unknown> = {}
  const bad: BadValue[] = []
  for (const [name, check, isFlag] of LAMP_CHECKS) {
    const told = Object.hasOwn(p, name) ? lampWithoutNoise(name, p[name]) : undefined
    const value = isFlag && (told === 0 || told === 1) ? told === 1 : told
    if (value === undefined) continue
    const fault = check(value)
    if (fault) bad.push({ property: name, value, reason: faultOf(fault) })
    else fitting[name] = value
  }
  return { p: fitting, bad }
}
