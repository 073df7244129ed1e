import { settableValue } from '@lamplight/control/model'
import { PreviewReturns, previewOfSet, sendWanted } from '@lamplight/control/server'
import { deviceTypesPort } from '@lamplight/devices/model'
import { BatchReturns, membersOfGroup, seenDevices } from '@lamplight/devices/server'
import { exampleId } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, errors, onServer, route, T, tableOf } from '@lamplight/server-kit'
import { automationErrors } from '../model/automation.errors.ts'
import { trashStrategy } from '../model/trash-strategy.resource.ts'
import { trashWork } from '../model/trash-work.family.ts'

const STRATEGIES = tableOf(trashStrategy)
interface StrategyRow {
  readonly groupId: string | null
  readonly reportInterval: number
  readonly fullThreshold: number
  readonly windows: string | null
}

/** The bins of a strategy: the members of its group, or all that the user sees and that no group with a strategy of its own has. */
const binsOf = async (ctx: Ctx, { groupId }: StrategyRow): Promise<readonly string[]> => {
  const type = ctx.platform.port(deviceTypesPort).named('trash')
  if (!type) return []
  if (groupId) return membersOfGroup(ctx, groupId, [type])
  const params: unknown[] = [type.code]
  const rows = await ctx.query<{ id: string }>(
    `select r.device_id::text as id from devices_registered r where r.type = $1${seenDevices(ctx, params, { code: type.code })}
     and not exists (select from devices_group_members m join ${STRATEGIES} s on s.group_id = m.group_id and not s.is_deleted where m.device_id = r.device_id)`,
    params,
  )
  return rows.map(({ id }) => id)
}

const rowOf = async (ctx: Ctx, id: string): Promise<StrategyRow> => {
  const [row] = await ctx.query<StrategyRow>(
    `select group_id::text as "groupId", report_interval as "reportInterval", full_threshold as "fullThreshold", windows from ${STRATEGIES} where id = $1 and not is_deleted`,
    [id],
  )
  if (!row) throw errors.notFound()
  return row
}

/** Counts the bins that a strategy reaches, for the question before it is sent. It is a route, because only the server knows the bins of the strategy without a group. */
export const trashAffectedRoute = route({
  method: 'GET',
  path: '/api/blade-strategy/trashdeviceworkstrategy/reach',
  summary: ['垃圾桶策略影响范围', 'Preview of a trash strategy'],
  example: { query: { id: exampleId(trashStrategy.name) } },
  permission: `${trashStrategy.code}_view`,
  query: T.Object({ id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: PreviewReturns,
  handler: async ({ ctx, query }) => previewOfSet(ctx, trashWork, await binsOf(ctx, await rowOf(ctx, query.id))),
})

export const trashStrategyServer = onServer(trashStrategy, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row = { ...old, ...draft } as { id?: string; groupId?: string | null }
    const type = ctx.platform.port(deviceTypesPort).named('trash')
    if (row.groupId) {
      const [group] = await query<{ type: number | null }>('select dev_type::int as type from devices_groups where id = $1', [row.groupId])
      if (group && group.type !== null && group.type !== type?.code) throw automationErrors.otherGroup({}, 'groupId')
      return draft
    }
    const [other] = await query<{ name: string }>(
      `select name from ${STRATEGIES} where group_id is null and not is_deleted and tenant_id = $1 and id <> $2 limit 1`,
      [ctx.tenantId, old?.id ?? 0],
    )
    if (other) throw automationErrors.twoDefaults({ name: other.name }, 'groupId')
    return draft
  },
  returns: { send: BatchReturns },
  actions: {
    send: async ({ ctx, ids }) => {
      const row = await rowOf(ctx, String(ids[0]))
      const { groupId: _, ...value } = row
      const bins = await binsOf(ctx, row)
      const batch =
        bins.length > 0 ? await sendWanted(ctx, { family: trashWork, value: settableValue(trashWork, value as ParamValue) }, bins) : null
      if (!batch) throw automationErrors.noBins({}, 'ids')
      await ctx.query(`update ${STRATEGIES} set sent_at = $2 where id = $1`, [ids[0], ctx.now()])
      return batch
    },
  },
})
