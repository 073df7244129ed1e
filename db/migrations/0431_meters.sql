-- Meters of switch boxes.
create table cabinets_meter (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  switchbox_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_meter_tenant on cabinets_meter (tenant_id, id) where not is_deleted;
create unique index cabinets_meter_sn_unique on cabinets_meter (tenant_id, sn) where not is_deleted;
create index cabinets_meter_project_id_id on cabinets_meter (tenant_id, project_id, id) where not is_deleted;
create index cabinets_meter_area_id_id on cabinets_meter (tenant_id, area_id, id) where not is_deleted;
create index cabinets_meter_gateway_id on cabinets_meter (tenant_id, gateway_id) where not is_deleted;
create index cabinets_meter_switchbox_id on cabinets_meter (tenant_id, switchbox_id) where not is_deleted;
create index cabinets_meter_keyword on cabinets_meter (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_meter', 'tenant');
select ll_counted('cabinets_meter', true);
