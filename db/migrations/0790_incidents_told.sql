-- Slices that notify others are told an incident instead of the alarms that it explains. sub_alarm_type 300: incident. An alarm of a lost device waits 20 s for its incident.
create or replace view alarms_raised with (security_invoker = true) as
  select id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, device_id, sn, name, value, began_at, ended_at, present, dispose,
    project_id, area_id, create_time, update_time,
    incident_id is not null or coalesce(shelved_until > now(), false) or (alarm_type = 1 and create_time > now() - interval '20 seconds') as quiet
  from alarms_alarm where not is_deleted
  union all
  select id, tenant_id, 1::smallint, 300::smallint, 4003::smallint, severity, null::bigint, ''::text, name,
    (array['网络中断 / Network down', '区域停电 / Area without supply', '网关离线 / Gateway lost', '配电箱断电 / Switch box without supply', '缺相 / Phase lost',
      '回路断电 / Loop without supply'])[cause]::text,
    began_at, ended_at, state = 1, 0::smallint, project_id, area_id, create_time, update_time, false
  from alarms_incident where state in (1, 2) and not is_deleted;
