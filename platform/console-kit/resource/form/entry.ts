import { isEmpty, modelOf } from '@lamplight/fields/model'
import type { Fields, ResourceDefinition } from '@lamplight/kit'

/** A row in wire form. */
export type Wire = Readonly<Record<string, unknown>>
/** Values by field name, in the form of the field types. */
export type Values = Readonly<Record<string, unknown>>

/** A row of a list: its values, and its wire form with the titles of references. */
export interface Entry {
  readonly id: string
  readonly row: Values
  readonly wire: Wire
  /** Child rows, in a tree. */
  readonly children?: readonly Entry[]
}

const BASE = ['tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime'] as const

/** The values of `fields` in `wire`; null if one is missing or has a wrong form. */
export const readValues = (fields: Fields, wire: Wire): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const model = modelOf(field)
      const parts = model.wireNames(name, field.options).map((key) => wire[key])
      return [name, model.fromWire(parts, field.options) ?? null]
    }),
  )

/** Converts a wire row to an entry (wire-contract.md 2.3: nulls are "" and -1). */
export const readEntry = (resource: ResourceDefinition, wire: Wire): Entry => {
  const base = Object.fromEntries(BASE.map((name) => [name, isEmpty(wire[name]) ? null : wire[name]]))
  const id = String(wire.id ?? '')
  const children = Array.isArray(wire.children) ? wire.children.map((child: Wire) => readEntry(resource, child)) : []
  return { id, row: { id, ...base, ...readValues(resource.fields, wire) }, wire, ...(children.length > 0 ? { children } : {}) }
}

/** Converts values to the body of a write; an empty string means null there (wire-contract.md 2.3). */
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

/** First wire name of a field, which filters, sorting and messages use. */
export const wireName = (fields: Fields, name: string): string => {
  const field = fields[name]
  return field ? (modelOf(field).wireNames(name, field.options)[0] ?? name) : name
}

/** Field with the wire name `wire`; undefined if there is none. */
export const fieldOfWire = (fields: Fields, wire: string): string | undefined =>
  Object.keys(fields).find((name) => name === wire || modelOf(fields[name]!).wireNames(name, fields[name]!.options).includes(wire))

/** The field that is a row's title in links and choices. */
export const titleField = (resource: ResourceDefinition): string =>
  resource.title ?? ('name' in resource.fields ? 'name' : (Object.keys(resource.fields)[0] ?? 'id'))

/** Title of the row, else its id. */
export const titleOf = (resource: ResourceDefinition, entry: Entry): string => {
  const value = entry.row[titleField(resource)]
  return isEmpty(value) ? entry.id : String(value)
}

/** Flattens a tree to its shown rows, with their depth; children of closed rows are left out. */
export const flatten = (
  entries: readonly Entry[],
  isOpen: (id: string) => boolean,
  depth = 0,
): readonly { readonly entry: Entry; readonly depth: number }[] =>
  entries.flatMap((entry) => [{ entry, depth }, ...(entry.children && isOpen(entry.id) ? flatten(entry.children, isOpen, depth + 1) : [])])
