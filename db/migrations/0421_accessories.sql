create table devices_model (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  dev_type integer,
  supplier_id bigint,
  remark text
);
create index devices_model_tenant on devices_model (tenant_id, id) where not is_deleted;
create unique index devices_model_name_unique on devices_model (tenant_id, name) where not is_deleted;
select ll_secure('devices_model', 'tenant');
select ll_counted('devices_model', false);

create table lighting_constant_current_source (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  output_current integer,
  output_voltage text,
  power double precision,
  min_level integer,
  min_power double precision,
  power_tolerance double precision,
  lamp_source_id bigint,
  supplier_id bigint,
  remark text
);
create index lighting_constant_current_source_tenant on lighting_constant_current_source (tenant_id, id) where not is_deleted;
create unique index lighting_constant_current_source_name_unique on lighting_constant_current_source (tenant_id, name) where not is_deleted;
select ll_secure('lighting_constant_current_source', 'tenant');
select ll_counted('lighting_constant_current_source', false);

alter table lighting_controller add column model_id bigint;
create index lighting_controller_model_id on lighting_controller (tenant_id, model_id) where not is_deleted;

alter table lighting_lamp add column cap_config_id bigint;
alter table lighting_lamp add column constant_current_source_id bigint;
create index lighting_lamp_cap_config_id on lighting_lamp (tenant_id, cap_config_id) where not is_deleted;
create index lighting_lamp_constant_current_source_id on lighting_lamp (tenant_id, constant_current_source_id) where not is_deleted;

create table lighting_lamp_cap (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  lamp_type text,
  power double precision,
  min_level integer,
  min_power double precision,
  power_tolerance double precision,
  lamp_source_id bigint,
  constant_current_source_id bigint,
  supplier_id bigint,
  remark text
);
create index lighting_lamp_cap_tenant on lighting_lamp_cap (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_cap_name_unique on lighting_lamp_cap (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_cap', 'tenant');
select ll_counted('lighting_lamp_cap', false);

create table lighting_lamp_source (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  lamp_type text,
  power double precision,
  flux integer,
  colour_temperature integer,
  colour_rendering integer,
  supplier_id bigint,
  remark text
);
create index lighting_lamp_source_tenant on lighting_lamp_source (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_source_name_unique on lighting_lamp_source (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_source', 'tenant');
select ll_counted('lighting_lamp_source', false);

create table lighting_post_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  lamp_post_ids bigint[],
  remark text
);
create index lighting_post_group_tenant on lighting_post_group (tenant_id, id) where not is_deleted;
create unique index lighting_post_group_group_name_unique on lighting_post_group (tenant_id, group_name) where not is_deleted;
select ll_secure('lighting_post_group', 'tenant');
select ll_counted('lighting_post_group', false);

create table lighting_power (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  rated_power double precision,
  input_voltage double precision,
  output_voltage double precision,
  output_current double precision,
  efficiency double precision,
  supplier_id bigint,
  remark text
);
create index lighting_power_tenant on lighting_power (tenant_id, id) where not is_deleted;
create unique index lighting_power_name_unique on lighting_power (tenant_id, name) where not is_deleted;
select ll_secure('lighting_power', 'tenant');
select ll_counted('lighting_power', false);

create table lighting_statistics_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  member_ids bigint[],
  remark text
);
create index lighting_statistics_group_tenant on lighting_statistics_group (tenant_id, id) where not is_deleted;
create unique index lighting_statistics_group_group_name_unique on lighting_statistics_group (tenant_id, group_name) where not is_deleted;
select ll_secure('lighting_statistics_group', 'tenant');
select ll_counted('lighting_statistics_group', false);
