import type { Rule } from './rule.ts'
import type { Text } from './text.ts'

/** Replaces a secret in answers: shows that a secret is set, but not its value. */
export const SECRET_MASK = '••••••'

/** Options of every field; each field type adds its own. */
export interface FieldOptions {
  /** Label in forms, columns and messages. */
  readonly label: Text
  readonly required?: true
  /** While this rule holds, a required field may be empty. */
  readonly emptyWhen?: Rule
  /** The server sets the value; clients only read it. */
  readonly readonly?: true
  /** Unique within the tenant (within the platform for a global resource). */
  readonly unique?: true
  /**
   * True: a column of the default list. `width` in px if the default of the field type does not
   * fit; `least`: smallest width when columns shrink.
   */
  readonly list?: boolean | { readonly width: number; readonly least?: number }
  /** Filter of the list: the default filter of the field type, a range, or several values. */
  readonly search?: boolean | 'range' | 'in'
  /** Forms that show the field; default: all. */
  readonly form?: false | 'create' | 'edit'
  /** The field is shown and written only while the rule holds. */
  readonly when?: Rule
  /** One line under the input. */
  readonly hint?: Text
  /** Value for the API examples, if the default of the field type does not fit. */
  readonly example?: string | number
  /** Name on the wire, if it differs from the field's own (misspelt or historic names). */
  readonly wire?: string
  /** Name of the field whose value is used if a call omits this one or leaves it empty; forms still ask for it. */
  readonly otherwise?: string
  /** Value of a new row. */
  readonly initial?: string | number | boolean
  /** Value of this required field if a call does not send it, for clients that do not know the field. */
  readonly assumed?: string | number | boolean
  /**
   * Name of the field with the same text in English: users of the English console get it unless it
   * is empty. Only for fields that no form writes.
   */
  readonly english?: string
  /** Name of a value in another table (`devices.state`): read with the row, never written. */
  readonly from?: string
  /** Part of the wire form for other programs; no list, detail, form or file shows it. */
  readonly hidden?: true
  /** An id or code for machines: descriptions of a command omit it, pages that compare values show it. */
  readonly technical?: true
  /** Only the answer for one row has the value; the rows of a list omit its keys. For fields with hundreds of ids. */
  readonly alone?: true
}

/** An option beside `kind`, as in `{ ...severity, label }`, has no effect: it does not compile. */
type NoOptionBeside = { readonly [K in keyof FieldOptions]?: never }
/** `K`: name of the field type. `WireRow` derives the type of the value in an answer from it. */
export interface Field<T = unknown, O extends FieldOptions = FieldOptions, K extends string = string> extends NoOptionBeside {
  readonly kind: K
  readonly options: O
  /** Carries the value's type; never set. */
  readonly value?: T
}
export type Fields = Readonly<Record<string, Field>>

export type ValueOf<F> = F extends Field<infer T, infer _O, infer _K> ? T : never
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K]['options'] extends { required: true } ? K : never }[keyof F]
/** The values of a set of fields: required ones are present, others may be null. */
export type Shape<F extends Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]> | null
}
