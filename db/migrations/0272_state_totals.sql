-- Totals of lamps by the state of their device, kept for the list that is filtered by it.

-- Each change of the state of a device, until it is added to the totals. A device without a state counts as not activated (5). Ingest only adds
-- rows here: totals that it changed itself would make it wait for whoever writes lamps, and the other way round.
create table devices_flip (
  device_id bigint not null,
  tenant_id text not null,
  was smallint not null,
  state smallint not null
);
create index devices_flip_device on devices_flip (device_id);
select ll_secure('devices_flip');

-- By row and under a condition: reports that change no state then cost next to nothing.
create function devices_state_flipped() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  if old.tenant_id = new.tenant_id then
    insert into devices_flip (device_id, tenant_id, was, state) values (new.device_id, new.tenant_id, old.state, new.state);
  else
    insert into devices_flip (device_id, tenant_id, was, state)
      values (old.device_id, old.tenant_id, old.state, 5), (new.device_id, new.tenant_id, 5, new.state);
  end if;
  return null;
end $fn$;
create trigger flipped after update on devices_state for each row
  when (old.state is distinct from new.state or old.tenant_id is distinct from new.tenant_id) execute function devices_state_flipped();

create function devices_state_came() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  insert into devices_flip (device_id, tenant_id, was, state) select device_id, tenant_id, 5, state from new_rows where state <> 5;
  return null;
end $fn$;
create trigger came after insert on devices_state referencing new table as new_rows for each statement execute function devices_state_came();

create function devices_state_went() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  insert into devices_flip (device_id, tenant_id, was, state) select device_id, tenant_id, state, 5 from old_rows where state <> 5;
  return null;
end $fn$;
create trigger went after delete on devices_state referencing old table as old_rows for each statement execute function devices_state_went();

-- Adds to the totals: what lamps of a place and state came (one > 0) or went, on the three levels of kit_counter.
create function lighting_add_states(tenants text[], projects bigint[], areas bigint[], states smallint[], ones bigint[])
returns void language sql security definer set search_path = public as $fn$
  insert into kit_counter (tenant_id, resource, project_id, area_id, n, changes)
  select * from (
    select tenant, 'lighting_lamp:' || state as resource,
      case when grouping(project) = 1 then -1 else project end as project, case when grouping(area) = 1 then -1 else area end as area, sum(one), 1
    from unnest(tenants, projects, areas, states, ones) as p (tenant, project, area, state, one)
    group by grouping sets ((tenant, state), (tenant, state, project), (tenant, state, project, area)) having sum(one) <> 0) levels
  order by tenant, resource, project, area
  on conflict (tenant_id, resource, project_id, area_id) do update set n = kit_counter.n + excluded.n, changes = kit_counter.changes + 1
$fn$;
revoke all on function lighting_add_states(text[], bigint[], bigint[], smallint[], bigint[]) from public;

-- Lamps that come, go, change their places or their devices. A lamp is counted with the state that its device had before the changes that are not
-- added yet; those are added for it with the others. The lock keeps these apart from the adding (7263, 5), not from each other.
create function lighting_lamp_states() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  parts text := '';
  any_changed boolean;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    parts := 'select tenant_id, controller_id, project_id, area_id, 1 as one from new_rows where not is_deleted';
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    parts := parts || case when parts = '' then '' else ' union all ' end
      || 'select tenant_id, controller_id, project_id, area_id, -1 as one from old_rows where not is_deleted';
  end if;
  parts := format('select tenant_id, controller_id, coalesce(project_id, 0) as project, coalesce(area_id, 0) as area, sum(one) as one
    from (%s) both_rows group by 1, 2, 3, 4 having sum(one) <> 0', parts);
  if tg_op = 'UPDATE' then
    execute format('select exists (%s)', parts) into any_changed;
    if not any_changed then return null; end if;
  end if;
  perform pg_advisory_xact_lock_shared(7263, 5);
  execute format($q$
    with changed as materialized (%s), points as (
      select c.tenant_id, project, area, coalesce(s.state, 5::smallint) as state, one
      from changed c left join devices_state s on s.device_id = c.controller_id and s.tenant_id = c.tenant_id
      union all
      select c.tenant_id, project, area, f.was, one from changed c join devices_flip f on f.device_id = c.controller_id and f.tenant_id = c.tenant_id
      union all
      select c.tenant_id, project, area, f.state, -one from changed c join devices_flip f on f.device_id = c.controller_id and f.tenant_id = c.tenant_id
    ), summed as (select tenant_id, project, area, state, sum(one)::bigint as one from points group by 1, 2, 3, 4)
    select lighting_add_states(array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one)) from summed
  $q$, parts);
  return null;
end $fn$;
create trigger states_insert after insert on lighting_lamp referencing new table as new_rows for each statement execute function lighting_lamp_states();
create trigger states_update after update on lighting_lamp referencing new table as new_rows old table as old_rows for each statement execute function lighting_lamp_states();
create trigger states_delete after delete on lighting_lamp referencing old table as old_rows for each statement execute function lighting_lamp_states();

-- Adds the changes of states to the totals, each for the lamps of its device. Two statements: the second sees what was written before the lock was had.
create function lighting_fold_states() returns void language plpgsql security definer set search_path = public as $fn$
declare
  tenants text[];
  projects bigint[];
  areas bigint[];
  states smallint[];
  ones bigint[];
begin
  if not exists (select from devices_flip) then return; end if;
  perform pg_advisory_xact_lock(7263, 5);
  with gone as (
    delete from devices_flip returning device_id, tenant_id, was, state
  ), net as (
    select device_id, tenant_id, state, sum(one) as one from (
      select device_id, tenant_id, was as state, -1 as one from gone union all select device_id, tenant_id, state, 1 from gone) moves
    group by 1, 2, 3 having sum(one) <> 0
  ), summed as (
    select l.tenant_id, coalesce(l.project_id, 0) as project, coalesce(l.area_id, 0) as area, n.state, sum(n.one)::bigint as one
    from net n join lighting_lamp l on l.tenant_id = n.tenant_id and l.controller_id = n.device_id and not l.is_deleted group by 1, 2, 3, 4
  )
  select array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one)
    into tenants, projects, areas, states, ones from summed;
  if tenants is not null then perform lighting_add_states(tenants, projects, areas, states, ones); end if;
end $fn$;
revoke all on function lighting_fold_states() from public;
grant execute on function lighting_fold_states() to lamplight_worker;

select lighting_add_states(array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one)) from (
  select l.tenant_id, coalesce(l.project_id, 0) as project, coalesce(l.area_id, 0) as area, coalesce(s.state, 5::smallint) as state, count(*) as one
  from lighting_lamp l left join devices_state s on s.device_id = l.controller_id and s.tenant_id = l.tenant_id
  where not l.is_deleted group by 1, 2, 3, 4) summed;
