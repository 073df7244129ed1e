-- Power supply of the lamps: switch boxes, loops and air switches.
create table cabinets_air_switch (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  switchbox_id bigint,
  loop_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_air_switch_tenant on cabinets_air_switch (tenant_id, id) where not is_deleted;
create unique index cabinets_air_switch_sn_unique on cabinets_air_switch (tenant_id, sn) where not is_deleted;
create index cabinets_air_switch_project_id_id on cabinets_air_switch (tenant_id, project_id, id) where not is_deleted;
create index cabinets_air_switch_area_id_id on cabinets_air_switch (tenant_id, area_id, id) where not is_deleted;
create index cabinets_air_switch_gateway_id on cabinets_air_switch (tenant_id, gateway_id) where not is_deleted;
create index cabinets_air_switch_switchbox_id on cabinets_air_switch (tenant_id, switchbox_id) where not is_deleted;
create index cabinets_air_switch_loop_id on cabinets_air_switch (tenant_id, loop_id) where not is_deleted;
create index cabinets_air_switch_keyword on cabinets_air_switch (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_air_switch', 'tenant');
select ll_counted('cabinets_air_switch', true);

create table cabinets_loop (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  no integer,
  type smallint,
  dev_type smallint,
  phase smallint,
  switchbox_id bigint,
  gateway_id bigint,
  lamp_group_ids bigint[],
  project_id bigint,
  area_id bigint,
  remark text
);
create index cabinets_loop_tenant on cabinets_loop (tenant_id, id) where not is_deleted;
create index cabinets_loop_project_id_id on cabinets_loop (tenant_id, project_id, id) where not is_deleted;
create index cabinets_loop_area_id_id on cabinets_loop (tenant_id, area_id, id) where not is_deleted;
create index cabinets_loop_switchbox_id on cabinets_loop (tenant_id, switchbox_id) where not is_deleted;
create index cabinets_loop_gateway_id on cabinets_loop (tenant_id, gateway_id) where not is_deleted;
create index cabinets_loop_name_id on cabinets_loop (tenant_id, name, id) where not is_deleted;
select ll_secure('cabinets_loop', 'tenant');
select ll_counted('cabinets_loop', true);

create table cabinets_switchbox (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  sn text,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  capacity double precision,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_switchbox_tenant on cabinets_switchbox (tenant_id, id) where not is_deleted;
create unique index cabinets_switchbox_name_unique on cabinets_switchbox (tenant_id, name) where not is_deleted;
create unique index cabinets_switchbox_sn_unique on cabinets_switchbox (tenant_id, sn) where not is_deleted;
create index cabinets_switchbox_project_id_id on cabinets_switchbox (tenant_id, project_id, id) where not is_deleted;
create index cabinets_switchbox_area_id_id on cabinets_switchbox (tenant_id, area_id, id) where not is_deleted;
create index cabinets_switchbox_gateway_id on cabinets_switchbox (tenant_id, gateway_id) where not is_deleted;
create index cabinets_switchbox_keyword on cabinets_switchbox (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_switchbox', 'tenant');
select ll_counted('cabinets_switchbox', true);

-- Lamp controllers that are bound to a loop: one loop for each controller.
create table cabinets_feed (
  device_id bigint primary key,
  loop_id bigint not null,
  tenant_id text not null
);
create index cabinets_feed_loop on cabinets_feed (tenant_id, loop_id);
select ll_secure('cabinets_feed');

-- Lamp controllers that a loop feeds: those bound to it, and the members of its lamp groups.
create view cabinets_fed with (security_invoker = true) as
  select loop_id, device_id, tenant_id from cabinets_feed
  union
  select l.id, m.device_id, l.tenant_id from cabinets_loop l
    join devices_group_members m on m.tenant_id = l.tenant_id and m.group_id = any(l.lamp_group_ids)
  where not l.is_deleted;
grant select on cabinets_fed to lamplight_app, lamplight_worker;
