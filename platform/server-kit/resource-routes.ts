import { isId, modelOf } from '@lamplight/fields/model'
import { type ActionDefinition, actionPermission, type Fields, type Lang, permissionOf, pick, type Text, type Verb } from '@lamplight/kit'
import { A } from './answer-schema.ts'
import { actionExample, verbExample } from './examples.ts'
import { pageIn, readListQuery, strictFilter } from './list-query.ts'
import { errors } from './refuse.ts'
import { exportRows } from './resource-export.ts'
import { createReader } from './resource-read.ts'
import { rowsById, type Writing } from './resource-rows.ts'
import { actionSchema, exportSchema, idSchema, idsSchema, listSchema, rowSchema } from './resource-schema.ts'
import { createStore } from './resource-store.ts'
import { removeRows, writeRow } from './resource-write.ts'
import { titleField } from './tables.ts'
import type { Ctx, ResourceServer, Route, RouteInput } from './types.ts'
import { readRow, wireRow } from './wire.ts'
import { XLSX_TYPE } from './workbook.ts'

type Values = Record<string, unknown>

/** Ids from an array or a comma-joined text; refuses none and what is no id, naming `field`. */
export const idsIn = (value: unknown, field = 'ids'): string[] => {
  if (value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value))
    throw errors.badParameter({ field }, field)
  const parts: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',')
  if (parts.some((part) => typeof part === 'object' && part !== null)) throw errors.badParameter({ field }, field)
  const ids = parts.map((part) => String(part).trim()).filter(Boolean)
  if (ids.length === 0) throw errors.missingParameter({ field }, field)
  if (!ids.every(isId) || ids.length > 100_000) throw errors.badParameter({ field }, field)
  return [...new Set(ids)]
}
const idIn = (value: unknown): string => {
  if (value === undefined || value === '') throw errors.missingParameter({ field: 'id' }, 'id')
  if (!isId(value)) throw errors.badParameter({ field: 'id' }, 'id')
  return value
}
const bodyOf = (body: unknown): Values => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.unreadable()
  return body as Values
}
const needs = (ctx: Ctx, permission: string): void => {
  if (!ctx.user.permissions.has(permission)) throw errors.noRight()
}

/** Choices take no page; a tree takes one, as the catalogue has it, and comes whole all the same (wire-contract.md 4). */
const isPaged = (verb: Verb): boolean => verb === 'page' || verb === 'list'

const ACTION_ROWS_AT_MOST = 200_000

/** Nests rows under their parents; rows whose parent is not there stand at the top. */
export const nest = (rows: readonly Values[]): Values[] => {
  const byId = new Map(rows.map((row): [unknown, Values] => [row.id, { ...row }]))
  const top: Values[] = []
  const below = new Map<Values, Values[]>()
  for (const row of byId.values()) {
    const parent = byId.get(row.parentId)
    const siblings = !parent || parent === row ? top : (below.get(parent) ?? [])
    siblings.push(row)
    if (parent && siblings !== top) below.set(parent, siblings)
  }
  for (const [parent, children] of below) Object.assign(parent, { children, hasChildren: true })
  return top
}

/** The calls of a resource: its verbs, its export, its actions. Permissions are derived; schemas are published and checked by the fields. */
export const resourceRoutes = (served: ResourceServer, find: (name: string) => ResourceServer | undefined): Route[] => {
  const { resource, implementation } = served
  const store = createStore(served, find)
  const writing: Writing = { served, store, find }
  const title = titleField(resource)

  const { rows: read, page } = createReader(served, store)
  const everything = (query: Values): Values => ({ ...query, current: '1', size: '-1' })
  const detail = async (ctx: Ctx, id: string): Promise<Values> => {
    const [rows = []] = await ctx.queries([store.byIds([id], ctx.user)])
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
  const treeNode = (row: Values): Values => ({
    id: row.id,
    parentId: row.parentId,
    title: row[title],
    key: row.id,
    value: row.id,
    hasChildren: Boolean(row.children),
    ...(row.children ? { children: (row.children as Values[]).map(treeNode) } : {}),
  })
  const submit = async ({ ctx, body }: RouteInput): Promise<Values> => {
    const given = bodyOf(body)
    const id = given.id === undefined || given.id === null || given.id === '' || given.id === -1 ? null : idIn(given.id)
    needs(ctx, permissionOf(resource, 'submit', id === null))
    return { id: await writeRow(writing, ctx, given, id) }
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
    ...{ submit: A.made, save: A.made, create: A.made, update: A.made, put: A.made },
    ...{ remove: A.count, delete: A.count },
  }
  const verbs: Record<Verb, { method: Route['method']; path: string; words: Text; run: Route['handler'] }> = {
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
  const routes: Route[] = []
  for (const [at, base] of [resource.api.base, ...(resource.api.alias ?? [])].entries()) {
    const own = (route: Omit<Route, 'path' | 'summary' | 'checksItself'> & { path: string; words: Text }): void => {
      const { words, ...rest } = route
      routes.push({
        ...rest,
        path: `/api/${base}${route.path}`,
        summary: [`${resource.label[0]}${words[0]}`, `${resource.label[1]}: ${words[1]}`],
        checksItself: true,
      })
    }
    for (const verb of resource.api.verbs) {
      const { method, path, words, run } = verbs[verb]
      const lists = ['list', 'page', 'lazy', 'tree', 'select'].includes(verb)
      own({
        method,
        path,
        words,
        handler: run,
        returns: returns[verb],
        example: verbExample(resource, verb, at),
        permission: verb === 'submit' ? 'signed-in' : permissionOf(resource, verb),
        ...(lists ? { query: listSchema(resource, implementation, isPaged(verb)) } : {}),
        ...(verb === 'detail' ? { query: idSchema } : {}),
        ...(verb === 'remove' || verb === 'delete' ? { query: idsSchema } : {}),
        ...(['submit', 'update', 'put'].includes(verb) ? { body: rowSchema(resource, 'id') } : {}),
        ...(['save', 'create'].includes(verb) ? { body: rowSchema(resource, null) } : {}),
      })
    }
    if (resource.io?.export)
      own({
        method: 'GET',
        path: '/export',
        words: ['导出', 'export'],
        permission: `${resource.code}_export`,
        answers: 'raw',
        returns: A.file('text/csv', XLSX_TYPE),
        query: exportSchema(resource, implementation),
        handler: (input) => exportRows(served, store, input, find),
      })
    for (const [name, action] of Object.entries(resource.actions ?? {})) {
      if (action.transition) continue
      own({
        method: 'POST',
        path: `/${action.path ?? name}`,
        words: action.label,
        permission: actionPermission(resource, name),
        bodyLimit: 4 * 1024 * 1024,
        returns: (implementation.returns as Readonly<Record<string, Route['returns']>> | undefined)?.[name] ?? A.count,
        body: actionSchema(action),
        example: actionExample(resource, action.input),
        handler: async (input) => runAction(writing, name, input),
      })
    }
  }
  return routes
}

/** Rows an action is for: named by ids, all of them there, or all that match the filter of a list. */
const idsMeant = async (writing: Writing, ctx: Ctx, action: ActionDefinition, body: Values): Promise<string[]> => {
  const { resource, implementation } = writing.served
  const filtered = body.filter !== undefined && body.filter !== null
  if (filtered && (!action.byFilter || body.ids !== undefined)) throw errors.badParameter({ field: 'filter' }, 'filter')
  if (!filtered) {
    const ids = idsIn(body.ids ?? body.id)
    await rowsById(writing, ctx, ctx.query, ids)
    return ids
  }
  const [sql, params] = writing.store.ids(
    readListQuery(resource, implementation, strictFilter(resource, implementation, body.filter), ctx.user, ctx),
    ACTION_ROWS_AT_MOST,
  )
  const rows = await ctx.slowly(sql, () => ctx.query<{ id: string }>(sql, params))
  if (rows.length === 0) throw errors.pickOne()
  return rows.map(({ id }) => id)
}

/** Reads the values of `fields` from a body. Throws an error that names the field if one is missing or wrong. */
export const inputIn = (fields: Fields, body: Values, lang: Lang): Values => {
  const input: Values = {}
  for (const [key, field] of Object.entries(fields)) {
    const model = modelOf(field)
    const value = model.fromWire([body[key]], field.options)
    const wrong =
      value === undefined
        ? (['格式不正确', 'has a wrong form'] as const)
        : value === null
          ? field.options.required
            ? (['不能为空', 'is required'] as const)
            : null
          : model.check(value, field.options)
    if (wrong) throw errors.field({ field: key, message: pick(wrong, lang) }, key)
    input[key] = value
  }
  return input
}

const runAction = async (writing: Writing, name: string, given: RouteInput): Promise<unknown> => {
  const { ctx, headers } = given
  const body = { ...given.query, ...bodyOf(given.body ?? {}) }
  const { resource, implementation } = writing.served
  const action = resource.actions?.[name]
  const perform = (implementation.actions as Record<string, (given: object) => Promise<unknown>> | undefined)?.[name]
  if (!action || !perform) throw errors.noRoute()
  const ids = action.on === 'list' && !body.ids ? [] : await idsMeant(writing, ctx, action, body)
  return perform({ ctx, ids, input: inputIn(action.input ?? {}, body, ctx.lang), body, headers })
}
