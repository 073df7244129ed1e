-- Numbers of the rows of the coarser sums by place: a report by lamp and month need not count 1,200,000 groups. Rows that share their period and lamp, or
-- street, with another row are marked, because they are one group.
do $$
declare
  level text;
  grp text;
  place text;
begin
  foreach level in array array['reports_street_daily', 'reports_street_monthly', 'reports_lamp_monthly', 'reports_lamp_yearly'] loop
    grp := case when level like '%lamp%' then 'device_id' else 'street_id' end;
    place := case when level like '%lamp%' then 'area_id, project_id, supplier_id' else 'area_id, project_id' end;
    execute format('alter table %I add several boolean not null default false', level);
    execute format('update %1$I t set several = true from (select tenant_id, day, %2$s as id from %1$I group by 1, 2, 3 having count(*) > 1) s
      where t.tenant_id = s.tenant_id and t.day = s.day and t.%2$s = s.id', level, grp);
    execute format('create index %1$s_several on %1$I (tenant_id, day) where several', level);
    execute format('create table %1$I (tenant_id text not null, day date not null, area_id bigint not null, project_id bigint not null, %2$s
      days integer not null, nights integer not null, primary key (tenant_id, day, %3$s))',
      level || '_rows', case when level like '%lamp%' then 'supplier_id bigint not null,' else '' end, place);
    execute format('insert into %1$I (tenant_id, day, %2$s, days, nights)
      select tenant_id, day, %2$s, count(*) filter (where due > 0), count(*) filter (where lamps > 0) from %3$I group by tenant_id, day, %2$s',
      level || '_rows', place, level);
    -- Without statistics of the new column the planner does not use its index.
    execute format('analyze %1$I, %1$s_rows', level);
    perform ll_secure(level || '_rows');
    execute format($p$create policy scope on %I as restrictive to lamplight_scoped
      using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true)$p$, level || '_rows');
  end loop;
end $$;

create or replace view reports_light_streets with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_street_daily where lamps > 0;
create or replace view reports_light_streets_monthly with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_street_monthly where lamps > 0;
create or replace view reports_light_lamps_monthly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_lamp_monthly where lamps > 0;
create or replace view reports_light_lamps_yearly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_lamp_yearly where lamps > 0;
create or replace view reports_days_streets with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, devices, due, energy, on_ms, online_ms, due_ms, several from reports_street_daily where due > 0;
create or replace view reports_days_streets_monthly with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, devices, due, energy, on_ms, online_ms, due_ms, several from reports_street_monthly where due > 0;
create or replace view reports_days_lamps_monthly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms, several
  from reports_lamp_monthly where due > 0;
create or replace view reports_days_lamps_yearly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms, several
  from reports_lamp_yearly where due > 0;
