import type { Field, FieldOptions, Text } from '@lamplight/kit'
import { type FieldModel, isEmpty, single } from '../type.ts'

export interface SecretOptions extends FieldOptions {
  /** A regular expression for the whole value, and the message if it does not match. */
  readonly match?: { readonly pattern: string; readonly text: Text }
}
export const secret = <const O extends SecretOptions>(options: O): Field<string, O, 'secret'> => ({ kind: 'secret', options })

/** A secret is accepted but never returned; the server's `beforeWrite` hashes it. An empty value means unchanged. */
export const secretModel: FieldModel<string, SecretOptions> = {
  kind: 'secret',
  schema: () => ({ type: ['string', 'null'], maxLength: 200, writeOnly: true }),
  example: ({ example }) => [example ?? 'Sample-secret-1'],
  answer: () => [{ const: '', description: 'a secret is never told' }],
  wireNames: single,
  toWire: () => [''],
  fromWire: ([part]) => (isEmpty(part) ? null : typeof part === 'string' ? part : undefined),
  check: (value, { match }) => {
    if (value.length > 200) return ['不能超过200个字符', 'must have at most 200 characters']
    return match && !new RegExp(`^(?:${match.pattern})$`, 'u').test(value) ? match.text : null
  },
}
