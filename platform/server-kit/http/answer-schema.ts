import { modelOf, titleName, type WireRow } from '@lamplight/fields/model'
import type { ResourceDefinition } from '@lamplight/kit'
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'

/**
 * What a route answers: the schema of `data`, the schema of the whole answer if it has no envelope, the media types of a
 * file, a redirect, or the answer of another call.
 */
export type Returns =
  | { readonly bare: TSchema; readonly refused?: TSchema }
  | { readonly data: TSchema }
  | { readonly file: readonly string[] }
  | { readonly redirect: true }
  | { readonly as: string }

type Properties = Readonly<Record<string, TSchema>>
/** The type of an object with these schemas. */
type StaticOf<P extends Properties> = Static<ReturnType<typeof Type.Object<P>>>
/** Arrays may be read-only wherever the schema has an array. */
export type ReadonlyIn<V> = V extends readonly (infer I)[]
  ? readonly ReadonlyIn<I>[]
  : V extends (...args: never) => unknown
    ? V
    : V extends object
      ? { [K in keyof V]: ReadonlyIn<V[K]> }
      : V
/** The type of `data` of a route with this `returns`; unknown for a file, a redirect and the answer of another call. */
export type AnswerOf<R> = R extends { readonly bare: infer S extends TSchema }
  ? ReadonlyIn<Static<S>> | (R extends { readonly refused: infer F extends TSchema } ? ReadonlyIn<Static<F>> : never)
  : R extends TSchema
    ? ReadonlyIn<Static<R>>
    : unknown
const COMPONENTS = '#/components/schemas/'

/** Name of a resource's schema among the OpenAPI components: `lighting.lamp` becomes `LightingLamp`. */
export const componentOf = ({ name }: Pick<ResourceDefinition, 'name'>): string =>
  name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const MOMENT = '^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$'
const raw = <V = unknown>(schema: object): TUnsafe<V> => Type.Unsafe<V>(schema)
/** `V`: the type of the values of the schema that is referred to. */
const ref = <V = unknown>(name: string): TUnsafe<V> => raw({ $ref: `${COMPONENTS}${name}` })
const id = raw<string>({ type: 'string', pattern: '^[0-9]{0,19}$' })
/** Id of a row that code makes: the ids of what the row is about, joined. */
const key = raw<string>({ type: 'string' })
const time = raw<string>({ type: 'string', pattern: MOMENT })

const pixels = raw<number | null>({ type: ['integer', 'null'] })
/** A file of a row (`FileValue`, with its link). */
const FILE = {
  id,
  name: raw<string>({ type: 'string' }),
  kind: raw<string>({ type: 'string' }),
  size: raw<number>({ type: 'integer', description: 'bytes' }),
  width: pixels,
  height: pixels,
  link: raw<string>({ type: 'string' }),
}

/** A row of a resource as `wireRow` writes it. */
export const rowAnswer = (resource: ResourceDefinition): TSchema => {
  const properties: Record<string, TSchema> = resource.reads
    ? { id: resource.reads === 'code' ? key : id }
    : { id, tenantId: raw({ type: 'string' }) }
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
  if (resource.reads) return Type.Object(properties, { title: resource.label[1] })
  Object.assign(properties, { createUser: id, createTime: time, updateUser: id, updateTime: time, isDeleted: raw({ const: 0 }) })
  if (!('status' in resource.fields)) properties.status = raw({ const: 1 })
  return Type.Object(properties, { title: resource.label[1] })
}

const propertiesOf = (resource: ResourceDefinition): Properties =>
  (rowAnswer(resource) as unknown as { readonly properties: Properties }).properties

/** Gives a schema a name: OpenAPI lists it once among the components, and other schemas (or the schema itself) refer to it by `A.ref`. */
const named = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, $id: name })
const row = <D extends ResourceDefinition, P extends Properties = Record<never, TSchema>>(
  resource: D,
  more?: P,
): TUnsafe<WireRow<D> & StaticOf<P>> =>
  more ? raw({ allOf: [ref(componentOf(resource)), Type.Object(more)] }) : ref(componentOf(resource))
const NODE = {
  id: raw<string>({ type: 'string' }),
  parentId: raw<string>({ type: 'string' }),
  title: raw<string>({ type: 'string' }),
  key: raw<string>({ type: 'string' }),
  value: raw<string>({ type: 'string' }),
  hasChildren: raw<boolean>({ type: 'boolean' }),
}
/** A row of a tree of rows with the rows below it. */
type TreeRow<D extends ResourceDefinition, P extends Properties> = WireRow<D> &
  StaticOf<P> & { readonly hasChildren?: boolean; readonly children?: readonly TreeRow<D, P>[] }
type Node<P extends Properties> = StaticOf<typeof NODE> & StaticOf<P> & { readonly children?: readonly Node<P>[] }
/** A node of a tree without its children. */
export type TreeNode = StaticOf<typeof NODE>
const nodes = <P extends Properties = Record<never, TSchema>>(name = 'TreeNode', more?: P): TUnsafe<readonly Node<P>[]> =>
  raw(Type.Array(named(name, Type.Object({ ...NODE, ...more, children: Type.Optional(Type.Array(ref(name))) }))))
const count = Type.Integer({ minimum: 0 })

/**
 * Short builders for the `returns` of a route, for example `returns: A.page(A.row(lamp))`. A plain schema describes `data` of the envelope; the
 * server removes keys that the schema does not name, and the contract tests check every answer against it.
 */
export const A = {
  /** A row of a resource, optionally with additional keys. */
  row,
  /** The fields `names` (wire names) of a row of a resource. */
  part: (resource: ResourceDefinition, names: readonly string[]): TUnsafe<object> =>
    raw(Type.Object(Object.fromEntries(Object.entries(propertiesOf(resource)).filter(([name]) => names.includes(name))))),
  /** A row of a resource. The keys `names` are optional, because the handler gives them to some users only. */
  rowFor: <D extends ResourceDefinition, const N extends keyof WireRow<D> & string, P extends Properties>(
    resource: D,
    names: readonly N[],
    more: P,
  ): TUnsafe<Omit<WireRow<D>, N> & Partial<Pick<WireRow<D>, N>> & StaticOf<P>> => {
    const properties = Object.entries(propertiesOf(resource)).map(([name, schema]) => [
      name,
      names.some((one) => one === name) ? Type.Optional(schema) : schema,
    ])
    return raw(Type.Object({ ...Object.fromEntries(properties), ...more }))
  },
  /** A tree of rows of a resource with `children`. A tree with additional keys needs its own `name`. */
  tree: <D extends ResourceDefinition, P extends Properties = Record<never, TSchema>>(
    resource: D,
    more?: P,
    name = `${componentOf(resource)}Tree`,
  ): TUnsafe<readonly TreeRow<D, P>[]> => {
    const below = { hasChildren: Type.Optional(Type.Boolean()), children: Type.Optional(Type.Array(ref(name))) }
    return raw(Type.Array(named(name, raw({ allOf: [ref(componentOf(resource)), Type.Object({ ...more, ...below })] }))))
  },
  /** Nodes of a tree (wire-contract.md 4.1). A tree with additional keys needs its own name. */
  nodes,
  named,
  ref,
  /** Data of a page (wire-contract.md 2.2). */
  page: <S extends TSchema>(record: S) =>
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
  instant: raw<string>({ type: 'string', format: 'date-time' }),
  nullable: <S extends TSchema>(schema: S): TUnsafe<Static<S> | null> => raw({ anyOf: [schema, { type: 'null' }] }),
  text: raw<string>({ type: 'string' }),
  int: Type.Integer(),
  number: raw<number>({ type: 'number' }),
  /** A number in the given unit. */
  measure: (unit: string): TUnsafe<number> => raw({ type: 'number', description: unit }),
  yes: raw<boolean>({ type: 'boolean' }),
  list: <S extends TSchema>(item: S) => Type.Array(item),
  /** The same schema for each of these keys. */
  each: <const N extends string, S extends TSchema>(names: readonly N[], schema: S) =>
    Object.fromEntries(names.map((name) => [name, schema])) as Readonly<Record<N, S>>,
  map: <S extends TSchema>(item: S): TUnsafe<Readonly<Record<string, Static<S>>>> => raw({ type: 'object', additionalProperties: item }),
  of: <P extends Properties>(properties: P) => Type.Object(properties),
  maybe: <S extends TSchema>(schema: S): TOptional<S> => Type.Optional(schema) as TOptional<S>,
  oneOf: <S extends TSchema[]>(...schemas: S): TUnsafe<Static<S[number]>> => raw({ anyOf: schemas }),
  /** The constant `text`. */
  is: <V extends string>(text: V): TUnsafe<V> => raw({ const: text }),
  /** An object with arbitrary keys. */
  open: raw<object>({ type: 'object', additionalProperties: true }),
  any: raw<unknown>({}),
  /** An empty object: the call succeeded and has nothing to return. */
  done: raw<unknown>(Type.Object({})),
  /** The number of rows that the call changed. */
  count: Type.Object({ count }),
  /** Answer of an upload for a field. */
  uploaded: Type.Object({ ...FILE, attachId: id, originalName: raw<string>({ type: 'string' }), domain: raw<string>({ type: 'string' }) }),
  /** The id of what was written. */
  made: Type.Object({ id }),
  /** A file of one of the given media types. */
  file: (...types: string[]): Returns => ({ file: types }),
  /** An answer without the envelope. */
  bare: <S extends TSchema>(schema: S) => ({ bare: schema }),
  /** An answer without the envelope, or a refusal in the form `refused`, for which the handler sets the status 400 or 401. */
  bareOr: <S extends TSchema, F extends TSchema>(schema: S, refused: F) => ({ bare: schema, refused }),
  redirect: { redirect: true } as Returns,
  /** The same answer as that of another call: `A.as('GET /api/blade-user/page')`. */
  as: (call: string): Returns => ({ as: call }),
}
export const returnsOf = (returns: Returns | TSchema): Returns => {
  const inPlace = ['as', 'bare', 'file', 'redirect'].some((kind) => kind in returns)
  return inPlace ? (returns as Returns) : { data: returns as TSchema }
}
