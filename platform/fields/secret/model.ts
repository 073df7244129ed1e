import type { Field, FieldOptions } from '@lamplight/kit'
import { type FieldModel, isEmpty, single } from '../type.ts'

export const secret = <const O extends FieldOptions>(options: O): Field<string, O> => ({ kind: 'secret', options })

/** A secret is accepted but never returned; the server's `beforeWrite` hashes it. An empty value means unchanged. */
export const secretModel: FieldModel<string> = {
  kind: 'secret',
  schema: () => ({ type: ['string', 'null'], maxLength: 200, writeOnly: true }),
  example: ({ example }) => [example ?? 'Sample-secret-1'],
  answer: () => [{ const: '', description: 'a secret is never told' }],
  wireNames: single,
  toWire: () => [''],
  fromWire: ([part]) => (isEmpty(part) ? null : typeof part === 'string' ? part : undefined),
  check: (value) => (value.length > 200 ? ['不能超过200个字符', 'must have at most 200 characters'] : null),
}
