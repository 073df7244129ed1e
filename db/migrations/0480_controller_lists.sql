-- Lists of lamp controllers: texts in one index, and totals by state, as lamps have them (0272).
alter table lighting_controller add column keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored;
create index lighting_controller_keyword on lighting_controller (tenant_id, id) include (keyword_text) where not is_deleted;

drop function lighting_add_states(text[], bigint[], bigint[], smallint[], bigint[]);
-- Adds to the totals: what rows of a table, place and state came (one > 0) or went, on the three levels of kit_counter.
create function lighting_add_states(resources text[], tenants text[], projects bigint[], areas bigint[], states smallint[], ones bigint[])
returns void language sql security definer set search_path = public as $fn$
  insert into kit_counter (tenant_id, resource, project_id, area_id, n, changes)
  select * from (
    select tenant, name || ':' || state as resource,
      case when grouping(project) = 1 then -1 else project end as project, case when grouping(area) = 1 then -1 else area end as area, sum(one), 1
    from unnest(resources, tenants, projects, areas, states, ones) as p (name, tenant, project, area, state, one)
    group by grouping sets ((name, tenant, state), (name, tenant, state, project), (name, tenant, state, project, area)) having sum(one) <> 0) levels
  order by tenant, resource, project, area
  on conflict (tenant_id, resource, project_id, area_id) do update set n = kit_counter.n + excluded.n, changes = kit_counter.changes + 1
$fn$;
revoke all on function lighting_add_states(text[], text[], bigint[], bigint[], smallint[], bigint[]) from public;

-- Rows that come, go, change their places or their devices; the argument is the column with the device. A row is counted with the state that its
-- device had before the changes that are not added yet; those are added for it with the others. The lock keeps these apart from the adding (7263, 5).
create function lighting_state_totals() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  parts text := '';
  any_changed boolean;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    parts := format('select tenant_id, %I as device_id, project_id, area_id, 1 as one from new_rows where not is_deleted', tg_argv[0]);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    parts := parts || case when parts = '' then '' else ' union all ' end
      || format('select tenant_id, %I as device_id, project_id, area_id, -1 as one from old_rows where not is_deleted', tg_argv[0]);
  end if;
  parts := format('select tenant_id, device_id, coalesce(project_id, 0) as project, coalesce(area_id, 0) as area, sum(one) as one
    from (%s) both_rows group by 1, 2, 3, 4 having sum(one) <> 0', parts);
  if tg_op = 'UPDATE' then
    execute format('select exists (%s)', parts) into any_changed;
    if not any_changed then return null; end if;
  end if;
  perform pg_advisory_xact_lock_shared(7263, 5);
  execute format($q$
    with changed as materialized (%s), points as (
      select c.tenant_id, project, area, coalesce(s.state, 5::smallint) as state, one
      from changed c left join devices_state s on s.device_id = c.device_id and s.tenant_id = c.tenant_id
      union all
      select c.tenant_id, project, area, f.was, one from changed c join devices_flip f on f.device_id = c.device_id and f.tenant_id = c.tenant_id
      union all
      select c.tenant_id, project, area, f.state, -one from changed c join devices_flip f on f.device_id = c.device_id and f.tenant_id = c.tenant_id
    ), summed as (select tenant_id, project, area, state, sum(one)::bigint as one from points group by 1, 2, 3, 4)
    select lighting_add_states(array_agg(%L::text), array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one)) from summed
  $q$, parts, tg_table_name);
  return null;
end $fn$;
drop trigger states_insert on lighting_lamp;
drop trigger states_update on lighting_lamp;
drop trigger states_delete on lighting_lamp;
drop function lighting_lamp_states();
create trigger states_insert after insert on lighting_lamp referencing new table as new_rows for each statement execute function lighting_state_totals('controller_id');
create trigger states_update after update on lighting_lamp referencing new table as new_rows old table as old_rows for each statement execute function lighting_state_totals('controller_id');
create trigger states_delete after delete on lighting_lamp referencing old table as old_rows for each statement execute function lighting_state_totals('controller_id');
create trigger states_insert after insert on lighting_controller referencing new table as new_rows for each statement execute function lighting_state_totals('id');
create trigger states_update after update on lighting_controller referencing new table as new_rows old table as old_rows for each statement execute function lighting_state_totals('id');
create trigger states_delete after delete on lighting_controller referencing old table as old_rows for each statement execute function lighting_state_totals('id');

-- Adds the changes of states to the totals, each for the lamps of its device and for the device. Two statements: the second sees what was written
-- before the lock was had.
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
  select array_agg(name), array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one)
    into names, tenants, projects, areas, states, ones from summed;
  if tenants is not null then perform lighting_add_states(names, tenants, projects, areas, states, ones); end if;
end $fn$;

-- Controllers now, before the changes that the next adding brings.
select lighting_add_states(array_agg('lighting_controller'::text), array_agg(tenant_id), array_agg(project), array_agg(area), array_agg(state), array_agg(one)) from (
  select tenant_id, project, area, state, sum(one)::bigint as one from (
    select c.tenant_id, coalesce(c.project_id, 0) as project, coalesce(c.area_id, 0) as area, coalesce(s.state, 5::smallint) as state, 1 as one
    from lighting_controller c left join devices_state s on s.device_id = c.id and s.tenant_id = c.tenant_id where not c.is_deleted
    union all
    select c.tenant_id, coalesce(c.project_id, 0), coalesce(c.area_id, 0), f.was, 1
    from lighting_controller c join devices_flip f on f.device_id = c.id and f.tenant_id = c.tenant_id where not c.is_deleted
    union all
    select c.tenant_id, coalesce(c.project_id, 0), coalesce(c.area_id, 0), f.state, -1
    from lighting_controller c join devices_flip f on f.device_id = c.id and f.tenant_id = c.tenant_id where not c.is_deleted) points
  group by 1, 2, 3, 4 having sum(one) <> 0) summed;
