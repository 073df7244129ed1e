import type { Field, Fields, ResourceDefinition } from '@lamplight/kit'
import type { FileValue } from './file/model.ts'

/** Types of values on the wire, by the field type; those of the other field types are texts. Null is written as wire-contract.md 2.3 defines. */
interface WireValues<O> {
  readonly int: number
  /** -1: none. */
  readonly choice: O extends { readonly values: infer V }
    ? (keyof V & number) | (O extends { readonly required: true } ? never : -1)
    : number
  readonly number: O extends { readonly plain: true } ? number | null : string
  readonly flag: O extends { readonly plain: true } ? boolean : number
  readonly dict: O extends { readonly numeric: true } ? number | string : string
  readonly items: O extends { readonly item: infer I extends Fields } ? readonly WireFields<I>[] : never
}
type WireValue<K, O> = K extends keyof WireValues<O> ? WireValues<O>[K] : K extends WireTexts ? string : unknown
/** The field types whose value is a string in an answer. */
type WireTexts = 'text' | 'secret' | 'ref' | 'refs' | 'time' | 'file' | 'terms'

type NameOf<N extends string, O> = O extends { readonly wire: infer W extends string } ? W : N
type TitleOf<N extends string, O> = O extends { readonly titleAs: infer T extends string }
  ? T
  : NameOf<N, O> extends `${infer Start}Id`
    ? `${Start}Name`
    : `${NameOf<N, O>}Name`
type KindOf<F> = F extends Field<infer _T, infer _O, infer K> ? K : never

type Place = { readonly longitude: string; readonly latitude: string }
/** A file of a row in an answer. */
export interface WireFile extends Omit<FileValue, 'kind'> {
  readonly kind: string
  readonly link: string
}

type Values<F extends Fields> = {
  [N in keyof F & string as KindOf<F[N]> extends 'geo'
    ? never
    : F[N]['options'] extends { readonly alone: true }
      ? never
      : NameOf<N, F[N]['options']>]: WireValue<KindOf<F[N]>, F[N]['options']>
}
/** The values of fields with the option `alone`: a row in a list does not have them, the answer for one row has. */
type ValuesAlone<F extends Fields> = {
  [N in keyof F & string as F[N]['options'] extends { readonly alone: true } ? NameOf<N, F[N]['options']> : never]?: WireValue<
    KindOf<F[N]>,
    F[N]['options']
  >
}
type Titles<F extends Fields> = {
  [N in keyof F & string as F[N]['options'] extends { readonly to: string; readonly alone?: never }
    ? TitleOf<N, F[N]['options']>
    : never]: string
}
type TitlesAlone<F extends Fields> = {
  [N in keyof F & string as F[N]['options'] extends { readonly to: string; readonly alone: true }
    ? TitleOf<N, F[N]['options']>
    : never]?: string
}
type Files<F extends Fields> = {
  [N in keyof F & string as KindOf<F[N]> extends 'file' ? `${NameOf<N, F[N]['options']>}Files` : never]: readonly WireFile[]
}
type Places<F extends Fields> = { [N in keyof F as KindOf<F[N]> extends 'geo' ? 'at' : never]: Place }

/** A set of fields as answers write it: the values by their wire names, titles of references, links of files, longitude and latitude. */
export type WireFields<F extends Fields> = Values<F> &
  ValuesAlone<F> &
  Titles<F> &
  TitlesAlone<F> &
  Files<F> &
  (Places<F> extends { readonly at: Place } ? Place : unknown)

/** What every row of a resource with a table has besides its fields. */
interface WireBase {
  readonly id: string
  readonly tenantId: string
  readonly createUser: string
  readonly createTime: string
  readonly updateUser: string
  readonly updateTime: string
  readonly isDeleted: 0
}
type Status<F> = 'status' extends keyof F ? unknown : { readonly status: 1 }

/** The type of a row of a resource in an answer. `wireRow` makes such rows; handlers and pages use the type. */
export type WireRow<D extends ResourceDefinition> = (D extends { readonly reads: string }
  ? { readonly id: string }
  : WireBase & Status<D['fields']>) &
  WireFields<D['fields']>
