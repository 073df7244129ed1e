-- Sums of devices_daily by day, project, area and supplier, for reports.

-- Where a lamp controller stood and who supplied it at the first rollup of the day; 0: none.
alter table devices_daily
  add project_id bigint not null default 0,
  add area_id bigint not null default 0,
  add supplier_id bigint not null default 0;
update devices_daily d set project_id = coalesce(c.project_id, 0), area_id = coalesce(c.area_id, 0)
from lighting_controller c where c.id = d.device_id;
-- The sums of a day read all its devices.
create index devices_daily_day on devices_daily (tenant_id, day);

create table devices_area_daily (
  tenant_id text not null,
  -- In the tenant's time zone.
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  -- Controllers with a rollup of the day.
  devices integer not null,
  -- Controllers that were activated at the first rollup of the day, or reported on it.
  due integer not null,
  -- mWh
  energy bigint not null,
  -- Time that the lights were on, and that the controllers were online, ms.
  on_ms bigint not null,
  online_ms bigint not null,
  -- `due` times the length of the day, ms: the longest possible online time.
  due_ms bigint not null,
  -- Pages by day and area are read in the order of the key. The indexes hold all columns, so that a report reads no table.
  primary key (tenant_id, day, area_id, project_id, supplier_id) include (devices, due, energy, on_ms, online_ms, due_ms)
);
select ll_secure('devices_area_daily');
-- Users who are limited to areas read the days of these areas only.
create index devices_area_daily_area on devices_area_daily (tenant_id, area_id, day)
  include (project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms);
-- The same by month, under its first day, and by day without the area.
create table devices_area_monthly (like devices_area_daily including all);
select ll_secure('devices_area_monthly');
create table devices_project_daily (like devices_area_daily);
alter table devices_project_daily drop column area_id, add primary key (tenant_id, day, project_id, supplier_id) include (devices, due, energy, on_ms, online_ms, due_ms);
select ll_secure('devices_project_daily');

-- Sums do not show who made a controller: users whose data scope hides controllers or lamps of others see no sums.
do $$ declare sums text; begin
  foreach sums in array array['devices_area_daily', 'devices_area_monthly', 'devices_project_daily'] loop
    execute format($p$create policy scope on %I as restrictive to lamplight_scoped
      using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp')))$p$, sums);
  end loop;
end $$;

-- Queue: days whose sums are out of date.
create table devices_day_due (
  tenant_id text not null,
  day date not null,
  primary key (tenant_id, day)
);
select ll_secure('devices_day_due');
insert into devices_day_due (tenant_id, day) select distinct tenant_id, day from devices_daily;
