import { exampleId } from '@lamplight/kit'
import {
  A,
  type Ctx,
  errors,
  idsIn,
  nest,
  page,
  pageWindow,
  type Route,
  readRow,
  removedOf,
  route,
  T,
  tableOf,
  treeCte,
  wireRow,
} from '@lamplight/server-kit'
import { dict, dictBiz } from '../model/dict.resource.ts'

type Dict = typeof dict | typeof dictBiz
const Paging = T.Object({
  current: T.Optional(T.Integer({ minimum: 1, default: 1 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: 10000, default: 10 })),
  code: T.Optional(T.String({ maxLength: 50 })),
  dictValue: T.Optional(T.String({ maxLength: 100 })),
})
const wired = (resource: Dict, ctx: Ctx, raw: Record<string, unknown>) => wireRow(resource, readRow(resource, raw), ctx)
const wide = (resource: Dict): string =>
  `select t.*, p.dict_value as "parentId$title" from ${tableOf(resource)} t left join ${tableOf(resource)} p on p.id = t.parent_id`
const holding = (text: string | undefined): string => `%${(text ?? '').replace(/[\\%_]/g, '\\$&')}%`

const dictionary = (resource: Dict): Route =>
  route({
    method: 'GET',
    path: `/api/${resource.api.base}/dictionary`,
    summary: [`${resource.label[0]}选项`, `${resource.label[1]}: entries of one`],
    example: { query: { code: 'sex' } },
    permission: 'signed-in',
    query: T.Object({
      code: T.String({ minLength: 1, maxLength: 50 }),
      sealed: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: sealed entries too, for rows that still have them' })),
    }),
    returns: A.list(A.row(resource)),
    handler: async ({ ctx, query }) => {
      const rows = await ctx.query(
        `${wide(resource)} where t.code = $1 and t.parent_id is not null and ($2 or t.is_sealed is not true) and not t.is_deleted order by t.sort, t.id`,
        [query.code, query.sealed === 1],
      )
      return rows.map((raw) => wired(resource, ctx, raw))
    },
  })

const parents = (resource: Dict): Route =>
  route({
    method: 'GET',
    path: `/api/${resource.api.base}/parent-list`,
    summary: [`${resource.label[0]}分页`, `${resource.label[1]}: page`],
    permission: `${resource.code}_view`,
    query: Paging,
    returns: A.page(A.row(resource)),
    handler: async ({ ctx, query }) => {
      const { current = 1, size = 10 } = query
      const { limit, offset } = pageWindow({ current, size })
      const where = 't.parent_id is null and not t.is_deleted and t.code ilike $1 and t.dict_value ilike $2'
      const params = [holding(query.code), holding(query.dictValue)]
      const [rows = [], counted = []] = await ctx.queries([
        [`${wide(resource)} where ${where} order by t.sort, t.id limit $3 offset $4`, [...params, limit, offset]],
        [`select count(*)::int as n from ${tableOf(resource)} t where ${where}`, params],
      ])
      return page(
        rows.map((raw) => wired(resource, ctx, raw)),
        Number(counted[0]?.n ?? 0),
        current,
        size,
      )
    },
  })

const children = (resource: Dict): Route =>
  route({
    method: 'GET',
    path: `/api/${resource.api.base}/child-list`,
    summary: [`${resource.label[0]}项列表`, `${resource.label[1]}: entries below one`],
    example: { query: { parentId: exampleId(resource.name) } },
    permission: `${resource.code}_view`,
    query: T.Object({ parentId: T.String({ pattern: '^\\d{1,19}$' }), dictValue: T.Optional(T.String({ maxLength: 100 })) }),
    returns: A.tree(resource),
    handler: async ({ ctx, query }) => {
      const rows = await ctx.query(
        `with recursive ${treeCte({ table: tableOf(resource), from: { parent: '$1' } })}
       ${wide(resource)} join below on below.id = t.id where t.dict_value ilike $2 order by t.sort, t.id`,
        [query.parentId, holding(query.dictValue)],
      )
      return nest(rows.map((raw) => wired(resource, ctx, raw)))
    },
  })

const tree = (resource: Dict): Route =>
  route({
    method: 'GET',
    path: `/api/${resource.api.base}/tree`,
    summary: [`${resource.label[0]}树`, `${resource.label[1]}: tree`],
    permission: `${resource.code}_view`,
    query: T.Object({ code: T.Optional(T.String({ maxLength: 50 })) }),
    returns: A.nodes(),
    handler: async ({ ctx, query }) => {
      const rows = await ctx.query<{ id: string; parent_id: string | null; dict_value: string }>(
        `select id, parent_id, dict_value from ${tableOf(resource)} where not is_deleted and ($1::text is null or code = $1) order by sort, id`,
        [query.code || null],
      )
      return nest(
        rows.map(({ id, parent_id, dict_value }) => ({
          id,
          parentId: parent_id ?? '0',
          title: dict_value,
          key: id,
          value: id,
          hasChildren: false,
        })),
      )
    },
  })

/** Removing a dictionary removes its entries (wire-contract.md 4.4). */
const remove = (resource: Dict): Route =>
  route({
    method: 'POST',
    path: `/api/${resource.api.base}/remove`,
    summary: [`删除${resource.label[0]}`, `${resource.label[1]}: remove`],
    example: { query: { ids: exampleId(resource.name) } },
    permission: `${resource.code}_delete`,
    query: T.Object({ ids: T.Optional(T.String()) }),
    returns: A.count,
    handler: async ({ ctx, query }) => {
      const ids = idsIn(query.ids)
      return ctx.tx(async (run) => {
        const found = await run(`select id, dict_value as "dictValue" from ${tableOf(resource)} where id = any($1) and not is_deleted`, [
          ids,
        ])
        if (found.length !== ids.length) throw errors.notFound()
        const removed = await run(
          `with recursive ${treeCte({ table: tableOf(resource), from: { ids: '$1' }, deleted: true })}
         update ${tableOf(resource)} t set is_deleted = true, update_user = $2, update_time = now()
         from below where below.id = t.id and not t.is_deleted returning t.id`,
          [ids, ctx.user.id],
        )
        if (removed.length === 0) throw errors.noRight()
        await ctx.audit(
          {
            what: `${resource.name}.remove`,
            target: ids.slice(0, 50).join(','),
            count: removed.length,
            detail: removedOf(resource, found),
          },
          run,
        )
        return { count: removed.length }
      })
    },
  })

export const dictRoutes: readonly Route[] = [dict, dictBiz].flatMap((resource) => [
  dictionary(resource),
  parents(resource),
  children(resource),
  tree(resource),
  remove(resource),
])
