create table solar_lamp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  imei text,
  post_id bigint,
  supplier_id bigint,
  battery_type smallint,
  battery_capacity double precision,
  battery_rated double precision,
  panel_rated double precision,
  load_rated double precision,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index solar_lamp_tenant on solar_lamp (tenant_id, id) where not is_deleted;
create unique index solar_lamp_sn_unique on solar_lamp (tenant_id, sn) where not is_deleted;
create index solar_lamp_project_id_id on solar_lamp (tenant_id, project_id, id) where not is_deleted;
create index solar_lamp_area_id_id on solar_lamp (tenant_id, area_id, id) where not is_deleted;
create index solar_lamp_gateway_id on solar_lamp (tenant_id, gateway_id) where not is_deleted;
create index solar_lamp_keyword on solar_lamp (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('solar_lamp', 'tenant');
select ll_counted('solar_lamp', true);
