import { columnOf } from '@lamplight/fields/column'
import { modelOf } from '@lamplight/fields/model'
import type { Fields, ResourceDefinition } from '@lamplight/kit'
import { wireFields } from './list-query.ts'
import type { ServerImplementation } from './types.ts'

type Properties = Record<string, object>

/** Parameters of a list: paging, order, and a filter per field (with the suffixes of wire-contract.md 2.4). */
export const listSchema = (resource: ResourceDefinition, implementation: ServerImplementation<ResourceDefinition>): object => {
  const properties: Properties = {
    current: { type: 'integer', default: 1, description: 'page, from 1' },
    size: { type: 'integer', default: 10, description: 'rows of a page; -1 is all' },
    ascs: { type: 'string', description: 'fields to sort by, upward' },
    descs: { type: 'string', description: 'fields to sort by, downward' },
  }
  for (const [name, [, field]] of wireFields(resource))
    if (columnOf(field).match !== 'none')
      properties[name] = { type: 'string', description: `${field.options.label[1]}; also with a suffix such as _equal, _like, _ge` }
  for (const name of Object.keys(implementation.filters ?? {})) properties[name] = { type: 'string' }
  return { type: 'object', properties }
}

/** A body that carries fields. */
export const bodySchema = (resource: { readonly fields: Fields }, withIds = false): object => {
  const properties: Properties = withIds
    ? { ids: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } }
    : { id: { type: ['string', 'number', 'null'] } }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.options.from || field.options.readonly) continue
    const model = modelOf(field)
    for (const wire of model.wireNames(name, field.options))
      properties[wire] = { ...model.schema(field.options), description: field.options.label[1] }
  }
  return { type: 'object', properties, additionalProperties: true }
}
export const idsSchema = { type: 'object', properties: { ids: { type: 'string', description: 'ids, comma-joined' } } }
