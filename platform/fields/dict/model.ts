import type { Field, FieldOptions } from '@lamplight/kit'
import { type FieldModel, isEmpty, single } from '../type.ts'

export const WHOLE = /^(0|[1-9]\d{0,8})$/

export interface DictOptions extends FieldOptions {
  /** Code of the dictionary whose keys are the values. */
  readonly code: string
  /** True: the keys are numbers on the wire; -1 for null. */
  readonly numeric?: true
}
export const dict = <const O extends FieldOptions & { readonly numeric?: true }>(
  code: string,
  options: O,
): Field<string, O & { readonly code: string }, 'dict'> => ({
  kind: 'dict',
  options: { ...options, code },
})

const numberOf = (value: string | null): number | string => (value === null ? -1 : WHOLE.test(value) ? Number(value) : value)

/** A key of a dictionary that users edit at run time. */
export const dictModel: FieldModel<string, DictOptions> = {
  kind: 'dict',
  schema: () => ({ type: ['string', 'number', 'null'], maxLength: 50 }),
  search: () => ({ type: 'string', maxLength: 500 }),
  example: ({ example, numeric }) => [example ?? (numeric ? 1 : '1')],
  answer: ({ code, numeric }) => [{ type: numeric ? ['integer', 'string'] : 'string', description: `key of the dictionary ${code}` }],
  wireNames: single,
  toWire: (value, { numeric }) => [numeric ? numberOf(value) : (value ?? '')],
  fromWire: ([part]) =>
    isEmpty(part) || part === -1 ? null : typeof part === 'string' || typeof part === 'number' ? String(part) : undefined,
  check: (value) => (value.length > 50 ? ['不能超过50个字符', 'must have at most 50 characters'] : null),
}
