import type { BindingSource } from '@lamplight/server-kit'

/** Bindings of this slice: lamp to concentrator, lamp to loop, lamp group to loop, loop to concentrator (slice D1, answer 11). */
export const bindings: readonly BindingSource[] = [
  {
    type: 4,
    from: `cabinets_concentrator_lamp b join lighting_lamps t on t.id = b.lamp_id and not b.is_deleted
      join cabinets_concentrator p on p.id = b.concentrator_id`,
    sn: 't.sn',
    name: 't.name',
    aboveSn: 'p.sn',
    above: 'coalesce(p.name, p.sn)',
    at: 'b.update_time',
    by: 'b.update_user',
  },
  {
    type: 5,
    from: 'cabinets_feed b join lighting_lamps t on t.controller_id = b.device_id join cabinets_loop p on p.id = b.loop_id',
    sn: 't.sn',
    name: 't.name',
    aboveSn: 'p.name',
    above: 'p.name',
    at: 'b.update_time',
    by: 'b.update_user',
  },
  {
    type: 6,
    // Groups have no place: the places of the loop limit who sees the binding.
    from: `cabinets_loop p join lateral (select g.id, g.tenant_id, g.is_deleted, g.group_name, p.project_id, p.area_id from devices_groups g
      where g.tenant_id = p.tenant_id and g.id = any(p.lamp_group_ids)) t on true`,
    sn: 't.group_name',
    name: 't.group_name',
    aboveSn: 'p.name',
    above: 'p.name',
    at: 'p.update_time',
    by: 'p.update_user',
  },
  {
    type: 7,
    from: 'cabinets_loop t join cabinets_concentrator p on p.id = t.concentrator_id',
    sn: 't.name',
    name: 't.name',
    aboveSn: 'p.sn',
    above: 'coalesce(p.name, p.sn)',
    at: 't.update_time',
    by: 't.update_user',
  },
]
