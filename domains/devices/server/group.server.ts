import { type Ctx, onServer, type Query } from '@lamplight/server-kit'
import { devicesErrors, group } from '../model/index.ts'
import { visibleDevices } from './device-row.ts'

/** Removes all devices from groups that are deleted. Throws if the user may not see one of the devices. */
const emptyGroups = async (ctx: Ctx, query: Query, ids: readonly string[]): Promise<void> => {
  const params: unknown[] = [ids]
  const visible = visibleDevices(ctx.user, params)
  const [beyond] = visible
    ? await query(
        `select 1 from devices_group_member m where m.group_id = any($1)
         and not exists (select from devices_registry r where r.device_id = m.device_id${visible}) limit 1`,
        params,
      )
    : []
  if (beyond) throw devicesErrors.groupBeyond({}, 'ids')
  await query('delete from devices_group_member where group_id = any($1)', [ids])
}

export const groupServer = onServer(group, {
  joined: {
    sql: 'left join lateral (select count(*)::int as n from devices_group_member m where m.tenant_id = t.tenant_id and m.group_id = t.id) members on true',
    fields: { memberCount: 'members.n' },
  },
  filters: { deviceId: { sql: 't.id in (select m.group_id from devices_group_member m where m.device_id = $)', type: 'id' } },
  beforeRemove: ({ ctx, query, rows }) =>
    emptyGroups(
      ctx,
      query,
      rows.map(({ id }) => id),
    ),
})
