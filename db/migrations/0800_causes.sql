-- Which air switch, and which output of which concentrator, switches a loop.
create view cabinets_switched_loops with (security_invoker = true) as
  select tenant_id, is_deleted, loop_id, id as device_id from cabinets_air_switch;
create view cabinets_output_loops with (security_invoker = true) as
  select tenant_id, is_deleted, id as loop_id, concentrator_id as device_id, do_no from cabinets_loop;
grant select on cabinets_switched_loops, cabinets_output_loops to lamplight_app, lamplight_worker;

create or replace view control_batches with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, is_deleted, command, level, status, state, device_type, command_text, command_text_en, target_kind,
    target_text, target_text_en, total, queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent,
    reached_received, reached_applied, cmd, args
  from control_batch;

-- SIM cards of gateways. `blocked`: it carries no data now.
create view devices_gateway_sims with (security_invoker = true) as
  select g.id as gateway_id, g.tenant_id, c.operator,
    coalesce(c.suspended, false) or coalesce(c.expire_at < now(), false) or coalesce(c.used_mb >= nullif(c.plan_mb, 0), false) as blocked
  from devices_gateway g join devices_esim_card c on c.sn = g.sn and not c.is_deleted where not g.is_deleted;
grant select on devices_gateway_sims to lamplight_app, lamplight_worker;

-- Wind in m/s and rain of the last hour in mm, by environmental sensors that have reported in the last hour.
create view environment_weather with (security_invoker = true) as
  select e.tenant_id, e.area_id, v.v[3] as wind, v.v[5] as rain from environment_env_sensor e
  join devices_states s on s.device_id = e.id and s.tenant_id = e.tenant_id and s.received_at > now() - interval '1 hour'
  join devices_values v on v.device_id = e.id and v.tenant_id = e.tenant_id where not e.is_deleted;
grant select on environment_weather to lamplight_app, lamplight_worker;

create or replace view alarms_incidents with (security_invoker = true) as
  select id, tenant_id, 1::smallint as alarm_type, 300::smallint as sub_alarm_type, 4003::smallint as city_exception_type, severity, null::bigint as device_id,
    ''::text as sn, name, (array['网络中断 / Network down', '区域停电 / Area without supply', '网关离线 / Gateway lost', '配电箱断电 / Switch box without supply', '缺相 / Phase lost',
      '回路断电 / Loop without supply', '断路器跳闸 / Breaker tripped', 'SIM卡停用 / SIM card blocked', '恶劣天气停电 / Supply lost in bad weather'])[cause]::text as value,
    began_at, ended_at, state = 1 as present, 0::smallint as dispose, project_id, area_id, create_time, update_time, false as quiet, is_deleted or state not in (1, 2) as is_deleted
  from alarms_incident;
