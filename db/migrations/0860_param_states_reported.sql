-- The reported value of a parameter: the slice of the family compares what a device holds with what it was given.
create or replace view control_param_states with (security_invoker = true) as
  select device_id, family, tenant_id, status, drift, code, reported_at,
    (select v.value from control_value v where v.id = p.reported_id) as reported
  from control_param p;
