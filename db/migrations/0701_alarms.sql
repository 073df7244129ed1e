create table alarms_alarm (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  severity smallint,
  sub_alarm_type smallint,
  sn text,
  name text,
  value text,
  began_at timestamptz,
  ended_at timestamptz,
  last_began timestamptz,
  dispose smallint,
  alarm_type smallint,
  city_exception_type smallint,
  count integer,
  latched boolean,
  present boolean,
  acknowledged_at timestamptz,
  acknowledged_by bigint,
  shelved_until timestamptz,
  assignee_id bigint,
  result smallint,
  remark text,
  disposed_at timestamptz,
  device_id bigint,
  device_type integer,
  gateway_id bigint,
  project_id bigint,
  area_id bigint
);
create index alarms_alarm_tenant on alarms_alarm (tenant_id, id) where not is_deleted;
create index alarms_alarm_device_id_sub_alarm_type on alarms_alarm (tenant_id, device_id, sub_alarm_type) where not is_deleted;
create index alarms_alarm_project_id_id on alarms_alarm (tenant_id, project_id, id) where not is_deleted;
create index alarms_alarm_area_id_id on alarms_alarm (tenant_id, area_id, id) where not is_deleted;
create index alarms_alarm_dispose_began_at on alarms_alarm (tenant_id, dispose, began_at) where not is_deleted;
create index alarms_alarm_began_at_id on alarms_alarm (tenant_id, began_at, id) where not is_deleted;
select ll_secure('alarms_alarm', 'tenant');
select ll_counted('alarms_alarm', true);

-- At most one alarm of each kind is open at a device.
create unique index alarms_alarm_present on alarms_alarm (tenant_id, device_id, sub_alarm_type) where present and not is_deleted;
create index alarms_alarm_severest on alarms_alarm (tenant_id, severity, began_at desc) where dispose = 0 and not is_deleted;

-- Up to which transaction the faults of devices have been read: one row.
create table alarms_cursor (
  one boolean primary key check (one),
  seen xid8 not null
);
alter table alarms_cursor enable row level security;
alter table alarms_cursor force row level security;
grant select, insert, update on alarms_cursor to lamplight_worker;
create policy worker on alarms_cursor to lamplight_worker using (true) with check (true);
do $$ begin
  execute format('create policy owner on alarms_cursor to %I using (true) with check (true)', current_user);
end $$;

create table alarms_fault_info (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  title text,
  alarm_id bigint,
  sn text,
  sub_alarm_type smallint,
  city_exception_type smallint,
  severity smallint,
  status smallint,
  found_at timestamptz,
  solved_at timestamptz,
  cause text,
  handling text,
  project_id bigint,
  area_id bigint
);
create index alarms_fault_info_tenant on alarms_fault_info (tenant_id, id) where not is_deleted;
create index alarms_fault_info_sn_found_at on alarms_fault_info (tenant_id, sn, found_at) where not is_deleted;
create index alarms_fault_info_status_found_at on alarms_fault_info (tenant_id, status, found_at) where not is_deleted;
select ll_secure('alarms_fault_info', 'tenant');
select ll_counted('alarms_fault_info', true);

create table alarms_service_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  content text,
  fault_info_id bigint,
  sn text,
  served_at timestamptz,
  served_by bigint,
  result smallint,
  parts text,
  minutes integer,
  project_id bigint,
  area_id bigint
);
create index alarms_service_record_tenant on alarms_service_record (tenant_id, id) where not is_deleted;
create index alarms_service_record_fault_info_id_served_at on alarms_service_record (tenant_id, fault_info_id, served_at) where not is_deleted;
select ll_secure('alarms_service_record', 'tenant');
select ll_counted('alarms_service_record', true);
