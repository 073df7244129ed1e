import { exampleId } from '@lamplight/kit'
import {
  A,
  type Ctx,
  errors,
  idsIn,
  nest,
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

/** Older consoles send -1 or an empty value before a dictionary is chosen; the answer is then an empty list. */
const ParentId = T.Optional(T.String({ pattern: '^(-1|\\d{0,19})$', description: 'id of a dictionary or an entry' }))

const children = (resource: Dict): Route =>
  route({
    method: 'GET',
    path: `/api/${resource.api.base}/child-list`,
    summary: [`${resource.label[0]}项列表`, `${resource.label[1]}: entries below one`],
    example: { query: { parentId: exampleId(resource.name) } },
    permission: `${resource.code}_view`,
    query: T.Object({ parentId: ParentId, dictValue: T.Optional(T.String({ maxLength: 100 })) }),
    returns: A.tree(resource),
    handler: async ({ ctx, query }) => {
      if (!query.parentId || query.parentId === '-1') return []
      const rows = await ctx.query(
        `with recursive ${treeCte({ table: tableOf(resource), from: { parent: '$1' } })}
       ${wide(resource)} join below on below.id = t.id where t.dict_value ilike $2 order by t.sort, t.id`,
        [query.parentId, holding(query.dictValue)],
      )
      return nest(rows.map((raw) => wired(resource, ctx, raw)))
    },
  })

/** Removing a dictionary also removes its entries (wire-contract.md 4.4). */
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
  children(resource),
  remove(resource),
])
