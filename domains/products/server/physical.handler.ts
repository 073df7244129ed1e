import {
  descriptorOf,
  deviceType,
  EMPTY_THING,
  type FormerProperties,
  INPUT_KINDS,
  PROPERTY_KINDS,
  type Thing,
  thingFaults,
  thingOf,
} from '@lamplight/devices/model'
import { lockProducts } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, exampleId, isRefusal, permissionOf } from '@lamplight/kit'
import { typeFrom } from '@lamplight/protocol'
import {
  A,
  type AnswerOf,
  addRow,
  changeRow,
  errors,
  fieldError,
  inTransaction,
  page,
  type RouteInput,
  route,
  runVerb,
  T,
  visibleRow,
} from '@lamplight/server-kit'
import { productsErrors } from '../model/products.errors.ts'
import { type InterfaceInput, Interfaces, interfacesOf, writeInterfaces } from './interfaces.ts'

const BASE = '/api/blade-visual/integratedProduct/physical'
const Words = T.String({ maxLength: 80 })
const Name = T.String({ maxLength: 32 })
const Limits = {
  unit: T.Optional(T.String({ maxLength: 16 })),
  min: T.Optional(T.Number()),
  max: T.Optional(T.Number()),
  decimals: T.Optional(T.Integer({ minimum: 0, maximum: 9 })),
  values: T.Optional(T.Array(T.Object({ value: Words, name: Words, nameEn: T.String({ maxLength: 80, default: '' }) }), { maxItems: 64 })),
}
const labels = { name: Words, nameEn: T.String({ maxLength: 80, default: '' }) }
const oneOf = (kinds: readonly string[]) => T.String({ enum: [...kinds] })
const flag = T.Optional(T.Boolean())
const Property = T.Object({
  identifier: Name,
  ...labels,
  type: oneOf(PROPERTY_KINDS),
  ...Limits,
  history: flag,
  list: flag,
  counter: flag,
  wrapsAt: T.Optional(T.Number()),
  was: T.Optional(Name),
})
const Input = T.Object({
  identifier: Name,
  ...labels,
  type: oneOf(INPUT_KINDS),
  ...Limits,
  required: flag,
  proves: T.Optional(Name),
})
const FunctionOf = T.Object({ code: Name, ...labels, input: T.Array(Input, { maxItems: 16, default: [] }), danger: flag, repeatable: flag })
const Body = T.Object({
  id: T.Optional(T.Union([T.String({ pattern: '^[0-9]{0,19}$' }), T.Null()])),
  unitProductCode: T.Optional(T.String({ maxLength: 40 })),
  name: T.Optional(T.String({ maxLength: 60 })),
  nameEn: T.Optional(T.String({ maxLength: 60 })),
  category: T.Optional(T.String({ maxLength: 50 })),
  icon: T.Optional(T.String({ maxLength: 32, pattern: '^([a-z][a-zA-Z0-9-]*)?$' })),
  properties: T.Optional(T.Array(Property, { maxItems: 128 })),
  functions: T.Optional(T.Array(FunctionOf, { maxItems: 32 })),
  events: T.Optional(T.Array(T.String({ maxLength: 40 }), { maxItems: 64 })),
  interfaces: T.Optional(Interfaces),
})

/** A unit product on the wire: the row of `devices.type` with its definition as arrays. */
const Product = A.of({
  id: A.id,
  unitProductCode: A.text,
  name: A.text,
  nameEn: A.text,
  category: A.text,
  devType: A.int,
  icon: A.text,
  properties: A.list(A.open),
  functions: A.list(A.open),
  events: A.list(A.text),
  interfaces: A.list(A.open),
  createTime: A.time,
  updateTime: A.time,
  /** Properties as they are stored, also removed ones whose history is kept. */
  stored: A.open,
  /** Why the stored definition cannot be read: the list then shows the product without its parts. */
  fault: A.text,
})
type ProductAnswer = AnswerOf<typeof Product>
type ProductRow = Pick<ProductAnswer, 'id' | 'unitProductCode' | 'name' | 'nameEn' | 'category' | 'createTime' | 'updateTime'> & {
  readonly code: number
  readonly descriptor: string
}

/** The device type of a row, from its stored definition: the cache of types may be some milliseconds behind. A text says why it cannot be read. */
const typeIn = ({ unitProductCode, code, descriptor }: ProductRow): DeviceTypeDefinition | string =>
  typeFrom(descriptor, { name: unitProductCode, code: Number(code), label: ['', ''] })
/** As above, but throws if the definition cannot be read: a change would overwrite what is left of it. */
const readable = (row: ProductRow): DeviceTypeDefinition => {
  const type = typeIn(row)
  if (typeof type === 'string') throw productsErrors.unreadable({ product: row.unitProductCode, why: type }, 'id')
  return type
}

const wireProduct = (row: ProductRow, interfaces: ProductAnswer['interfaces'], read = typeIn(row)): ProductAnswer => {
  const { icon = '', ...thing } = typeof read === 'string' ? EMPTY_THING : thingOf(read)
  const stored = typeof read === 'string' ? {} : read.properties
  const { id, unitProductCode, name, nameEn, category, code, createTime, updateTime } = row
  const names = { id, unitProductCode, name, nameEn: nameEn ?? '', category: category ?? '' }
  return {
    ...names,
    devType: code,
    icon,
    ...thing,
    interfaces,
    createTime,
    updateTime,
    stored,
    fault: typeof read === 'string' ? read : '',
  }
}

/** A refusal of the descriptor, at the part of the thing model that it is about. */
const atPart = (thrown: unknown): unknown => {
  if (!isRefusal(thrown) || thrown.field !== 'descriptor') return thrown
  const why = String(thrown.values?.why ?? '')
  return Object.assign(thrown, { field: why.includes('commands') || why.includes('proves') ? 'functions' : 'properties' })
}

/** Unit products: their thing model is the definition of a device type. Written by hand, because the type stores it as one JSON text. */
export const physicalRoutes = [
  route({
    method: 'GET',
    path: `${BASE}/list`,
    summary: ['单元产品列表', 'Unit products'],
    permission: permissionOf(deviceType, 'list'),
    query: T.Object({
      current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
      size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000 })),
      unitProductCode: T.Optional(T.String({ maxLength: 40 })),
      name: T.Optional(T.String({ maxLength: 60 })),
      category: T.Optional(T.String({ maxLength: 50 })),
    }),
    returns: A.page(Product),
    handler: async ({ ctx, query }) => {
      const { current = 1, size: asked = 10, ...filter } = query
      // A tenant has a few hundred products at most.
      const all = await runVerb(deviceType, 'select', { ctx, query: filter } as unknown as RouteInput)
      const size = asked || 10
      const rows = size < 0 ? all : all.slice((current - 1) * size, current * size)
      const ports = await interfacesOf(
        ctx,
        rows.map(({ id }) => id),
      )
      const records = rows.map((row) => wireProduct(row, ports.get(row.id) ?? []))
      return page(records, all.length, current, size)
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/detail`,
    summary: ['单元产品详情', 'A unit product'],
    example: { query: { id: exampleId(deviceType.name) } },
    permission: permissionOf(deviceType, 'detail'),
    query: T.Object({ id: T.String({ pattern: '^[0-9]{1,19}$' }) }),
    returns: Product,
    handler: async ({ ctx, query }) => {
      const row = await runVerb(deviceType, 'detail', { ctx, query } as unknown as RouteInput)
      return wireProduct(row, (await interfacesOf(ctx, [query.id])).get(query.id) ?? [], readable(row))
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/submit`,
    summary: ['新增或修改单元产品', 'Add or change a unit product'],
    example: {
      body: {
        unitProductCode: 'LOCK-1',
        name: '门锁',
        nameEn: 'Lock',
        properties: [],
        functions: [],
        events: [],
        interfaces: [],
      },
    },
    // Adding and changing have a right each.
    permission: permissionOf(deviceType, 'submit', true),
    orPermissions: [permissionOf(deviceType, 'submit', false)],
    body: Body,
    returns: A.made,
    handler: async ({ ctx, body }) => {
      const { id: given, interfaces, icon, properties, functions, events, ...names } = body
      const id = given || null
      if (!ctx.user.permissions.has(permissionOf(deviceType, 'submit', id === null))) throw errors.noRight()
      return inTransaction(ctx, async (inside) => {
        // Locked first: parts that the call leaves out keep the values of the last change.
        if (id !== null) await lockProducts(inside.query, [id])
        const row = id === null ? null : await visibleRow<ProductRow>(inside, deviceType, id)
        const old = row && readable(row)
        const former: FormerProperties = old?.properties ?? {}
        const thing = old ? thingOf(old) : EMPTY_THING
        const next = {
          icon: icon === undefined ? thing.icon : icon || undefined,
          properties: properties ?? thing.properties,
          functions: functions ?? thing.functions,
          events: events ?? thing.events,
        } as Thing
        const [fault] = thingFaults(next, former)
        if (fault) throw fieldError(fault.path, fault.text, ctx.lang)
        const draft = { ...names, descriptor: descriptorOf(next, old?.driver) }
        const made = await (id === null ? addRow(inside, deviceType, draft) : changeRow(inside, deviceType, { id, ...draft })).catch(
          (thrown: unknown) => {
            throw atPart(thrown)
          },
        )
        if (interfaces) await writeInterfaces(inside, made, interfaces as readonly InterfaceInput[])
        return { id: made }
      })
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/remove`,
    summary: ['删除单元产品', 'Remove unit products'],
    example: { query: { ids: exampleId(deviceType.name) } },
    permission: permissionOf(deviceType, 'remove'),
    query: T.Object({ ids: T.Optional(T.String()) }),
    returns: A.count,
    handler: ({ ctx, query, body }) => runVerb(deviceType, 'remove', { ctx, query, body } as unknown as RouteInput),
  }),
] as const
