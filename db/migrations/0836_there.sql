-- How long a lamp controller was there on a day, in ms: less than the day if it was added on it. Earlier rows have 24 hours.
alter table devices_daily add due_ms integer not null default 86400000;
alter table reports_lamp_night add there_ms integer not null default 86400000;

create or replace view devices_days with (security_invoker = true) as
  select tenant_id, device_id, day, energy, project_id, area_id, supplier_id, readings, powers, power_sum, power_max, on_ms, online_ms, due_ms from devices_daily;
create or replace view reports_device_days with (security_invoker = true) as
  select d.* from (
    select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, y.supplier_id, 1 as devices, 1 as due, y.energy, y.on_ms, y.online_ms, y.due_ms::bigint as due_ms
    from devices_days y
    union all
    select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id, 0, 1, 0::bigint, 0, 0, n.there_ms::bigint
    from reports_lamp_night n
    where n.silent and n.there_ms > 0 and not exists (select from devices_days y where y.tenant_id = n.tenant_id and y.device_id = n.device_id and y.day = n.day)
  ) d where not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'));

-- Nights before a lamp controller was added counted as dark: the recent ones are calculated again.
delete from reports_night n where exists (
  select from lighting_controller c where c.tenant_id = n.tenant_id and not c.is_deleted and c.create_time >= n.day
) and n.day >= current_date - 40;
