import { modelOf } from '@lamplight/fields/model'
import {
  type CallDefinition,
  exampleId,
  type Field,
  type ImportStep,
  isRefusal,
  parentsIn,
  permissionOf,
  type Refusal,
  type ResourceDefinition,
  type Verb,
} from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { uploadRoute } from '../files/file-routes.ts'
import { fileFields } from '../files/file-store.ts'
import { A } from '../http/answer-schema.ts'
import { idIn, idsIn } from '../http/call-input.ts'
import { type CallExample, exampleFields } from '../http/examples.ts'
import { errors } from '../http/refuse.ts'
import type { Route, RouteInput } from '../http/route-types.ts'
import { readListQuery } from './list-query.ts'
import { writingFor } from './listing-rows.ts'
import { actionRoute } from './resource-actions.ts'
import { createReader } from './resource-read.ts'
import type { Writing } from './resource-rows.ts'
import { validateRoute } from './resource-validate.ts'
import { LISTS, type PartRoute } from './resource-verbs.ts'
import { checkedDraft } from './resource-write.ts'

type Values = Record<string, unknown>
type Schema = { readonly properties?: Readonly<Record<string, object>>; readonly required?: readonly string[] }
type Names = Readonly<Record<string, string>>

const REMOVES: readonly string[] = ['remove', 'delete'] satisfies Verb[]
const DETAILS: readonly string[] = ['detail', 'get'] satisfies Verb[]
const ADDS: readonly string[] = ['save', 'create'] satisfies Verb[]

const verbOf = (call: CallDefinition): Verb | 'export' | 'action' => call.verb ?? 'action'
const keyed = (values: Values, key: (name: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [key(name), value]))
const without = (values: Readonly<Values>, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
/** Translates between the parameter names of a call and those of its verb. */
const inward = (names: Names, name: string): string => (Object.hasOwn(names, name) ? (names[name] as string) : name)
const outward = (names: Names, own: string): string => Object.entries(names).find(([, to]) => to === own)?.[0] ?? own
const wireOf = ({ fields }: ResourceDefinition, name: string): string => {
  const field = fields[name]
  return field ? (modelOf(field).wireNames(name, field.options)[0] as string) : name
}
const isRows = (body: unknown): body is Values => typeof body === 'object' && body !== null && !Array.isArray(body)

const picked = (values: Readonly<Values>, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
/** Returns the wire names of the fields `names`. */
const partNames = ({ fields }: ResourceDefinition, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const field = fields[name]
    if (!field) throw new Error(`a call names the unknown field ${name}`)
    return [...modelOf(field).wireNames(name, field.options)]
  })

/** Replaces the parameter name in a refusal by the name that the caller used. */
const renamedRefusal = (thrown: unknown, names: Names): unknown => {
  if (!isRefusal(thrown) || thrown.field === undefined) return thrown
  const field = outward(names, thrown.field.replace(/_equal$/, ''))
  const { values } = thrown as Refusal
  return field === thrown.field ? thrown : Object.assign(thrown, { field, values: { ...values, field } })
}

/**
 * Returns the values that limit the rows of a call, by field: its fixed values and those in its
 * address. Throws an error that names a wrong value.
 */
const boundIn = (resource: ResourceDefinition, address: string, fixed: Values, params: Values): Values => {
  const bound: Values = { ...fixed }
  for (const name of parentsIn(address)) {
    const field = resource.fields[name] as Field
    const value = modelOf(field).fromWire([params[name]], field.options)
    if (value === undefined || value === null) throw errors.badParameter({ field: name }, name)
    bound[name] = params[name]
  }
  return bound
}
/** True for a field by which lists filter; the declared filters of a listing have no suffixes. */
const hasSuffixes = ({ fields, filters = {} }: ResourceDefinition, name: string): boolean => name in fields && !(name in filters)
/** Converts bound values into list filters. A single value gets a suffix, so that the caller's own filter of the same field also applies. */
const filtersOf = (resource: ResourceDefinition, bound: Values): Values =>
  keyed(bound, (name) => (hasSuffixes(resource, name) && !String(bound[name]).includes(',') ? `${name}_equal` : name))

/** Schema with the parameter names of the call, without the values that it fixes and with those that it requires. */
const schemaOf = (schema: object | undefined, call: CallDefinition, left: readonly string[], needs: readonly string[] = []): object => {
  const { properties = {}, required = [], ...rest } = (schema ?? { type: 'object' }) as Schema
  const names = call.names ?? {}
  const shown = keyed(without(properties, left), (own) => outward(names, own))
  for (const [sent, own] of Object.entries(names))
    if (!(sent in shown) && !left.includes(own)) shown[sent] = { type: 'string', description: own }
  const must = [...required.filter((own) => !left.includes(own)).map((own) => outward(names, own)), ...needs]
  return { ...rest, properties: shown, ...(must.length > 0 ? { required: must } : {}) }
}

/** Returns the schema of a body with only the properties `names`. */
const partSchema = (schema: object, names: readonly string[]): object => {
  const { properties = {} } = schema as Schema
  return { ...schema, properties: picked(properties, names) }
}

const exampleOf = (resource: ResourceDefinition, address: string, call: CallDefinition, own: CallExample, left: readonly string[]) => {
  const names = call.names ?? {}
  const body = isRows(own.body) ? keyed(without(own.body, left), (name) => outward(names, name)) : own.body
  const query = keyed(without(own.query ?? {}, left), (name) => outward(names, name))
  for (const name of call.needs ?? []) query[name] ??= exampleValue(resource, inward(names, name))
  const by = call.by ? wireOf(resource, call.by) : undefined
  if (by) query[outward(names, by)] = exampleValue(resource, call.by as string)
  const path = Object.fromEntries(parentsIn(address).map((name) => [name, String(exampleValue(resource, name))]))
  if (address.includes('{id}')) path.id = exampleId(resource.name)
  return {
    ...(Object.keys(path).length > 0 ? { path } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(body === undefined ? {} : { body }),
  }
}
/** The example of a list or export that takes its parameters in the body. */
const inBody = ({ query = {}, ...rest }: CallExample): CallExample => ({ ...rest, body: query })
/** The example of an action that takes its parameters in the query. */
const inQuery = ({ body, ...rest }: CallExample): CallExample => ({ ...rest, query: body as Values })
const exampleValue = ({ fields }: ResourceDefinition, name: string): unknown => {
  const field = fields[name]
  return field ? modelOf(field).example(field.options, 0)[0] : '1'
}

/** Throws unless all these rows have the bound values and the user may see them. */
const within = async ({ served, store }: Writing, ctx: Ctx, ids: readonly string[], bound: Values): Promise<void> => {
  if (Object.keys(bound).length === 0) return
  const { resource, implementation } = served
  const query = readListQuery(resource, implementation, { ...filtersOf(resource, bound), ids: ids.join(',') }, ctx.user, ctx)
  const found = await ctx.query(...store.ids(query, ids.length))
  if (found.length !== ids.length) throw errors.notFound()
}

/** Runs a call: translates its parameters into those of the verb and checks the rows. */
const runCall = async (
  all: Writing,
  { address, call, part }: Pick<Made, 'address' | 'call' | 'part'>,
  input: RouteInput,
): Promise<unknown> => {
  const { resource } = all.served
  const { ctx, params } = input
  const writing = resource.reads ? await writingFor(all, ctx, {}) : all
  const names = call.names ?? {}
  const verb = verbOf(call)
  const rows = Array.isArray(input.body) ? { ids: input.body } : input.body
  const query = keyed(input.query, (name) => inward(names, name))
  const body = isRows(rows) ? keyed(rows, (name) => inward(names, name)) : rows
  const fixed = call.fixed ?? {}
  const bound = boundIn(resource, address, verb === 'action' ? {} : fixed, params)
  const filters = filtersOf(resource, bound)
  const written = keyed(bound, (name) => wireOf(resource, name))

  if (LISTS.includes(verb as Verb) || verb === 'export') {
    const values = { ...call.usual, ...query, ...(isRows(body) ? body : {}) }
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'boolean') throw errors.badParameter({ field: outward(names, name) }, outward(names, name))
    for (const name of call.needs ?? [])
      if (values[inward(names, name)] === undefined || values[inward(names, name)] === '')
        throw errors.missingParameter({ field: name }, name)
    // A fixed filter with a suffix is not in the schema of the call: another value for it is refused, not overwritten.
    for (const [name, value] of Object.entries(filters))
      if (/_[a-z]+$/.test(name) && values[name] !== undefined && String(values[name]) !== String(value))
        throw errors.badParameter({ field: name }, name)
    return part.handler({ ...input, query: { ...values, ...filters } })
  }
  const { by } = call
  if (by) {
    const wire = wireOf(resource, by)
    const value = query[wire]
    if (value === undefined || value === '') throw errors.missingParameter({ field: wire }, wire)
    const { rows: found } = await createReader(writing.served, writing.store).rows(ctx, { ...filters, [`${by}_equal`]: value, size: '1' })
    if (!found[0]) throw errors.notFound()
    return found[0]
  }
  if (DETAILS.includes(verb)) {
    const id = idIn(params.id ?? query.id)
    await within(writing, ctx, [id], bound)
    const row = (await part.handler({ ...input, query: { id }, params: { id } })) as Values
    return call.fields ? picked(row, ['id', ...partNames(resource, call.fields)]) : row
  }
  if (REMOVES.includes(verb)) {
    const ids = idsIn(params.id ?? query.ids ?? (isRows(body) ? body.ids : undefined))
    await within(writing, ctx, ids, bound)
    return part.handler({ ...input, query: { ids }, body: undefined })
  }
  const given: unknown = isRows(body) || body === undefined ? { ...(body as Values | undefined) } : body
  if (!isRows(given)) throw errors.unreadable()
  if (verb === 'action') {
    const ids = params.id ?? given.ids ?? query.ids
    if (Object.keys(bound).length > 0) await within(writing, ctx, idsIn(ids), bound)
    return part.handler({ ...input, query, body: { ...given, ...fixed, ...(ids === undefined ? {} : { ids }) } })
  }
  const id = ADDS.includes(verb) ? undefined : (params.id ?? given.id)
  if (id !== undefined && id !== null && id !== '' && id !== -1) {
    // Checks the permission first: a user without it must not learn which rows exist.
    if (!ctx.user.permissions.has(permissionOf(resource, 'submit'))) throw errors.noRight()
    // A wrong value is named even if the row is not one of the call's rows.
    checkedDraft(resource, given, ctx, false)
    await within(writing, ctx, [idIn(id)], bound)
  }
  const own = call.fields ? picked(given, ['tenantId', ...partNames(resource, call.fields)]) : given
  return part.handler({ ...input, body: { ...own, ...written, ...(id === undefined ? {} : { id }) } })
}

interface Made {
  readonly address: string
  readonly call: CallDefinition
  readonly part: PartRoute
}

/** Routes that a resource declares at addresses of its own (`api.calls`). `from`: number of addresses that its verbs already have. */
export const ownCalls = (
  writing: Writing,
  {
    verb,
    steps,
  }: { readonly verb: (name: Verb | 'export', n: number) => PartRoute; readonly steps?: Readonly<Record<ImportStep, PartRoute>> },
  from: number,
): PartRoute[] => {
  const { resource } = writing.served
  return Object.entries<CallDefinition>(resource.api.calls ?? {}).map(([address, call], at) => {
    const [method, path] = address.split(' ') as [Route['method'], string]
    const step = 'import' in call ? steps?.[call.import] : undefined
    if (step) return { ...step, method, path }
    const taken = 'upload' in call ? fileFields(resource).find(({ name }) => name === call.upload) : undefined
    if (taken) return { ...uploadRoute(writing, taken), method, path }
    if ('validate' in call) return { ...validateRoute(writing, call.validate), method, path }
    const part = call.action === undefined ? verb(call.verb as Verb, from + at) : actionRoute(writing, call.action)
    const own = verbOf(call)
    const bound = [...Object.keys(call.fixed ?? {}), ...parentsIn(address)]
    const parts = call.fields && partNames(resource, call.fields)
    const left = [...bound, ...bound.map((name) => wireOf(resource, name)), ...(address.includes('{id}') ? ['id', 'ids'] : [])]
    const by = call.by ? wireOf(resource, call.by) : undefined
    const querySchema = by ? { type: 'object', required: [by], properties: { [by]: { type: 'string', maxLength: 500 } } } : part.query
    const lists = LISTS.includes(own as Verb) || own === 'export'
    const query = querySchema || call.needs ? schemaOf(querySchema, call, left, call.needs) : undefined
    const { query: _query, body, ...rest } = part
    const bodyIn = body && schemaOf(parts ? partSchema(body, ['id', 'tenantId', ...parts]) : body, call, left)
    // Clients send no body with DELETE.
    const named = method === 'DELETE' && own === 'action' ? bodyIn : undefined
    const whole = exampleOf(resource, address, call, part.example ?? {}, left)
    const example =
      parts && isRows(whole.body) ? { ...whole, body: { id: whole.body.id, ...picked(exampleFields(resource), parts) } } : whole
    return {
      ...rest,
      method,
      path,
      ...(named ? { query: named } : query && (method === 'GET' || !lists) ? { query } : {}),
      ...(query && method !== 'GET' && lists ? { body: query } : {}),
      ...(bodyIn && !named ? { body: bodyIn } : {}),
      ...(parts && DETAILS.includes(own) ? { returns: A.part(resource, ['id', ...parts]) } : {}),
      example: named ? inQuery(example) : lists && method !== 'GET' ? inBody(example) : example,
      handler: async (input) => {
        try {
          return await runCall(writing, { address, call, part }, input)
        } catch (thrown) {
          throw renamedRefusal(thrown, call.names ?? {})
        }
      },
    }
  })
}
