import { type Field, type FieldOptions, meets, type Text } from '@lamplight/kit'

/** A JSON Schema, as data. */
export type Schema = { readonly [key: string]: unknown }

/**
 * What a field type knows on both sides: how a value looks on the wire and which values are good.
 * Inside the house a value is a string, number, boolean, object or null; on the wire nulls are written as wire-contract.md 2.3 says.
 */
export interface FieldModel<T, O extends FieldOptions = FieldOptions> {
  readonly kind: string
  /** Schema of the wire form in a body. */
  schema(options: O): Schema
  /**
   * A good value in the wire form, one part per wire name, for the examples of the API and for tests; texts of different `n` differ. Undefined where
   * none follows from the options and none is declared (`example`).
   */
  example(options: O, n: number): readonly unknown[]
  /** Schema of each part in an answer, in the order of `wireNames`: what `toWire` may give. */
  answer(options: O): readonly Schema[]
  /** Schema of a filter's value in the query of a list; none where there is no such filter. */
  search?(options: O): Schema
  /** Names on the wire for a field called `name`; the first carries the value. */
  wireNames(name: string, options: O): readonly string[]
  /** Wire form of `value`, one per wire name. */
  toWire(value: T | null, options: O): readonly unknown[]
  /** The value behind what came over the wire; `undefined` when it has the wrong form. An empty string is null. */
  fromWire(parts: readonly unknown[], options: O): T | null | undefined
  /** Why a well-formed value is not good, or null. */
  check(value: T, options: O): Text | null
  /** Of several parts on the wire, the place of the one at fault; the first unless told. */
  faultAt?(parts: readonly unknown[]): number
}

export const wrongForm: Text = ['格式不正确', 'has a wrong form']

const CHOSEN = new Set(['choice', 'dict', 'ref', 'refs', 'time', 'flag'])
/** What is said when a required value is missing, in the words of the specification. */
export const wanted = ({ kind, options }: Field): Text => {
  const [zh, en] = options.label
  return [`${CHOSEN.has(kind) ? '请选择' : '请输入'}${zh}`, `${en} is required`]
}
/** Must the field have a value in this row? */
export const isWanted = ({ options }: Field, row: Readonly<Record<string, unknown>>): boolean =>
  options.required === true && !(options.emptyWhen && meets(options.emptyWhen, row))
export const single = (name: string, options: FieldOptions): readonly string[] => [options.wire ?? name]
export const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }, { const: '' }] })
/** A filter takes several values, joined by commas; `one` is a regular expression. */
export const several = (one: string): Schema => ({ type: 'string', pattern: `^(${one})(,(${one}))*$` })
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
