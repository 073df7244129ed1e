-- Reports name the cause of an incident in their language, and count the devices that it lost at most.
create or replace view alarms_incidents with (security_invoker = true) as
  select id, tenant_id, 1::smallint as alarm_type, 300::smallint as sub_alarm_type, 4003::smallint as city_exception_type, severity, null::bigint as device_id,
    ''::text as sn, name, (array['网络中断 / Network down', '区域停电 / Area without supply', '网关离线 / Gateway lost', '配电箱断电 / Switch box without supply', '缺相 / Phase lost',
      '回路断电 / Loop without supply', '断路器跳闸 / Breaker tripped', 'SIM卡停用 / SIM card blocked', '恶劣天气停电 / Supply lost in bad weather'])[cause]::text as value,
    began_at, ended_at, state = 1 as present, 0::smallint as dispose, project_id, area_id, create_time, update_time, false as quiet, is_deleted or state not in (1, 2) as is_deleted,
    cause, coalesce(most_lost, 0) as devices
  from alarms_incident;
