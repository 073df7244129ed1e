import type { Field, FieldOptions, Text } from '@lamplight/kit'
import { type FieldModel, isEmpty, nullable, several, single } from '../type.ts'

export interface NumberOptions extends FieldOptions {
  readonly min?: number
  readonly max?: number
  readonly unit?: string
  /** false for numbers that name something (years, codes of device types): digits are not grouped, and columns are not aligned as quantities. */
  readonly quantity?: false
}

export const int = <const O extends NumberOptions>(options: O): Field<number, O, 'int'> => ({ kind: 'int', options })

/** Why `value` is outside the limits of `o`, or null. */
export const outside = (value: number, o: NumberOptions): Text | null => {
  if (o.min !== undefined && value < o.min) return [`不能小于${o.min}`, `must be at least ${o.min}`]
  if (o.max !== undefined && value > o.max) return [`不能大于${o.max}`, `must be at most ${o.max}`]
  return null
}

/** Returns a small example number within the limits. */
export const exampleNumber = (o: NumberOptions): number =>
  typeof o.example === 'number' ? o.example : Math.min(o.max ?? 7, Math.max(o.min ?? 0, 7))

/** A whole number; null is -1 on the wire, and -1 is read as null if it is outside the limits. */
export const intModel: FieldModel<number, NumberOptions> = {
  kind: 'int',
  schema: (o) => nullable({ type: 'integer', minimum: o.min ?? -2147483648, maximum: o.max ?? 2147483647 }),
  search: () => several('-?\\d+([eE]\\d+)?'),
  example: (o) => [exampleNumber(o)],
  answer: ({ unit }) => [{ type: 'integer', description: unit ? `${unit}; -1: none` : '-1: none' }],
  wireNames: single,
  toWire: (value) => [value ?? -1],
  fromWire: ([part], o) => {
    if (isEmpty(part)) return null
    const value = typeof part === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(part) ? Number(part) : part
    if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 2_147_483_647) return undefined
    return value === -1 && o.min !== undefined && o.min >= 0 ? null : value
  },
  check: (value, o) => outside(value, { ...o, min: o.min ?? -2147483648, max: o.max ?? 2147483647 }),
}
