import { declaredAs } from '@lamplight/fields/model'
import {
  actionPermission,
  checkLifecycle,
  exampleId,
  pick,
  type ResourceDefinition,
  type Text,
  type TransitionCall,
  type TransitionDefinition,
  targetsOf,
} from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { A } from '../http/answer-schema.ts'
import { idsIn, inputIn } from '../http/call-input.ts'
import { exampleFields } from '../http/examples.ts'
import { errors } from '../http/refuse.ts'
import type { Route, RouteInput } from '../http/route-types.ts'
import { page, wireTime } from '../http/wire.ts'
import { rowsById, type Writing } from '../resource/resource-rows.ts'
import { bodySchema } from '../resource/resource-schema.ts'
import { createStore } from '../resource/resource-store.ts'
import type { ResourceServer } from '../slice-types.ts'
import { columnNamed, lifecycleOf } from './lifecycle-parts.ts'
import { outcomeOf, runTransition } from './lifecycle-run.ts'

type Values = Record<string, unknown>
/** One route for several transitions; its parameters (`with`) select one of them. */
interface Endpoint {
  readonly many: boolean
  readonly call: TransitionCall
  readonly choices: readonly {
    readonly name: string
    readonly transition: TransitionDefinition
    readonly with: Readonly<Record<string, number>>
  }[]
}
const Each = A.of({ successCount: A.int, failCount: A.int, failures: A.list(A.of({ id: A.id, msg: A.text })) })
const One = A.of({ id: A.id, state: A.int })
const PAGE_AT_MOST = 200

/** Path of a transition's call below `/api/`. */
export const transitionPath = ({ api }: Pick<ResourceDefinition, 'api'>, { path }: TransitionCall): string =>
  path.startsWith('/') ? path.slice(1) : `${api.base}/${path}`

const endpointsOf = (writing: Writing): Endpoint[] => {
  const endpoints = new Map<string, Endpoint>()
  for (const [name, transition] of Object.entries(lifecycleOf(writing).transitions))
    for (const [many, call] of [
      [false, transition.one],
      [true, transition.many],
    ] as const) {
      if (!call) continue
      const key = `${call.method ?? 'POST'} ${call.path}`
      const known = endpoints.get(key)
      const choice = { name, transition, with: call.with ?? {} }
      endpoints.set(key, { many, call: known?.call ?? call, choices: [...(known?.choices ?? []), choice] })
    }
  return [...endpoints.values()]
}

/** Returns the transition that the parameters of a call select; throws if none matches. */
const choiceIn = ({ choices }: Endpoint, body: Values): Endpoint['choices'][number] => {
  const names = (given: unknown, value: number): boolean => given === value || given === String(value)
  const found = choices.find((choice) => Object.entries(choice.with).every(([name, value]) => names(body[name], value)))
  if (found) return found
  const name = choices.flatMap((choice) => Object.keys(choice.with)).find((one) => body[one] === undefined || body[one] === '')
  if (name !== undefined) throw errors.missingParameter({ field: name }, name)
  const field = Object.keys(choices[0]?.with ?? {})[0] ?? 'body'
  throw errors.badParameter({ field }, field)
}

/** What a row needs to make one of the transitions, for the API document. */
const needsOf = ({ fields, lifecycle }: ResourceDefinition, { choices }: Endpoint): string => {
  const states = new Set(choices.flatMap(({ transition }) => targetsOf(transition)))
  const named = [...states].flatMap((state) => {
    const { text, requires = [] } = lifecycle?.states[state] ?? {}
    return requires.length > 0
      ? [`for the state ${text?.[1]} it needs ${requires.map((name) => fields[name]?.options.label[1]).join(', ')}`]
      : []
  })
  return named.map((one) => `; ${one}`).join('')
}

const schemaOf = (resource: ResourceDefinition, endpoint: Endpoint): object => {
  const { many, call, choices } = endpoint
  const fields = Object.assign({}, ...choices.map(({ transition }) => transition.input ?? {}))
  const key = call.key ?? (many ? 'ids' : 'id')
  const { properties } = bodySchema({ fields }, null) as { properties: Values }
  const chosen: Record<string, Set<number>> = {}
  for (const choice of choices)
    for (const [name, value] of Object.entries(choice.with)) chosen[name] = (chosen[name] ?? new Set()).add(value)
  const only = choices.length === 1 ? choices[0]?.transition.input : undefined
  const required = Object.entries(only ?? {}).flatMap(([name, { options }]) =>
    options.required && options.assumed === undefined ? [options.wire ?? name] : [],
  )
  const id = many ? { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } : { type: ['string', 'number'] }
  const meaning = many ? 'ids of the rows' : call.by ? `${call.by} of the row` : 'id of the row'
  const selectors = Object.fromEntries(
    Object.entries(chosen).map(([name, values]) => [
      name,
      declaredAs({ enum: [...values].flatMap((value) => [value, String(value)]) }, { type: 'integer', enum: [...values] }),
    ]),
  )
  return {
    type: 'object',
    properties: { ...properties, ...selectors, [key]: { ...id, description: `${meaning}${needsOf(resource, endpoint)}` } },
    required: [key, ...Object.keys(chosen), ...required],
    additionalProperties: true,
  }
}

const exampleOf = ({ name, fields }: ResourceDefinition, { many, call, choices }: Endpoint): Values => {
  const [first] = choices
  const key = call.key ?? (many ? 'ids' : 'id')
  const id = call.by ? fields[call.by]?.options.example : exampleId(name)
  return { [key]: many ? [id] : id, ...first?.with, ...exampleFields({ fields: first?.transition.input ?? {} }) }
}

/** Title of the route: the label of the permission that the transitions share, or their own labels. */
const wordsOf = ({ many, choices }: Endpoint): Text => {
  const [zh, en] =
    choices[0]?.transition.right?.label ?? [0, 1].map((at) => choices.map(({ transition }) => transition.label[at]).join(' / '))
  return many && choices.some(({ transition }) => transition.one) ? [`批量${zh}`, `${en} (several)`] : [String(zh), String(en)]
}

/** Id of the row whose unique field `by` has this value. Throws if there is none. The transition checks whether the user sees the row. */
const idBy = async ({ store, served: { resource } }: Writing, ctx: Ctx, by: string, key: string, value: unknown): Promise<string> => {
  if (value === undefined || value === null || value === '') throw errors.missingParameter({ field: key }, key)
  if (typeof value !== 'string' && typeof value !== 'number') throw errors.badParameter({ field: key }, key)
  const [row] = await ctx.query<{ id: string }>(
    `select id from ${store.table} where tenant_id = $1 and ${columnNamed(resource, by)} = $2 and not is_deleted`,
    [ctx.tenantId, String(value)],
  )
  if (!row) throw errors.notFound()
  return row.id
}

const endpointRoute = (writing: Writing, endpoint: Endpoint): Route => {
  const { resource } = writing.served
  const { many, call, choices } = endpoint
  const key = call.key ?? (many ? 'ids' : 'id')
  const [permission = '', ...others] = [...new Set(choices.map(({ name }) => actionPermission(resource, name)))]
  const [zh, en] = wordsOf(endpoint)
  return {
    method: call.method ?? 'POST',
    path: `/api/${transitionPath(resource, call)}`,
    summary: [`${resource.label[0]}${zh}`, `${resource.label[1]}: ${en.toLowerCase()}`],
    // If a transition also allows users by their relation to the row, the transition checks the permission itself.
    permission: choices.some(({ transition }) => transition.also) ? 'signed-in' : permission,
    ...(others.length > 0 && { orPermissions: others }),
    body: schemaOf(resource, endpoint),
    checksItself: true,
    bodyLimit: 4 * 1024 * 1024,
    returns: many ? Each : One,
    example: { body: exampleOf(resource, endpoint) },
    handler: async ({ ctx, query, body }: RouteInput) => {
      const values: Values = { ...query, ...readBody(body) }
      const ids = call.by ? [await idBy(writing, ctx, call.by, key, values[key])] : idsIn(values[key], key)
      if (!many && ids.length > 1) throw errors.badParameter({ field: key }, key)
      const { name, transition } = choiceIn(endpoint, values)
      const passage = await runTransition(writing, ctx, name, ids, inputIn(transition.input ?? {}, values, ctx), !many)
      return many ? outcomeOf(ids, passage, ctx) : { id: ids[0], state: passage.moved.get(ids[0] ?? '')?.to }
    },
  }
}
const readBody = (body: unknown): Values => {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw errors.unreadable()
  return body as Values
}

interface HistoryRow {
  readonly id: string
  readonly transition: string
  readonly from_state: number | null
  readonly to_state: number
  readonly at: Date
  readonly user_id: string | null
  readonly user_name: string
  readonly input: Values
  readonly total: number
}

const CREATED: Text = ['新增', 'Added']

/** Returns the transitions of rows of a resource, newest first, in the user's language, with their total number. */
export const transitionsOf = async (
  ctx: Ctx,
  { name, lifecycle }: Pick<ResourceDefinition, 'name' | 'lifecycle'>,
  ids: readonly string[],
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
) => {
  if (!lifecycle) return { records: [], total: 0 }
  const state = (value: number | null): string => (value === null ? '' : pick(lifecycle.states[value]?.text ?? ['', ''], ctx.lang))
  const rows = await ctx.query<HistoryRow & Values>(
    `select *, count(*) over ()::int as total from kit_transition where resource = $1 and row_id = any($2) order by id desc limit $3 offset $4`,
    [name, ids, limit, offset],
  )
  const records = rows.map((row) => ({
    id: row.id,
    transition: row.transition,
    name: pick(lifecycle.transitions[row.transition]?.label ?? CREATED, ctx.lang),
    fromState: row.from_state ?? -1,
    fromName: state(row.from_state),
    toState: row.to_state,
    toName: state(row.to_state),
    userId: row.user_id ?? '',
    userName: row.user_name,
    at: row.at,
    input: row.input,
  }))
  return { records, total: rows[0]?.total ?? 0 }
}

const historyRoute = (writing: Writing): Route => {
  const { resource } = writing.served
  return {
    method: 'GET',
    path: `/api/${resource.api.base}/transitions`,
    summary: [`${resource.label[0]}流转记录`, `${resource.label[1]}: transitions`],
    permission: `${resource.code}_view`,
    example: { query: { id: exampleId(resource.name) } },
    query: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', description: 'id of the row' },
        current: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1, description: 'page, from 1' },
        size: { type: 'integer', minimum: 1, maximum: PAGE_AT_MOST, default: 20, description: 'rows of a page' },
      },
    },
    returns: A.page(
      A.of({
        id: A.id,
        transition: A.text,
        name: A.text,
        fromState: A.int,
        fromName: A.text,
        toState: A.int,
        toName: A.text,
        userId: A.id,
        userName: A.text,
        at: A.time,
        input: A.open,
      }),
    ),
    handler: async ({ ctx, query }) => {
      const ids = idsIn(query.id, 'id')
      await rowsById(writing, ctx, ctx.query, ids)
      const [current, size] = [Number(query.current ?? 1), Number(query.size ?? 20)]
      const { records, total } = await transitionsOf(ctx, resource, ids, { limit: size, offset: (current - 1) * size })
      return page(
        records.map((one) => ({ ...one, at: wireTime(one.at, ctx.zone) })),
        total,
        current,
        size,
      )
    },
  }
}

/** Returns the routes of a lifecycle: one for each address of its transitions, and one for the history of a row. */
export const lifecycleRoutes = (served: ResourceServer, find: (name: string) => ResourceServer | undefined): Route[] => {
  const { resource, implementation } = served
  if (!resource.lifecycle) return []
  checkLifecycle(resource, resource.lifecycle)
  const writing: Writing = { served, store: createStore(served, find), find }
  const { conditions = {} } = lifecycleOf(writing)
  const checked = (implementation.lifecycle?.conditions ?? {}) as Values
  for (const name of Object.keys(conditions))
    if (!(name in checked)) throw new Error(`${resource.name}: nothing checks the condition ${name}`)
  return [...endpointsOf(writing).map((endpoint) => endpointRoute(writing, endpoint)), historyRoute(writing)]
}
