/** A value whose type its schema does not accept, in the form of an ajv error. */
export interface TypeFault {
  readonly instancePath: string
  readonly keyword: 'type'
  readonly params: { readonly type: string }
  readonly message: string
}
type Schema = Readonly<Record<string, unknown>>
type Values = Record<string, unknown>

/** Form of a number that is sent as text. `Number` also reads blanks, `0x10` and `Infinity`. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const partsOf = (schema: Schema): Schema[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as Schema[]) : []))
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** The types that a schema accepts; null if it accepts any. */
const typesOf = (schema: Schema): ReadonlySet<string> | null => {
  if (typeof schema.type === 'string') return new Set([schema.type])
  if (Array.isArray(schema.type)) return new Set(schema.type as string[])
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeOf))
  if ('const' in schema) return new Set([typeOf(schema.const)])
  const parts = partsOf(schema).map(typesOf)
  if (parts.length === 0 || parts.includes(null)) return null
  return new Set(parts.flatMap((part) => [...(part as ReadonlySet<string>)]))
}

/** The type that the value should have; null if it is accepted, which includes numbers sent as text and texts sent as numbers. */
const faultOf = (types: ReadonlySet<string>, value: unknown): string | null => {
  const isNumber = types.has('number') || types.has('integer')
  if (typeof value === 'boolean') return types.has('boolean') ? null : isNumber ? 'number' : ([...types][0] ?? 'string')
  if (typeof value === 'string') return types.has('string') || !isNumber || value === '' || NUMBER.test(value.trim()) ? null : 'number'
  return null
}

/**
 * Finds the first value of a body whose type ajv would convert although it means something else: true for the number 1, a blank for 0. Numbers as text, and
 * numbers for texts, are left to ajv: clients of the catalogue send both (wire-contract.md 2.3). An optional number or flag that is null is removed, because
 * null means "none" there, not 0.
 */
export const typeFault = (schema: unknown, value: unknown, path = ''): TypeFault | null => {
  if (!isObject(schema)) return null
  const types = typesOf(schema)
  const wanted = types && faultOf(types, value)
  if (wanted) return { instancePath: path, keyword: 'type', params: { type: wanted }, message: `must be ${wanted}` }
  const forms = [schema, ...partsOf(schema)]
  if (Array.isArray(value)) {
    const items = forms.map((form) => form.items).find(isObject)
    for (const [at, one] of items ? value.entries() : []) {
      const fault = typeFault(items, one, `${path}/${at}`)
      if (fault) return fault
    }
    return null
  }
  if (!isObject(value)) return null
  // The parts of a union may declare a property differently: then ajv alone decides.
  const shapes = forms.filter(({ properties }) => isObject(properties))
  const [shape] = shapes
  if (!shape || shapes.length > 1) return null
  const required = new Set((shape.required as string[] | undefined) ?? [])
  for (const [name, part] of Object.entries(shape.properties as Values)) {
    if (!Object.hasOwn(value, name)) continue
    const accepted = isObject(part) ? typesOf(part) : null
    if (value[name] === null && accepted && !accepted.has('null') && !accepted.has('string') && !required.has(name)) delete value[name]
    else {
      const fault = typeFault(part, value[name], `${path}/${name}`)
      if (fault) return fault
    }
  }
  return null
}
