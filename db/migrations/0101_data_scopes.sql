-- Data scopes: who has some works as a role of its own, whose policies leave only rows that the asker, or people of certain departments,
-- made. The plans of everybody else know nothing of it.
do $$ begin
  create role lamplight_scoped nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  grant lamplight_app to lamplight_scoped;
exception when others then null; end $$;
do $$ begin
  execute format('grant lamplight_scoped to %I', current_user);
exception when others then null; end $$;

-- Is the asker cut in this table? `app.scope` holds departments by table.
create function ll_is_scoped(target text) returns boolean language sql stable as $fn$
  select coalesce(nullif(current_setting('app.scope', true), ''), '{}')::jsonb ? target
$fn$;

-- Whose rows of the table the asker sees. Runs as the owner: the asker may not see all of these people.
create function ll_scope_makers(target text) returns setof bigint language sql stable security definer set search_path = public as $fn$
  select nullif(current_setting('app.user', true), '')::bigint
  union
  select u.id from identity_user u
  where u.tenant_id = current_setting('app.tenant', true)
    and u.dept_id && array(select jsonb_array_elements_text(current_setting('app.scope', true)::jsonb -> target)::bigint)
$fn$;

-- Puts a table of rows that people make under data scopes. New rows are the asker's own.
create function ll_scoped(target text) returns void language plpgsql as $fn$
begin
  execute format(
    $p$create policy scope on %1$I as restrictive to lamplight_scoped
      using (not (select ll_is_scoped(%1$L)) or create_user in (select ll_scope_makers(%1$L)) %2$s) with check (true)$p$,
    target,
    -- Of people, those of the departments themselves.
    case when target = 'identity_user' then $p$or id in (select ll_scope_makers('identity_user'))$p$ else '' end);
end $fn$;

do $$ declare made record; begin
  for made in
    select c.table_name from information_schema.columns c join information_schema.columns d using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'create_user' and d.column_name = 'is_deleted'
      and exists (select 1 from pg_policies p where p.tablename = c.table_name and p.policyname = 'own')
  loop perform ll_scoped(made.table_name); end loop;
end $$;

-- Tables that come later are put under both.
create or replace function ll_secure(target text, visible text default 'tenant') returns void language plpgsql as $fn$
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
  if visible <> 'global' and exists (
    select 1 from information_schema.columns where table_schema = 'public' and table_name = target and column_name = 'create_user') then
    perform ll_scoped(target);
  end if;
end $fn$;
