import type { ResourceDefinition } from '@lamplight/kit'
import type { Ctx } from './context-types.ts'
import type { Statement } from './db.ts'
import { userConditions } from './list-query.ts'
import { registryPort } from './ports.ts'
import type { Query } from './query.ts'
import { errors, fieldError } from './refuse.ts'
import { createStore, type Store } from './resource-store.ts'
import { seenRows } from './row-sight.ts'
import type { ResourceServer } from './slice-types.ts'
import { tableOf } from './tables.ts'
import { readRow } from './wire.ts'

type Values = Record<string, unknown>
export interface Writing {
  readonly served: ResourceServer
  readonly store: Store
  readonly find: (name: string) => ResourceServer | undefined
}

/** Returns what is needed to write rows of a resource, for routes written by hand. */
export const writingOf = (ctx: Ctx, { name }: { readonly name: string }): Writing => {
  const { resources } = ctx.platform.port(registryPort)
  const find = (one: string): ResourceServer | undefined => resources.get(one)
  const served = find(name)
  if (!served) throw errors.noRoute()
  return { served, store: createStore(served, find), find }
}

export const runStatement = (query: Query, [sql, params]: Statement): Promise<Values[]> => query(sql, params)

/** Reads rows by id that are not deleted and that the user may see; throws unless all exist. */
export const rowsById = async ({ served, store }: Writing, ctx: Ctx, query: Query, ids: readonly string[]): Promise<Values[]> => {
  const rows = (await runStatement(query, store.byIds(ids, ctx.user))).map((raw) => readRow(served.resource, raw))
  if (rows.length !== new Set(ids).size) throw errors.notFound()
  return rows
}

/** Returns a row that is not deleted and that the user may see; throws for any other id. `R`: the type of the row. */
export const visibleRow = async <R extends object = Values>(
  ctx: Ctx,
  resource: Pick<ResourceDefinition, 'name'>,
  id: string,
): Promise<R> => {
  const [row] = await rowsById(writingOf(ctx, resource), ctx, ctx.query, [id])
  return row as R
}

/** Throws an error that names the field `field` unless these ids, each once, are rows that lists of the resource show to the user. */
export const refuseUnseen = async (ctx: Ctx, query: Query, resource: string, ids: readonly string[], field: string): Promise<void> => {
  const { served } = writingOf(ctx, { name: resource })
  const params: unknown[] = [ids]
  const seen = seenRows(served, ctx.user, params)
  const rows = await query(`select from ${tableOf(served.resource)} t where t.id = any($1::bigint[]) and ${seen}`, params)
  if (rows.length !== ids.length) throw fieldError(field, ['不存在', 'does not exist'], ctx.lang)
}

/** Returns which of these rows of a resource exist but are not shown to the user, who is limited to places. */
export const hiddenAmong = async (
  { resource, implementation }: ResourceServer,
  user: Ctx['user'],
  query: Query,
  ids: readonly string[],
): Promise<string[]> => {
  const params: unknown[] = [ids]
  const cuts = userConditions(resource, implementation, user, params)
  if (cuts.length === 0 || ids.length === 0) return []
  const rows = await query<{ id: string }>(
    `select t.id::text as id from ${tableOf(resource)} t where t.id = any($1::bigint[]) and not t.is_deleted and (${cuts.join(' and ')}) is not true`,
    params,
  )
  return rows.map(({ id }) => id)
}

/**
 * Throws an error that names the field `field` if one of these rows of a resource is not shown to the user. Used where a row acts on other rows: a user who does
 * not see all of those must not change what happens to them.
 */
export const refuseHidden = async (ctx: Ctx, query: Query, resource: string, ids: readonly string[], field: string): Promise<void> => {
  if (ids.length === 0 || !(ctx.user.cut.projects || ctx.user.cut.areas)) return
  const { served } = writingOf(ctx, { name: resource })
  if ((await hiddenAmong(served, ctx.user, query, ids)).length > 0)
    throw fieldError(
      field,
      [
        '包含您可见范围以外的对象，只能由可见全部对象的人员修改',
        'contains rows that you cannot see: only users who see all of them can change it',
      ],
      ctx.lang,
    )
}

/** Locks rows that are not deleted, in the order of their ids, until the transaction ends. Returns the ids of the rows that exist. */
export const lockRows = async ({ store }: Writing, query: Query, ids: readonly string[]): Promise<string[]> =>
  (
    await query<{ id: string }>(`select t.id from ${store.table} t where t.id = any($1) and not t.is_deleted order by t.id for update`, [
      ids,
    ])
  ).map(({ id }) => id)
