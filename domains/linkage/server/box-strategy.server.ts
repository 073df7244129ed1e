import type { Weekly } from '@lamplight/calendar'
import { type Ctx, errors, fieldError, onServer, type Query, refuseHidden, tableOf } from '@lamplight/server-kit'
import { boxesPort, boxStrategy, LINKAGE_SEEN } from '../model/index.ts'
import type { BoxAction } from './box-plan.ts'
import { nextRun } from './box-runs.ts'
import { refuseActions, templateWith } from './boxes.ts'

interface StrategyRow {
  readonly boxTemplateId: string
  readonly enable: number
  readonly entries: readonly (Weekly & BoxAction)[]
  readonly cabinetIds?: readonly string[] | null
}
const STRATEGIES = tableOf(boxStrategy)
/** A strategy may also act on cabinets that a user limited to places does not see. Such a user must not change it. */
const refuseOthers = (ctx: Ctx, query: Query, cabinetIds: readonly string[] | null | undefined, field: string): Promise<void> =>
  refuseHidden(ctx, query, boxStrategy.fields.cabinetIds.options.to, cabinetIds ?? [], field)

/** Binds a strategy to cabinets; it runs with the rights of the user who does it. */
export const bindBoxStrategy = async (
  ctx: Ctx,
  query: Query,
  id: string,
  cabinetsOf: (templateId: string) => Promise<readonly string[]>,
): Promise<number> => {
  const [row] = await query<StrategyRow>(
    `select box_template_id::text as "boxTemplateId", enable::int as enable, entries, cabinet_ids::text[] as "cabinetIds" from ${STRATEGIES} where id = $1 and not is_deleted for update`,
    [id],
  )
  if (!row) throw errors.notFound()
  await refuseOthers(ctx, query, row.cabinetIds, 'strategyId')
  const cabinetIds = await cabinetsOf(row.boxTemplateId)
  await refuseActions(ctx, await templateWith(ctx, row.boxTemplateId, 'strategyId'), row.entries, { field: 'strategyId', sends: true })
  const next = row.enable === 1 ? new Date(nextRun(row.entries, ctx.zone, ctx.now().getTime())) : null
  await query(
    `update ${STRATEGIES} set cabinet_ids = $2::bigint[], next_at = $3, acting_user = $4, update_user = $4, update_time = $5 where id = $1`,
    [id, cabinetIds, next, ctx.user.id, ctx.now()],
  )
  await ctx.audit(
    {
      what: `${boxStrategy.name}.set`,
      target: id,
      count: cabinetIds.length,
      detail: { before: { cabinetIds: row.cabinetIds ?? [] }, after: { cabinetIds } },
    },
    query,
  )
  return cabinetIds.length
}

/** Server behaviour of box strategies. A strategy that is bound to cabinets runs with the rights of the user who changed or bound it last. */
export const boxStrategyServer = onServer(boxStrategy, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row = { ...old, ...draft } as unknown as StrategyRow
    await refuseOthers(ctx, query, row.cabinetIds, 'id')
    if (old && row.boxTemplateId !== (old as unknown as StrategyRow).boxTemplateId)
      throw fieldError('boxTemplateId', ['不能修改', 'cannot be changed'], ctx.lang)
    const isBound = (row.cabinetIds ?? []).length > 0
    const template = await templateWith(ctx, row.boxTemplateId, 'boxTemplateId')
    await refuseActions(ctx, template, row.entries, { field: 'entries', sends: isBound && row.enable === 1 })
    const next = row.enable === 1 && isBound ? new Date(nextRun(row.entries, ctx.zone, ctx.now().getTime())).toISOString() : null
    return { ...draft, nextAt: next, actingUser: ctx.user.id } as typeof draft
  },
  afterWrite: async ({ ctx }) => ctx.emit(LINKAGE_SEEN, {}),
  beforeRemove: async ({ ctx, query, rows }) =>
    refuseOthers(
      ctx,
      query,
      rows.flatMap(({ cabinetIds }) => cabinetIds ?? []),
      'ids',
    ),
  actions: {
    set: async ({ ctx, ids, input }) => {
      const among = { ids: input.deviceIds ?? [], field: 'deviceIds' }
      return {
        count: await ctx.tx((query) =>
          bindBoxStrategy(ctx, query, ids[0] ?? '', (id) => ctx.platform.port(boxesPort).cabinets(ctx, id, among)),
        ),
      }
    },
    groupSet: async ({ ctx, ids, input }) => {
      const among = { groupId: String(input.groupId) }
      return {
        count: await ctx.tx((query) =>
          bindBoxStrategy(ctx, query, ids[0] ?? '', (id) => ctx.platform.port(boxesPort).cabinets(ctx, id, among)),
        ),
      }
    },
  },
})
