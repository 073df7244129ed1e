import { modelOf } from '@lamplight/fields/model'
import { exampleId, type Field, type Fields, type ResourceDefinition, type Verb } from '@lamplight/kit'
import { titleField } from './tables.ts'

/** Texts differ between the calls that add a row and those that change one. */
const SAVED = 2
const CHANGED = 10

type Values = Record<string, unknown>

/**
 * A call as the API document shows it. Ids stand for rows (`exampleId('lighting.lamp')`): the contract tests replace them by ids of rows that exist,
 * make the call and expect that it is done.
 */
export interface CallExample {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Values>
  readonly body?: unknown
  /** The text of the file of a multipart call. */
  readonly file?: string
}

/** Fields that a client writes. */
export const writableFields = ({ fields }: { readonly fields: Fields }): [string, Field][] =>
  Object.entries(fields).filter(([, { options }]) => !options.readonly && !options.from)

/** Values of fields in their wire form; texts of different `n` differ. References of a resource to itself are left out: the first row has no parent. */
export const exampleFields = (given: { readonly name?: string; readonly fields: Fields }, n = 0): Values => {
  const values: Values = {}
  for (const [name, field] of writableFields(given)) {
    if (given.name && (field.options as { to?: string }).to === given.name) continue
    const model = modelOf(field)
    const parts = model.example(field.options, n)
    model.wireNames(name, field.options).forEach((wire, at) => {
      if (parts[at] !== undefined) values[wire] = parts[at]
    })
  }
  return values
}

/**
 * The example of a resource's call, from its fields; calls that need no parameter have none. `n` is the place of its base among `api.base` and
 * `api.alias`: two calls that add a row add different ones.
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

/** The example of an action: one row and its input. A row to move it below is another one, named `lighting.lamp.parent`. */
export const actionExample = ({ name }: ResourceDefinition, input: Fields = {}): CallExample => {
  const above = Object.entries(input).filter(([, { options }]) => (options as { to?: string }).to === name)
  const parents = above.map(([field, { options }]) => [options.wire ?? field, exampleId(`${name}.parent`)])
  return { body: { ids: [exampleId(name)], ...exampleFields({ name, fields: input }), ...Object.fromEntries(parents) } }
}
