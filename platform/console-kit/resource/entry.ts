import { isEmpty, modelOf } from '@lamplight/fields/model'
import type { Fields, ResourceDefinition } from '@lamplight/kit'

/** A row as it came over the wire. */
export type Wire = Readonly<Record<string, unknown>>
/** Values by field name, as the field types hold them. */
export type Values = Readonly<Record<string, unknown>>

/** A row of a list: its values, and the wire form beside them for the titles that travel with references. */
export interface Entry {
  readonly id: string
  readonly row: Values
  readonly wire: Wire
  /** Rows below, in a tree. */
  readonly children?: readonly Entry[]
}

const BASE = ['tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime'] as const

/** The values of `fields` in `wire`; null where one is missing or has the wrong form. */
export const readValues = (fields: Fields, wire: Wire): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const model = modelOf(field)
      const parts = model.wireNames(name, field.options).map((key) => wire[key])
      return [name, model.fromWire(parts, field.options) ?? null]
    }),
  )

/** Wire row to entry (wire-contract.md 2.3: nulls are written as "" and -1). */
export const readEntry = (resource: ResourceDefinition, wire: Wire): Entry => {
  const base = Object.fromEntries(BASE.map((name) => [name, isEmpty(wire[name]) ? null : wire[name]]))
  const id = String(wire.id ?? '')
  const children = Array.isArray(wire.children) ? wire.children.map((child: Wire) => readEntry(resource, child)) : []
  return { id, row: { id, ...base, ...readValues(resource.fields, wire) }, wire, ...(children.length > 0 ? { children } : {}) }
}

/** Body of a write: every given value in wire form; an empty string means null there (wire-contract.md 2.3). */
export const writeValues = (fields: Fields, values: Values): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in values)) continue
    const model = modelOf(field)
    const value = values[name]
    const names = model.wireNames(name, field.options)
    const parts = isEmpty(value) ? names.map(() => '') : field.kind === 'secret' ? [value] : model.toWire(value, field.options)
    names.forEach((key, i) => {
      body[key] = parts[i]
    })
  }
  return body
}

/** First name on the wire of a field: what filters, sorting and messages call it. */
export const wireName = (fields: Fields, name: string): string => {
  const field = fields[name]
  return field ? (modelOf(field).wireNames(name, field.options)[0] ?? name) : name
}

/** Field whose wire name is `wire`; undefined when there is none. */
export const fieldOfWire = (fields: Fields, wire: string): string | undefined =>
  Object.keys(fields).find((name) => name === wire || modelOf(fields[name]!).wireNames(name, fields[name]!.options).includes(wire))

/** The field that names a row in links and choices. */
export const titleField = (resource: ResourceDefinition): string =>
  resource.title ?? ('name' in resource.fields ? 'name' : (Object.keys(resource.fields)[0] ?? 'id'))

/** How people call the row: its title, else its id. */
export const titleOf = (resource: ResourceDefinition, entry: Entry): string => {
  const value = entry.row[titleField(resource)]
  return isEmpty(value) ? entry.id : String(value)
}

/** A tree as the list of its shown rows, each with its depth: children of closed rows are left out. */
export const flatten = (
  entries: readonly Entry[],
  isOpen: (id: string) => boolean,
  depth = 0,
): readonly { readonly entry: Entry; readonly depth: number }[] =>
  entries.flatMap((entry) => [{ entry, depth }, ...(entry.children && isOpen(entry.id) ? flatten(entry.children, isOpen, depth + 1) : [])])
