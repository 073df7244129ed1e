import { type Field, type FieldOptions, meets, type Text } from '@lamplight/kit'

/** A JSON Schema, as data. */
export type Schema = { readonly [key: string]: unknown }

/**
 * The part of a field type that server and console share: the wire form and the checks of its values. Internally a value is a string, number,
 * boolean, object or null; wire-contract.md 2.3 defines how null is written.
 */
export interface FieldModel<T, O extends FieldOptions = FieldOptions> {
  readonly kind: string
  /** JSON Schema of the wire form in a body. */
  schema(options: O): Schema
  /**
   * A valid example in wire form, one part per wire name, for the API examples and tests; texts differ by `n`. Undefined if none follows from
   * the options and none is declared (`example`).
   */
  example(options: O, n: number): readonly unknown[]
  /** JSON Schema of each part in an answer, in the order of `wireNames`: the possible results of `toWire`. */
  answer(options: O): readonly Schema[]
  /** JSON Schema of a filter value in the query of a list; undefined if there is no such filter. */
  search?(options: O): Schema
  /** Names on the wire for a field with this name; the first one carries the value. */
  wireNames(name: string, options: O): readonly string[]
  /** Wire form of `value`, one part per wire name. */
  toWire(value: T | null, options: O): readonly unknown[]
  /** Value of the wire parts; `undefined` if they have a wrong form. An empty string is null. */
  fromWire(parts: readonly unknown[], options: O): T | null | undefined
  /** Returns why a well-formed value is not allowed, or null. */
  check(value: T, options: O): Text | null
  /** Index of the faulty one of several wire parts; default: the first. */
  faultAt?(parts: readonly unknown[]): number
}

export const wrongForm: Text = ['格式不正确', 'has the wrong format']

const CHOSEN = new Set(['choice', 'dict', 'ref', 'refs', 'time', 'flag', 'file'])
/** Message for a missing required value, as worded in the specification. */
export const wanted = ({ kind, options }: Field): Text => {
  const [zh, en] = options.label
  if (kind === 'items') return [`请添加${zh}`, `${en} is required`]
  return [`${CHOSEN.has(kind) ? '请选择' : '请输入'}${zh}`, `${en} is required`]
}
/** Returns true if the field must have a value in this row. */
export const isWanted = ({ options }: Field, row: Readonly<Record<string, unknown>>): boolean =>
  options.required === true && !(options.emptyWhen && meets(options.emptyWhen, row))
export const single = (name: string, options: FieldOptions): readonly string[] => [options.wire ?? name]
/**
 * Returns the schema `accepted` with the schema that the API document shows instead (`x-declared`): clients may send `1`, `"1"` or `true`
 * (wire-contract.md 2.3), but a generated client gets the one type `shown`.
 */
export const declaredAs = (accepted: Schema, shown: Schema, { required }: Pick<FieldOptions, 'required'> = { required: true }): Schema => ({
  ...accepted,
  'x-declared': required ? shown : { anyOf: [shown, { type: 'null' }] },
})
export const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }, { const: '' }] })
/** Schema of a filter that accepts several comma-separated values; `one` is a regular expression. */
export const several = (one: string): Schema => ({ type: 'string', pattern: `^(${one})(,(${one}))*$` })
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
