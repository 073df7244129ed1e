import type { ReplacementFollower } from '@lamplight/server-kit'
import { PARAM_STATUS } from '../../model/index.ts'

/** Wanted parameters follow the replacement of a device: they are sent to the successor, and its answers prove them. */
export const paramFollower: ReplacementFollower = {
  name: 'control.params',
  label: ['参数', 'Parameters'],
  follow: async ({ query, now, user }, { from, to }) => {
    const rows = await query(
      `with gone as (delete from control_param where device_id = $1 and wanted_id is not null returning family, tenant_id, wanted_id)
       insert into control_param as p (device_id, family, tenant_id, wanted_id, wanted_gen, wanted_at, wanted_by, status, next_at)
       select $2, family, tenant_id, wanted_id, 1, $3, $4, ${PARAM_STATUS.waiting}, $3 from gone
       on conflict (device_id, family) do update set wanted_id = excluded.wanted_id, wanted_gen = p.wanted_gen + 1, wanted_at = excluded.wanted_at,
         wanted_by = excluded.wanted_by, batch_id = null, status = excluded.status, code = null, attempts = 0, next_at = excluded.next_at, drift = false
       returning family`,
      [from.id, to.id, now(), user.id],
    )
    return { count: rows.length }
  },
}
