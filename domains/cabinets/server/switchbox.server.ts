import { projectTypeFilter } from '@lamplight/places/server'
import { errors, onServer } from '@lamplight/server-kit'
import { switchbox } from '../model/switchbox.resource.ts'

/** What a box contains, with the words of the refusal. */
const PARTS = [
  ['select name from cabinets_loop where switchbox_id = any($1) and not is_deleted limit 1', '回路', 'loop'],
  ['select sn as name from cabinets_air_switch where switchbox_id = any($1) and not is_deleted limit 1', '空气开关', 'air switch'],
  ['select sn as name from cabinets_meter where switchbox_id = any($1) and not is_deleted limit 1', '电表', 'meter'],
] as const

export const switchboxServer = onServer(switchbox, {
  joined: {
    sql: `left join lateral (select count(*)::int as n from cabinets_loop l where l.tenant_id = t.tenant_id and l.switchbox_id = t.id and not l.is_deleted) loops on true
      left join lateral (select count(*)::int as n from cabinets_air_switch a join devices_values v on v.device_id = a.id
        where a.tenant_id = t.tenant_id and a.switchbox_id = t.id and not a.is_deleted and v.v[1] = 0) switches on true`,
    fields: { loops: 'loops.n', openSwitches: 'switches.n' },
  },
  filters: projectTypeFilter,
  beforeRemove: async ({ ctx, query, rows }) => {
    for (const [sql, zh, en] of PARTS) {
      const [used] = await query<{ name: string }>(sql, [rows.map(({ id }) => id)])
      if (used) throw errors.inUse({ by: `${ctx.lang === 'zh' ? zh : en} ${used.name}` })
    }
  },
})
