import { onServer } from '@lamplight/server-kit'
import { group } from '../model/index.ts'

export const groupServer = onServer(group, {
  joined: {
    sql: 'left join lateral (select count(*)::int as n from devices_group_member m where m.tenant_id = t.tenant_id and m.group_id = t.id) members on true',
    fields: { memberCount: 'members.n' },
  },
  filters: { deviceId: { sql: 't.id in (select m.group_id from devices_group_member m where m.device_id = $)', type: 'id' } },
  beforeRemove: async ({ query, rows }) => {
    await query('delete from devices_group_member where group_id = any($1)', [rows.map(({ id }) => id)])
  },
})
