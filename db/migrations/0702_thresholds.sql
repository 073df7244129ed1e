alter table alarms_alarm add column config_id bigint;

create table alarms_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  dev_type integer,
  property text,
  operator smallint,
  value double precision,
  clear_value double precision,
  hold_seconds integer,
  severity smallint,
  remark text,
  group_id bigint,
  area_id bigint,
  device_ids text
);
create index alarms_config_tenant on alarms_config (tenant_id, id) where not is_deleted;
create unique index alarms_config_name_unique on alarms_config (tenant_id, name) where not is_deleted;
create index alarms_config_dev_type on alarms_config (tenant_id, dev_type) where not is_deleted;
select ll_secure('alarms_config', 'tenant');
select ll_counted('alarms_config', false);

create table alarms_template (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  dev_type integer,
  property text,
  operator smallint,
  value double precision,
  clear_value double precision,
  hold_seconds integer,
  severity smallint,
  remark text
);
create index alarms_template_tenant on alarms_template (tenant_id, id) where not is_deleted;
create unique index alarms_template_name_unique on alarms_template (tenant_id, name) where not is_deleted;
select ll_secure('alarms_template', 'tenant');
select ll_counted('alarms_template', false);

-- A device may have an alarm of each configuration.
drop index alarms_alarm_present;
create unique index alarms_alarm_present on alarms_alarm (tenant_id, device_id, sub_alarm_type, coalesce(config_id, 0)) where present and not is_deleted;

-- Since when a device exceeds the limit of a configuration; an alarm opens after the hold time.
create table alarms_pending (
  config_id bigint not null,
  device_id bigint not null,
  tenant_id text not null,
  since timestamptz not null,
  primary key (config_id, device_id)
);
select ll_secure('alarms_pending', 'tenant');
