import { type Ctx, errors, idsIn, nest, page, type Route, readRow, route, T, wireRow } from '@lamplight/server-kit'
import { dict } from '../model/dict.resource.ts'

const BASE = '/api/blade-system/dict'
const WIDE = `select t.*, p.dict_value as "parentId$title" from system_dict t left join system_dict p on p.id = t.parent_id`
const Paging = T.Object({
  current: T.Optional(T.Integer({ minimum: 1, default: 1 })),
  size: T.Optional(T.Integer({ minimum: -1, maximum: 10000, default: 10 })),
  code: T.Optional(T.String({ maxLength: 50 })),
  dictValue: T.Optional(T.String({ maxLength: 100 })),
})
const wired = (ctx: Ctx, raw: Record<string, unknown>) => wireRow(dict, readRow(dict, raw), ctx)
const holding = (text: string | undefined): string => `%${(text ?? '').replace(/[\\%_]/g, '\\$&')}%`

const dictionary = route({
  method: 'GET',
  path: `${BASE}/dictionary`,
  summary: ['字典选项', 'Entries of one dictionary'],
  permission: 'signed-in',
  query: T.Object({ code: T.String({ minLength: 1, maxLength: 50 }) }),
  handler: async ({ ctx, query }) => {
    const rows = await ctx.query(
      `${WIDE} where t.code = $1 and t.parent_id is not null and not t.is_sealed and not t.is_deleted order by t.sort, t.id`,
      [query.code],
    )
    return rows.map((raw) => wired(ctx, raw))
  },
})

const parents = route({
  method: 'GET',
  path: `${BASE}/parent-list`,
  summary: ['字典分页', 'Dictionaries, paged'],
  permission: 'dict_view',
  query: Paging,
  handler: async ({ ctx, query }) => {
    const { current = 1, size = 10 } = query
    const where = 't.parent_id is null and not t.is_deleted and t.code ilike $1 and t.dict_value ilike $2'
    const params = [holding(query.code), holding(query.dictValue)]
    const [rows = [], counted = []] = await ctx.queries([
      [
        `${WIDE} where ${where} order by t.sort, t.id limit $3 offset $4`,
        [...params, size < 0 ? 10_000 : size, size < 0 ? 0 : (current - 1) * size],
      ],
      [`select count(*)::int as n from system_dict t where ${where}`, params],
    ])
    return page(
      rows.map((raw) => wired(ctx, raw)),
      Number(counted[0]?.n ?? 0),
      current,
      size,
    )
  },
})

const children = route({
  method: 'GET',
  path: `${BASE}/child-list`,
  summary: ['字典项列表', 'Entries below a dictionary'],
  permission: 'dict_view',
  query: T.Object({ parentId: T.String({ pattern: '^\\d{1,19}$' }), dictValue: T.Optional(T.String({ maxLength: 100 })) }),
  handler: async ({ ctx, query }) => {
    const rows = await ctx.query(
      `with recursive below as (
         select id from system_dict where parent_id = $1 and not is_deleted
         union select d.id from system_dict d join below on d.parent_id = below.id where not d.is_deleted)
       ${WIDE} join below on below.id = t.id where t.dict_value ilike $2 order by t.sort, t.id`,
      [query.parentId, holding(query.dictValue)],
    )
    return nest(rows.map((raw) => wired(ctx, raw)))
  },
})

const tree = route({
  method: 'GET',
  path: `${BASE}/tree`,
  summary: ['字典树', 'Dictionary tree'],
  permission: 'dict_view',
  query: T.Object({ code: T.Optional(T.String({ maxLength: 50 })) }),
  handler: async ({ ctx, query }) => {
    const rows = await ctx.query<{ id: string; parent_id: string | null; dict_value: string }>(
      `select id, parent_id, dict_value from system_dict where not is_deleted and ($1::text is null or code = $1) order by sort, id`,
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
const remove = route({
  method: 'POST',
  path: `${BASE}/remove`,
  summary: ['删除字典', 'Remove dictionaries'],
  permission: 'dict_delete',
  query: T.Object({ ids: T.Optional(T.String()) }),
  handler: async ({ ctx, query }) => {
    const ids = idsIn(query.ids)
    return ctx.tx(async (run) => {
      const found = await run('select id from system_dict where id = any($1) and not is_deleted', [ids])
      if (found.length !== ids.length) throw errors.notFound()
      const removed = await run(
        `with recursive below as (select id from system_dict where id = any($1)
           union select d.id from system_dict d join below on d.parent_id = below.id)
         update system_dict t set is_deleted = true, update_user = $2, update_time = now()
         from below where below.id = t.id and not t.is_deleted returning t.id`,
        [ids, ctx.user.id],
      )
      if (removed.length === 0) throw errors.noRight()
      await ctx.audit({ what: 'system.dict.remove', target: ids.slice(0, 50).join(','), count: removed.length }, run)
      return { count: removed.length }
    })
  },
})

export const dictRoutes: readonly Route[] = [dictionary, parents, children, tree, remove]
