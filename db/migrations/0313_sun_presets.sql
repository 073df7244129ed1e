-- Presets of battery parameters and of the server link.
create table lighting_battery_param (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  type smallint,
  capacity_ah double precision,
  rated_v double precision,
  charge_limit_v double precision,
  discharge_limit_v double precision,
  recover_v double precision,
  state smallint,
  remark text
);
create index lighting_battery_param_tenant on lighting_battery_param (tenant_id, id) where not is_deleted;
create unique index lighting_battery_param_name_unique on lighting_battery_param (tenant_id, name) where not is_deleted;
select ll_secure('lighting_battery_param', 'tenant');
select ll_counted('lighting_battery_param', false);
create table lighting_server_link_info (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  host text,
  port integer,
  protocol smallint,
  apn text,
  backup_host text,
  backup_port integer,
  heartbeat integer,
  state smallint,
  remark text
);
create index lighting_server_link_info_tenant on lighting_server_link_info (tenant_id, id) where not is_deleted;
create unique index lighting_server_link_info_name_unique on lighting_server_link_info (tenant_id, name) where not is_deleted;
select ll_secure('lighting_server_link_info', 'tenant');
select ll_counted('lighting_server_link_info', false);
