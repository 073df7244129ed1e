-- Coarser sums of the days and nights of lamp controllers, for reports of a long range by lamp or street: by lamp and month, by lamp and year,
-- by street and day, by street and month. They hold the days up to that of reports_level_through.

-- `silent`: the lamp had no readings on the day when its night was computed. Readings may have arrived later, so reports check that there are none.
alter table reports_lamp_night add silent boolean not null default true;
update reports_lamp_night n set silent = false
where exists (select from devices_days y where y.tenant_id = n.tenant_id and y.device_id = n.device_id and y.day = n.day);
create index reports_lamp_night_silent on reports_lamp_night (tenant_id, day, device_id) where silent;

-- The street under which a lamp is summed up.
create table reports_lamp_street (
  tenant_id text not null,
  device_id bigint not null,
  street_id bigint not null,
  primary key (tenant_id, device_id)
);
select ll_secure('reports_lamp_street');
insert into reports_lamp_street (tenant_id, device_id, street_id)
select tenant_id, controller_id, min(street_id) from lighting_controller_streets group by 1, 2;

create table reports_street_daily (
  tenant_id text not null,
  day date not null,
  street_id bigint not null,
  area_id bigint not null,
  project_id bigint not null,
  -- Days of lamps: those with readings, all, mWh and ms as in reports_device_days.
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  -- Nights of lamps, as in reports_light_lamps.
  lamps integer not null,
  whole integer not null,
  light_due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  primary key (tenant_id, day, street_id, area_id, project_id)
);
create index reports_street_daily_street on reports_street_daily (tenant_id, street_id, day);
create index reports_street_daily_area on reports_street_daily (tenant_id, area_id, day);
-- Pages of all streets by day read these indexes in order and do not read the table.
create index reports_street_daily_days on reports_street_daily (tenant_id, day, street_id) include (devices, due, energy, on_ms, online_ms, due_ms) where due > 0;
create index reports_street_daily_nights on reports_street_daily (tenant_id, day, street_id) include (lamps, whole, light_due_ms, known_ms, lit_ms, possible_ms) where lamps > 0;
create table reports_street_monthly (like reports_street_daily including all);
create table reports_lamp_monthly (like reports_street_daily);
alter table reports_lamp_monthly add device_id bigint not null, add supplier_id bigint not null, add primary key (tenant_id, day, device_id, area_id, project_id, supplier_id);
create index reports_lamp_monthly_device on reports_lamp_monthly (tenant_id, device_id, day);
create index reports_lamp_monthly_street on reports_lamp_monthly (tenant_id, street_id, day);
create index reports_lamp_monthly_area on reports_lamp_monthly (tenant_id, area_id, day);
-- Pages of all lamps read these indexes in order and do not read the table.
create index reports_lamp_monthly_days on reports_lamp_monthly (tenant_id, day, device_id) include (devices, due, energy, on_ms, online_ms, due_ms) where due > 0;
create index reports_lamp_monthly_nights on reports_lamp_monthly (tenant_id, day, device_id) include (lamps, whole, light_due_ms, known_ms, lit_ms, possible_ms) where lamps > 0;
create table reports_lamp_yearly (like reports_lamp_monthly including all);

-- Users who are limited to areas read the nights of these areas only, from the index.
drop index reports_light_daily_area;
create index reports_light_daily_area on reports_light_daily (tenant_id, area_id, day) include (project_id, supplier_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms);
create table reports_light_project_daily (like reports_light_daily);
alter table reports_light_project_daily drop column area_id, drop column supplier_id, add primary key (tenant_id, day, project_id);
insert into reports_light_project_daily (tenant_id, day, project_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
select tenant_id, day, project_id, sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms), sum(possible_ms) from reports_light_daily group by 1, 2, 3;

create table reports_charge_monthly (like reports_charge_daily including all);
alter table reports_charge_monthly drop column hours;
insert into reports_charge_monthly (tenant_id, day, project_id, area_id, supplier_id, lamps, energy, money, peak, flat, valley)
select tenant_id, date_trunc('month', day::timestamp)::date, project_id, area_id, supplier_id, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley)
from reports_charge_daily group by 1, 2, 3, 4, 5;

create table reports_charge_project_daily (like reports_charge_daily);
alter table reports_charge_project_daily drop column hours, drop column area_id, drop column supplier_id, add primary key (tenant_id, day, project_id);
insert into reports_charge_project_daily (tenant_id, day, project_id, lamps, energy, money, peak, flat, valley)
select tenant_id, day, project_id, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley) from reports_charge_daily group by 1, 2, 3;

do $$
declare sums text;
begin
  foreach sums in array array['reports_street_daily', 'reports_street_monthly', 'reports_lamp_monthly', 'reports_lamp_yearly', 'reports_charge_monthly',
    'reports_light_project_daily', 'reports_charge_project_daily'] loop
    perform ll_secure(sums);
    execute format($p$create policy scope on %I as restrictive to lamplight_scoped
      using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true)$p$, sums);
  end loop;
end $$;

-- Days that the coarser sums contain. `seen`: the sums of the day by place at that time; a different value now means that the day changed.
create table reports_level_day (
  tenant_id text not null,
  day date not null,
  seen text not null,
  primary key (tenant_id, day)
);
select ll_secure('reports_level_day');
-- Last day that all coarser sums of the tenant hold.
create table reports_level_through (
  tenant_id text primary key,
  day date not null
);
select ll_secure('reports_level_through');

-- Days of lamp controllers: those with readings, and silent ones. A user whose data scope hides controllers of others sees no rows, as with the sums.
-- Both parts of the union have the same column types, and the condition stands outside the union: only then the planner reads the rows in index order.
create view reports_device_days with (security_invoker = true) as
  select d.* from (
    select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, y.supplier_id, 1 as devices, 1 as due, y.energy, y.on_ms, y.online_ms, 86400000::bigint as due_ms
    from devices_days y
    union all
    select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id, 0, 1, 0::bigint, 0, 0, 86400000::bigint
    from reports_lamp_night n
    where n.silent and not exists (select from devices_days y where y.tenant_id = n.tenant_id and y.device_id = n.device_id and y.day = n.day)
  ) d where not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'));
-- The same days with the street. Reports that need no street read the view above: PostgreSQL computes all columns of a union, also unused ones.
create or replace view reports_lamp_days with (security_invoker = true) as
  select d.tenant_id, d.day, d.device_id, d.project_id, d.area_id, d.supplier_id, coalesce(m.street_id, 0) as street_id, d.devices, d.due, d.energy, d.on_ms, d.online_ms, d.due_ms
  from reports_device_days d left join reports_lamp_street m on m.tenant_id = d.tenant_id and m.device_id = d.device_id;
create or replace view reports_light_lamps with (security_invoker = true) as
  select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id, coalesce(m.street_id, 0) as street_id,
    1 as lamps, (n.due_ms - n.lit_ms <= 1800000)::int as whole, n.due_ms, n.known_ms, n.lit_ms, n.lit_ms + n.due_ms - n.known_ms as possible_ms
  from reports_lamp_night n left join reports_lamp_street m on m.tenant_id = n.tenant_id and m.device_id = n.device_id;
grant select on reports_device_days to lamplight_app, lamplight_worker;

create view reports_light_streets with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms
  from reports_street_daily where lamps > 0;
create view reports_light_streets_monthly with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms
  from reports_street_monthly where lamps > 0;
create view reports_light_lamps_monthly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms
  from reports_lamp_monthly where lamps > 0;
create view reports_light_lamps_yearly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms
  from reports_lamp_yearly where lamps > 0;
create view reports_days_streets with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, devices, due, energy, on_ms, online_ms, due_ms from reports_street_daily where due > 0;
create view reports_days_streets_monthly with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, devices, due, energy, on_ms, online_ms, due_ms from reports_street_monthly where due > 0;
create view reports_days_lamps_monthly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms from reports_lamp_monthly where due > 0;
create view reports_days_lamps_yearly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms from reports_lamp_yearly where due > 0;
grant select on reports_light_streets, reports_light_streets_monthly, reports_light_lamps_monthly, reports_light_lamps_yearly, reports_days_streets,
  reports_days_streets_monthly, reports_days_lamps_monthly, reports_days_lamps_yearly to lamplight_app, lamplight_worker;
