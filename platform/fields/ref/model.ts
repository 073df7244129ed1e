import { exampleId, type Field, type FieldOptions } from '@lamplight/kit'
import { type FieldModel, isEmpty, several, single } from '../type.ts'

export interface RefOptions extends FieldOptions {
  /** The resource referred to, by name, so that slices never import each other. */
  readonly to: string
  /** Name on the wire of the referred row's title; the field's name with `Id` replaced by `Name` by default. */
  readonly titleAs?: string
  /** May name a row of another tenant than the row's own. */
  readonly anyTenant?: true
}
/** What a reference may say beside what every field may. */
export type RefSays = FieldOptions & Pick<RefOptions, 'titleAs' | 'anyTenant'>
export const ref = <const O extends RefSays>(to: string, options: O): Field<string, O & { readonly to: string }> => ({
  kind: 'ref',
  options: { ...options, to },
})

const ID = /^\d{1,19}$/
const LARGEST = '9223372036854775807'
/** A positive 64-bit integer in digits. */
export const isId = (part: unknown): part is string =>
  typeof part === 'string' && ID.test(part) && (part.length < LARGEST.length || part <= LARGEST)

/** Wire name of the title that travels beside a reference. */
export const titleName = (name: string, options: { readonly titleAs?: string; readonly wire?: string }): string =>
  options.titleAs ?? `${(options.wire ?? name).replace(/Id$/, '')}Name`

/** The id of another row: a string of up to 19 digits. `0`, as in parentId of a root, is null inside. */
export const refModel: FieldModel<string, RefOptions> = {
  kind: 'ref',
  schema: () => ({ type: ['string', 'number', 'null'], pattern: '^-?\\d{0,19}$' }),
  search: () => several('\\d{1,19}'),
  example: ({ to }) => [exampleId(to)],
  answer: ({ to }) => [{ type: 'string', pattern: '^[0-9]{0,19}$', description: `id of ${to}` }],
  wireNames: single,
  toWire: (value, o) => [value ?? (o.wire === 'parentId' ? '0' : '')],
  fromWire: ([part]) => {
    if (isEmpty(part) || part === -1 || part === '-1' || part === '0' || part === 0) return null
    if (typeof part === 'number') return Number.isSafeInteger(part) && part > 0 ? String(part) : undefined
    return isId(part) ? part : undefined
  },
  check: () => null,
}
