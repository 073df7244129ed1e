create table strategies_publication (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  strategy_id bigint,
  strategy_name text,
  version integer,
  kind smallint,
  state smallint,
  target_text text,
  devices integer,
  reason text,
  requester_id bigint,
  reviewer_id bigint,
  note text,
  batch_ids text,
  device_ids bigint[],
  facts text
);
create index strategies_publication_tenant on strategies_publication (tenant_id, id) where not is_deleted;
create index strategies_publication_strategy_id_id on strategies_publication (tenant_id, strategy_id, id) where not is_deleted;
select ll_secure('strategies_publication', 'tenant');
select ll_counted('strategies_publication', false);

create table strategies_road_class (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  standard smallint,
  floor integer,
  late_from text,
  late_to text,
  late_floor integer,
  area_ids bigint[],
  street_ids bigint[],
  controller_ids bigint[],
  remark text
);
create index strategies_road_class_tenant on strategies_road_class (tenant_id, id) where not is_deleted;
create unique index strategies_road_class_name_unique on strategies_road_class (tenant_id, name) where not is_deleted;
select ll_secure('strategies_road_class', 'tenant');
select ll_counted('strategies_road_class', false);

create table strategies_special_day (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  name text,
  kind smallint
);
create index strategies_special_day_tenant on strategies_special_day (tenant_id, id) where not is_deleted;
create unique index strategies_special_day_day_unique on strategies_special_day (tenant_id, day) where not is_deleted;
select ll_secure('strategies_special_day', 'tenant');
select ll_counted('strategies_special_day', false);

create table strategies_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  system_type smallint,
  project_id bigint,
  area_id bigint,
  version integer,
  published_at timestamptz,
  entries jsonb,
  range text,
  day_kind smallint,
  priority integer,
  polar smallint,
  min_burn integer,
  remark text
);
create index strategies_strategy_tenant on strategies_strategy (tenant_id, id) where not is_deleted;
create unique index strategies_strategy_name_unique on strategies_strategy (tenant_id, name) where not is_deleted;
create index strategies_strategy_project_id on strategies_strategy (tenant_id, project_id) where not is_deleted;
create index strategies_strategy_kind_id on strategies_strategy (tenant_id, kind, id) where not is_deleted;
select ll_secure('strategies_strategy', 'tenant');
select ll_counted('strategies_strategy', true);

create table strategies_version (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  strategy_id bigint,
  version integer,
  account text,
  reason text,
  content text
);
create index strategies_version_tenant on strategies_version (tenant_id, id) where not is_deleted;
create index strategies_version_strategy_id_version on strategies_version (tenant_id, strategy_id, version) where not is_deleted;
select ll_secure('strategies_version', 'tenant');
select ll_counted('strategies_version', false);

-- Programs that devices hold, each stored once by its hash.
create table strategies_calendar (
  id bigint primary key,
  tenant_id text not null,
  hash text not null,
  program jsonb not null,
  create_time timestamptz not null default now(),
  unique (tenant_id, hash)
);
select ll_secure('strategies_calendar', 'tenant');

-- The strategies of each device, their versions when they were published, and the calendar that was sent. The device may hold another: control_param_states says.
create table strategies_device (
  device_id bigint primary key,
  tenant_id text not null,
  normal_id bigint,
  normal_version integer,
  special_ids bigint[] not null default '{}',
  special_version integer,
  calendar_id bigint references strategies_calendar (id),
  former_calendar_id bigint references strategies_calendar (id),
  project_id bigint,
  area_id bigint,
  street_id bigint,
  -- Position of the lamp when it was published.
  lat double precision,
  lng double precision,
  published_at timestamptz not null default now()
);
create index strategies_device_normal on strategies_device (tenant_id, normal_id);
create index strategies_device_specials on strategies_device using gin (special_ids) where special_ids <> '{}';
create index strategies_device_calendar on strategies_device (calendar_id);
select ll_secure('strategies_device', 'tenant');

-- Offered by control: how the wanted and the reported value of each parameter stand.
create view control_param_states with (security_invoker = true) as
  select device_id, family, tenant_id, status, drift, code, reported_at from control_param;
grant select on control_param_states to lamplight_app, lamplight_worker;
create table strategies_instance (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  strategy_id bigint,
  group_id bigint,
  device_ids bigint[],
  sent_at timestamptz,
  remark text
);
create index strategies_instance_tenant on strategies_instance (tenant_id, id) where not is_deleted;
create unique index strategies_instance_name_unique on strategies_instance (tenant_id, name) where not is_deleted;
select ll_secure('strategies_instance', 'tenant');
select ll_counted('strategies_instance', false);

-- Changes of level of lamps with a strategy: time by the device's clock, and when the server heard of it.
create table strategies_switch (
  device_id bigint not null,
  at timestamptz not null,
  seen_at timestamptz not null,
  tenant_id text not null,
  level smallint not null,
  overridden boolean not null,
  primary key (device_id, at)
);
create index strategies_switch_at on strategies_switch (at);
select ll_secure('strategies_switch', 'tenant');
create table strategies_deviation (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  controller_id bigint,
  project_id bigint,
  area_id bigint,
  cause smallint,
  amount integer,
  expected integer,
  missing integer,
  late integer
);
create index strategies_deviation_tenant on strategies_deviation (tenant_id, id) where not is_deleted;
create index strategies_deviation_controller_id_day on strategies_deviation (tenant_id, controller_id, day) where not is_deleted;
create index strategies_deviation_day_id on strategies_deviation (tenant_id, day, id) where not is_deleted;
select ll_secure('strategies_deviation', 'tenant');
select ll_counted('strategies_deviation', true);

create table strategies_night (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  lamps integer,
  kept integer,
  deviating integer,
  silent integer,
  overridden integer,
  below_minutes integer
);
create index strategies_night_tenant on strategies_night (tenant_id, id) where not is_deleted;
select ll_secure('strategies_night', 'tenant');
select ll_counted('strategies_night', false);
create unique index strategies_night_day_unique on strategies_night (tenant_id, day) where not is_deleted;
create table strategies_calendar_limit (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  model_id bigint,
  entries integer,
  specials integer,
  heads integer,
  sun boolean,
  civil boolean,
  sensor boolean,
  remark text
);
create index strategies_calendar_limit_tenant on strategies_calendar_limit (tenant_id, id) where not is_deleted;
create unique index strategies_calendar_limit_model_id_unique on strategies_calendar_limit (tenant_id, model_id) where not is_deleted;
select ll_secure('strategies_calendar_limit', 'tenant');
select ll_counted('strategies_calendar_limit', false);
