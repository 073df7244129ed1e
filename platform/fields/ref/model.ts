import { exampleId, type Field, type FieldOptions } from '@lamplight/kit'
import { type FieldModel, isEmpty, several, single } from '../type.ts'

export interface RefOptions extends FieldOptions {
  /** Name of the referenced resource; by name, so that slices do not import each other. */
  readonly to: string
  /** Wire name of the referenced row's title; default: the field's name with `Id` replaced by `Name`. */
  readonly titleAs?: string
  /** True: may refer to a row of another tenant. */
  readonly anyTenant?: true
  /** Only rows with these values are offered, by wire name: `{ devType: 12 }`. The server checks the chosen row by itself. */
  readonly only?: Readonly<Record<string, number | string>>
}
/** Options of a reference besides those of every field. */
export type RefTitleOptions = FieldOptions & Pick<RefOptions, 'titleAs' | 'anyTenant' | 'only'>
export const ref = <const O extends RefTitleOptions>(to: string, options: O): Field<string, O & { readonly to: string }, 'ref'> => ({
  kind: 'ref',
  options: { ...options, to },
})

const ID = /^\d{1,19}$/
const LARGEST = '9223372036854775807'
/** Returns true for a positive 64-bit integer in decimal digits. */
export const isId = (part: unknown): part is string =>
  typeof part === 'string' && ID.test(part) && (part.length < LARGEST.length || part <= LARGEST)

/** Wire name of a reference's title. */
export const titleName = (name: string, options: { readonly titleAs?: string; readonly wire?: string }): string =>
  options.titleAs ?? `${(options.wire ?? name).replace(/Id$/, '')}Name`

/** The id of another row: a string of up to 19 digits. `0`, as in the parentId of a root, is read as null. */
export const refModel: FieldModel<string, RefOptions> = {
  kind: 'ref',
  schema: () => ({ type: ['string', 'number', 'null'], pattern: '^-?\\d{0,19}$' }),
  search: () => several('\\d{1,19}'),
  example: ({ to, example = exampleId(to) }) => [example],
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
