-- A lamp controller that was removed before dusk, and was silent on that day, has a row of its last day without due time of light: it is no lamp night.
create or replace view reports_light_lamps with (security_invoker = true) as
  select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id, coalesce(m.street_id, 0) as street_id,
    1 as lamps, (n.due_ms - n.lit_ms <= 1800000)::int as whole, n.due_ms, n.known_ms, n.lit_ms, n.lit_ms + n.due_ms - n.known_ms as possible_ms
  from reports_lamp_night n left join reports_lamp_street m on m.tenant_id = n.tenant_id and m.device_id = n.device_id where n.due_ms > 0;
