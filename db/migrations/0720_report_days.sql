-- Rollups of the reports, and what lower slices offer to them.

create or replace view devices_area_days with (security_invoker = true) as
  select tenant_id, day, project_id, area_id, due, online_ms, supplier_id, devices, energy, on_ms, due_ms from devices_area_daily;
create or replace view devices_days with (security_invoker = true) as
  select tenant_id, device_id, day, energy, project_id, area_id, supplier_id, readings, powers, power_sum, power_max, on_ms, online_ms from devices_daily;
create view devices_hours with (security_invoker = true) as
  select tenant_id, device_id, hour, energy, on_ms, online_ms, powers, power_sum from devices_hourly;
create view devices_series_days with (security_invoker = true) as
  select tenant_id, device_id, type, day, project_id, area_id, readings, counts, sums, lows, highs, lasts, increases, resets from devices_series_daily;
create view devices_rolled with (security_invoker = true) as
  select closed_until from devices_rollup_frontier;
-- Systems of projects: 2 city lighting is all but smart poles (3); institutes (4) and solar lighting (200) can be asked for on their own.
create view places_project_systems with (security_invoker = true) as
  select p.tenant_id, p.id, s.system from places_project p
  cross join lateral unnest(case when p.type = 3 then array[3] when p.type in (4, 200) then array[2, p.type::int] else array[2] end) as s (system);
create or replace view lighting_controllers with (security_invoker = true) as
  select id, tenant_id, is_deleted, sn, name, gateway_id, project_id, area_id, lng, lat, supplier_id from lighting_controller;
create view lighting_controller_streets with (security_invoker = true) as
  select l.tenant_id, l.controller_id, p.street_id from lighting_lamp l join lighting_post p on p.id = l.post_id
  where not l.is_deleted and l.controller_id is not null and p.street_id is not null;
-- Lamp controllers of the lamps of statistics groups.
create view lighting_statistics_members with (security_invoker = true) as
  select g.tenant_id, g.id as group_id, l.controller_id from lighting_statistics_group g cross join unnest(g.member_ids) as m (id)
  join lighting_lamp l on l.id = m.id where not g.is_deleted and not l.is_deleted and l.controller_id is not null;
create view strategies_devices with (security_invoker = true) as
  select device_id, tenant_id, normal_id, calendar_id, published_at from strategies_device;
grant select on devices_hours, devices_series_days, devices_rolled, places_project_systems, lighting_controller_streets,
  lighting_statistics_members, strategies_devices to lamplight_app, lamplight_worker;

-- Light of each activated lamp controller in each night (noon to noon): time that its calendar lights it, the part of that time for which reports exist,
-- and the part of the latter in which it was lit, ms. Project, area and supplier are those at the first calculation.
create table reports_lamp_night (
  tenant_id text not null,
  -- Day on which the night begins.
  day date not null,
  device_id bigint not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  due_ms integer not null,
  known_ms integer not null,
  lit_ms integer not null,
  primary key (tenant_id, device_id, day)
) partition by range (day);
create index reports_lamp_night_day on reports_lamp_night (tenant_id, day, area_id, device_id);
select ll_secure('reports_lamp_night');

create function reports_partition(month date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  first date := date_trunc('month', month)::date;
  name text := 'reports_lamp_night_' || to_char(first, 'YYYYMM');
begin
  perform pg_advisory_xact_lock(hashtext('reports_partition'));
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I partition of reports_lamp_night for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
  execute format('alter table %I enable row level security', name);
end $fn$;
-- Drops the months that ended before `day`.
create function reports_drop(day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reports_lamp_night'::regclass and c.relname < 'reports_lamp_night_' || to_char(day, 'YYYYMM')
  loop
    execute format('drop table %I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $fn$;
revoke execute on function reports_partition(date), reports_drop(date) from public;
grant execute on function reports_partition(date), reports_drop(date) to lamplight_worker;

-- Sums of reports_lamp_night by night and place. possible_ms: lit or unknown.
create table reports_light_daily (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  lamps integer not null,
  whole integer not null,
  due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
create index reports_light_daily_area on reports_light_daily (tenant_id, area_id, day);
select ll_secure('reports_light_daily');
-- Nights that were calculated. `readings`: readings of lamp controllers on both days, by which late reports are noticed.
create table reports_night (
  tenant_id text not null,
  day date not null,
  readings bigint not null,
  calculated_at timestamptz not null,
  primary key (tenant_id, day)
);
select ll_secure('reports_night');

-- Energy of lamp controllers by hour of the day (local, 24 elements, mWh), and what it costs by the tariff of its month.
create table reports_charge_daily (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  lamps integer not null,
  energy bigint not null,
  hours bigint[] not null default array_fill(0::bigint, array[24]),
  -- In the money of the tariff; the lowest, highest and middle prices of the tariff give the bands.
  money float8 not null,
  peak bigint not null,
  flat bigint not null,
  valley bigint not null,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
create index reports_charge_daily_area on reports_charge_daily (tenant_id, area_id, day);
select ll_secure('reports_charge_daily');

do $$
declare sums text;
begin
  foreach sums in array array['reports_lamp_night', 'reports_light_daily', 'reports_charge_daily'] loop
    execute format($p$create policy scope on %I as restrictive to lamplight_scoped
      using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true)$p$, sums);
  end loop;
end $$;

-- Days of lamp controllers, for groups, streets and single lamps: those that reported, and those that were silent. Users whose data scope hides
-- controllers of others see none, as with the sums.
create view reports_lamp_days with (security_invoker = true) as
  select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, y.supplier_id,
    coalesce((select min(s.street_id) from lighting_controller_streets s where s.controller_id = y.device_id), 0) as street_id,
    1 as devices, 1 as due, y.energy, y.on_ms, y.online_ms, 86400000::bigint as due_ms
  from devices_days y where not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))
  union all
  select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id,
    coalesce((select min(s.street_id) from lighting_controller_streets s where s.controller_id = n.device_id), 0),
    0, 1, 0, 0, 0, 86400000
  from reports_lamp_night n
  where not exists (select from devices_days y where y.tenant_id = n.tenant_id and y.device_id = n.device_id and y.day = n.day);
create view reports_light_lamps with (security_invoker = true) as
  select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id,
    coalesce((select min(s.street_id) from lighting_controller_streets s where s.controller_id = n.device_id), 0) as street_id,
    1 as lamps, (n.due_ms - n.lit_ms <= 1800000)::int as whole, n.due_ms, n.known_ms, n.lit_ms,
    n.lit_ms + n.due_ms - n.known_ms as possible_ms
  from reports_lamp_night n;
-- Days of solar lamps (type 7). Elements of the arrays are the slots of the type: 3 state of charge, 5 battery voltage, 6 battery current, 8 panel voltage,
-- 9 panel current, 12 energy charged, 13 energy discharged.
create view reports_solar_days with (security_invoker = true) as
  select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, 1 as devices,
    y.lows[5] as voltage_low, y.highs[5] as voltage_high, y.lows[6] as current_low, y.highs[6] as current_high, y.lows[3] as soc_low, y.highs[3] as soc_high,
    y.highs[8] as panel_voltage, y.highs[9] as panel_current, coalesce(y.increases[12], 0) as charged, coalesce(y.increases[13], 0) as discharged,
    coalesce(y.lasts[3], 0) as soc_last, (y.lasts[3] is not null)::int as socs
  from devices_series_days y where y.type = 7 and not (select ll_is_scoped('solar_lamp'));
-- Offered by devices: which device took the place of which.
create view devices_replacements with (security_invoker = true) as
  select id, tenant_id, new_id, old_sn, new_sn, undoes, account, at from devices_replacement;
grant select on devices_replacements to lamplight_app, lamplight_worker;
create view reports_replacements with (security_invoker = true) as
  select r.id, r.tenant_id, r.at, coalesce(c.project_id, 0) as project_id, coalesce(c.area_id, 0) as area_id, r.account,
    case when r.undoes is null then 1 else 2 end as kind
  from devices_replacements r left join lighting_controllers c on c.id = r.new_id;
grant select on reports_replacements, reports_lamp_days, reports_light_lamps, reports_solar_days to lamplight_app, lamplight_worker;
