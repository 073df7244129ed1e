import { type ActionDefinition, actionPermission, singlePermission } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { A } from '../http/answer-schema.ts'
import { bodyOf, idsIn, inputIn } from '../http/call-input.ts'
import { actionExample } from '../http/examples.ts'
import { errors } from '../http/refuse.ts'
import type { Route, RouteInput } from '../http/route-types.ts'
import { mayUse } from './grants.ts'
import { readListQuery, strictFilter } from './list-query.ts'
import { writingFor } from './listing-rows.ts'
import { rowsById, type Writing } from './resource-rows.ts'
import { actionSchema } from './resource-schema.ts'

type Values = Record<string, unknown>
const ACTION_ROWS_AT_MOST = 200_000

/** Returns the ids of the rows that an action is for: given ids, which must all exist, or all rows that match a list filter. */
const idsMeant = async (writing: Writing, ctx: Ctx, action: ActionDefinition, body: Values): Promise<string[]> => {
  const { resource, implementation } = writing.served
  const filtered = body.filter !== undefined && body.filter !== null
  if (filtered && (!action.byFilter || body.ids !== undefined)) throw errors.badParameter({ field: 'filter' }, 'filter')
  if (!filtered) {
    const ids = idsIn(body.ids ?? body.id)
    // Rows that are made by code can be found by their action only.
    if (resource.reads === 'code') return ids
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

/** Refuses more than one row, and rows of a filter. */
const refuseSeveral = ({ ids, id, filter }: Values): void => {
  if ((filter ?? null) !== null || idsIn(ids ?? id).length > 1) throw errors.oneAtATime({}, 'ids')
}

const runAction = async (all: Writing, name: string, input: RouteInput): Promise<unknown> => {
  const { ctx, headers } = input
  const writing = all.served.resource.reads ? await writingFor(all, ctx, {}) : all
  const body = { ...input.query, ...bodyOf(input.body ?? {}) }
  const { resource, implementation } = writing.served
  const action = resource.actions?.[name]
  const perform = (implementation.actions as Record<string, (input: object) => Promise<unknown>> | undefined)?.[name]
  if (!action || !perform) throw errors.noRoute()
  const isOfAll = action.on === 'list' && (body.ids ?? '') === ''
  // The right of the action, or the one that suffices for one row, was checked before.
  if (action.single && !mayUse(ctx.user, actionPermission(resource, name))) refuseSeveral(body)
  const ids = isOfAll ? [] : await idsMeant(writing, ctx, action, body)
  return perform({ ctx, ids, input: inputIn(action.input ?? {}, body, ctx), body, headers })
}

/** The route of a declared action. */
export const actionRoute = (
  writing: Writing,
  name: string,
): Omit<Route, 'path' | 'summary'> & { path: string; words: Route['summary'] } => {
  const { resource, implementation } = writing.served
  const action = resource.actions?.[name] as ActionDefinition
  const single = singlePermission(resource, name)
  return {
    method: 'POST',
    path: `/${action.path ?? name}`,
    words: action.label,
    permission: actionPermission(resource, name),
    ...(single !== undefined && { orPermissions: [single] }),
    bodyLimit: 4 * 1024 * 1024,
    returns: (implementation.returns as Readonly<Record<string, Route['returns']>> | undefined)?.[name] ?? A.count,
    body: actionSchema(action),
    example: actionExample(resource, action.input),
    handler: (input) => runAction(writing, name, input),
  }
}
