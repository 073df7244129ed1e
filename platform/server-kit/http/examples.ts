import { modelOf } from '@lamplight/fields/model'
import { exampleId, type Field, type Fields, type ResourceDefinition, type Verb } from '@lamplight/kit'
import { titleField } from '../resource/tables.ts'

/** Values of `n` for calls that add a row and for calls that change one: their example texts differ. */
const SAVED = 2
const CHANGED = 10

type Values = Record<string, unknown>

/**
 * An example request of the API document. Ids are placeholders (`exampleId('lighting.lamp')`). The contract tests replace them with ids of
 * existing rows, send the request and expect success.
 */
export interface CallExample {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Values>
  readonly body?: unknown
  /** Text content of the file in a multipart call. */
  readonly file?: string
}

/** Fields that clients may write. */
export const writableFields = ({ fields }: { readonly fields: Fields }): [string, Field][] =>
  Object.entries(fields).filter(([, { options }]) => !options.readonly && !options.from)

/**
 * Example values of fields in wire form. Texts contain `n`, so two examples differ. References of a resource to itself are
 * left out, because the first row has no parent.
 */
export const exampleFields = (options: { readonly name?: string; readonly fields: Fields }, n = 0): Values => {
  const values: Values = {}
  for (const [name, field] of writableFields(options)) {
    if (options.name && (field.options as { to?: string }).to === options.name) continue
    const model = modelOf(field)
    const parts = model.example(field.options, n)
    model.wireNames(name, field.options).forEach((wire, at) => {
      if (parts[at] !== undefined) values[wire] = parts[at]
    })
  }
  return values
}

/**
 * Derives the example of a resource's call from its fields. Calls without a required parameter have none. `n` is the index of the call's base
 * path in `api.base` and `api.alias`, so that the calls of two base paths add rows with different texts.
 */
export const verbExample = (resource: ResourceDefinition, verb: Verb, n: number): CallExample | undefined => {
  const id = exampleId(resource.name)
  if (verb === 'detail') return { query: { id } }
  if (verb === 'get') return { path: { id } }
  if (verb === 'remove' || verb === 'delete') return { query: { ids: id } }
  if (verb === 'submit') return { body: exampleFields(resource, n) }
  if (verb === 'save' || verb === 'create') return { body: exampleFields(resource, resource.api.verbs.includes('submit') ? SAVED + n : n) }
  if (verb === 'update' || verb === 'put') {
    const title = titleField(resource)
    const values = exampleFields({ fields: { [title]: resource.fields[title] as Field } }, CHANGED + n)
    return { body: { id, ...values } }
  }
  return undefined
}

/** The example of an action: one row id and the input. A new parent is a second row with the placeholder `lighting.lamp.parent`. */
export const actionExample = ({ name }: ResourceDefinition, input: Fields = {}): CallExample => {
  const above = Object.entries(input).filter(([, { options }]) => (options as { to?: string }).to === name)
  const parents = above.map(([field, { options }]) => [options.wire ?? field, exampleId(`${name}.parent`)])
  return { body: { ids: [exampleId(name)], ...exampleFields({ name, fields: input }), ...Object.fromEntries(parents) } }
}
