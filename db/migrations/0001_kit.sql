-- Roles, row-level security and the tables of the platform itself.
do $$ begin
  create role lamplight_app nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role lamplight_worker nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  execute format('grant lamplight_app, lamplight_worker to %I', current_user);
exception when others then null; end $$;

grant usage on schema public to lamplight_app, lamplight_worker;

-- Puts a table under row-level security. visible: tenant (own rows), platform (administrators of the platform see all),
-- global (everybody reads, the platform's tenant writes).
create function ll_secure(target text, visible text default 'tenant') returns void language plpgsql as $fn$
begin
  execute format('alter table %I enable row level security', target);
  execute format('alter table %I force row level security', target);
  execute format('grant select, insert, update, delete on %I to lamplight_app, lamplight_worker', target);
  execute format('create policy worker on %I to lamplight_worker using (true) with check (true)', target);
  execute format('create policy owner on %I to %I using (true) with check (true)', target, current_user);
  if visible = 'tenant' then
    execute format($p$create policy own on %I to lamplight_app using (tenant_id = (select current_setting('app.tenant', true)))$p$, target);
  elsif visible = 'platform' then
    execute format($p$create policy own on %I to lamplight_app using (tenant_id = (select current_setting('app.tenant', true)) or (select current_setting('app.platform', true)) = 'on')$p$, target);
  elsif visible = 'global' then
    execute format('create policy readers on %I for select to lamplight_app using (true)', target);
    execute format($p$create policy writers on %I to lamplight_app using ((select current_setting('app.platform', true)) = 'on') with check ((select current_setting('app.platform', true)) = 'on')$p$, target);
  else
    raise exception 'll_secure: % is no visibility', visible;
  end if;
end $fn$;

create sequence kit_id start 1500000000000000000;
grant usage on sequence kit_id to lamplight_app, lamplight_worker;

-- Kept totals: exact counts of living rows per tenant and project, kept by triggers, so that lists need not count.
create table kit_counter (
  tenant_id text not null,
  resource text not null,
  project_id bigint not null default 0,
  n bigint not null default 0,
  primary key (tenant_id, resource, project_id)
);
select ll_secure('kit_counter');

-- Runs as the table's owner: whoever writes rows keeps the counters, whatever the policies let it see of them.
create function kit_count() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  project text := case when tg_argv[0] = 'project' then 'coalesce(project_id, 0)' else '0' end;
  parts text := '';
begin
  if tg_op in ('INSERT', 'UPDATE') then
    parts := format('select tenant_id, %s as project_id, 1 as one from new_rows where not is_deleted', project);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    parts := parts || case when parts = '' then '' else ' union all ' end
      || format('select tenant_id, %s as project_id, -1 as one from old_rows where not is_deleted', project);
  end if;
  execute format($q$
    insert into kit_counter (tenant_id, resource, project_id, n)
    select tenant_id, %L, project_id, sum(one) from (%s) changed group by tenant_id, project_id having sum(one) <> 0
    order by tenant_id, project_id
    on conflict (tenant_id, resource, project_id) do update set n = kit_counter.n + excluded.n $q$, tg_table_name, parts);
  return null;
end $fn$;

create function ll_counted(target text, by_project boolean) returns void language plpgsql as $fn$
declare arg text := case when by_project then 'project' else 'tenant' end;
begin
  execute format('create trigger counted_insert after insert on %I referencing new table as new_rows for each statement execute function kit_count(%L)', target, arg);
  execute format('create trigger counted_update after update on %I referencing new table as new_rows old table as old_rows for each statement execute function kit_count(%L)', target, arg);
  execute format('create trigger counted_delete after delete on %I referencing old table as old_rows for each statement execute function kit_count(%L)', target, arg);
end $fn$;

-- Jobs: long work as rows that a person can watch and a restart takes up again. status as decisions.md C12.
create table kit_job (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint,
  kind text not null,
  title_zh text not null,
  title_en text not null,
  status smallint not null default 0,
  done bigint not null default 0,
  total bigint not null default 0,
  input jsonb not null default '{}',
  result jsonb not null default '{}',
  attempts integer not null default 0,
  lease_until timestamptz,
  create_time timestamptz not null default now(),
  end_time timestamptz
);
create index kit_job_open on kit_job (create_time) where status in (0, 1);
create index kit_job_tenant on kit_job (tenant_id, create_time desc);
select ll_secure('kit_job');

-- What was done, by whom, from where, to how many, with what result.
create table kit_audit (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint,
  account text not null default '',
  ip text not null default '',
  what text not null,
  target text not null default '',
  detail jsonb not null default '{}',
  count bigint not null default 1,
  result text not null default '',
  at timestamptz not null default now()
);
create index kit_audit_tenant on kit_audit (tenant_id, at desc);
select ll_secure('kit_audit');
