import { type Ctx, onServer, optionalPort, type Query } from '@lamplight/server-kit'
import { devicesErrors, group } from '../../model/index.ts'
import { groupStrategiesPort } from '../../model/ports.ts'
import { seenDevices } from '../device-sight.ts'

/** Takes all devices out of groups that are removed. Refuses if the user does not see one of them. */
const emptyGroups = async (ctx: Ctx, query: Query, ids: readonly string[]): Promise<void> => {
  const params: unknown[] = [ids]
  const among = 'in (select g.device_id from devices_group_member g where g.group_id = any($1))'
  const [beyond] = await query(
    `select 1 from devices_group_member m where m.group_id = any($1)
     and not exists (select from devices_registry r where r.device_id = m.device_id${seenDevices(ctx, params, { among })}) limit 1`,
    params,
  )
  if (beyond) throw devicesErrors.groupBeyond({}, 'ids')
  await query('delete from devices_group_member where group_id = any($1)', [ids])
}

export const groupServer = onServer(group, {
  joined: {
    sql: 'left join lateral (select count(*)::int as n from devices_group_member m where m.tenant_id = t.tenant_id and m.group_id = t.id) members on true',
    fields: { memberCount: 'members.n' },
  },
  filters: { deviceId: { sql: 't.id in (select m.group_id from devices_group_member m where m.device_id = $)', type: 'id' } },
  afterWrite: async ({ ctx, row, old }) => {
    const [strategyId, former] = [row.workStrategyId ?? null, old?.workStrategyId ?? null]
    if (strategyId === former) return
    const strategies = optionalPort(ctx.platform, groupStrategiesPort)
    const whole = { groupId: row.id, deviceIds: null }
    if (former) await strategies?.unassign(ctx, { ...whole, strategyId: former })
    if (strategyId) await strategies?.assign(ctx, { ...whole, strategyId })
  },
  beforeRemove: ({ ctx, query, rows }) =>
    emptyGroups(
      ctx,
      query,
      rows.map(({ id }) => id),
    ),
})
