create table iot_oc (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  base_url text,
  app_id text,
  secret text,
  token text,
  pushed_at timestamptz,
  virtual boolean,
  remark text
);
create index iot_oc_tenant on iot_oc (tenant_id, id) where not is_deleted;
create unique index iot_oc_name_unique on iot_oc (tenant_id, name) where not is_deleted;
select ll_secure('iot_oc', 'tenant');
select ll_counted('iot_oc', false);

create table iot_registration (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  imei text,
  name text,
  type_id bigint,
  oc_id bigint,
  register_status smallint,
  register_reason text,
  register_tries integer,
  registered_at timestamptz,
  next_try timestamptz,
  device_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(imei, E'\n', ' '), '') || E'\n' || coalesce(translate(name, E'\n', ' '), ''))) stored
);
create index iot_registration_tenant on iot_registration (tenant_id, id) where not is_deleted;
create unique index iot_registration_imei_unique on iot_registration (tenant_id, imei) where not is_deleted;
create index iot_registration_project_id_id on iot_registration (tenant_id, project_id, id) where not is_deleted;
create index iot_registration_area_id_id on iot_registration (tenant_id, area_id, id) where not is_deleted;
create index iot_registration_device_id on iot_registration (tenant_id, device_id) where not is_deleted;
create index iot_registration_keyword on iot_registration (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('iot_registration', 'tenant');
select ll_counted('iot_registration', true);

-- The task that registers devices looks for those of each platform that wait for an attempt.
create index iot_registration_due on iot_registration (tenant_id, oc_id, next_try) where next_try is not null and not is_deleted;
create index iot_registration_oc on iot_registration (oc_id) where not is_deleted;
