-- Concentrators with their base configuration and bound lamps, and the outputs by which they switch loops.
create table cabinets_concentrator (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  illuminance_members jsonb,
  luminance_members jsonb,
  meter_members jsonb,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_concentrator_tenant on cabinets_concentrator (tenant_id, id) where not is_deleted;
create unique index cabinets_concentrator_sn_unique on cabinets_concentrator (tenant_id, sn) where not is_deleted;
create index cabinets_concentrator_project_id_id on cabinets_concentrator (tenant_id, project_id, id) where not is_deleted;
create index cabinets_concentrator_area_id_id on cabinets_concentrator (tenant_id, area_id, id) where not is_deleted;
create index cabinets_concentrator_gateway_id on cabinets_concentrator (tenant_id, gateway_id) where not is_deleted;
create index cabinets_concentrator_keyword on cabinets_concentrator (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_concentrator', 'tenant');
select ll_counted('cabinets_concentrator', true);

create table cabinets_concentrator_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  report_interval integer,
  heartbeat integer,
  ct_ratio integer,
  max_voltage integer,
  min_voltage integer,
  max_current integer,
  max_leakage integer,
  remark text
);
create index cabinets_concentrator_config_tenant on cabinets_concentrator_config (tenant_id, id) where not is_deleted;
create unique index cabinets_concentrator_config_sn_unique on cabinets_concentrator_config (tenant_id, sn) where not is_deleted;
select ll_secure('cabinets_concentrator_config', 'tenant');
select ll_counted('cabinets_concentrator_config', false);

create table cabinets_concentrator_lamp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  concentrator_id bigint,
  lamp_id bigint,
  project_id bigint,
  area_id bigint
);
create index cabinets_concentrator_lamp_tenant on cabinets_concentrator_lamp (tenant_id, id) where not is_deleted;
create unique index cabinets_concentrator_lamp_lamp_id_unique on cabinets_concentrator_lamp (tenant_id, lamp_id) where not is_deleted;
create index cabinets_concentrator_lamp_concentrator_id_id on cabinets_concentrator_lamp (tenant_id, concentrator_id, id) where not is_deleted;
select ll_secure('cabinets_concentrator_lamp', 'tenant');
select ll_counted('cabinets_concentrator_lamp', true);

alter table cabinets_loop add column concentrator_id bigint;
alter table cabinets_loop add column do_no integer;
alter table cabinets_loop add column di_no integer;
alter table cabinets_loop add column strategy_id integer;
create index cabinets_loop_concentrator_id on cabinets_loop (tenant_id, concentrator_id) where not is_deleted;

-- Reports of devices other than lamp controllers, for the slices of these devices: values by slot.
create view devices_series_rows with (security_invoker = true) as select device_id, tenant_id, type, at, v from devices_series;
grant select on devices_series_rows to lamplight_app, lamplight_worker;
