create table equipment_ap (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index equipment_ap_tenant on equipment_ap (tenant_id, id) where not is_deleted;
create unique index equipment_ap_sn_unique on equipment_ap (tenant_id, sn) where not is_deleted;
create index equipment_ap_project_id_id on equipment_ap (tenant_id, project_id, id) where not is_deleted;
create index equipment_ap_area_id_id on equipment_ap (tenant_id, area_id, id) where not is_deleted;
create index equipment_ap_gateway_id on equipment_ap (tenant_id, gateway_id) where not is_deleted;
create index equipment_ap_post_id on equipment_ap (tenant_id, post_id) where not is_deleted;
create index equipment_ap_keyword on equipment_ap (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('equipment_ap', 'tenant');
select ll_counted('equipment_ap', true);

create table media_alarm_machine (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_alarm_machine_tenant on media_alarm_machine (tenant_id, id) where not is_deleted;
create unique index media_alarm_machine_sn_unique on media_alarm_machine (tenant_id, sn) where not is_deleted;
create index media_alarm_machine_project_id_id on media_alarm_machine (tenant_id, project_id, id) where not is_deleted;
create index media_alarm_machine_area_id_id on media_alarm_machine (tenant_id, area_id, id) where not is_deleted;
create index media_alarm_machine_gateway_id on media_alarm_machine (tenant_id, gateway_id) where not is_deleted;
create index media_alarm_machine_post_id on media_alarm_machine (tenant_id, post_id) where not is_deleted;
create index media_alarm_machine_keyword on media_alarm_machine (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_alarm_machine', 'tenant');
select ll_counted('media_alarm_machine', true);

alter table media_broadcast add column post_id bigint;
create index media_broadcast_post_id on media_broadcast (tenant_id, post_id) where not is_deleted;

create table media_camera (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_camera_tenant on media_camera (tenant_id, id) where not is_deleted;
create unique index media_camera_sn_unique on media_camera (tenant_id, sn) where not is_deleted;
create index media_camera_project_id_id on media_camera (tenant_id, project_id, id) where not is_deleted;
create index media_camera_area_id_id on media_camera (tenant_id, area_id, id) where not is_deleted;
create index media_camera_gateway_id on media_camera (tenant_id, gateway_id) where not is_deleted;
create index media_camera_post_id on media_camera (tenant_id, post_id) where not is_deleted;
create index media_camera_keyword on media_camera (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_camera', 'tenant');
select ll_counted('media_camera', true);

alter table media_info_screen add column post_id bigint;
create index media_info_screen_post_id on media_info_screen (tenant_id, post_id) where not is_deleted;

create table media_smart_lock (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_smart_lock_tenant on media_smart_lock (tenant_id, id) where not is_deleted;
create unique index media_smart_lock_sn_unique on media_smart_lock (tenant_id, sn) where not is_deleted;
create index media_smart_lock_project_id_id on media_smart_lock (tenant_id, project_id, id) where not is_deleted;
create index media_smart_lock_area_id_id on media_smart_lock (tenant_id, area_id, id) where not is_deleted;
create index media_smart_lock_gateway_id on media_smart_lock (tenant_id, gateway_id) where not is_deleted;
create index media_smart_lock_post_id on media_smart_lock (tenant_id, post_id) where not is_deleted;
create index media_smart_lock_keyword on media_smart_lock (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_smart_lock', 'tenant');
select ll_counted('media_smart_lock', true);
