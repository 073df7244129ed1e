-- The list of alarms: open ones first, by severity, the newest first.
create index alarms_alarm_worst on alarms_alarm (tenant_id, dispose, severity, began_at desc nulls last, id desc) where not is_deleted;
-- With the names of the streets. Queries that do not select them do not read the table: the planner removes the join.
create or replace view lighting_controller_streets with (security_invoker = true) as
  select l.tenant_id, l.controller_id, p.street_id, s.name as street_name, s.name_en as street_name_en
  from lighting_lamp l join lighting_post p on p.id = l.post_id left join lighting_street s on s.id = p.street_id
  where not l.is_deleted and l.controller_id is not null and p.street_id is not null;
