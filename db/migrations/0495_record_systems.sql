-- Systems of the devices of each command record, by the type of their project: 2 city lighting, 3 smart poles, 4 institutes, 200 solar lighting.
alter table control_batch add column systems integer[] not null default '{2}';
create index control_batch_systems on control_batch using gin (systems);
update control_batch b set systems = s.systems from (
  select k.batch_id, array_agg(distinct case when d.type = 7 then 200 when p.type in (200, 3, 4) then p.type else 2 end)::integer[] as systems
  from control_pack k cross join unnest(k.device_ids) as i (id)
  left join (
    select id, 4 as type, project_id from lighting_controller union all select id, 7, project_id from solar_lamp
    union all select id, 2, project_id from devices_gateway
  ) d on d.id = i.id
  left join places_project p on p.id = d.project_id
  group by k.batch_id
) s where s.batch_id = b.id and s.systems <> '{2}';
