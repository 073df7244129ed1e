import type { Field, FieldOptions } from '@lamplight/kit'
import { type FieldModel, isEmpty, single } from '../type.ts'

export interface DictOptions extends FieldOptions {
  /** Code of the dictionary whose keys are the values. */
  readonly code: string
}
export const dict = <const O extends FieldOptions>(code: string, options: O): Field<string, O & { readonly code: string }> => ({
  kind: 'dict',
  options: { ...options, code },
})

/** A key of a dictionary that people edit at run time. */
export const dictModel: FieldModel<string, DictOptions> = {
  kind: 'dict',
  schema: () => ({ type: ['string', 'number', 'null'], maxLength: 50 }),
  search: () => ({ type: 'string', maxLength: 500 }),
  wireNames: single,
  toWire: (value) => [value ?? ''],
  fromWire: ([part]) =>
    isEmpty(part) || part === -1 ? null : typeof part === 'string' || typeof part === 'number' ? String(part) : undefined,
  check: (value) => (value.length > 50 ? ['不能超过50个字符', 'must have at most 50 characters'] : null),
}
