create table devices_error_packet (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  at timestamptz,
  gateway_sn text,
  kind text,
  reason text,
  count integer,
  first_at timestamptz,
  payload text,
  project_id bigint,
  area_id bigint
);
create index devices_error_packet_tenant on devices_error_packet (tenant_id, id) where not is_deleted;
create index devices_error_packet_at_id on devices_error_packet (tenant_id, at, id) where not is_deleted;
create index devices_error_packet_gateway_sn_at on devices_error_packet (tenant_id, gateway_sn, at) where not is_deleted;
select ll_secure('devices_error_packet', 'tenant');
select ll_counted('devices_error_packet', true);

-- One row for each gateway (or route), hour and reason; the number of rows of a gateway is bounded (server/error-packets.ts).
alter table devices_error_packet add column hour timestamptz not null default now(), add column digest text not null default '';
create unique index devices_error_packet_once on devices_error_packet (gateway_sn, hour, digest);
create index devices_error_packet_age on devices_error_packet (at);

-- Faults and other alarms for the statistics of higher slices: one row for each interval in which a fault of a device was present.
create view alarms_faults with (security_invoker = true) as
  select id, tenant_id, is_deleted, device_id, sn, name, device_type, alarm_type, sub_alarm_type, city_exception_type, severity, value, began_at, last_began, ended_at,
    case when dispose = 1 then disposed_at end as closed_at, dispose, result, present, count, shelved_until, project_id, area_id
  from alarms_alarm;
grant select on alarms_faults to lamplight_app, lamplight_worker;
