-- Rollups for pages of other slices: sums of lamp controllers by day and place, and the energy of each device by day (mWh).
create view devices_area_days with (security_invoker = true) as
  select tenant_id, day, project_id, area_id, due, online_ms from devices_area_daily;
create view devices_days with (security_invoker = true) as
  select tenant_id, device_id, day, energy from devices_daily;
grant select on devices_area_days, devices_days to lamplight_app, lamplight_worker;
