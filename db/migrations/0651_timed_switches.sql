alter table strategies_light_mode add column apply smallint;

create table strategies_power_supply (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  mode smallint,
  to_mains_soc integer,
  to_battery_soc integer,
  windows text,
  state smallint,
  remark text
);
create index strategies_power_supply_tenant on strategies_power_supply (tenant_id, id) where not is_deleted;
create unique index strategies_power_supply_name_unique on strategies_power_supply (tenant_id, name) where not is_deleted;
select ll_secure('strategies_power_supply', 'tenant');
select ll_counted('strategies_power_supply', false);

create table strategies_sun_mode (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  segments jsonb,
  dusk_lux integer,
  dawn_lux integer,
  remark text
);
create index strategies_sun_mode_tenant on strategies_sun_mode (tenant_id, id) where not is_deleted;
create unique index strategies_sun_mode_name_unique on strategies_sun_mode (tenant_id, name) where not is_deleted;
select ll_secure('strategies_sun_mode', 'tenant');
select ll_counted('strategies_sun_mode', false);

create table strategies_timed_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  switch_id bigint,
  due_at timestamptz,
  ran_at timestamptz,
  state smallint,
  command smallint,
  level integer,
  total integer,
  batch_id bigint,
  reason text,
  reason_en text,
  project_id bigint,
  area_id bigint
);
create index strategies_timed_record_tenant on strategies_timed_record (tenant_id, id) where not is_deleted;
create index strategies_timed_record_switch_id_id on strategies_timed_record (tenant_id, switch_id, id) where not is_deleted;
create index strategies_timed_record_state on strategies_timed_record (tenant_id, state) where not is_deleted;
create index strategies_timed_record_project_id_id on strategies_timed_record (tenant_id, project_id, id) where not is_deleted;
select ll_secure('strategies_timed_record', 'tenant');
select ll_counted('strategies_timed_record', true);

create table strategies_timed_switch (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  repeat smallint,
  run_at timestamptz,
  time text,
  weekdays text,
  command smallint,
  level integer,
  group_id bigint,
  controller_ids bigint[],
  next_at timestamptz,
  project_id bigint,
  area_id bigint,
  acting_user bigint,
  remark text
);
create index strategies_timed_switch_tenant on strategies_timed_switch (tenant_id, id) where not is_deleted;
create unique index strategies_timed_switch_name_unique on strategies_timed_switch (tenant_id, name) where not is_deleted;
create index strategies_timed_switch_project_id on strategies_timed_switch (tenant_id, project_id) where not is_deleted;
create index strategies_timed_switch_next_at on strategies_timed_switch (tenant_id, next_at) where not is_deleted;
select ll_secure('strategies_timed_switch', 'tenant');
select ll_counted('strategies_timed_switch', true);

create table strategies_trash_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  group_id bigint,
  report_interval integer,
  full_threshold integer,
  windows text,
  sent_at timestamptz,
  remark text
);
create index strategies_trash_strategy_tenant on strategies_trash_strategy (tenant_id, id) where not is_deleted;
create unique index strategies_trash_strategy_name_unique on strategies_trash_strategy (tenant_id, name) where not is_deleted;
create unique index strategies_trash_strategy_group_id_unique on strategies_trash_strategy (tenant_id, group_id) where not is_deleted;
select ll_secure('strategies_trash_strategy', 'tenant');
select ll_counted('strategies_trash_strategy', false);
