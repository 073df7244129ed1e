import type { Rule } from './rule.ts'
import type { Text } from './text.ts'

/** Stands where a secret is: that there is one is told, what it is never. */
export const SECRET_MASK = '••••••'

/** What every field may say of itself; each field type adds its own keys. */
export interface FieldOptions {
  /** Name in forms, columns and messages. */
  readonly label: Text
  readonly required?: true
  /** A required field may be empty all the same while the rule holds. */
  readonly emptyWhen?: Rule
  /** Set by the server only: shown, never written by a client. */
  readonly readonly?: true
  /** Unique within the tenant (within the platform for a global resource). */
  readonly unique?: true
  /** Column of the default list; a width in px when the type's own does not fit. `least`: to what it may shrink where columns give way. */
  readonly list?: boolean | { readonly width: number; readonly least?: number }
  /** Filter of the list: by the type's own manner, a range, or several values. */
  readonly search?: boolean | 'range' | 'in'
  /** Where forms show it; everywhere by default. */
  readonly form?: false | 'create' | 'edit'
  /** Shown and written only while the rule holds. */
  readonly when?: Rule
  /** One line under the input. */
  readonly hint?: Text
  /** A good value for the examples of the API, where none follows from the field type. */
  readonly example?: string | number
  /** Name on the wire where it differs from the field's own (misspelt or historic names). */
  readonly wire?: string
  /** Name of the field whose value is taken where a call leaves this one out or empty; forms still ask for it. */
  readonly otherwise?: string
  /** Value of a new row. */
  readonly initial?: string | number | boolean
  /** Name of the field that holds the same text in English: who reads in English gets that one, where it is filled. Only of what nobody writes by a form. */
  readonly english?: string
  /** Name of a value that another table keeps (`devices.state`): read with the row, never written. */
  readonly from?: string
  /** On the wire for programs of others; no list, detail, form or file shows it. */
  readonly hidden?: true
}

export interface Field<T = unknown, O extends FieldOptions = FieldOptions> {
  readonly kind: string
  readonly options: O
  /** Type only. */
  readonly value?: T
}
export type Fields = Readonly<Record<string, Field>>

export type ValueOf<F> = F extends Field<infer T, infer _O> ? T : never
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K]['options'] extends { required: true } ? K : never }[keyof F]
/** The values of a set of fields: required ones are there, others may be null. */
export type Shape<F extends Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]> | null
}
