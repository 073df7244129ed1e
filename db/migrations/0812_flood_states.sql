-- A changed state writes an entry to each index of its row, and the registry is seldom written: whoever asks for the devices of a gateway asks there.
drop index devices_state_gateway;
create index devices_registry_gateway on devices_registry (tenant_id, gateway_id);

-- Groups the changes of states by place before it splits each into a state that was left and one that was reached. Before, it joined two rows of each change
-- with the lamps and with the controllers, and sorted them.
create or replace function lighting_fold_states() returns void language plpgsql security definer set search_path = public set work_mem = '64MB' as $fn$
declare
  names text[];
  tenants text[];
  projects bigint[];
  areas bigint[];
  states smallint[];
  ones bigint[];
begin
  if not exists (select from devices_flip) then return; end if;
  perform pg_advisory_xact_lock(7263, 5);
  execute $q$
  with gone as (
    delete from devices_flip returning device_id, tenant_id, was, state
  ), moves as (
    select 'lighting_lamp' as name, l.tenant_id, coalesce(l.project_id, 0) as project, coalesce(l.area_id, 0) as area, g.was, g.state, count(*) as n
    from gone g join lighting_lamp l on l.tenant_id = g.tenant_id and l.controller_id = g.device_id and not l.is_deleted group by 1, 2, 3, 4, 5, 6
    union all
    select 'lighting_controller', c.tenant_id, coalesce(c.project_id, 0), coalesce(c.area_id, 0), g.was, g.state, count(*)
    from gone g join lighting_controller c on c.tenant_id = g.tenant_id and c.id = g.device_id and not c.is_deleted group by 1, 2, 3, 4, 5, 6
  ), summed as (
    select name, tenant_id, project, area, state, sum(one)::bigint as one from (
      select name, tenant_id, project, area, was as state, -n as one from moves union all select name, tenant_id, project, area, state, n from moves) ends
    group by 1, 2, 3, 4, 5 having sum(one) <> 0
  )
  select array_agg(name), array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one) from summed
  $q$ into names, tenants, projects, areas, states, ones;
  if tenants is not null then perform lighting_add_states(names, tenants, projects, areas, states, ones); end if;
end $fn$;
