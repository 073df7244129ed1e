-- The bell and the findings read only alarms without an incident, so the index leaves out alarms that have one.
drop index alarms_alarm_severest;
create index alarms_alarm_severest on alarms_alarm (tenant_id, severity, began_at desc) where dispose = 0 and incident_id is null and not is_deleted;

-- The condition on the group is an equality now, so that PostgreSQL joins loops and members by hash. Before, it compared each loop with each member.
create or replace view cabinets_fed with (security_invoker = true) as
  select loop_id, device_id, tenant_id from cabinets_feed
  union
  select l.id, m.device_id, l.tenant_id from cabinets_loop l cross join unnest(l.lamp_group_ids) as g (id)
    join devices_group_members m on m.tenant_id = l.tenant_id and m.group_id = g.id
  where not l.is_deleted;

-- With this memory PostgreSQL groups the changes of 100,000 states without files.
alter function lighting_fold_states() set work_mem = '64MB';
