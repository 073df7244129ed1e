import { modelOf, titleName } from '@lamplight/fields/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { type TSchema, Type } from 'typebox'

/** What a route answers: a schema of `data`, of the whole answer where it has no envelope, the media types of a file, the way to go on, or what another call answers. */
export type Returns =
  | { readonly bare: TSchema }
  | { readonly data: TSchema }
  | { readonly file: readonly string[] }
  | { readonly redirect: true }
  | { readonly as: string }

type Properties = Readonly<Record<string, TSchema>>
const COMPONENTS = '#/components/schemas/'

/** Name of a resource among the components: `lighting.lamp` is `LightingLamp`. */
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
  ...{ id, name: raw({ type: 'string' }), kind: raw({ type: 'string' }), size: raw({ type: 'integer', description: 'bytes' }) },
  ...{ width: pixels, height: pixels, link: raw({ type: 'string' }) },
}

/** A row of a resource as `wireRow` writes it. */
export const rowAnswer = (resource: ResourceDefinition): TSchema => {
  const properties: Record<string, TSchema> = { id, tenantId: raw({ type: 'string' }) }
  for (const [name, field] of Object.entries(resource.fields)) {
    const model = modelOf(field)
    const schemas = model.answer(field.options)
    model.wireNames(name, field.options).forEach((wire, at) => {
      const { description, ...schema } = schemas[at] ?? {}
      properties[wire] = raw({ title: field.options.label[1], ...schema, ...(description ? { description } : {}) })
    })
    if (field.kind === 'file') {
      const files = model.wireNames(name, field.options)[1] as string
      properties[files] = raw({ ...properties[files], items: Type.Object(FILE) })
    }
    if (field.kind === 'ref' || field.kind === 'refs') {
      const title = titleName(name, field.options)
      if (!(title in resource.fields)) properties[title] = raw({ type: 'string', title: `${field.options.label[1]}: name` })
    }
  }
  Object.assign(properties, { createUser: id, createTime: time, updateUser: id, updateTime: time, isDeleted: raw({ const: 0 }) })
  if (!('status' in resource.fields)) properties.status = raw({ const: 1 })
  return Type.Object(properties, { title: resource.label[1] })
}

/** Names a schema, which then stands once among the components; a schema may refer to itself by `A.ref`. */
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
 * What routes answer, in few words: `returns: A.page(A.row(lamp))`. A schema alone describes `data` of the envelope; keys that it does not name are
 * not sent, and the contract tests hold every answer against it.
 */
export const A = {
  /** A row of a resource, with further keys beside it. */
  row,
  /** Rows of a resource below each other; with further keys under a name of their own. */
  tree: (resource: ResourceDefinition, more: Properties = {}, name = `${componentOf(resource)}Tree`): TSchema => {
    const below = { hasChildren: Type.Optional(Type.Boolean()), children: Type.Optional(Type.Array(ref(name))) }
    return Type.Array(named(name, raw({ allOf: [ref(componentOf(resource)), Type.Object({ ...more, ...below })] })))
  },
  /** Nodes of a tree (wire-contract.md 4.1); with further keys under a name of their own. */
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
  /** A moment in the tenant's zone, or nothing: an empty text. */
  time,
  /** A moment with its zone, as ISO 8601 writes it. */
  instant: raw({ type: 'string', format: 'date-time' }),
  nullable: (schema: TSchema): TSchema => raw({ anyOf: [schema, { type: 'null' }] }),
  text: raw({ type: 'string' }),
  int: Type.Integer(),
  number: raw({ type: 'number' }),
  /** A number of this unit. */
  measure: (unit: string): TSchema => raw({ type: 'number', description: unit }),
  yes: raw({ type: 'boolean' }),
  list: (item: TSchema): TSchema => Type.Array(item),
  map: (item: TSchema): TSchema => raw({ type: 'object', additionalProperties: item }),
  of: (properties: Properties): TSchema => Type.Object(properties),
  maybe: (schema: TSchema): TSchema => Type.Optional(schema),
  oneOf: (...schemas: TSchema[]): TSchema => raw({ anyOf: schemas }),
  /** This text and no other. */
  is: (text: string): TSchema => raw({ const: text }),
  /** An object whose keys are told elsewhere. */
  open: raw({ type: 'object', additionalProperties: true }),
  any: raw({}),
  /** Nothing but that it was done: an empty object. */
  done: Type.Object({}),
  /** How many rows it was done to. */
  count: Type.Object({ count }),
  /** What an upload for a field answers. */
  uploaded: Type.Object({ ...FILE, attachId: id, originalName: raw({ type: 'string' }), domain: raw({ type: 'string' }) }),
  /** The id of what was written. */
  made: Type.Object({ id }),
  /** A file of one of these media types. */
  file: (...types: string[]): Returns => ({ file: types }),
  /** An answer without envelope. */
  bare: (schema: TSchema): Returns => ({ bare: schema }),
  redirect: { redirect: true } as Returns,
  /** What another call answers: `A.as('GET /api/blade-user/page')`. */
  as: (call: string): Returns => ({ as: call }),
}
export const returnsOf = (returns: Returns | TSchema): Returns => {
  const inPlace = ['as', 'bare', 'file', 'redirect'].some((kind) => kind in returns)
  return inPlace ? (returns as Returns) : { data: returns as TSchema }
}
