create table forwarding_target (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  kind smallint,
  url text,
  secret text,
  phones text,
  hourly integer,
  severity smallint,
  alarm_type smallint,
  area_id bigint,
  ended boolean,
  sent_at timestamptz,
  failures integer,
  since timestamptz,
  remark text
);
create index forwarding_target_tenant on forwarding_target (tenant_id, id) where not is_deleted;
create unique index forwarding_target_name_unique on forwarding_target (tenant_id, name) where not is_deleted;
select ll_secure('forwarding_target', 'tenant');
select ll_counted('forwarding_target', false);

create table forwarding_transit (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  state smallint,
  target_name text,
  event smallint,
  content text,
  severity smallint,
  sn text,
  attempts integer,
  code integer,
  reason text,
  queued_at timestamptz,
  sent_at timestamptz,
  next_at timestamptz,
  target_id bigint,
  alarm_id bigint,
  project_id bigint,
  area_id bigint
);
create index forwarding_transit_tenant on forwarding_transit (tenant_id, id) where not is_deleted;
create index forwarding_transit_state_next_at on forwarding_transit (tenant_id, state, next_at) where not is_deleted;
create index forwarding_transit_target_id_queued_at on forwarding_transit (tenant_id, target_id, queued_at) where not is_deleted;
create index forwarding_transit_project_id_id on forwarding_transit (tenant_id, project_id, id) where not is_deleted;
create index forwarding_transit_area_id_id on forwarding_transit (tenant_id, area_id, id) where not is_deleted;
select ll_secure('forwarding_transit', 'tenant');
select ll_counted('forwarding_transit', true);

-- An alarm is queued once for each target, at its begin and at its end.
create unique index forwarding_transit_once on forwarding_transit (target_id, alarm_id, event) where alarm_id is not null and not is_deleted;
create index forwarding_transit_alarm on forwarding_transit (alarm_id, event) where not is_deleted;

-- What slices that notify others read of alarms. quiet: nobody is to be notified now.
create view alarms_raised with (security_invoker = true) as
  select id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, device_id, sn, name, value, began_at, ended_at, present, dispose,
    project_id, area_id, create_time, update_time, incident_id is not null or coalesce(shelved_until > now(), false) as quiet
  from alarms_alarm where not is_deleted;
grant select on alarms_raised to lamplight_app, lamplight_worker;
