create table environment_env_sensor (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_env_sensor_tenant on environment_env_sensor (tenant_id, id) where not is_deleted;
create unique index environment_env_sensor_sn_unique on environment_env_sensor (tenant_id, sn) where not is_deleted;
create index environment_env_sensor_project_id_id on environment_env_sensor (tenant_id, project_id, id) where not is_deleted;
create index environment_env_sensor_area_id_id on environment_env_sensor (tenant_id, area_id, id) where not is_deleted;
create index environment_env_sensor_gateway_id on environment_env_sensor (tenant_id, gateway_id) where not is_deleted;
create index environment_env_sensor_keyword on environment_env_sensor (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_env_sensor', 'tenant');
select ll_counted('environment_env_sensor', true);

create table environment_fault (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  kind smallint,
  sn text,
  name text,
  device_id bigint,
  device_type smallint,
  value double precision,
  began_at timestamptz,
  ended_at timestamptz,
  status smallint,
  result smallint,
  remark text,
  checked_at timestamptz,
  project_id bigint,
  area_id bigint
);
create index environment_fault_tenant on environment_fault (tenant_id, id) where not is_deleted;
create index environment_fault_device_id_kind on environment_fault (tenant_id, device_id, kind) where not is_deleted;
create index environment_fault_project_id_id on environment_fault (tenant_id, project_id, id) where not is_deleted;
create index environment_fault_area_id_id on environment_fault (tenant_id, area_id, id) where not is_deleted;
create index environment_fault_status_id on environment_fault (tenant_id, status, id) where not is_deleted;
select ll_secure('environment_fault', 'tenant');
select ll_counted('environment_fault', true);

create table environment_spray (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_spray_tenant on environment_spray (tenant_id, id) where not is_deleted;
create unique index environment_spray_sn_unique on environment_spray (tenant_id, sn) where not is_deleted;
create index environment_spray_project_id_id on environment_spray (tenant_id, project_id, id) where not is_deleted;
create index environment_spray_area_id_id on environment_spray (tenant_id, area_id, id) where not is_deleted;
create index environment_spray_gateway_id on environment_spray (tenant_id, gateway_id) where not is_deleted;
create index environment_spray_keyword on environment_spray (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_spray', 'tenant');
select ll_counted('environment_spray', true);

create table environment_well (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_well_tenant on environment_well (tenant_id, id) where not is_deleted;
create unique index environment_well_sn_unique on environment_well (tenant_id, sn) where not is_deleted;
create index environment_well_project_id_id on environment_well (tenant_id, project_id, id) where not is_deleted;
create index environment_well_area_id_id on environment_well (tenant_id, area_id, id) where not is_deleted;
create index environment_well_gateway_id on environment_well (tenant_id, gateway_id) where not is_deleted;
create index environment_well_keyword on environment_well (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_well', 'tenant');
select ll_counted('environment_well', true);
