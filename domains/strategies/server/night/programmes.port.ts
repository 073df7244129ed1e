import type { Programmes } from '@lamplight/control/model'

/** Port `control.programmes`: the strategies that devices follow while no command holds them. */
export const createProgrammes = (): Programmes => ({
  among: async (ctx, { sql, params }, most) => {
    const [row] = await ctx.query<{ devices: number; names: readonly string[] }>(
      `with d as (select d.device_id, d.normal_id, d.special_ids from (${sql}) t join strategies_device d on d.device_id = t.device_id
         where d.normal_id is not null or cardinality(d.special_ids) > 0),
       k as (select coalesce(normal_id, special_ids[1]) as id, count(*) as n from d group by 1)
       select (select count(*)::int from d) as devices, coalesce((select array_agg(f.name order by f.n desc, f.name) from (
         select s.name, k.n from k join strategies_strategy s on s.id = k.id order by k.n desc, s.name limit ${most}) f), '{}') as names`,
      [...params],
    )
    return row ?? { devices: 0, names: [] }
  },
})
