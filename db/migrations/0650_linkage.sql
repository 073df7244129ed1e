create table linkage_alarm_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  dev_type integer,
  alarm_type smallint,
  sub_alarm_type text,
  box_template_id bigint,
  actions jsonb,
  cabinet_ids bigint[],
  enable smallint,
  acting_user bigint,
  remark text
);
create index linkage_alarm_config_tenant on linkage_alarm_config (tenant_id, id) where not is_deleted;
create unique index linkage_alarm_config_name_unique on linkage_alarm_config (tenant_id, name) where not is_deleted;
create index linkage_alarm_config_dev_type on linkage_alarm_config (tenant_id, dev_type) where not is_deleted;
select ll_secure('linkage_alarm_config', 'tenant');
select ll_counted('linkage_alarm_config', false);

create table linkage_box_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  box_template_id bigint,
  enable smallint,
  entries jsonb,
  cabinet_ids bigint[],
  next_at timestamptz,
  acting_user bigint,
  remark text
);
create index linkage_box_strategy_tenant on linkage_box_strategy (tenant_id, id) where not is_deleted;
create unique index linkage_box_strategy_name_unique on linkage_box_strategy (tenant_id, name) where not is_deleted;
create index linkage_box_strategy_box_template_id on linkage_box_strategy (tenant_id, box_template_id) where not is_deleted;
select ll_secure('linkage_box_strategy', 'tenant');
select ll_counted('linkage_box_strategy', false);

create table linkage_instance (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  instance_name text,
  template_id bigint,
  toggle_dev_type integer,
  dev_type integer,
  toggle_dev_ids text,
  dev_ids text,
  enable smallint,
  cooldown integer,
  project_id bigint,
  area_id bigint,
  acting_user bigint,
  remark text
);
create index linkage_instance_tenant on linkage_instance (tenant_id, id) where not is_deleted;
create unique index linkage_instance_instance_name_unique on linkage_instance (tenant_id, instance_name) where not is_deleted;
create index linkage_instance_project_id on linkage_instance (tenant_id, project_id) where not is_deleted;
create index linkage_instance_template_id on linkage_instance (tenant_id, template_id) where not is_deleted;
select ll_secure('linkage_instance', 'tenant');
select ll_counted('linkage_instance', true);

create table linkage_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  fired_at timestamptz,
  kind smallint,
  source text,
  state smallint,
  cause text,
  cause_en text,
  sn text,
  device_id bigint,
  property text,
  value text,
  seen_at timestamptz,
  depth integer,
  caused_by bigint,
  actions jsonb,
  instance_id bigint,
  alarm_config_id bigint,
  box_strategy_id bigint,
  project_id bigint,
  area_id bigint
);
create index linkage_record_tenant on linkage_record (tenant_id, id) where not is_deleted;
create index linkage_record_instance_id_id on linkage_record (tenant_id, instance_id, id) where not is_deleted;
create index linkage_record_alarm_config_id_id on linkage_record (tenant_id, alarm_config_id, id) where not is_deleted;
create index linkage_record_box_strategy_id_id on linkage_record (tenant_id, box_strategy_id, id) where not is_deleted;
create index linkage_record_project_id_id on linkage_record (tenant_id, project_id, id) where not is_deleted;
select ll_secure('linkage_record', 'tenant');
select ll_counted('linkage_record', true);

create table linkage_template (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  toggle_dev_type integer,
  property text,
  operator smallint,
  value text,
  again_value text,
  hold_seconds integer,
  dev_type integer,
  actions jsonb,
  remark text
);
create index linkage_template_tenant on linkage_template (tenant_id, id) where not is_deleted;
create unique index linkage_template_name_unique on linkage_template (tenant_id, name) where not is_deleted;
select ll_secure('linkage_template', 'tenant');
select ll_counted('linkage_template', false);

-- The engine. Reports of trigger devices that the runner has not seen yet:
create table linkage_report (
  id bigint primary key default nextval('kit_id'), tenant_id text not null, instance_id bigint not null, device_id bigint not null,
  at timestamptz not null, value jsonb not null
);
create index linkage_report_instance on linkage_report (instance_id);
-- what it knows about each trigger device of each linkage:
create table linkage_watch (
  instance_id bigint not null, device_id bigint not null, tenant_id text not null, armed boolean not null, since timestamptz, at timestamptz not null, value jsonb,
  primary key (instance_id, device_id)
);
create index linkage_watch_open on linkage_watch (instance_id) where armed and since is not null;
-- firings with commands that are not sent or have not ended, kept for an hour to find chains:
create table linkage_work (
  record_id bigint primary key, tenant_id text not null, user_id bigint, fired_at timestamptz not null, next_at timestamptz, done boolean not null default false,
  depth smallint not null, device_ids bigint[] not null
);
create index linkage_work_next on linkage_work (next_at) where next_at is not null;
create index linkage_work_tenant on linkage_work (tenant_id, fired_at);
-- and faults that have begun, so that a fault counts once. told: by an event, which only another event ends.
create table linkage_alarm (
  device_id bigint not null, event text not null, tenant_id text not null, at timestamptz not null, told boolean not null,
  primary key (device_id, event)
);
select ll_secure('linkage_report', 'tenant');
select ll_secure('linkage_watch', 'tenant');
select ll_secure('linkage_work', 'tenant');
select ll_secure('linkage_alarm', 'tenant');

-- Dry runs compare every measured value of lamp controllers.
create or replace view devices_readings with (security_invoker = true) as
  select device_id, tenant_id, at, power, dim, is_on, voltage, current, pf, energy, hours, temperature, tilt from devices_telemetry;

create view linkage_templates with (security_invoker = true) as select id, tenant_id, is_deleted, name from linkage_template;
grant select on linkage_templates to lamplight_app, lamplight_worker;
