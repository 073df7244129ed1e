-- Which kind of alarm a limit opens: those of before opened alarms of the type threshold.
alter table alarms_config add column alarm_type smallint;
alter table alarms_config add column sub_alarm_type smallint;

create table alarms_sos_call (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  began_at timestamptz,
  sn text,
  name text,
  result smallint,
  answered_by bigint,
  answered_at timestamptz,
  ended_at timestamptz,
  presses integer,
  alarm_id bigint,
  pressed_at timestamptz,
  device_id bigint,
  project_id bigint,
  area_id bigint
);
create index alarms_sos_call_tenant on alarms_sos_call (tenant_id, id) where not is_deleted;
create index alarms_sos_call_began_at_id on alarms_sos_call (tenant_id, began_at, id) where not is_deleted;
create index alarms_sos_call_result_began_at on alarms_sos_call (tenant_id, result, began_at) where not is_deleted;
create index alarms_sos_call_project_id_id on alarms_sos_call (tenant_id, project_id, id) where not is_deleted;
create index alarms_sos_call_area_id_id on alarms_sos_call (tenant_id, area_id, id) where not is_deleted;
select ll_secure('alarms_sos_call', 'tenant');
select ll_counted('alarms_sos_call', true);

alter table alarms_template add column alarm_type smallint;
alter table alarms_template add column sub_alarm_type smallint;
update alarms_config set alarm_type = 3, sub_alarm_type = 100;
update alarms_template set alarm_type = 3, sub_alarm_type = 100;

-- A machine has one call at a time.
create unique index alarms_sos_call_ringing on alarms_sos_call (tenant_id, device_id) where ended_at is null and not is_deleted;
create index alarms_sos_call_device on alarms_sos_call (tenant_id, device_id, pressed_at) where not is_deleted;
-- What changed since the last push to consoles.
create index alarms_alarm_changed on alarms_alarm (tenant_id, update_time) where not is_deleted;
