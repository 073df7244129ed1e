import { errors, grantedOnly, onServer, type Query } from '@lamplight/server-kit'
import { constantCurrentSource } from '../model/constant-current-source.resource.ts'
import { lampCap } from '../model/lamp-cap.resource.ts'
import { lampSource } from '../model/lamp-source.resource.ts'
import { postGroup } from '../model/post-group.resource.ts'
import { power } from '../model/power.resource.ts'
import { statisticsGroup } from '../model/statistics-group.resource.ts'

/** Refuses to remove rows that rows of `table` refer to. */
const unused =
  (table: 'lighting_lamp' | 'lighting_lamp_cap' | 'lighting_constant_current_source', column: string, words: readonly [string, string]) =>
  async ({ ctx, query, rows }: { ctx: { lang: string }; query: Query; rows: readonly { id: string }[] }): Promise<void> => {
    const [used] = await query<{ name: string }>(`select name from ${table} where ${column} = any($1) and not is_deleted limit 1`, [
      rows.map(({ id }) => id),
    ])
    if (used) throw errors.inUse({ by: `${words[ctx.lang === 'zh' ? 0 : 1]} ${used.name}` })
  }
const LAMP = ['灯具', 'lamp'] as const
const bySource = unused('lighting_constant_current_source', 'lamp_source_id', ['恒流源', 'constant-current source'])
const byCap = unused('lighting_lamp_cap', 'constant_current_source_id', ['灯头', 'lamp cap'])
const capOfSource = unused('lighting_lamp_cap', 'lamp_source_id', ['灯头', 'lamp cap'])

/** Users limited to places see only groups that they made: another group may name posts and lamps of other places. */
const OWN = 'author'
const POSTS_OF_GROUP = 'from lighting_post p where p.id = any(t.lamp_post_ids) and not p.is_deleted'

/** Accessories of luminaires; those in use cannot be removed. */
export const accessories = [
  onServer(lampSource, {
    beforeRemove: async (call) => {
      await bySource(call)
      await capOfSource(call)
    },
  }),
  onServer(constantCurrentSource, {
    beforeRemove: async (call) => {
      await unused('lighting_lamp', 'constant_current_source_id', LAMP)(call)
      await byCap(call)
    },
  }),
  onServer(lampCap, { beforeRemove: unused('lighting_lamp', 'cap_config_id', LAMP) }),
  onServer(power, {
    joined: {
      sql: `left join lateral (select count(*)::int as n, coalesce(sum(l.power), 0) as watts from lighting_lamp l
        where l.tenant_id = t.tenant_id and l.power_device_id = t.id and not l.is_deleted) fed on true`,
      fields: { lamps: 'fed.n', load: 'fed.watts' },
    },
    beforeRemove: unused('lighting_lamp', 'power_device_id', LAMP),
  }),
  onServer(postGroup, {
    place: OWN,
    joined: {
      sql: `left join lateral (select count(*)::int as n ${POSTS_OF_GROUP}) posts on true`,
      fields: { postCount: 'posts.n' },
    },
    seen: {
      postCount: (user, params) =>
        `(select count(*)::int ${POSTS_OF_GROUP}${grantedOnly(user, params, { project: 'p.project_id', area: 'p.area_id' })})`,
    },
  }),
  onServer(statisticsGroup, {
    place: OWN,
    joined: {
      // One index search for all states of a group; a join by lamp makes one for each of its 500 lamps.
      sql: `left join lateral (
        with l as materialized (select controller_id from lighting_lamp where id = any(t.member_ids) and not is_deleted),
          s as materialized (select device_id, state, power from devices_states where device_id = any(array(select controller_id from l)))
        select count(*)::int as total, count(*) filter (where s.state = 1)::int as lit, count(*) filter (where s.state = 3)::int as faulty,
          count(*) filter (where s.state = 4)::int as offline, coalesce(sum(s.power), 0) as watts
        from l left join s on s.device_id = l.controller_id) m on true`,
      fields: { total: 'm.total', lit: 'm.lit', faulty: 'm.faulty', offline: 'm.offline', watts: 'm.watts' },
    },
  }),
] as const
