-- Reports of single lamps are read in the order of day and lamp.
drop index devices_daily_day;
create index devices_daily_day on devices_daily (tenant_id, day, device_id);
