-- Makes the storage of many events at once cheaper.

-- The function names schemas itself instead of setting `search_path`: PostgreSQL sets and resets that for each changed row, which took a third of the time.
create or replace function devices_state_flipped() returns trigger language plpgsql security definer as $fn$
begin
  if old.tenant_id operator(pg_catalog.=) new.tenant_id then
    insert into public.devices_flip (device_id, tenant_id, was, state) values (new.device_id, new.tenant_id, old.state, new.state);
  else
    insert into public.devices_flip (device_id, tenant_id, was, state)
      values (old.device_id, old.tenant_id, old.state, 5), (new.device_id, new.tenant_id, 5, new.state);
  end if;
  return null;
end $fn$;

-- `execute` plans the statement at each call, for the number of changes: PostgreSQL joins 100,000 changes by hash, and finds a few by index.
create or replace function lighting_fold_states() returns void language plpgsql security definer set search_path = public as $fn$
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
  ), net as (
    select device_id, tenant_id, state, sum(one) as one from (
      select device_id, tenant_id, was as state, -1 as one from gone union all select device_id, tenant_id, state, 1 from gone) moves
    group by 1, 2, 3 having sum(one) <> 0
  ), places as (
    select 'lighting_lamp' as name, l.tenant_id, l.project_id, l.area_id, n.state, n.one
    from net n join lighting_lamp l on l.tenant_id = n.tenant_id and l.controller_id = n.device_id and not l.is_deleted
    union all
    select 'lighting_controller', c.tenant_id, c.project_id, c.area_id, n.state, n.one
    from net n join lighting_controller c on c.tenant_id = n.tenant_id and c.id = n.device_id and not c.is_deleted
  ), summed as (
    select name, tenant_id, coalesce(project_id, 0) as project, coalesce(area_id, 0) as area, state, sum(one)::bigint as one from places group by 1, 2, 3, 4, 5
  )
  select array_agg(name), array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one) from summed
  $q$ into names, tenants, projects, areas, states, ones;
  if tenants is not null then perform lighting_add_states(names, tenants, projects, areas, states, ones); end if;
end $fn$;
