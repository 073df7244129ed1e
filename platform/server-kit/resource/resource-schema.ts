import { modelOf } from '@lamplight/fields/model'
import type { ActionDefinition, Fields, ResourceDefinition } from '@lamplight/kit'
import { writableFields } from '../http/examples.ts'
import type { ServerImplementation } from '../slice-types.ts'
import { SEARCH_TEXT_AT_MOST } from './list-filters.ts'
import { wireFields } from './list-query.ts'

type Properties = Record<string, object>

const FILTERS: Readonly<Record<'id' | 'ids' | 'int' | 'text', object>> = {
  id: { type: 'string', pattern: '^\\d{1,19}$' },
  ids: { type: 'string', pattern: '^\\d{1,19}(,\\d{1,19})*$' },
  int: { type: 'integer' },
  text: { type: 'string', maxLength: SEARCH_TEXT_AT_MOST, pattern: '^[^\\u0000]*$' },
}

/** Schema of a list's parameters: paging (if the list has pages), order, and a filter per field (with the suffixes of wire-contract.md 2.4). */
export const listSchema = (
  resource: ResourceDefinition,
  implementation: ServerImplementation<ResourceDefinition>,
  paged: boolean,
): object => {
  const properties: Properties = {
    ...(paged
      ? {
          current: { type: 'integer', minimum: -1, maximum: 1_000_000_000, default: 1, description: 'page, from 1' },
          size: { type: 'integer', minimum: -1, maximum: 1_000_000_000, default: 10, description: 'rows of a page; -1 is all' },
        }
      : {}),
    ...(resource.reads === 'code'
      ? {}
      : {
          ascs: { type: 'string', description: 'fields to sort by, upward' },
          descs: { type: 'string', description: 'fields to sort by, downward' },
        }),
  }
  const declared = Object.fromEntries(
    Object.entries(resource.filters ?? {}).map(([name, field]) => [
      name,
      { ...modelOf(field).schema(field.options), description: field.options.label[1] },
    ]),
  )
  if (resource.reads === 'code') return { type: 'object', properties: { ...properties, ...declared } }
  for (const [name, [, field]] of wireFields(resource)) {
    const search = modelOf(field).search?.(field.options)
    if (search) properties[name] = { ...search, description: `${field.options.label[1]}; also with a suffix such as _equal, _like, _ge` }
  }
  for (const [name, { type }] of Object.entries(implementation.filters ?? {})) properties[name] = FILTERS[type]
  if (resource.keyword) properties.keyword = FILTERS.text
  return { type: 'object', properties: { ...properties, ...declared } }
}

/** Schema of an export's parameters: those of the list, the columns and the format. */
export const exportSchema = (resource: ResourceDefinition, implementation: ServerImplementation<ResourceDefinition>): object => {
  const { properties, ...schema } = listSchema(resource, implementation, false) as { properties: Properties }
  return {
    ...schema,
    properties: {
      ...properties,
      columns: { type: 'string', description: 'names of fields, comma-separated; all where none is given' },
      format: { type: 'string', enum: ['csv', 'xlsx', ''], default: 'csv' },
      containData: { type: ['string', 'integer', 'boolean'], description: '0: without values that devices reported; otherwise with them' },
      reportName: {
        type: 'string',
        maxLength: 100,
        description: 'name of the saved report that is run: the file and the job are named after it',
      },
    },
  }
}

const IDS = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
/** Schema of a body with fields, for several rows (`ids`), for an existing or new row (`id`), or for a new row (null). */
export const bodySchema = (resource: { readonly fields: Fields }, named: 'ids' | 'id' | null, required: readonly string[] = []): object => {
  const properties: Properties = named === 'ids' ? { ids: IDS } : named === 'id' ? { id: { type: ['string', 'number', 'null'] } } : {}
  for (const [name, field] of writableFields(resource)) {
    const model = modelOf(field)
    for (const wire of model.wireNames(name, field.options))
      properties[wire] = { ...model.schema(field.options), description: field.options.label[1] }
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: true }
}
/** Wire names of the fields that a new row requires. */
const requiredNames = ({ fields }: { readonly fields: Fields }): string[] =>
  writableFields({ fields })
    .filter(
      ([, { options }]) => options.required && !options.emptyWhen && !options.when && !options.otherwise && options.initial === undefined,
    )
    .map(([name, field]) => modelOf(field).wireNames(name, field.options)[0] as string)

/** Body of an action: the ids of its rows, or a list filter where the action accepts one, and its input. */
export const actionSchema = ({ input = {}, on, byFilter }: ActionDefinition): object => {
  const schema = bodySchema({ fields: input }, 'ids', [...(on === 'list' || byFilter ? [] : ['ids']), ...requiredNames({ fields: input })])
  if (!byFilter) return schema
  const filter = { type: 'object', description: 'instead of ids: parameters of the list; all rows that match' }
  return { ...schema, properties: { ...(schema as { properties: Properties }).properties, filter } }
}
export const idSchema = { type: 'object', required: ['id'], properties: { id: { type: 'string', description: 'id of the row' } } }
export const idsSchema = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { ...IDS, description: 'ids, comma-joined or repeated' } },
}

/** If a state requires a field, adds the name of the state to the description of the field. */
const withStates = ({ fields, lifecycle }: ResourceDefinition, properties: Properties): Properties => {
  const found: Properties = { ...properties }
  for (const { text, requires = [] } of Object.values(lifecycle?.states ?? {}))
    for (const name of requires) {
      const field = fields[name]
      const wire = field ? modelOf(field).wireNames(name, field.options)[0] : undefined
      const schema = wire === undefined ? undefined : (found[wire] as { readonly description?: string } | undefined)
      if (wire && schema) found[wire] = { ...schema, description: `${schema.description}; not empty in the state ${text[1]}` }
    }
  return found
}

/** Body of a row: its fields, and the `tenantId` that clients send back with it; the row keeps its tenant. */
export const rowSchema = (resource: ResourceDefinition, named: 'id' | null): object => {
  const made = bodySchema(resource, named, named ? [] : requiredNames(resource)) as { properties: Properties }
  const schema = resource.lifecycle ? { ...made, properties: withStates(resource, made.properties) } : made
  if (resource.scope === 'global') return schema
  const tenantId = { type: ['string', 'null'], pattern: '^(\\d{6})?$', description: 'the row’s own; a new row is the asker’s' }
  return { ...schema, properties: { tenantId, ...schema.properties } }
}
