import type { Selector } from '@lamplight/control/model'
import { type Ctx, onServer } from '@lamplight/server-kit'
import { calendarFamily, strategiesErrors, strategyInstance } from '../model/index.ts'
import { DONE, requestPublication } from './publication.ts'
import { PUBLICATION, publish, strategiesBy } from './publish.ts'
import { standingOf } from './standing.ts'
import { devicesOf } from './targets.ts'

interface Instance {
  readonly id: string
  readonly strategyId: string
  readonly groupId: string | null
  readonly deviceIds: readonly string[] | null
}
const selectorOf = ({ groupId, deviceIds }: Pick<Instance, 'groupId' | 'deviceIds'>): Selector =>
  groupId ? { groupId } : { controllerIds: deviceIds ?? [] }

/** State of the devices of an instance: the worst of their calendars. */
const STATE = `left join lateral (
  select max(${standingOf('p')})::smallint as status, min(c.hash) as hash
  from strategies_device d left join strategies_calendar c on c.id = d.calendar_id
  left join control_param_states p on p.device_id = d.device_id and p.family = '${calendarFamily.name}'
  where (d.normal_id = t.strategy_id or d.special_ids @> array[t.strategy_id])
    and (d.device_id = any(t.device_ids) or t.group_id is not null and d.device_id in (select m.device_id from devices_group_members m where m.group_id = t.group_id))
) state on true`

const takeBack = async (ctx: Ctx, one: Instance): Promise<void> => {
  const strategy = (await strategiesBy(ctx.query, [one.strategyId])).get(one.strategyId)
  const devices = strategy ? await devicesOf(ctx, selectorOf(one), strategy) : []
  if (strategy && devices.length > 0) await publish(ctx, { strategy, kind: PUBLICATION.unassign, deviceIds: devices })
}

/** Instances: a write publishes in its own transaction, so that a refused publication leaves no row. */
export const instanceServer = onServer(strategyInstance, {
  // It may name devices anywhere: users limited to places see those that they created.
  place: 'author',
  joined: { sql: STATE, fields: { status: 'coalesce(state.status, 0)', hash: 'state.hash' } },
  beforeWrite: ({ draft, old }) => {
    const row = { ...old, ...draft } as unknown as Instance
    if (!row.groupId && !row.deviceIds?.length) throw strategiesErrors.needsTarget({}, 'groupId')
    return draft
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    const now = row as unknown as Instance
    const before = old as unknown as Instance | null
    const isSame =
      before && before.strategyId === now.strategyId && before.groupId === now.groupId && String(before.deviceIds) === String(now.deviceIds)
    if (isSame) return
    if (before) await takeBack(ctx, before)
    const { state } = await requestPublication(ctx, {
      ...{ strategyId: now.strategyId, kind: PUBLICATION.assign, selector: selectorOf(now), reason: '' },
    })
    if (state === DONE) await query('update strategies_instance set sent_at = $2 where id = $1', [now.id, ctx.now()])
  },
  beforeRemove: async ({ ctx, rows }) => {
    for (const row of rows) await takeBack(ctx, row as unknown as Instance)
  },
})
