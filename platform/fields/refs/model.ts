import { exampleId, type Field } from '@lamplight/kit'
import { isId, type RefOptions, type RefTitleOptions } from '../ref/model.ts'
import { type FieldModel, isEmpty, single } from '../type.ts'

export const refs = <const O extends RefTitleOptions>(
  to: string,
  options: O,
): Field<readonly string[], O & { readonly to: string }, 'refs'> => ({
  kind: 'refs',
  options: { ...options, to },
})

/** Greatest number of ids. */
export const REFS_MOST = 1000

/** Several ids; a comma-joined string on the wire (wire-contract.md 4.7), arrays are also accepted. */
export const refsModel: FieldModel<readonly string[], RefOptions> = {
  kind: 'refs',
  schema: () => ({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] }),
  example: ({ to }) => [exampleId(to)],
  answer: ({ to }) => [{ type: 'string', description: `ids of ${to}, divided by commas` }],
  wireNames: single,
  toWire: (value) => [(value ?? []).join(',')],
  fromWire: ([part]) => {
    if (isEmpty(part) || part === '-1') return null
    const ids = Array.isArray(part)
      ? part
      : typeof part === 'string'
        ? part
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean)
        : [undefined]
    return ids.every(isId) ? (ids.length > 0 ? ids : null) : undefined
  },
  check: (value) => (value.length > REFS_MOST ? [`不能超过${REFS_MOST}项`, `must have at most ${REFS_MOST} items`] : null),
}
