-- Sums of lamp controllers by day and area, whatever the project and supplier: what pages by day and area read.
create table devices_place_daily (
  tenant_id text not null,
  day date not null,
  area_id bigint not null,
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  primary key (tenant_id, day, area_id) include (devices, due, energy, on_ms, online_ms, due_ms)
);
select ll_secure('devices_place_daily');
create index devices_place_daily_area on devices_place_daily (tenant_id, area_id, day) include (devices, due, energy, on_ms, online_ms, due_ms);
create policy scope on devices_place_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp')));
insert into devices_place_daily (tenant_id, day, area_id, devices, due, energy, on_ms, online_ms, due_ms)
select tenant_id, day, area_id, sum(devices), sum(due), sum(energy), sum(on_ms), sum(online_ms), sum(due_ms) from devices_area_daily group by 1, 2, 3;
