alter table alarms_alarm add column incident_id bigint;

create table alarms_incident (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  severity smallint,
  cause smallint,
  name text,
  state smallint,
  lost integer,
  total integer,
  most_lost integer,
  confidence integer,
  evidence text,
  rival_cause smallint,
  rival_name text,
  rival_confidence integer,
  began_at timestamptz,
  ended_at timestamptz,
  restoring_since timestamptz,
  node_key text,
  rival_key text,
  rival_since timestamptz,
  rejected text,
  merged_id bigint,
  acknowledged_at timestamptz,
  acknowledged_by bigint,
  assignee_id bigint,
  remark text,
  gateway_id bigint,
  switchbox_id bigint,
  loop_id bigint,
  project_id bigint,
  area_id bigint
);
create index alarms_incident_tenant on alarms_incident (tenant_id, id) where not is_deleted;
create index alarms_incident_state_began_at on alarms_incident (tenant_id, state, began_at) where not is_deleted;
create index alarms_incident_began_at_id on alarms_incident (tenant_id, began_at, id) where not is_deleted;
create index alarms_incident_project_id_id on alarms_incident (tenant_id, project_id, id) where not is_deleted;
create index alarms_incident_area_id_id on alarms_incident (tenant_id, area_id, id) where not is_deleted;
select ll_secure('alarms_incident', 'tenant');
select ll_counted('alarms_incident', true);

-- One incident of a node is open at a time: a process that starts again finds it.
create unique index alarms_incident_node on alarms_incident (tenant_id, node_key) where state in (0, 1) and not is_deleted;
create index alarms_alarm_incident on alarms_alarm (tenant_id, incident_id) where incident_id is not null and not is_deleted;

-- The supply of lamps, as slices above the cabinets read it: which loop, phase and box feed a lamp; the contact of a loop (0 open, 1 closed, null unknown); the
-- power at the meters of a box in W and when they reported it. 30: slot before that of the first output of a concentrator.
create view cabinets_supplied with (security_invoker = true) as
  select f.device_id, f.tenant_id, l.id as loop_id, l.phase, l.switchbox_id from cabinets_fed f
  join cabinets_loop l on l.tenant_id = f.tenant_id and l.id = f.loop_id and not l.is_deleted;
create view cabinets_loops with (security_invoker = true) as
  select l.id, l.tenant_id, l.name, l.no, l.phase, l.switchbox_id, l.project_id, l.area_id,
    least(
      (select min(v.v[1])::int from cabinets_air_switch a join devices_values v on v.device_id = a.id and v.tenant_id = a.tenant_id
       where a.tenant_id = l.tenant_id and a.loop_id = l.id and not a.is_deleted),
      (select v.v[30 + l.do_no]::int from devices_values v where v.device_id = l.concentrator_id and v.tenant_id = l.tenant_id)
    ) as contact
  from cabinets_loop l where not l.is_deleted;
create view cabinets_box_supplies with (security_invoker = true) as
  select b.id, b.tenant_id, b.name, b.gateway_id, b.project_id, b.area_id, m.power, m.power_at
  from cabinets_switchbox b left join lateral (
    select sum(v.v[2]) as power, min(s.received_at) as power_at from cabinets_meter m join devices_values v on v.device_id = m.id and v.tenant_id = m.tenant_id
    join devices_states s on s.device_id = m.id and s.tenant_id = m.tenant_id
    where m.tenant_id = b.tenant_id and m.switchbox_id = b.id and not m.is_deleted) m on true
  where not b.is_deleted;
grant select on cabinets_supplied, cabinets_loops, cabinets_box_supplies to lamplight_app, lamplight_worker;
