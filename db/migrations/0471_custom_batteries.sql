create table solar_custom_battery (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  capacity_ah double precision,
  rated_v double precision,
  charge_limit_v double precision,
  discharge_limit_v double precision,
  curve text,
  remark text
);
create index solar_custom_battery_tenant on solar_custom_battery (tenant_id, id) where not is_deleted;
create unique index solar_custom_battery_name_unique on solar_custom_battery (tenant_id, name) where not is_deleted;
select ll_secure('solar_custom_battery', 'tenant');
select ll_counted('solar_custom_battery', false);

create table solar_function (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  project_id bigint,
  custom_battery boolean,
  water_level boolean,
  lamp_sway boolean,
  gps boolean,
  lora boolean,
  remark text
);
create index solar_function_tenant on solar_function (tenant_id, id) where not is_deleted;
create unique index solar_function_name_unique on solar_function (tenant_id, name) where not is_deleted;
create unique index solar_function_project_id_unique on solar_function (tenant_id, project_id) where not is_deleted;
select ll_secure('solar_function', 'tenant');
select ll_counted('solar_function', true);
