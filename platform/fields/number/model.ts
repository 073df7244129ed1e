import type { Field, Text } from '@lamplight/kit'
import { exampleNumber, type NumberOptions, outside } from '../int/model.ts'
import { type FieldModel, isEmpty, nullable, several, single } from '../type.ts'

export interface DecimalOptions extends NumberOptions {
  readonly decimals?: number
  /** True: a JSON number with all its digits on the wire, null for none; pages show `decimals`. Only for calls that had this form before. */
  readonly plain?: true
}
export const number = <const O extends DecimalOptions>(options: O): Field<number, O, 'number'> => ({ kind: 'number', options })

const finer = (value: number, { decimals }: DecimalOptions): Text | null =>
  decimals !== undefined && Number(value.toFixed(Math.min(decimals, 100))) !== value
    ? decimals === 0
      ? ['应为整数', 'must be a whole number']
      : [`最多${decimals}位小数`, `may have at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}`]
    : null

/** A decimal number; a string on the wire, like all decimals there (wire-contract.md 2.3), and empty for null. */
export const numberModel: FieldModel<number, DecimalOptions> = {
  kind: 'number',
  schema: (o) =>
    nullable({
      anyOf: [
        { type: 'number', ...(o.min === undefined ? {} : { minimum: o.min }), ...(o.max === undefined ? {} : { maximum: o.max }) },
        { type: 'string' },
      ],
    }),
  search: () => several('-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?'),
  example: (o) => [exampleNumber(o)],
  answer: ({ unit, plain }) => [
    plain
      ? { anyOf: [{ type: 'number' }, { type: 'null' }], ...(unit && { description: unit }) }
      : { type: 'string', pattern: '^(-?[0-9.]+(e[+-]?[0-9]+)?)?$', description: unit ? `${unit}; empty: none` : 'empty: none' },
  ],
  wireNames: single,
  toWire: (value, o) => {
    if (o.plain) return [value]
    return [value === null ? '' : o.decimals === undefined ? String(value) : String(Number(value.toFixed(o.decimals)))]
  },
  fromWire: ([part]) => {
    if (isEmpty(part)) return null
    const value = typeof part === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(part) ? Number(part) : part
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  },
  check: (value, o) => outside(value, o) ?? finer(value, o),
}
