create table diagnosis_check_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  project_id bigint,
  nights integer,
  mute_days integer,
  dark_on boolean,
  dark_percent integer,
  lit_samples integer,
  day_burner_on boolean,
  day_percent integer,
  day_samples integer,
  dim_failure_on boolean,
  dim_high_percent integer,
  dim_low_percent integer,
  phase_samples integer,
  cycling_on boolean,
  transitions integer,
  sure_transitions integer,
  counter_percent integer,
  drift_on boolean,
  drift_sigmas double precision,
  drift_percent integer,
  leakage_on boolean,
  leak_percent double precision,
  leak_watts integer,
  group_size integer,
  group_break integer,
  remark text
);
create index diagnosis_check_config_tenant on diagnosis_check_config (tenant_id, id) where not is_deleted;
create unique index diagnosis_check_config_name_unique on diagnosis_check_config (tenant_id, name) where not is_deleted;
create index diagnosis_check_config_project_id_id on diagnosis_check_config (tenant_id, project_id, id) where not is_deleted;
select ll_secure('diagnosis_check_config', 'tenant');
select ll_counted('diagnosis_check_config', true);

create table diagnosis_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  kind smallint,
  status smallint,
  sn text,
  name text,
  evidence text,
  evidence_en text,
  nights integer,
  proof smallint,
  first_day text,
  last_day text,
  value double precision,
  threshold double precision,
  clean integer,
  since_day text,
  found_at timestamptz,
  test_state smallint,
  tested_at timestamptz,
  test_result text,
  test_result_en text,
  reason smallint,
  correction smallint,
  remark text,
  dismissed_at timestamptz,
  device_id bigint,
  device_type integer,
  lamp_id bigint,
  neighbour_id bigint,
  alarm_open boolean,
  alarm_id bigint,
  project_id bigint,
  area_id bigint
);
create index diagnosis_record_tenant on diagnosis_record (tenant_id, id) where not is_deleted;
create index diagnosis_record_device_id_kind on diagnosis_record (tenant_id, device_id, kind) where not is_deleted;
create index diagnosis_record_project_id_id on diagnosis_record (tenant_id, project_id, id) where not is_deleted;
create index diagnosis_record_area_id_id on diagnosis_record (tenant_id, area_id, id) where not is_deleted;
create index diagnosis_record_status_last_day on diagnosis_record (tenant_id, status, last_day) where not is_deleted;
create index diagnosis_record_last_day_id on diagnosis_record (tenant_id, last_day, id) where not is_deleted;
select ll_secure('diagnosis_record', 'tenant');
select ll_counted('diagnosis_record', true);

-- At most one record of each kind is open at a device.
create unique index diagnosis_record_open on diagnosis_record (tenant_id, device_id, kind) where status in (0, 1, 2) and not is_deleted;

-- Nights that were judged: each once.
create table diagnosis_night (
  tenant_id text not null,
  -- Days since 1970-01-01, on which the night begins at noon.
  day integer not null,
  lamps integer not null,
  judged integer not null,
  candidates integer not null default 0,
  findings integer not null default 0,
  made_at timestamptz not null,
  primary key (tenant_id, day)
);
select ll_secure('diagnosis_night');

-- What is usual for a lamp (`Baseline` of the model), with the power curve and the calendar for which it was learned.
create table diagnosis_lamp (
  tenant_id text not null,
  device_id bigint not null,
  baseline jsonb,
  curve text not null,
  calendar_id bigint,
  primary key (tenant_id, device_id)
) with (fillfactor = 80);
select ll_secure('diagnosis_lamp');

-- Days of meters of switch boxes: mean power of the meter and of its lamps in dark and in light hours, W.
create table diagnosis_cabinet_day (
  tenant_id text not null,
  device_id bigint not null,
  day integer not null,
  lit_hours integer not null,
  day_hours integer not null,
  lit_meter double precision not null,
  lit_lamps double precision not null,
  day_meter double precision not null,
  day_lamps double precision not null,
  primary key (tenant_id, device_id, day)
);
select ll_secure('diagnosis_cabinet_day');

-- Active tests that run. `step`: number of the level; `watts`: answers to the levels before it, W.
create table diagnosis_test (
  record_id bigint primary key,
  tenant_id text not null,
  device_id bigint not null,
  user_id bigint not null,
  step smallint not null,
  batch_id bigint,
  watts double precision[] not null,
  step_at timestamptz not null,
  unique (tenant_id, device_id)
);
select ll_secure('diagnosis_test');

-- Power curves of lamp controllers (the sum of the lamps of each), with their first lamp.
create view lighting_loads with (security_invoker = true) as
  select c.id as device_id, c.tenant_id, c.project_id, c.area_id, c.lng, c.lat, c.load_power as power, c.load_min_power as min_power,
    c.load_min_level as min_level,
    (select min(l.id) from lighting_lamp l where l.controller_id = c.id and l.tenant_id = c.tenant_id and not l.is_deleted) as lamp_id
  from lighting_controller c where not c.is_deleted;
grant select on lighting_loads to lamplight_app, lamplight_worker;
