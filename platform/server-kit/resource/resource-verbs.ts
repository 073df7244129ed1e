import type { WireRow } from '@lamplight/fields/model'
import { exportPermission, permissionOf, type ResourceDefinition, type Text, type Verb } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { A } from '../http/answer-schema.ts'
import { bodyOf, idIn, idsIn } from '../http/call-input.ts'
import { verbExample } from '../http/examples.ts'
import { errors } from '../http/refuse.ts'
import type { Route, RouteInput } from '../http/route-types.ts'
import { type page as pageOf, readRow, wireRow } from '../http/wire.ts'
import type { Written } from '../http/wire-text.ts'
import { mayUse } from './grants.ts'
import { pageIn } from './list-query.ts'
import { pageByCode, readAs, writingFor } from './listing-rows.ts'
import { exportByCode, exportRows } from './resource-export.ts'
import { createReader } from './resource-read.ts'
import { type Writing, writingOf } from './resource-rows.ts'
import { exportSchema, idSchema, idsSchema, listSchema, rowSchema } from './resource-schema.ts'
import { createStore } from './resource-store.ts'
import { removeRows, writeRow } from './resource-write.ts'
import { titleField } from './tables.ts'
import { XLSX_TYPE } from './workbook.ts'

type Values = Record<string, unknown>
/** A route without its full address: `path` follows the base of the resource. */
export type PartRoute = Omit<Route, 'path' | 'summary'> & { readonly path: string; readonly words: Text }

const needs = (ctx: Ctx, permission: string): void => {
  if (!ctx.user.permissions.has(permission)) throw errors.noRight()
}

/**
 * True for verbs with pages. `select` has none; trees accept the parameters, as in the catalogue,
 * but always return all rows (wire-contract.md 4).
 */
const isPaged = (verb: Verb): boolean => verb === 'page' || verb === 'list'
export const LISTS: readonly (Verb | 'export')[] = ['list', 'page', 'lazy', 'tree', 'select']
/** `submit` checks its right itself: adding and changing have a right each. */
const rightOfVerb = (resource: Writing['served']['resource'], verb: Verb): string =>
  verb === 'submit' ? 'signed-in' : permissionOf(resource, verb)
const EDITS: readonly Verb[] = ['submit', 'update', 'put']
const ADDS: readonly Verb[] = ['save', 'create']

/** A row with its children. `hasChildren` is set if it has any. */
type Nested<R> = R & { readonly children?: readonly Nested<R>[]; readonly hasChildren?: boolean }
/** Nests rows under their parents; rows whose parent is missing are roots. */
export const nest = <R extends { readonly id?: unknown; readonly parentId?: unknown }>(rows: readonly R[]): Nested<R>[] => {
  const byId = new Map(rows.map((row): [unknown, Nested<R>] => [row.id, { ...row }]))
  const top: Nested<R>[] = []
  const below = new Map<Nested<R>, Nested<R>[]>()
  for (const row of byId.values()) {
    const parent = byId.get(row.parentId)
    const siblings = !parent || parent === row ? top : (below.get(parent) ?? [])
    siblings.push(row)
    if (parent && siblings !== top) below.set(parent, siblings)
  }
  for (const [parent, children] of below) Object.assign(parent, { children, hasChildren: true })
  return top
}

const readers = new WeakMap<Writing['served'], ReturnType<typeof createReader>>()
const readerOf = (served: Writing['served'], find: Writing['find']): ReturnType<typeof createReader> => {
  const known = readers.get(served) ?? createReader(served, createStore(served, find))
  readers.set(served, known)
  return known
}

type Page<R> = ReturnType<typeof pageOf<R>>
/** What the verbs of a resource answer. `R`: its rows. */
interface VerbAnswers<R = Values> {
  readonly list: Written | readonly R[] | Page<R>
  readonly page: Written | Page<R>
  readonly lazy: readonly R[]
  readonly tree: readonly object[]
  readonly select: readonly R[]
  readonly detail: R
  readonly get: R
  readonly submit: { readonly id: string }
  readonly save: { readonly id: string }
  readonly create: { readonly id: string }
  readonly update: { readonly id: string }
  readonly put: { readonly id: string }
  readonly remove: { readonly count: number }
  readonly delete: { readonly count: number }
}
type VerbRoutes = {
  readonly [V in Verb]: {
    readonly method: Route['method']
    readonly path: string
    readonly words: Text
    readonly run: (input: RouteInput) => Promise<VerbAnswers[V]>
  }
}

/** The handlers of the verbs of a resource. */
const verbsOf = (writing: Writing) => {
  const { served, store } = writing
  const { resource } = served
  const title = titleField(resource)
  const whole = createReader(served, store)
  const readerFor = async (ctx: Ctx, query: Values) => {
    const as = await readAs(served, ctx, query)
    return as === served ? whole : readerOf(as, writing.find)
  }
  const page = async (ctx: Ctx, query: Values) =>
    resource.reads === 'code' ? pageByCode(served, ctx, query) : (await readerFor(ctx, query)).page(ctx, query)
  const read = async (ctx: Ctx, query: Values) => (resource.reads ? await readerFor(ctx, query) : whole).rows(ctx, query)
  const everything = (query: Values): Values => ({ ...query, current: '1', size: '-1' })
  const detail = async (ctx: Ctx, id: string): Promise<Values> => {
    const { store: own } = resource.reads ? await writingFor(writing, ctx, {}) : writing
    const [rows = []] = await ctx.queries([own.shownByIds([id], ctx.user)])
    if (!rows[0]) throw errors.notFound()
    return wireRow(resource, readRow(resource, rows[0]), ctx)
  }
  const children = async (ctx: Ctx, query: Values): Promise<Values[]> => {
    const parent = query.parentId === undefined || query.parentId === '' ? '0' : String(query.parentId)
    const { parentId: _parent, ...rest } = query
    const { rows } = await read(ctx, { ...everything(rest), ...(parent === '0' ? { parentId_null: '1' } : { parentId: parent }) })
    const [parents = []] = await ctx.queries([
      [
        `select distinct parent_id::text as id from ${store.table} where parent_id = any($1) and not is_deleted`,
        [rows.map((row) => row.id)],
      ],
    ])
    const having = new Set(parents.map((row) => row.id))
    return rows.map((row) => ({ ...row, hasChildren: having.has(row.id) }))
  }
  const treeNode = (row: Nested<Values>): Values => ({
    id: row.id,
    parentId: row.parentId,
    title: row[title],
    key: row.id,
    value: row.id,
    hasChildren: Boolean(row.children),
    ...(row.children ? { children: row.children.map(treeNode) } : {}),
  })
  const submit = async ({ ctx, body }: RouteInput) => {
    const values = bodyOf(body)
    const id = values.id === undefined || values.id === null || values.id === '' || values.id === -1 ? null : idIn(values.id)
    needs(ctx, permissionOf(resource, 'submit', id === null))
    return { id: await writeRow(writing, ctx, values, id) }
  }
  const add = async ({ ctx, body }: RouteInput) => ({ id: await writeRow(writing, ctx, bodyOf(body), null) })
  const change = async ({ ctx, body }: RouteInput) => ({ id: await writeRow(writing, ctx, bodyOf(body), idIn(bodyOf(body).id ?? '')) })
  const remove = async ({ ctx, query, body }: RouteInput) => ({
    count: await removeRows(writing, ctx, idsIn(query.ids ?? (body as Values | undefined)?.ids)),
  })

  const row = A.row(resource)
  const returns: Record<Verb, NonNullable<Route['returns']>> = {
    list: resource.list?.tree ? A.tree(resource) : A.page(row),
    page: A.page(row),
    lazy: A.list(A.row(resource, { hasChildren: A.yes })),
    tree: A.nodes(),
    select: A.list(row),
    detail: row,
    get: row,
    submit: A.made,
    save: A.made,
    create: A.made,
    update: A.made,
    put: A.made,
    remove: A.count,
    delete: A.count,
  }
  const verbs: VerbRoutes = {
    list: {
      method: 'GET',
      path: '/list',
      words: ['列表', 'list'],
      run: async ({ ctx, query }) =>
        resource.list?.tree ? nest((await read(ctx, everything({ ...query, ...pageIn(query) }))).rows) : page(ctx, query),
    },
    page: { method: 'GET', path: '/page', words: ['分页列表', 'page'], run: ({ ctx, query }) => page(ctx, query) },
    lazy: { method: 'GET', path: '/lazy-list', words: ['懒加载列表', 'children'], run: ({ ctx, query }) => children(ctx, query) },
    tree: {
      method: 'GET',
      path: '/tree',
      words: ['树', 'tree'],
      run: async ({ ctx, query }) => nest((await read(ctx, everything(query))).rows).map(treeNode),
    },
    select: {
      method: 'GET',
      path: '/select',
      words: ['选择项', 'choices'],
      run: async ({ ctx, query }) => (await read(ctx, everything(query))).rows,
    },
    detail: { method: 'GET', path: '/detail', words: ['详情', 'detail'], run: ({ ctx, query }) => detail(ctx, idIn(query.id)) },
    get: { method: 'GET', path: '/{id}', words: ['详情', 'detail'], run: ({ ctx, params }) => detail(ctx, idIn(params.id)) },
    submit: { method: 'POST', path: '/submit', words: ['新增或修改', 'add or change'], run: submit },
    save: { method: 'POST', path: '/save', words: ['新增', 'add'], run: add },
    create: { method: 'POST', path: '', words: ['新增', 'add'], run: add },
    update: { method: 'POST', path: '/update', words: ['修改', 'change'], run: change },
    put: { method: 'PUT', path: '', words: ['修改', 'change'], run: change },
    remove: { method: 'POST', path: '/remove', words: ['删除', 'remove'], run: remove },
    delete: { method: 'DELETE', path: '', words: ['删除', 'remove'], run: remove },
  }
  return { verbs, returns, detail }
}

/**
 * Returns a function that makes the route of a verb: parameters, handler and answer. `n`: number of its address,
 * so that the examples of two addresses differ.
 */
export const createVerbs = (writing: Writing): ((verb: Verb | 'export', n: number) => PartRoute) => {
  const { served, find } = writing
  const { resource, implementation } = served
  const { verbs, returns } = verbsOf(writing)
  const exported: PartRoute = {
    method: 'GET',
    path: '/export',
    words: ['导出', 'export'],
    permission: exportPermission(resource),
    answers: 'raw',
    returns: A.file('text/csv', XLSX_TYPE),
    query: exportSchema(resource, implementation),
    handler: async (input) => {
      if (resource.reads === 'code') return exportByCode(served, input, find)
      const as = await writingFor(writing, input.ctx, input.query)
      return exportRows(as.served, as.store, input, find)
    },
  }
  return (verb, n) => {
    if (verb === 'export') return exported
    const { run, ...part } = verbs[verb]
    return {
      ...part,
      handler: run,
      returns: returns[verb],
      example: verbExample(resource, verb, n),
      permission: rightOfVerb(resource, verb),
      ...(LISTS.includes(verb) ? { query: listSchema(resource, implementation, isPaged(verb)) } : {}),
      ...(verb === 'detail' ? { query: idSchema } : {}),
      ...(verb === 'remove' || verb === 'delete' ? { query: idsSchema } : {}),
      ...(EDITS.includes(verb) ? { body: rowSchema(resource, 'id') } : {}),
      ...(ADDS.includes(verb) ? { body: rowSchema(resource, null) } : {}),
    }
  }
}

/** A row as the verb `detail` answers it, for callers that have checked the right. */
export const detailOf = async <D extends ResourceDefinition>(ctx: Ctx, resource: D, id: string): Promise<WireRow<D>> =>
  (await verbsOf(writingOf(ctx, resource)).detail(ctx, id)) as WireRow<D>

/** Runs a verb of a resource, for routes written by hand that serve several resources. Throws if the user lacks the right of the verb. */
export const runVerb = async <V extends Verb, D extends ResourceDefinition>(
  resource: D,
  verb: V,
  input: RouteInput,
): Promise<VerbAnswers<WireRow<D>>[V]> => {
  const writing = writingOf(input.ctx, resource)
  const permission = rightOfVerb(writing.served.resource, verb)
  if (permission !== 'signed-in' && !mayUse(input.ctx.user, permission)) throw errors.noRight()
  return (await verbsOf(writing).verbs[verb].run(input)) as VerbAnswers<WireRow<D>>[V]
}
