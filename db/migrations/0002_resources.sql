-- Tables of the resources, as npm run gen derives them (db/schema.sql).

create table control_batch (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  command smallint,
  level integer,
  status smallint,
  target_kind smallint,
  target_text text,
  total integer,
  queued integer,
  sent integer,
  received integer,
  applied integer,
  verified integer,
  failed integer,
  timed_out integer,
  returned integer,
  ended integer,
  lamp_select smallint,
  duration integer,
  until timestamptz,
  expire_at timestamptz,
  again_command_record_id bigint,
  idempotency_key text,
  account text,
  ip text,
  cancelled boolean,
  started_at timestamptz,
  ended_at timestamptz
);
create index control_batch_tenant on control_batch (tenant_id, id) where not is_deleted;
create index control_batch_status_id on control_batch (tenant_id, status, id) where not is_deleted;
select ll_secure('control_batch', 'tenant');
select ll_counted('control_batch', false);

create table devices_gateway (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  sn text,
  name text,
  status smallint,
  online boolean,
  children integer,
  version text,
  last_seen timestamptz,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision
);
create index devices_gateway_tenant on devices_gateway (tenant_id, id) where not is_deleted;
create unique index devices_gateway_sn_unique on devices_gateway (tenant_id, sn) where not is_deleted;
create index devices_gateway_project_id on devices_gateway (tenant_id, project_id) where not is_deleted;
create index devices_gateway_status_online on devices_gateway (tenant_id, status, online) where not is_deleted;
select ll_secure('devices_gateway', 'platform');
select ll_counted('devices_gateway', true);

create table devices_group (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  group_name text,
  dev_type smallint,
  lamp_type smallint,
  system_type smallint,
  type integer,
  category text,
  work_strategy_id text,
  remark text
);
create index devices_group_tenant on devices_group (tenant_id, id) where not is_deleted;
create unique index devices_group_group_name_unique on devices_group (tenant_id, group_name) where not is_deleted;
select ll_secure('devices_group', 'tenant');
select ll_counted('devices_group', false);

create table identity_role (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  role_name text,
  role_alias text,
  parent_id bigint,
  sort integer
);
create index identity_role_tenant on identity_role (tenant_id, id) where not is_deleted;
select ll_secure('identity_role', 'platform');
select ll_counted('identity_role', false);

create table identity_tenant (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  tenant_name text,
  domain text,
  background_url text,
  linkman text,
  contact_number text,
  address text,
  account_number integer,
  expire_time timestamptz,
  zone text
);
create index identity_tenant_tenant on identity_tenant (tenant_id, id) where not is_deleted;
select ll_secure('identity_tenant', 'platform');
select ll_counted('identity_tenant', false);

create table identity_user (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  account text,
  password text,
  real_name text,
  name text,
  role_id bigint[],
  status smallint,
  phone text,
  email text,
  wechat text,
  sex text,
  avatar text,
  user_type text,
  code text,
  dept_id text,
  post_id text
);
create index identity_user_tenant on identity_user (tenant_id, id) where not is_deleted;
create unique index identity_user_account_unique on identity_user (tenant_id, account) where not is_deleted;
select ll_secure('identity_user', 'platform');
select ll_counted('identity_user', false);

create table lighting_controller (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  sn text,
  name text,
  imei text,
  dev_type integer,
  activated boolean,
  two_way boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  load_power double precision,
  load_min_power double precision,
  load_min_level integer,
  load_tolerance double precision,
  remark text
);
create index lighting_controller_tenant on lighting_controller (tenant_id, id) where not is_deleted;
create unique index lighting_controller_sn_unique on lighting_controller (tenant_id, sn) where not is_deleted;
create index lighting_controller_project_id_id on lighting_controller (tenant_id, project_id, id) where not is_deleted;
create index lighting_controller_area_id_id on lighting_controller (tenant_id, area_id, id) where not is_deleted;
create index lighting_controller_gateway_id on lighting_controller (tenant_id, gateway_id) where not is_deleted;
select ll_secure('lighting_controller', 'tenant');
select ll_counted('lighting_controller', true);

create table lighting_lamp (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  sn text,
  kind smallint,
  lamp_type text,
  power double precision,
  min_level integer,
  min_power double precision,
  power_tolerance double precision,
  controller_id bigint,
  post_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  import_key text,
  remark text
);
create index lighting_lamp_tenant on lighting_lamp (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_sn_unique on lighting_lamp (tenant_id, sn) where not is_deleted;
create index lighting_lamp_project_id_id on lighting_lamp (tenant_id, project_id, id) where not is_deleted;
create index lighting_lamp_area_id_id on lighting_lamp (tenant_id, area_id, id) where not is_deleted;
create index lighting_lamp_controller_id on lighting_lamp (tenant_id, controller_id) where not is_deleted;
create index lighting_lamp_post_id on lighting_lamp (tenant_id, post_id) where not is_deleted;
create index lighting_lamp_import_key on lighting_lamp (tenant_id, import_key) where not is_deleted;
select ll_secure('lighting_lamp', 'tenant');
select ll_counted('lighting_lamp', true);

create table lighting_post (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  sn text,
  height double precision,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  import_key text,
  remark text
);
create index lighting_post_tenant on lighting_post (tenant_id, id) where not is_deleted;
create unique index lighting_post_sn_unique on lighting_post (tenant_id, sn) where not is_deleted;
create index lighting_post_project_id_id on lighting_post (tenant_id, project_id, id) where not is_deleted;
create index lighting_post_area_id_id on lighting_post (tenant_id, area_id, id) where not is_deleted;
create index lighting_post_import_key on lighting_post (tenant_id, import_key) where not is_deleted;
select ll_secure('lighting_post', 'tenant');
select ll_counted('lighting_post', true);

create table places_area (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  area_name text,
  area_code text,
  parent_id bigint,
  area_full_name text,
  sort integer,
  remark text
);
create index places_area_tenant on places_area (tenant_id, id) where not is_deleted;
create unique index places_area_area_code_unique on places_area (tenant_id, area_code) where not is_deleted;
create index places_area_parent_id on places_area (tenant_id, parent_id) where not is_deleted;
select ll_secure('places_area', 'tenant');
select ll_counted('places_area', false);

create table places_project (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  parent_id bigint,
  type smallint,
  sort integer,
  remark text
);
create index places_project_tenant on places_project (tenant_id, id) where not is_deleted;
create index places_project_parent_id on places_project (tenant_id, parent_id) where not is_deleted;
select ll_secure('places_project', 'tenant');
select ll_counted('places_project', false);

create table system_dict (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  parent_id bigint,
  code text,
  dict_value text,
  dict_en_value text,
  dict_key text,
  sort integer,
  is_sealed boolean,
  remark text
);
create index system_dict_tenant on system_dict (tenant_id, id) where not is_deleted;
create index system_dict_code_sort on system_dict (tenant_id, code, sort) where not is_deleted;
create index system_dict_parent_id on system_dict (tenant_id, parent_id) where not is_deleted;
select ll_secure('system_dict', 'global');
select ll_counted('system_dict', false);

create table system_menu (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  parent_id bigint,
  name text,
  en_name text,
  code text,
  path text,
  source text,
  category smallint,
  alias text,
  action smallint,
  is_open smallint,
  sort integer,
  hidden boolean,
  component text,
  system_id bigint,
  remark text
);
create index system_menu_tenant on system_menu (tenant_id, id) where not is_deleted;
create unique index system_menu_code_unique on system_menu (tenant_id, code) where not is_deleted;
create index system_menu_parent_id_sort on system_menu (tenant_id, parent_id, sort) where not is_deleted;
select ll_secure('system_menu', 'global');
select ll_counted('system_menu', false);

create table system_param (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  param_name text,
  param_key text,
  param_value text,
  remark text
);
create index system_param_tenant on system_param (tenant_id, id) where not is_deleted;
create unique index system_param_param_key_unique on system_param (tenant_id, param_key) where not is_deleted;
select ll_secure('system_param', 'global');
select ll_counted('system_param', false);
