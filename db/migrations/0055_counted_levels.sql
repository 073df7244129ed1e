-- Kept totals on three levels, so that one row answers for a whole tenant or project: -1 stands for all projects, all areas.
create or replace function kit_count() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  project text := case when tg_argv[0] in ('project', 'place') then 'coalesce(project_id, 0)' else '0' end;
  area text := case when tg_argv[0] = 'place' then 'coalesce(area_id, 0)' else '0' end;
  levels text := '(tenant_id)'
    || case when tg_argv[0] in ('project', 'place') then ', (tenant_id, project_id)' else '' end
    || case when tg_argv[0] = 'place' then ', (tenant_id, project_id, area_id)' else '' end;
  parts text := '';
begin
  if tg_op in ('INSERT', 'UPDATE') then
    parts := format('select id, tenant_id, %s as project_id, %s as area_id, 1 as one from new_rows where not is_deleted', project, area);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    parts := parts || case when parts = '' then '' else ' union all ' end
      || format('select id, tenant_id, %s as project_id, %s as area_id, -1 as one from old_rows where not is_deleted', project, area);
  end if;
  if tg_op = 'UPDATE' then
    -- A row that stays where it was changes no total; two that change places do, though the numbers stay.
    parts := format('select id, tenant_id, project_id, area_id, sum(one) as one from (%s) both_rows
      group by id, tenant_id, project_id, area_id having sum(one) <> 0', parts);
  end if;
  -- In the order of the key, the tenant's row first: whoever changes the rows of a tenant waits there and nowhere crosswise.
  execute format($q$
    insert into kit_counter (tenant_id, resource, project_id, area_id, n, changes)
    select * from (
      select tenant_id, %L, %s as project, %s as area, sum(one), 1 from (%s) changed group by grouping sets (%s)) levels
    order by tenant_id, project, area
    on conflict (tenant_id, resource, project_id, area_id)
      do update set n = kit_counter.n + excluded.n, changes = kit_counter.changes + 1 $q$, tg_table_name,
    case when tg_argv[0] in ('project', 'place') then 'case when grouping(project_id) = 1 then -1 else project_id end' else '-1' end,
    case when tg_argv[0] = 'place' then 'case when grouping(area_id) = 1 then -1 else area_id end' else '-1' end, parts, levels);
  return null;
end $fn$;

create index kit_counter_area on kit_counter (tenant_id, resource, area_id);

insert into kit_counter (tenant_id, resource, project_id, area_id, n, changes)
  select tenant_id, resource, -1, -1, sum(n), max(changes) from kit_counter group by 1, 2;
insert into kit_counter (tenant_id, resource, project_id, area_id, n, changes)
  select tenant_id, resource, project_id, -1, sum(n), max(changes) from kit_counter
  where project_id >= 0 and resource in ('lighting_lamp', 'lighting_controller', 'lighting_post', 'devices_gateway') group by 1, 2, 3;
delete from kit_counter where project_id >= 0 and resource not in ('lighting_lamp', 'lighting_controller', 'lighting_post', 'devices_gateway');
