import type { Selector } from '@lamplight/control/model'
import type { GroupStrategies, GroupStrategy } from '@lamplight/devices/model'
import { pick } from '@lamplight/kit'
import { type Ctx, errors, visibleRow } from '@lamplight/server-kit'
import { strategy as strategyResource } from '../model/index.ts'
import { requestPublication } from './publish/publication.ts'
import { PUBLISH } from './publish/publish.handler.ts'
import { PUBLICATION, type PublicationKind, strategiesBy } from './publish/publish.ts'
import { devicesOf, thoseWith } from './publish/targets.ts'

/** Publishes the strategy of a group like an assignment by hand: with its record, and with a second person where one is needed. */
const publish = async (ctx: Ctx, { groupId, strategyId, deviceIds }: GroupStrategy, kind: PublicationKind): Promise<void> => {
  if (!ctx.user.permissions.has(PUBLISH)) throw errors.noRight()
  await visibleRow(ctx, strategyResource, strategyId)
  const strategy = (await strategiesBy(ctx.query, [strategyId])).get(strategyId)
  if (!strategy) throw errors.notFound()
  const selector: Selector = deviceIds ? { controllerIds: [...deviceIds] } : { groupId }
  const reached = await devicesOf(ctx, selector, strategy)
  const meant = kind === PUBLICATION.unassign ? await thoseWith(ctx, strategyId, reached) : reached
  if (meant.length === 0) return
  const reason = pick(['分组的工作策略', 'Work strategy of the group'], ctx.lang)
  await requestPublication(ctx, { strategyId, kind, selector, reason })
}

export const createGroupStrategies = (): GroupStrategies => ({
  assign: (ctx, order) => publish(ctx, order, PUBLICATION.assign),
  unassign: (ctx, order) => publish(ctx, order, PUBLICATION.unassign),
})
