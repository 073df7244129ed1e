create table lighting_base_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  report_interval integer,
  heartbeat integer,
  timezone integer,
  under_voltage double precision,
  over_voltage double precision,
  over_current double precision,
  power_on_level integer,
  state smallint,
  remark text
);
create index lighting_base_config_tenant on lighting_base_config (tenant_id, id) where not is_deleted;
create unique index lighting_base_config_name_unique on lighting_base_config (tenant_id, name) where not is_deleted;
select ll_secure('lighting_base_config', 'tenant');
select ll_counted('lighting_base_config', false);

create table lighting_battery_tempe_param (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  charge_low integer,
  charge_high integer,
  discharge_low integer,
  discharge_high integer,
  recover integer,
  state smallint,
  remark text
);
create index lighting_battery_tempe_param_tenant on lighting_battery_tempe_param (tenant_id, id) where not is_deleted;
create unique index lighting_battery_tempe_param_name_unique on lighting_battery_tempe_param (tenant_id, name) where not is_deleted;
select ll_secure('lighting_battery_tempe_param', 'tenant');
select ll_counted('lighting_battery_tempe_param', false);

create table lighting_gps_info (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable boolean,
  report_interval integer,
  state smallint,
  remark text
);
create index lighting_gps_info_tenant on lighting_gps_info (tenant_id, id) where not is_deleted;
create unique index lighting_gps_info_name_unique on lighting_gps_info (tenant_id, name) where not is_deleted;
select ll_secure('lighting_gps_info', 'tenant');
select ll_counted('lighting_gps_info', false);

create table lighting_lamp_sway (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  sensitivity integer,
  threshold integer,
  duration integer,
  state smallint,
  remark text
);
create index lighting_lamp_sway_tenant on lighting_lamp_sway (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_sway_name_unique on lighting_lamp_sway (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_sway', 'tenant');
select ll_counted('lighting_lamp_sway', false);

create table lighting_light_ctr_params (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  on_lux integer,
  off_lux integer,
  delay integer,
  state smallint,
  remark text
);
create index lighting_light_ctr_params_tenant on lighting_light_ctr_params (tenant_id, id) where not is_deleted;
create unique index lighting_light_ctr_params_name_unique on lighting_light_ctr_params (tenant_id, name) where not is_deleted;
select ll_secure('lighting_light_ctr_params', 'tenant');
select ll_counted('lighting_light_ctr_params', false);

create table lighting_lon_lat_ctr (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  longitude double precision,
  latitude double precision,
  sunset_offset integer,
  sunrise_offset integer,
  state smallint,
  remark text
);
create index lighting_lon_lat_ctr_tenant on lighting_lon_lat_ctr (tenant_id, id) where not is_deleted;
create unique index lighting_lon_lat_ctr_name_unique on lighting_lon_lat_ctr (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lon_lat_ctr', 'tenant');
select ll_counted('lighting_lon_lat_ctr', false);

create table lighting_night_comp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  start_time text,
  end_time text,
  compensate_value integer,
  state smallint,
  remark text
);
create index lighting_night_comp_tenant on lighting_night_comp (tenant_id, id) where not is_deleted;
create unique index lighting_night_comp_name_unique on lighting_night_comp (tenant_id, name) where not is_deleted;
select ll_secure('lighting_night_comp', 'tenant');
select ll_counted('lighting_night_comp', false);

create table lighting_outline (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  fade_in integer,
  fade_out integer,
  min_level integer,
  max_level integer,
  power_on_level integer,
  fail_level integer,
  state smallint,
  remark text
);
create index lighting_outline_tenant on lighting_outline (tenant_id, id) where not is_deleted;
create unique index lighting_outline_name_unique on lighting_outline (tenant_id, name) where not is_deleted;
select ll_secure('lighting_outline', 'tenant');
select ll_counted('lighting_outline', false);

create table lighting_water_level (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  recover integer,
  alarm integer,
  report_interval integer,
  state smallint,
  remark text
);
create index lighting_water_level_tenant on lighting_water_level (tenant_id, id) where not is_deleted;
create unique index lighting_water_level_name_unique on lighting_water_level (tenant_id, name) where not is_deleted;
select ll_secure('lighting_water_level', 'tenant');
select ll_counted('lighting_water_level', false);
