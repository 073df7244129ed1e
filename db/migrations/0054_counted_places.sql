-- Kept totals by project and area, so that rights and filters over places need not count; and a number that grows whenever the rows
-- behind a total are others than before, so that a place remembered in a long list is known to be still good.
alter table kit_counter add column area_id bigint not null default 0, add column changes bigint not null default 0;
alter table kit_counter drop constraint kit_counter_pkey, add primary key (tenant_id, resource, project_id, area_id);

-- Argument: place (project and area), project, or tenant.
create or replace function kit_count() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  project text := case when tg_argv[0] in ('project', 'place') then 'coalesce(project_id, 0)' else '0' end;
  area text := case when tg_argv[0] = 'place' then 'coalesce(area_id, 0)' else '0' end;
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
  execute format($q$
    insert into kit_counter (tenant_id, resource, project_id, area_id, n, changes)
    select tenant_id, %L, project_id, area_id, sum(one), 1 from (%s) changed group by tenant_id, project_id, area_id
    order by tenant_id, project_id, area_id
    on conflict (tenant_id, resource, project_id, area_id)
      do update set n = kit_counter.n + excluded.n, changes = kit_counter.changes + 1 $q$, tg_table_name, parts);
  return null;
end $fn$;

create or replace function ll_counted(target text, by_project boolean) returns void language plpgsql as $fn$
declare arg text := case
  when by_project and exists (select from pg_attribute where attrelid = target::regclass and attname = 'area_id' and not attisdropped) then 'place'
  when by_project then 'project' else 'tenant' end;
begin
  execute format('create trigger counted_insert after insert on %I referencing new table as new_rows for each statement execute function kit_count(%L)', target, arg);
  execute format('create trigger counted_update after update on %I referencing new table as new_rows old table as old_rows for each statement execute function kit_count(%L)', target, arg);
  execute format('create trigger counted_delete after delete on %I referencing old table as old_rows for each statement execute function kit_count(%L)', target, arg);
end $fn$;

do $$
declare target text;
begin
  foreach target in array array['lighting_lamp', 'lighting_controller', 'lighting_post', 'devices_gateway'] loop
    execute format('drop trigger counted_insert on %I', target);
    execute format('drop trigger counted_update on %I', target);
    execute format('drop trigger counted_delete on %I', target);
    perform ll_counted(target, true);
    delete from kit_counter where resource = target;
    execute format('insert into kit_counter (tenant_id, resource, project_id, area_id, n)
      select tenant_id, %L, coalesce(project_id, 0), coalesce(area_id, 0), count(*) from %I where not is_deleted group by 1, 3, 4', target, target);
  end loop;
end $$;
