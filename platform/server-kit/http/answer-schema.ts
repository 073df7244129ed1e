import { modelOf, titleName } from '@lamplight/fields/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { type TSchema, Type } from 'typebox'

/**
 * What a route answers: the schema of `data`, the schema of the whole answer if it has no envelope, the media types of a
 * file, a redirect, or the answer of another call.
 */
export type Returns =
  | { readonly bare: TSchema }
  | { readonly data: TSchema }
  | { readonly file: readonly string[] }
  | { readonly redirect: true }
  | { readonly as: string }

type Properties = Readonly<Record<string, TSchema>>
const COMPONENTS = '#/components/schemas/'

/** Name of a resource's schema among the OpenAPI components: `lighting.lamp` becomes `LightingLamp`. */
export const componentOf = ({ name }: Pick<ResourceDefinition, 'name'>): string =>
  name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const MOMENT = '^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$'
const raw = (schema: object): TSchema => Type.Unsafe(schema)
const ref = (name: string): TSchema => raw({ $ref: `${COMPONENTS}${name}` })
const id = raw({ type: 'string', pattern: '^[0-9]{0,19}$' })
const time = raw({ type: 'string', pattern: MOMENT })

const pixels = raw({ type: ['integer', 'null'] })
/** A file of a row (`FileValue`, with its link). */
const FILE: Properties = {
  id,
  name: raw({ type: 'string' }),
  kind: raw({ type: 'string' }),
  size: raw({ type: 'integer', description: 'bytes' }),
  width: pixels,
  height: pixels,
  link: raw({ type: 'string' }),
}

/** A row of a resource as `wireRow` writes it. */
export const rowAnswer = (resource: ResourceDefinition): TSchema => {
  const properties: Record<string, TSchema> = { id, tenantId: raw({ type: 'string' }) }
  for (const [name, field] of Object.entries(resource.fields)) {
    const model = modelOf(field)
    const schemas = model.answer(field.options)
    const shown = (schema: TSchema): TSchema => (field.options.alone ? Type.Optional(schema) : schema)
    model.wireNames(name, field.options).forEach((wire, at) => {
      const { description, ...schema } = schemas[at] ?? {}
      properties[wire] = shown(raw({ title: field.options.label[1], ...schema, ...(description ? { description } : {}) }))
    })
    if (field.kind === 'file') {
      const files = model.wireNames(name, field.options)[1] as string
      properties[files] = raw({ ...properties[files], items: Type.Object(FILE) })
    }
    if (field.kind === 'ref' || field.kind === 'refs') {
      const title = titleName(name, field.options)
      if (!(title in resource.fields)) properties[title] = shown(raw({ type: 'string', title: `${field.options.label[1]}: name` }))
    }
  }
  Object.assign(properties, { createUser: id, createTime: time, updateUser: id, updateTime: time, isDeleted: raw({ const: 0 }) })
  if (!('status' in resource.fields)) properties.status = raw({ const: 1 })
  return Type.Object(properties, { title: resource.label[1] })
}

/** Gives a schema a name: OpenAPI lists it once among the components, and other schemas (or the schema itself) refer to it by `A.ref`. */
const named = (name: string, schema: TSchema): TSchema => ({ ...schema, $id: name })
const row = (resource: ResourceDefinition, more?: Properties): TSchema =>
  more ? raw({ allOf: [ref(componentOf(resource)), Type.Object(more)] }) : ref(componentOf(resource))
const NODE: Properties = {
  id: raw({ type: 'string' }),
  parentId: raw({ type: 'string' }),
  title: raw({ type: 'string' }),
  key: raw({ type: 'string' }),
  value: raw({ type: 'string' }),
  hasChildren: raw({ type: 'boolean' }),
}
const nodes = (name = 'TreeNode', more: Properties = {}): TSchema =>
  Type.Array(named(name, Type.Object({ ...NODE, ...more, children: Type.Optional(Type.Array(ref(name))) })))
const count = Type.Integer({ minimum: 0 })

/**
 * Short builders for the `returns` of a route, for example `returns: A.page(A.row(lamp))`. A plain schema describes `data` of the envelope; the
 * server removes keys that the schema does not name, and the contract tests check every answer against it.
 */
export const A = {
  /** A row of a resource, optionally with additional keys. */
  row,
  /** The fields `names` (wire names) of a row of a resource. */
  part: (resource: ResourceDefinition, names: readonly string[]): TSchema => {
    const { properties } = rowAnswer(resource) as unknown as { readonly properties: Properties }
    return Type.Object(Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))))
  },
  /** A tree of rows of a resource with `children`. A tree with additional keys needs its own `name`. */
  tree: (resource: ResourceDefinition, more: Properties = {}, name = `${componentOf(resource)}Tree`): TSchema => {
    const below = { hasChildren: Type.Optional(Type.Boolean()), children: Type.Optional(Type.Array(ref(name))) }
    return Type.Array(named(name, raw({ allOf: [ref(componentOf(resource)), Type.Object({ ...more, ...below })] })))
  },
  /** Nodes of a tree (wire-contract.md 4.1). A tree with additional keys needs its own name. */
  nodes,
  named,
  ref,
  /** Data of a page (wire-contract.md 2.2). */
  page: (record: TSchema): TSchema =>
    Type.Object({
      records: Type.Array(record),
      total: count,
      size: Type.Integer(),
      current: Type.Integer(),
      pages: Type.Integer(),
      orders: Type.Array(Type.Unknown()),
      searchCount: Type.Boolean(),
    }),
  id,
  /** A time in the tenant's zone; the empty text if there is none. */
  time,
  /** A time with its zone, in ISO 8601. */
  instant: raw({ type: 'string', format: 'date-time' }),
  nullable: (schema: TSchema): TSchema => raw({ anyOf: [schema, { type: 'null' }] }),
  text: raw({ type: 'string' }),
  int: Type.Integer(),
  number: raw({ type: 'number' }),
  /** A number in the given unit. */
  measure: (unit: string): TSchema => raw({ type: 'number', description: unit }),
  yes: raw({ type: 'boolean' }),
  list: (item: TSchema): TSchema => Type.Array(item),
  map: (item: TSchema): TSchema => raw({ type: 'object', additionalProperties: item }),
  of: (properties: Properties): TSchema => Type.Object(properties),
  maybe: (schema: TSchema): TSchema => Type.Optional(schema),
  oneOf: (...schemas: TSchema[]): TSchema => raw({ anyOf: schemas }),
  /** The constant `text`. */
  is: (text: string): TSchema => raw({ const: text }),
  /** An object with arbitrary keys. */
  open: raw({ type: 'object', additionalProperties: true }),
  any: raw({}),
  /** An empty object: the call succeeded and has nothing to return. */
  done: Type.Object({}),
  /** The number of rows that the call changed. */
  count: Type.Object({ count }),
  /** Answer of an upload for a field. */
  uploaded: Type.Object({ ...FILE, attachId: id, originalName: raw({ type: 'string' }), domain: raw({ type: 'string' }) }),
  /** The id of what was written. */
  made: Type.Object({ id }),
  /** A file of one of the given media types. */
  file: (...types: string[]): Returns => ({ file: types }),
  /** An answer without the envelope. */
  bare: (schema: TSchema): Returns => ({ bare: schema }),
  redirect: { redirect: true } as Returns,
  /** The same answer as that of another call: `A.as('GET /api/blade-user/page')`. */
  as: (call: string): Returns => ({ as: call }),
}
export const returnsOf = (returns: Returns | TSchema): Returns => {
  const inPlace = ['as', 'bare', 'file', 'redirect'].some((kind) => kind in returns)
  return inPlace ? (returns as Returns) : { data: returns as TSchema }
}
