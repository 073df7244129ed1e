-- Slices that notify others are told an incident (alarms_incidents, sub_alarm_type 300) instead of the alarms that it explains. An alarm of a lost device waits 20 s
-- for its incident. Two views with the same columns: a union in one would be read as a whole for each condition.
create or replace view alarms_raised with (security_invoker = true) as
  select id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, device_id, sn, name, value, began_at, ended_at, present, dispose,
    project_id, area_id, create_time, update_time,
    incident_id is not null or coalesce(shelved_until > now(), false) or (alarm_type = 1 and create_time > now() - interval '20 seconds') as quiet, is_deleted
  from alarms_alarm;
create view alarms_incidents with (security_invoker = true) as
  select id, tenant_id, 1::smallint as alarm_type, 300::smallint as sub_alarm_type, 4003::smallint as city_exception_type, severity, null::bigint as device_id,
    ''::text as sn, name, (array['网络中断 / Network down', '区域停电 / Area without supply', '网关离线 / Gateway lost', '配电箱断电 / Switch box without supply', '缺相 / Phase lost',
      '回路断电 / Loop without supply'])[cause]::text as value,
    began_at, ended_at, state = 1 as present, 0::smallint as dispose, project_id, area_id, create_time, update_time, false as quiet, is_deleted or state not in (1, 2) as is_deleted
  from alarms_incident;
grant select on alarms_incidents to lamplight_app, lamplight_worker;
