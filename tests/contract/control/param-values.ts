import { modelOf } from '@lamplight/fields/model'
import type { Field, ParamFamilyDefinition } from '@lamplight/kit'
import { exampleFields } from '@lamplight/server-kit'
import { CLAMPED } from '@lamplight/virtual-city'

export type ParamValues = Readonly<Record<string, unknown>>

interface Limits {
  readonly min?: number
  readonly max?: number
  readonly decimals?: number
  readonly values?: Readonly<Record<string, unknown>>
}
/** Values that a field may have, apart from its example: the ends of its range, each choice, and the example as other rows have it. */
const others = (field: Field): unknown[] => {
  const { min, max, values } = field.options as Limits
  if (field.kind === 'flag') return [true, false]
  const numbers = [max, min].filter((one) => one !== undefined)
  const choices = Object.keys(values ?? {}).map(Number)
  return [...numbers, ...choices, ...modelOf(field).example(field.options, 3)]
}
/** Fields with an order differ by one only: the order stays, and so do the limits. */
const ordered = ({ ascending = [] }: ParamFamilyDefinition, name: string): boolean => ascending.some((names) => names.includes(name))

/** Returns two values of a family that differ in each field that can have another value than its example. */
export const valuesOf = (family: ParamFamilyDefinition): readonly [first: ParamValues, second: ParamValues] => {
  const { fields } = family
  const first = Object.fromEntries(
    Object.entries(exampleFields({ fields })).map(([name, wire]) => {
      const field = fields[name] as Field
      return [name, modelOf(field).fromWire([wire], field.options)]
    }),
  )
  const second = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (ordered(family, name)) return [[name, Number(first[name]) + 1]]
      const other = others(field).find(
        (one) => typeof one === typeof first[name] && one !== first[name] && modelOf(field).check?.(one as never, field.options) == null,
      )
      const value = other ?? first[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return [first, second]
}

/** Returns what a device of the virtual city with the fault `clamp` stores. */
export const clampedOf = (value: ParamValues): ParamValues =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'number' ? Math.min(CLAMPED[1], Math.max(CLAMPED[0], one)) : one]),
  )
