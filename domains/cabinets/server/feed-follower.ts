import type { ReplacementFollower } from '@lamplight/server-kit'

/** The loop that supplies a device follows its replacement. */
export const feedFollower: ReplacementFollower = {
  name: 'cabinets.feeds',
  label: ['供电回路', 'Supplying loop'],
  follow: async ({ query }, { from, to }) => {
    const rows = await query(
      `with gone as (delete from cabinets_feed where device_id = $1 returning loop_id, tenant_id, update_user)
       insert into cabinets_feed (device_id, loop_id, tenant_id, update_user) select $2, loop_id, tenant_id, update_user from gone
       on conflict (device_id) do update set loop_id = excluded.loop_id, update_user = excluded.update_user, update_time = now() returning device_id`,
      [from.id, to.id],
    )
    return { count: rows.length }
  },
}
