/**
 * SQL array of the lamp controllers that loops `o` feed. An array, because a join with the view reads all loops and all lamps: `offset 0` keeps the
 * condition of each loop inside the view, and rows are then fetched by key.
 */
export const fedBy = (loops: string): string =>
  `array(select f.device_id from cabinets_loop o cross join lateral
    (select d.device_id from cabinets_fed d where d.tenant_id = o.tenant_id and d.loop_id = o.id offset 0) f where not o.is_deleted and ${loops})`
