import { type Selector, targetsPort } from '@lamplight/control/model'
import { createReader, inputOf, type Reader, selectorIn, targetName } from '@lamplight/control/server'
import { controllerType, deviceTypesPort } from '@lamplight/devices/model'
import { deviceTargets } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, pick } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

export const readerOf = (ctx: Ctx, query: object, body: unknown): Reader =>
  createReader(inputOf(query as Record<string, unknown>, body), ctx)

/** The devices of a selector that the user sees. */
export const devicesOf = async (ctx: Ctx, selector: Selector): Promise<string[]> => {
  const { sql, params } = ctx.platform.port(targetsPort).select(ctx, selector)
  const rows = await ctx.query<{ id: string }>(`select t.device_id::text as id from (${sql}) t order by t.device_id`, [...params])
  return rows.map(({ id }) => id)
}
const seenOfType = async (ctx: Ctx, type: DeviceTypeDefinition | undefined, ids: readonly string[]): Promise<string[]> => {
  if (!type) return []
  const { sql, params } = deviceTargets(ctx, [type], ids)
  const rows = await ctx.query<{ id: string }>(`select t.device_id::text as id from (${sql}) t order by t.device_id`, params)
  return rows.map(({ id }) => id)
}
/** The lamp controllers among these ids that the user sees. */
export const controllersOf = (ctx: Ctx, ids: readonly string[]): Promise<string[]> => seenOfType(ctx, controllerType, ids)
/** Number of the named controllers that do not exist or that the user does not see. */
export const outsideOf = async (ctx: Ctx, { controllerIds }: Selector): Promise<number> =>
  controllerIds ? new Set(controllerIds).size - (await controllersOf(ctx, controllerIds)).length : 0
/** The spray devices among these ids that the user sees. */
export const spraysOf = (ctx: Ctx, ids: readonly string[]): Promise<string[]> =>
  seenOfType(ctx, ctx.platform.port(deviceTypesPort).named('spray'), ids)
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

/** Name of the targets in the user's language, for the record of a publication. */
export const nameOf = async (ctx: Ctx, selector: Selector): Promise<string> => {
  const name = await targetName(ctx, ctx.query, { selector }, 5000)
  return name ? pick(name, ctx.lang) : ''
}
