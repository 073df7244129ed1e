-- Offered to reports: cause, place and time of incidents, and the number of devices that each lost at most.
create view alarms_incident_spans with (security_invoker = true) as
  select id, tenant_id, cause, name, coalesce(most_lost, 0) as devices, began_at, ended_at, project_id, area_id, is_deleted or state not in (1, 2) as is_deleted
  from alarms_incident;
grant select on alarms_incident_spans to lamplight_app, lamplight_worker;
