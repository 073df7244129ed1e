/** The part of JSON Schema 2020-12 that the messages need; `compile` supports exactly these keywords. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly const?: string
  readonly enum?: readonly (string | number)[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly maxProperties?: number
  readonly propertyNames?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly { readonly if: Schema; readonly then: Schema }[]
}
