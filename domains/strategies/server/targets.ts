import type { Selector } from '@lamplight/control/model'
import { createReader, inputOf, type Reader, selectorIn, targetName } from '@lamplight/control/server'
import { controllerType } from '@lamplight/devices/model'
import { deviceTargets } from '@lamplight/devices/server'
import type { Text } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import { devicesFor, type KindAndSystem } from './strategy-devices.ts'

export const readerOf = (ctx: Ctx, query: object, body: unknown): Reader =>
  createReader(inputOf(query as Record<string, unknown>, body), ctx)

/** The devices of a selector to which a strategy can go and that the user sees. */
export const devicesOf = async (ctx: Ctx, selector: Selector, strategy: KindAndSystem): Promise<string[]> => {
  const { sql, params } = devicesFor(ctx, selector, strategy)
  const rows = await ctx.query<{ id: string }>(`select t.device_id::text as id from (${sql}) t order by t.device_id`, [...params])
  return rows.map(({ id }) => id)
}
/** The lamp controllers among these ids that the user sees. */
export const controllersOf = async (ctx: Ctx, ids: readonly string[]): Promise<string[]> => {
  const { sql, params } = deviceTargets(ctx, [controllerType], ids)
  const rows = await ctx.query<{ id: string }>(`select t.device_id::text as id from (${sql}) t order by t.device_id`, params)
  return rows.map(({ id }) => id)
}
/** Number of the named devices that do not exist, that the user does not see, or to which the strategy cannot go. */
export const outsideOf = async (ctx: Ctx, { controllerIds }: Selector, strategy: KindAndSystem): Promise<number> =>
  controllerIds ? new Set(controllerIds).size - (await devicesOf(ctx, { controllerIds }, strategy)).length : 0
export { selectorIn }
/** The devices that have a strategy. */
export const assignedTo = async (ctx: Pick<Ctx, 'query'>, strategyId: string): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    'select device_id::text as id from strategies_device where normal_id = $1 or special_ids @> array[$1::bigint]',
    [strategyId],
  )
  return rows.map(({ id }) => id)
}
/** The devices among these that have a strategy: it can be taken only from them. */
export const thoseWith = async (ctx: Pick<Ctx, 'query'>, strategyId: string, deviceIds: readonly string[]): Promise<string[]> => {
  const having = new Set(await assignedTo(ctx, strategyId))
  return deviceIds.filter((id) => having.has(id))
}

/** Name of the targets, for the record of a publication; empty if they have none. */
export const nameOf = async (ctx: Ctx, selector: Selector): Promise<Text> =>
  (await targetName(ctx, ctx.query, { selector }, 5000)) ?? ['', '']
