-- Alarms of an incident are told by it: the bell and the findings read only those without one, so that the alarms of an outage are no entries here.
drop index alarms_alarm_severest;
create index alarms_alarm_severest on alarms_alarm (tenant_id, severity, began_at desc) where dispose = 0 and incident_id is null and not is_deleted;

-- Loops are joined with the members of their groups by hash: each loop was compared with each member.
create or replace view cabinets_fed with (security_invoker = true) as
  select loop_id, device_id, tenant_id from cabinets_feed
  union
  select l.id, m.device_id, l.tenant_id from cabinets_loop l cross join unnest(l.lamp_group_ids) as g (id)
    join devices_group_members m on m.tenant_id = l.tenant_id and m.group_id = g.id
  where not l.is_deleted;

-- The changes of 100,000 states are grouped in memory.
alter function lighting_fold_states() set work_mem = '64MB';
