-- The schema of the product in one step: what the migrations before the first release made of an empty database, with the two rows that they inserted.
-- The tables of resources are those of db/schema.sql, with the parts that no definition declares below them. The sections are the slices, lower ones first. A policy or
-- trigger of a lower slice that names a table of a higher slice stands in the section of the higher one. Later migrations begin with 0002. After the release this file never changes.

-- Function bodies name tables that are created later.
set local check_function_bodies = off;

-- ══ roles ══

-- The roles under which the server works. None owns a table. lamplight_app serves requests under the policies; lamplight_worker works across tenants.
do $$ begin
  create role lamplight_app nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  create role lamplight_worker nologin;
exception when duplicate_object or unique_violation then null; end $$;
-- Requests of users with a data scope run under a role of its own. Its policies show only rows that the user, or people of certain departments, made. The plans of
-- other requests do not contain these conditions.
do $$ begin
  create role lamplight_scoped nologin;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  grant lamplight_app to lamplight_scoped;
exception when others then null; end $$;
do $$ begin
  execute format('grant lamplight_app, lamplight_worker to %I', current_user);
exception when others then null; end $$;
do $$ begin
  execute format('grant lamplight_scoped to %I', current_user);
exception when others then null; end $$;
grant usage on schema public to lamplight_app, lamplight_worker;

-- ══ kit: the platform itself ══

-- Sequences: ids of rows, and numbers of the processes that make ids.
create sequence kit_id start 1500000000000000000;
create sequence kit_process maxvalue 1023 cycle;
grant usage on sequence kit_id, kit_process to lamplight_app, lamplight_worker;

-- Workers read which migrations are applied.
grant select on kit_migration to lamplight_worker;

-- Puts a table under row-level security. visible: tenant (rows of the tenant), platform (administrators of the platform see all),
-- global (every tenant reads, the platform's tenant writes). A table with the column `create_user` also gets the policies of data scopes.
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
  if visible <> 'global' and exists (
    select 1 from information_schema.columns where table_schema = 'public' and table_name = target and column_name = 'create_user') then
    perform ll_scoped(target);
  end if;
end $fn$;

-- Trigger function that keeps the totals of a table. Argument: place (project and area), project, or tenant. It runs as the table's owner, so that the totals
-- are right also if policies hide rows from the user who writes.
create function kit_count() returns trigger language plpgsql security definer set search_path = public as $fn$
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

-- Adds the trigger of the totals to a table: by project (and area, if the table has one), or by tenant only.
create function ll_counted(target text, by_project boolean) returns void language plpgsql as $fn$
declare arg text := case
  when by_project and exists (select from pg_attribute where attrelid = target::regclass and attname = 'area_id' and not attisdropped) then 'place'
  when by_project then 'project' else 'tenant' end;
begin
  execute format('create trigger counted_insert after insert on %I referencing new table as new_rows for each statement execute function kit_count(%L)', target, arg);
  execute format('create trigger counted_update after update on %I referencing new table as new_rows old table as old_rows for each statement execute function kit_count(%L)', target, arg);
  execute format('create trigger counted_delete after delete on %I referencing old table as old_rows for each statement execute function kit_count(%L)', target, arg);
end $fn$;

-- True if the user has a data scope on this table. `app.scope` holds departments by table.
create function ll_is_scoped(target text) returns boolean language sql stable as $fn$
  select coalesce(nullif(current_setting('app.scope', true), ''), '{}')::jsonb ? target
$fn$;

-- The users whose rows of the table the user sees. It runs as the owner, because policies may hide some of these users.
create function ll_scope_makers(target text) returns setof bigint language sql stable security definer set search_path = public as $fn$
  select nullif(current_setting('app.user', true), '')::bigint
  union
  select u.id from identity_user u
  where u.tenant_id = current_setting('app.tenant', true)
    and u.dept_id && array(select jsonb_array_elements_text(current_setting('app.scope', true)::jsonb -> target)::bigint)
$fn$;

-- Adds the policies of data scopes to a table. The user sees the rows that he adds.
create function ll_scoped(target text) returns void language plpgsql as $fn$
begin
  execute format(
    $p$create policy scope on %1$I as restrictive to lamplight_scoped
      using (not (select ll_is_scoped(%1$L)) or create_user in (select ll_scope_makers(%1$L)) %2$s) with check (true)$p$,
    target,
    -- Of people, those of the departments themselves.
    case when target = 'identity_user' then $p$or id in (select ll_scope_makers('identity_user'))$p$ else '' end);
end $fn$;

-- Runs as the table's owner: the roles of the server cannot add an entry without its mark in kit_audit_unsealed.
create function kit_audit_wait() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  insert into kit_audit_unsealed (audit_id) select id from new_rows;
  return null;
end $fn$;

-- Removes old entries at the begin of the audit log. An entry of its own, the anchor, records the last removed seal. The function runs as the owner, because no
-- role of the server may remove entries. `upto` and `hash` name the last seal to remove; only entries older than `before` are removed, none younger than 30 days,
-- and never the newest seal. Returns the number of removed entries.
create function kit_audit_cut(anchor bigint, upto bigint, hash text, before timestamptz) returns bigint
language plpgsql security definer set search_path = public as $fn$
declare
  gone bigint;
  oldest timestamptz := least(before, now() - interval '30 days');
begin
  perform pg_advisory_xact_lock(7263640);
  if not exists (select from kit_audit_seal s where s.seq = upto and s.hash = kit_audit_cut.hash)
    or upto >= (select max(seq) from kit_audit_seal)
    or exists (select from kit_audit_seal s left join kit_audit a on a.id = s.audit_id where s.seq <= upto and (a.id is null or a.at >= oldest))
  then return 0; end if;
  delete from kit_audit where id in (select audit_id from kit_audit_seal where seq <= upto);
  get diagnostics gone = row_count;
  delete from kit_audit_seal where seq <= upto;
  insert into kit_audit (id, tenant_id, what, target, detail, count) values (anchor, '000000', 'system.audit.cut', upto::text,
    jsonb_build_object('seq', upto::text, 'hash', hash, 'before', to_char(oldest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), gone);
  return gone;
end $fn$;
revoke execute on function kit_audit_cut(bigint, bigint, text, timestamptz) from public;
grant execute on function kit_audit_cut(bigint, bigint, text, timestamptz) to lamplight_worker;

-- Returns the text in the language of the user (setting app.lang): the English one if English is set and the text is not empty.
create function ll_said(zh text, en text) returns text language sql stable parallel safe as
$$ select case when en <> '' and current_setting('app.lang', true) = 'en' then en else zh end $$;

-- Totals: exact numbers of rows that are not deleted, kept by triggers, so that lists and filters by place need not count. Three levels, so that one row holds the
-- total of a whole tenant or project: -1 stands for all projects or all areas. For administrators of the platform the totals of all tenants are
-- added.
create table kit_counter (
  tenant_id text not null,
  resource text not null,
  project_id bigint not null default 0,
  area_id bigint not null default 0,
  n bigint not null default 0,
  -- Grows with each change of the rows of a total. A stored position in a long list is valid while it is unchanged.
  changes bigint not null default 0,
  primary key (tenant_id, resource, project_id, area_id)
);
create index kit_counter_area on kit_counter (tenant_id, resource, area_id);
create index kit_counter_project on kit_counter (resource, project_id, area_id);
select ll_secure('kit_counter', 'platform');

-- Jobs: rows of long work. Users see its progress, and a restarted process continues it. `status`: decisions.md C12.
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
-- Lists of jobs: the newest of each kind, of one user or of a tenant.
create index kit_job_kind on kit_job (tenant_id, kind, id desc);
-- The newest jobs of one kind.
create index kit_job_user on kit_job (tenant_id, user_id, kind, id desc);
select ll_secure('kit_job');

-- Audit log: which user did what, from which address, to how many rows, with which result.
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
-- Finds the entries about a row: the target of an entry is one id or several.
create index kit_audit_rows on kit_audit using gin (string_to_array(target, ',')) where target ~ '^[0-9]{1,19}(,[0-9]{1,19})*$';
select ll_secure('kit_audit', 'platform');
-- Data scopes limit the audit log too: by the user of the entry.
create policy scope on kit_audit as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('system_audit')) or user_id in (select ll_scope_makers('system_audit'))) with check (true);
revoke update, delete on kit_audit from lamplight_app, lamplight_worker;

-- Leases: of several server processes on one database, one does the work that a lease protects.
create table kit_lease (
  name text primary key,
  owner text not null,
  until timestamptz not null
);
alter table kit_lease enable row level security;
alter table kit_lease force row level security;
grant select, insert, update, delete on kit_lease to lamplight_worker;
create policy owner on kit_lease to current_user using (true) with check (true);
create policy worker on kit_lease to lamplight_worker using (true) with check (true);

-- Seals of the audit log: each holds the hash of the seal before. Entries and seals are added, never changed.
create table kit_audit_seal (
  seq bigint primary key,
  audit_id bigint not null unique,
  -- sha256 in hex. `prev`: hash of the seal before; 64 zeros for the first
  prev text not null,
  hash text not null,
  at timestamptz not null default now()
);
alter table kit_audit_seal enable row level security;
alter table kit_audit_seal force row level security;
grant select, insert on kit_audit_seal to lamplight_worker;
create policy owner on kit_audit_seal to current_user using (true) with check (true);
create policy worker on kit_audit_seal to lamplight_worker using (true) with check (true);

-- Entries without a seal.
create table kit_audit_unsealed (
  audit_id bigint primary key
);
alter table kit_audit_unsealed enable row level security;
alter table kit_audit_unsealed force row level security;
grant select, delete on kit_audit_unsealed to lamplight_worker;
create policy owner on kit_audit_unsealed to current_user using (true) with check (true);
create policy worker on kit_audit_unsealed to lamplight_worker using (true) with check (true);

-- Transitions between the states of lifecycles, for all resources: user, time, old and new state, input. `from_state` is null if a user added the row. Rows are
-- never changed: the former state of a row is read from here.
create table kit_transition (
  id bigint primary key,
  tenant_id text not null,
  resource text not null,
  row_id bigint not null,
  transition text not null,
  from_state smallint,
  to_state smallint not null,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null default '',
  input jsonb not null default '{}'
);
create index kit_transition_row on kit_transition (row_id, id);
create index kit_transition_tenant on kit_transition (tenant_id, resource, id);
select ll_secure('kit_transition', 'platform');
revoke update, delete on kit_transition from lamplight_app;

-- Imports of a sheet, for each resource with `io.import`: the file, its state, and what it did to each row, so that it can be undone.
create table kit_import (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint not null,
  account text not null default '',
  create_time timestamptz not null default now(),
  end_time timestamptz,
  resource text not null,
  file_name text not null,
  -- existing rows are changed; otherwise they fail
  covers boolean not null default false,
  -- values for rows whose cell is empty, by wire name
  fixed jsonb not null default '{}',
  -- [wire name, head in the file] of the columns that are read
  columns jsonb not null,
  notes jsonb not null default '[]',
  lang text not null default 'zh',
  -- draft, running, ended, undoing, undone
  phase text not null default 'draft',
  job_id bigint,
  undo_job_id bigint,
  total integer not null default 0,
  -- why the import stopped
  reason text,
  stopped_by text
);
create index kit_import_tenant on kit_import (tenant_id, resource, id desc);
create index kit_import_draft on kit_import (create_time) where phase = 'draft';
select ll_secure('kit_import');

create table kit_import_row (
  import_id bigint not null references kit_import (id) on delete cascade,
  -- number of the row in the file
  row integer not null,
  tenant_id text not null,
  cells jsonb not null,
  -- 0 waiting, 1 added, 2 changed, 3 failed, 4 taken back, 5 stays because it changed since
  state smallint not null default 0,
  reason text,
  row_id bigint,
  written_at timestamptz,
  -- the imported values of a changed row before the import, by wire name
  before jsonb,
  primary key (import_id, row)
);
create index kit_import_row_state on kit_import_row (import_id, state, row);
select ll_secure('kit_import_row');

-- Files of fields (f.file). Their bytes are in the object store, or on the disk of the server.
create table kit_file (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  -- resource (slice.entity) and field of the file
  resource text not null,
  field text not null,
  -- the row of the file; null: no row was saved with it yet
  row_id bigint,
  name text not null,
  kind text not null,
  size bigint not null,
  width integer,
  height integer,
  sha256 text not null,
  -- key in the store, and the object store (null: the disk)
  key text not null,
  store_id bigint,
  -- no row refers to it any more: no user may read it, and its bytes are being removed
  gone boolean not null default false
);
create index kit_file_tenant on kit_file (tenant_id);
create index kit_file_row on kit_file (resource, field, row_id) where not gone;
create index kit_file_waiting on kit_file (create_time) where row_id is null and not gone;
create index kit_file_gone on kit_file (id) where gone;
create index kit_file_store on kit_file (store_id) where store_id is not null;
select ll_secure('kit_file', 'platform');

create trigger waits after insert on kit_audit referencing new table as new_rows for each statement execute function kit_audit_wait();

-- ══ system: menus, dictionaries, parameters, logs, notices, backups ══

create table system_dict (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  parent_id bigint,
  code text,
  dict_value text,
  dict_en_value text,
  dict_key text,
  sort integer,
  is_sealed boolean,
  remark text
);
create index system_dict_tenant on system_dict (tenant_id, id) where not is_deleted;
create index system_dict_code_sort on system_dict (tenant_id, code, sort) where not is_deleted;
create index system_dict_parent_id on system_dict (tenant_id, parent_id) where not is_deleted;
create unique index system_dict_key on system_dict (code, dict_key) where not is_deleted;
select ll_secure('system_dict', 'global');
select ll_counted('system_dict', false);

create table system_menu (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  parent_id bigint,
  name text,
  en_name text,
  code text,
  path text,
  source text,
  category smallint,
  alias text,
  action smallint,
  is_open smallint,
  sort integer,
  hidden boolean,
  component text,
  system_id bigint,
  remark text
);
create index system_menu_tenant on system_menu (tenant_id, id) where not is_deleted;
create unique index system_menu_code_unique on system_menu (tenant_id, code) where not is_deleted;
create index system_menu_parent_id_sort on system_menu (tenant_id, parent_id, sort) where not is_deleted;
select ll_secure('system_menu', 'global');
select ll_counted('system_menu', false);

create table system_param (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  param_name text,
  param_key text,
  param_value text,
  -- Declared type of the parameter, as JSON: the console makes cell and input from it. Each start writes it from the declarations.
  value_type text,
  remark text
);
create index system_param_tenant on system_param (tenant_id, id) where not is_deleted;
create unique index system_param_param_key_unique on system_param (tenant_id, param_key) where not is_deleted;
create index system_param_param_key on system_param (param_key, id desc) where not is_deleted;
select ll_secure('system_param', 'global');
select ll_counted('system_param', false);

-- Secrets that the installation made, such as the key that signs tokens.
create table system_secret (
  name text primary key,
  tenant_id text not null default '000000',
  value text not null
);
alter table system_secret enable row level security;
alter table system_secret force row level security;
grant select, insert, update, delete on system_secret to lamplight_worker;
create policy owner on system_secret to current_user using (true) with check (true);
create policy worker on system_secret to lamplight_worker using (true) with check (true);

-- Entries of the top bar and of the circle on the landing page.
create table system_top_menu (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  en_name text,
  code text,
  source text,
  path text,
  sort integer
);
create index system_top_menu_tenant on system_top_menu (tenant_id, id) where not is_deleted;
create unique index system_top_menu_code_unique on system_top_menu (tenant_id, code) where not is_deleted;
create index system_top_menu_sort on system_top_menu (sort, id desc) where not is_deleted;
select ll_secure('system_top_menu', 'global');
select ll_counted('system_top_menu', false);

create table system_top_menu_entry (
  top_menu_id bigint not null,
  menu_id bigint not null,
  tenant_id text not null,
  primary key (top_menu_id, menu_id)
);
select ll_secure('system_top_menu_entry', 'global');

create table system_system_menu (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  en_name text,
  path text,
  source text,
  sort integer,
  enabled boolean
);
create index system_system_menu_tenant on system_system_menu (tenant_id, id) where not is_deleted;
create unique index system_system_menu_path_unique on system_system_menu (tenant_id, path) where not is_deleted;
create index system_system_menu_sort on system_system_menu (sort, id desc) where not is_deleted;
select ll_secure('system_system_menu', 'global');
select ll_counted('system_system_menu', false);

-- Business dictionaries: those of a tenant, with the rules of the platform's dictionaries.
create table system_dict_biz (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  parent_id bigint,
  code text,
  dict_value text,
  dict_en_value text,
  dict_key text,
  sort integer,
  is_sealed boolean,
  remark text
);
create index system_dict_biz_tenant on system_dict_biz (tenant_id, id) where not is_deleted;
create index system_dict_biz_code_sort on system_dict_biz (tenant_id, code, sort) where not is_deleted;
create index system_dict_biz_parent_id on system_dict_biz (tenant_id, parent_id) where not is_deleted;
create unique index system_dict_biz_key on system_dict_biz (tenant_id, code, dict_key) where not is_deleted;
select ll_secure('system_dict_biz', 'tenant');
select ll_counted('system_dict_biz', false);

-- Object stores, one of which a tenant uses, and uploaded files.
create table system_oss (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  category text,
  oss_code text,
  endpoint text,
  bucket_name text,
  access_key text,
  -- encrypted
  secret_key text,
  region text,
  app_id text,
  status smallint,
  remark text
);
create index system_oss_tenant on system_oss (tenant_id, id) where not is_deleted;
create unique index system_oss_oss_code_unique on system_oss (tenant_id, oss_code) where not is_deleted;
create unique index system_oss_one on system_oss (tenant_id) where status = 2 and not is_deleted;
select ll_secure('system_oss', 'platform');
select ll_counted('system_oss', false);

create table system_attach (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  original_name text,
  extension text,
  attach_size integer,
  purpose text,
  content_type text,
  name text,
  domain text,
  link text,
  -- the object store of the bytes; null: the disk of the server
  store_id bigint,
  sha256 text
);
create index system_attach_tenant on system_attach (tenant_id, id) where not is_deleted;
create index system_attach_store on system_attach (store_id) where not is_deleted;
select ll_secure('system_attach', 'tenant');
select ll_counted('system_attach', false);

-- Gateways for text messages, one of which a tenant uses, and the sent messages with their results.
create table system_sms (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  category smallint,
  sms_code text,
  endpoint text,
  template_id text,
  sign_name text,
  access_key text,
  -- encrypted
  secret_key text,
  region_id text,
  status smallint,
  remark text
);
create index system_sms_tenant on system_sms (tenant_id, id) where not is_deleted;
create unique index system_sms_sms_code_unique on system_sms (tenant_id, sms_code) where not is_deleted;
create unique index system_sms_one on system_sms (tenant_id) where status = 2 and not is_deleted;
select ll_secure('system_sms', 'platform');
select ll_counted('system_sms', false);

create table system_sms_message (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  phone text,
  code text,
  content text,
  status smallint,
  reason text,
  sms_id bigint
);
create index system_sms_message_tenant on system_sms_message (tenant_id, id) where not is_deleted;
create index system_sms_message_phone on system_sms_message (tenant_id, phone) where not is_deleted;
create index system_sms_message_time on system_sms_message (tenant_id, create_time);
select ll_secure('system_sms_message', 'platform');
select ll_counted('system_sms_message', false);

-- Notices of a tenant, and which users have opened them.
create table system_notice (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  title text,
  category text,
  release_time timestamptz,
  dept_ids bigint[],
  role_ids bigint[],
  user_ids bigint[],
  content text
);
create index system_notice_tenant on system_notice (tenant_id, id) where not is_deleted;
create index system_notice_release_time on system_notice (tenant_id, release_time desc nulls last, id desc) where not is_deleted;
select ll_secure('system_notice', 'tenant');
select ll_counted('system_notice', false);

create table system_notice_read (
  notice_id bigint not null,
  user_id bigint not null,
  tenant_id text not null,
  read_at timestamptz not null default now(),
  primary key (notice_id, user_id)
);
create index system_notice_read_tenant on system_notice_read (tenant_id, user_id);
select ll_secure('system_notice_read');

-- Logs: lines of the server, calls that write or fail, errors that no slice declares, errors of consoles.
create table system_log_usual (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  log_level text,
  log_id text,
  log_data text,
  service_id text,
  server_host text,
  server_ip text,
  env text,
  request_uri text,
  method text,
  method_class text,
  method_name text,
  params text,
  time text,
  remote_ip text,
  user_agent text,
  create_by text
);
create index system_log_usual_tenant on system_log_usual (tenant_id, id) where not is_deleted;
create index system_log_usual_time on system_log_usual (create_time);
select ll_secure('system_log_usual', 'platform');
select ll_counted('system_log_usual', false);
revoke insert, update, delete on system_log_usual from lamplight_app;

create table system_log_api (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  title text,
  -- English titles of calls.
  en_title text,
  status integer,
  type text,
  service_id text,
  server_host text,
  server_ip text,
  env text,
  request_uri text,
  method text,
  method_class text,
  method_name text,
  params text,
  time text,
  remote_ip text,
  user_agent text,
  create_by text
);
create index system_log_api_tenant on system_log_api (tenant_id, id) where not is_deleted;
create index system_log_api_time on system_log_api (create_time);
select ll_secure('system_log_api', 'platform');
select ll_counted('system_log_api', false);
revoke insert, update, delete on system_log_api from lamplight_app;

create table system_log_error (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  exception_name text,
  message text,
  file_name text,
  line_number integer,
  stack_trace text,
  service_id text,
  server_host text,
  server_ip text,
  env text,
  request_uri text,
  method text,
  method_class text,
  method_name text,
  params text,
  time text,
  remote_ip text,
  user_agent text,
  create_by text
);
create index system_log_error_tenant on system_log_error (tenant_id, id) where not is_deleted;
create index system_log_error_time on system_log_error (create_time);
select ll_secure('system_log_error', 'platform');
select ll_counted('system_log_error', false);
revoke insert, update, delete on system_log_error from lamplight_app;

create table system_log_client (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  type text,
  message text,
  url text,
  time text,
  info text,
  stack text,
  remote_ip text,
  user_agent text,
  create_by text
);
create index system_log_client_tenant on system_log_client (tenant_id, id) where not is_deleted;
create index system_log_client_time on system_log_client (create_time);
select ll_secure('system_log_client', 'platform');
select ll_counted('system_log_client', false);
revoke insert, update, delete on system_log_client from lamplight_app;

-- Data sources of the code generator, and the code that it wrote from their tables.
create table system_datasource (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  driver_class text,
  url text,
  username text,
  -- encrypted
  password text,
  -- Encryption of the connection; null: as the address says, otherwise TLS unless the host is this machine.
  encryption smallint,
  remark text
);
create index system_datasource_tenant on system_datasource (tenant_id, id) where not is_deleted;
select ll_secure('system_datasource', 'platform');
select ll_counted('system_datasource', false);

create table system_code (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  code_name text,
  datasource_id bigint,
  table_name text,
  table_prefix text,
  pk_name text,
  service_name text,
  package_name text,
  base_mode smallint,
  wrap_mode smallint,
  api_path text,
  web_path text
);
create index system_code_tenant on system_code (tenant_id, id) where not is_deleted;
create index system_code_source on system_code (datasource_id) where not is_deleted;
select ll_secure('system_code', 'platform');
select ll_counted('system_code', false);

-- Backups: archives of the whole installation with time, size, duration and result.
create table system_backup (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  status smallint,
  progress integer,
  kind smallint,
  archive_size double precision,
  ms integer,
  rows double precision,
  files integer,
  is_sealed boolean,
  reason text,
  sha256 text,
  host text
);
create index system_backup_tenant on system_backup (tenant_id, id) where not is_deleted;
-- One at a time.
create unique index system_backup_open on system_backup ((true)) where status in (0, 1) and not is_deleted;
select ll_secure('system_backup', 'platform');
select ll_counted('system_backup', false);

-- One-time addresses of archives: each opens once, for the user who got it.
create table system_backup_ticket (
  id bigint primary key,
  tenant_id text not null,
  backup_id bigint not null,
  user_id bigint not null,
  account text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- How often the address was requested after its use; rows are kept for a month for this.
  refused integer not null default 0
);
select ll_secure('system_backup_ticket');
-- Only the worker role reads and writes them.
revoke all on system_backup_ticket from lamplight_app;

-- The audit log as the page shows it.
create view system_audit with (security_invoker = true) as
  select id, tenant_id, user_id as create_user, at as create_time, user_id as update_user, at as update_time, false as is_deleted,
    account, ip, what, target, detail::text as detail, least(count, 2147483647)::integer as count, result
  from kit_audit;

-- A table belongs to one slice. Other slices read it, or write to it, through views that the owner offers (`offers` in its domain.ts, checked by tools/check). The views
-- have only the columns that others need, no secrets, and run with the rights and policies of the user. Each view is one select without conditions, so that the
-- planner replaces it by its table, and plans and indexes stay the same. An insert or update through a view writes to the table.
create view system_menus with (security_invoker = true) as
  select id, tenant_id, is_deleted, parent_id, name, en_name, code, path, category, alias, sort, hidden from system_menu;

create view system_dictionaries with (security_invoker = true) as
  select id, is_deleted, parent_id, code, dict_key, is_sealed from system_dict;

create view system_datasources with (security_invoker = true) as
  select id, tenant_id, is_deleted, name from system_datasource;

grant select on system_audit, system_menus, system_dictionaries, system_datasources to lamplight_app, lamplight_worker;

-- ══ identity: tenants, users, roles, rights, sessions ══

create table identity_role (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  role_name text,
  role_alias text,
  parent_id bigint,
  sort integer
);
create index identity_role_tenant on identity_role (tenant_id, id) where not is_deleted;
select ll_secure('identity_role', 'platform');
select ll_counted('identity_role', false);

create table identity_tenant (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  tenant_name text,
  domain text,
  -- Look of the tenant's sign-in page and console.
  title text,
  logo_url text,
  background_url text,
  linkman text,
  contact_number text,
  address text,
  account_number integer,
  expire_time timestamptz,
  sales_id bigint,
  datasource_id bigint,
  mfa smallint,
  zone text
);
create index identity_tenant_tenant on identity_tenant (tenant_id, id) where not is_deleted;
create index identity_tenant_sales on identity_tenant (sales_id) where not is_deleted;
select ll_secure('identity_tenant', 'platform');
select ll_counted('identity_tenant', false);

create table identity_user (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  account text,
  password text,
  real_name text,
  name text,
  role_id bigint[],
  status smallint,
  phone text,
  email text,
  wechat text,
  sex text,
  -- In the form of programs of this family: yyyy-MM-dd, with or without 00:00:00.
  birthday text,
  avatar text,
  user_type text,
  code text,
  dept_id bigint[],
  post_id bigint[],
  area_ids bigint[],
  project_ids bigint[],
  expire_time timestamptz,
  user_ext text
);
create index identity_user_tenant on identity_user (tenant_id, id) where not is_deleted;
create unique index identity_user_account_unique on identity_user (tenant_id, account) where not is_deleted;
create index identity_user_phone on identity_user (tenant_id, phone) where not is_deleted and phone is not null;
create index identity_user_post on identity_user using gin (post_id) where not is_deleted;
create index identity_user_role on identity_user using gin (role_id) where not is_deleted;
-- People of departments for data scopes, also removed ones: rows that they made still exist.
create index identity_user_dept on identity_user using gin (dept_id);
select ll_secure('identity_user', 'platform');
select ll_counted('identity_user', false);

-- Sessions, locks, rights of roles, and granted places of users. Only the worker role reads the columns that no request may read.
create table identity_session (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint not null,
  refresh_id text not null,
  previous_id text,
  rotated_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text,
  -- How the session began. `actor_id`: the user who signed in as this user; `actor`: the name that is shown.
  method text not null default 'password',
  actor_id bigint,
  actor jsonb
);
create index identity_session_user on identity_session (user_id) where ended_at is null;
create index identity_session_expiry on identity_session (expires_at);
alter table identity_session enable row level security;
alter table identity_session force row level security;
grant select, insert, update, delete on identity_session to lamplight_worker;
create policy owner on identity_session to current_user using (true) with check (true);
create policy worker on identity_session to lamplight_worker using (true) with check (true);

-- Failed sign-ins of an account (`account:tenant:name`) or an address (`address:ip`).
create table identity_lock (
  key text primary key,
  tenant_id text not null default '000000',
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  -- The first failure of the period in which failures are counted.
  first_at timestamptz not null,
  -- The account, if the key has one: lists show locked accounts by it, and an unlock removes all counts of the account.
  user_id bigint
);
create index identity_lock_age on identity_lock (last_at);
create index identity_lock_user on identity_lock (user_id) where user_id is not null;
alter table identity_lock enable row level security;
alter table identity_lock force row level security;
grant select, insert, update, delete on identity_lock to lamplight_worker;
create policy owner on identity_lock to current_user using (true) with check (true);
create policy worker on identity_lock to lamplight_worker using (true) with check (true);

create table identity_captcha (
  key text primary key,
  tenant_id text not null default '000000',
  code text not null,
  expires_at timestamptz not null
);
alter table identity_captcha enable row level security;
alter table identity_captcha force row level security;
grant select, insert, update, delete on identity_captcha to lamplight_worker;
create policy owner on identity_captcha to current_user using (true) with check (true);
create policy worker on identity_captcha to lamplight_worker using (true) with check (true);

-- Rights that were granted to the known roles once.
create table identity_known_right (
  code text primary key,
  tenant_id text not null default '000000'
);
alter table identity_known_right enable row level security;
alter table identity_known_right force row level security;
grant select, insert, update, delete on identity_known_right to lamplight_worker;
create policy owner on identity_known_right to current_user using (true) with check (true);
create policy worker on identity_known_right to lamplight_worker using (true) with check (true);

-- Rights of a role: codes of menus and buttons (system_menu.code).
create table identity_role_menu (
  role_id bigint not null,
  menu_code text not null,
  tenant_id text not null,
  primary key (role_id, menu_code)
);
select ll_secure('identity_role_menu', 'platform');

-- Projects and areas to which a user is limited. A user without rows of a kind sees all of the tenant's.
create table identity_grant (
  user_id bigint not null,
  kind text not null check (kind in ('project', 'area')),
  ref_id bigint not null,
  tenant_id text not null,
  -- A place of a user has one of three origins: it is named in the user's record (`named`), it follows from an entry of area managers (`managed`), or it lies below such a
  -- place (neither). Only named places limit a user: an operator who also manages an area still sees the whole tenant.
  named boolean not null default true,
  managed boolean not null default false,
  primary key (user_id, kind, ref_id)
);
select ll_secure('identity_grant', 'platform');

-- One-time keys (hashed) of procedures with several steps: second factor, passkey, sign-in with another provider, registration.
create table identity_challenge (
  key text primary key,
  tenant_id text not null default '000000',
  kind text not null,
  value jsonb not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index identity_challenge_age on identity_challenge (expires_at);
alter table identity_challenge enable row level security;
alter table identity_challenge force row level security;
grant select, insert, update, delete on identity_challenge to lamplight_worker;
create policy owner on identity_challenge to current_user using (true) with check (true);
create policy worker on identity_challenge to lamplight_worker using (true) with check (true);

-- The last code that was sent to a phone.
create table identity_phone_code (
  tenant_id text not null,
  phone text not null,
  code text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, phone)
);
alter table identity_phone_code enable row level security;
alter table identity_phone_code force row level security;
grant select, insert, update, delete on identity_phone_code to lamplight_worker;
create policy owner on identity_phone_code to current_user using (true) with check (true);
create policy worker on identity_phone_code to lamplight_worker using (true) with check (true);

-- Authenticator apps. The secret is encrypted. It is used after the user has confirmed it by a code. `last_step`: time step of the last accepted code, so that no code
-- works twice.
create table identity_authenticator (
  user_id bigint primary key,
  tenant_id text not null,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
alter table identity_authenticator enable row level security;
alter table identity_authenticator force row level security;
grant select, insert, update, delete on identity_authenticator to lamplight_worker;
create policy owner on identity_authenticator to current_user using (true) with check (true);
create policy worker on identity_authenticator to lamplight_worker using (true) with check (true);

create table identity_recovery_code (
  user_id bigint not null,
  tenant_id text not null,
  code text not null,
  used_at timestamptz,
  primary key (user_id, code)
);
alter table identity_recovery_code enable row level security;
alter table identity_recovery_code force row level security;
grant select, insert, update, delete on identity_recovery_code to lamplight_worker;
create policy owner on identity_recovery_code to current_user using (true) with check (true);
create policy worker on identity_recovery_code to lamplight_worker using (true) with check (true);

create table identity_passkey (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null default 0,
  transports text not null default '',
  rp_id text not null,
  name text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index identity_passkey_user on identity_passkey (user_id);
alter table identity_passkey enable row level security;
alter table identity_passkey force row level security;
grant select, insert, update, delete on identity_passkey to lamplight_worker;
create policy owner on identity_passkey to current_user using (true) with check (true);
create policy worker on identity_passkey to lamplight_worker using (true) with check (true);

-- Pictures of users, under random keys.
create table identity_avatar (
  key text primary key,
  tenant_id text not null,
  user_id bigint not null,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index identity_avatar_user on identity_avatar (user_id);
alter table identity_avatar enable row level security;
alter table identity_avatar force row level security;
grant select, insert, update, delete on identity_avatar to lamplight_worker;
create policy owner on identity_avatar to current_user using (true) with check (true);
create policy worker on identity_avatar to lamplight_worker using (true) with check (true);

-- Providers of sign-in, linked accounts, registrations that wait for a decision, invitations.
create table identity_social_source (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  source text,
  issuer text,
  client text,
  client_secret text,
  scopes text,
  enabled boolean,
  sort integer
);
create index identity_social_source_tenant on identity_social_source (tenant_id, id) where not is_deleted;
create unique index identity_social_source_source_unique on identity_social_source (tenant_id, source) where not is_deleted;
create index identity_social_source_sort on identity_social_source (tenant_id, sort, id desc) where not is_deleted;
create index identity_social_source_sort_all on identity_social_source (sort, id desc) where not is_deleted;
select ll_secure('identity_social_source', 'platform');
select ll_counted('identity_social_source', false);

create table identity_oauth (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  source_id bigint,
  nickname text,
  email text,
  subject text,
  user_id bigint,
  last_time timestamptz
);
create index identity_oauth_tenant on identity_oauth (tenant_id, id) where not is_deleted;
create index identity_oauth_user_id on identity_oauth (tenant_id, user_id) where not is_deleted;
create unique index identity_oauth_subject on identity_oauth (tenant_id, source_id, subject) where not is_deleted;
create index identity_oauth_last_time on identity_oauth (tenant_id, last_time desc nulls last, id desc) where not is_deleted;
create index identity_oauth_last_time_all on identity_oauth (last_time desc nulls last, id desc) where not is_deleted;
select ll_secure('identity_oauth', 'platform');
select ll_counted('identity_oauth', false);

create table identity_guest (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  account text,
  name text,
  status smallint,
  reason text,
  audit_user bigint,
  audit_time timestamptz,
  user_id bigint,
  oauth_id bigint,
  -- Hash of the password that the person chose at registration. Only the worker role reads it.
  verifier text not null
);
create index identity_guest_tenant on identity_guest (tenant_id, id) where not is_deleted;
create index identity_guest_status_id on identity_guest (tenant_id, status, id) where not is_deleted;
create unique index identity_guest_pending on identity_guest (tenant_id, account) where status = 0 and not is_deleted;
select ll_secure('identity_guest', 'platform');
select ll_counted('identity_guest', false);

create table identity_register_info (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  account text,
  name text,
  status smallint,
  reason text,
  audit_user bigint,
  audit_time timestamptz,
  user_id bigint,
  phone text,
  email text,
  role_ids bigint[],
  departments bigint[],
  area_ids bigint[],
  invite_user_id bigint,
  identification text,
  verifier text not null
);
create index identity_register_info_tenant on identity_register_info (tenant_id, id) where not is_deleted;
create index identity_register_info_status_id on identity_register_info (tenant_id, status, id) where not is_deleted;
create unique index identity_register_info_pending on identity_register_info (tenant_id, phone) where status = 0 and not is_deleted;
select ll_secure('identity_register_info', 'platform');
select ll_counted('identity_register_info', false);

create table identity_invite (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  short_code text,
  identification text,
  status smallint,
  expire_time timestamptz,
  invite_type smallint,
  invite_module text,
  invite_roles bigint[],
  invite_depts bigint[],
  invite_region bigint[],
  multiple boolean,
  used integer,
  invite_user_id bigint
);
create index identity_invite_tenant on identity_invite (tenant_id, id) where not is_deleted;
create unique index identity_invite_identification_unique on identity_invite (tenant_id, identification) where not is_deleted;
create unique index identity_invite_identification on identity_invite (identification);
create unique index identity_invite_short on identity_invite (short_code);
select ll_secure('identity_invite', 'platform');
select ll_counted('identity_invite', false);

-- Departments, positions, clients, data and API scopes.
create table identity_dept (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  dept_name text,
  full_name text,
  parent_id bigint,
  dept_category text,
  ancestors text,
  sort integer,
  remark text
);
create index identity_dept_tenant on identity_dept (tenant_id, id) where not is_deleted;
create index identity_dept_parent_id_sort on identity_dept (tenant_id, parent_id, sort) where not is_deleted;
create index identity_dept_above on identity_dept (parent_id) where not is_deleted;
select ll_secure('identity_dept', 'platform');
select ll_counted('identity_dept', false);

create table identity_post (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  post_name text,
  post_code text,
  category text,
  sort integer,
  remark text
);
create index identity_post_tenant on identity_post (tenant_id, id) where not is_deleted;
create unique index identity_post_post_code_unique on identity_post (tenant_id, post_code) where not is_deleted;
-- Lists with a manual order are read by these indexes.
create index identity_post_sort on identity_post (tenant_id, sort, id desc) where not is_deleted;
create index identity_post_sort_all on identity_post (sort, id desc) where not is_deleted;
select ll_secure('identity_post', 'platform');
select ll_counted('identity_post', false);

create table identity_client (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  client text,
  client_secret text,
  grants text,
  enabled boolean,
  -- Written by other consoles of the product family.
  access_token_validity integer,
  refresh_token_validity integer,
  scope text,
  resource_ids text,
  authorities text,
  web_server_redirect_uri text,
  autoapprove text,
  additional_information text
);
create index identity_client_tenant on identity_client (tenant_id, id) where not is_deleted;
create unique index identity_client_client_unique on identity_client (tenant_id, client) where not is_deleted;
select ll_secure('identity_client', 'global');
select ll_counted('identity_client', false);

create table identity_data_scope (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  scope_name text,
  menu_id bigint,
  resource_code text,
  scope_type smallint,
  scope_depts bigint[],
  remark text
);
create index identity_data_scope_tenant on identity_data_scope (tenant_id, id) where not is_deleted;
create index identity_data_scope_menu_id on identity_data_scope (tenant_id, menu_id) where not is_deleted;
select ll_secure('identity_data_scope', 'platform');
select ll_counted('identity_data_scope', false);

create table identity_api_scope (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  scope_name text,
  menu_id bigint,
  resource_code text,
  scope_path text,
  scope_type smallint,
  remark text
);
create index identity_api_scope_tenant on identity_api_scope (tenant_id, id) where not is_deleted;
create index identity_api_scope_menu_id on identity_api_scope (tenant_id, menu_id) where not is_deleted;
select ll_secure('identity_api_scope', 'platform');
select ll_counted('identity_api_scope', false);

-- Scopes of a role: 1 data scopes, 2 API scopes, 3 menus of the mini program.
create table identity_role_scope (
  role_id bigint not null,
  category smallint not null check (category between 1 and 3),
  scope_id bigint not null,
  tenant_id text not null,
  primary key (role_id, category, scope_id)
);
create index identity_role_scope_scope on identity_role_scope (scope_id);
select ll_secure('identity_role_scope', 'platform');

-- The built-in client as a row of the list. The server checks its secret, which is not here.
insert into identity_client (id, tenant_id, client, grants, enabled, access_token_validity, refresh_token_validity, scope)
values (1123598811738675202, '000000', 'saber', 'password,captcha,sms,social,sale,mfa,refresh_token', true, 3600, 604800, 'all');

-- Finds users by departments with those below (`dept`), by positions (`post`) or by roles (`role`). It runs as the owner, because PostgreSQL uses no index over arrays
-- under a policy. The caller reads the rows of the returned ids, so the policies still decide which of them the user sees.
create function identity_users_of(kind text, ids bigint[]) returns setof bigint
  language plpgsql stable security definer set search_path = public rows 100 as $fn$
declare
  wanted bigint[] := ids;
begin
  if kind = 'dept' then
    wanted := array(
      with recursive down as (
        select d.id from identity_dept d where d.id = any(ids)
        union select d.id from identity_dept d join down on d.parent_id = down.id where not d.is_deleted)
      select down.id from down);
    return query select u.id from identity_user u where u.dept_id && wanted and not u.is_deleted;
  elsif kind = 'post' then
    return query select u.id from identity_user u where u.post_id && wanted and not u.is_deleted;
  else
    return query select u.id from identity_user u where u.role_id && wanted and not u.is_deleted;
  end if;
end $fn$;

-- Accounts that cannot sign in now, with the end of the lock. Locks of devices, of the check of the own password, and of addresses are left out.
-- It runs as the owner, because only the worker role reads identity_lock. The caller joins it with the users that its policy shows.
create function identity_locked_users() returns table (user_id bigint, locked_until timestamptz)
  language sql stable security definer set search_path = public rows 20 as $fn$
  select l.user_id, max(l.locked_until) from identity_lock l
  where l.user_id is not null and l.locked_until > now() and split_part(l.key, ':', 1) in ('account', 'phone', 'factor')
  group by l.user_id
$fn$;
revoke execute on function identity_locked_users() from public;
grant execute on function identity_locked_users() to lamplight_app, lamplight_scoped, lamplight_worker;

-- Adds the places below a user's places, and removes those that are no longer below one. The functions run as the owner, because the user who changes a place may
-- not see all users of it.
create function identity_spread_grants(users bigint[]) returns void
  language plpgsql security definer set search_path = public as $fn$
begin
  if users is null then return; end if;
  with recursive below as (
      select g.user_id, g.kind, g.ref_id, g.tenant_id from identity_grant g where g.user_id = any(users) and (g.named or g.managed)
      union
      select b.user_id, b.kind, p.id, b.tenant_id from below b join (
        select 'area' as kind, id, parent_id, tenant_id from places_area where not is_deleted
        union all select 'project', id, parent_id, tenant_id from places_project where not is_deleted
      ) p on p.kind = b.kind and p.parent_id = b.ref_id and p.tenant_id = b.tenant_id),
    gone as (
      delete from identity_grant g where g.user_id = any(users) and not g.named and not g.managed
        and not exists (select from below b where b.user_id = g.user_id and b.kind = g.kind and b.ref_id = g.ref_id))
  insert into identity_grant (user_id, kind, ref_id, tenant_id, named)
    select b.user_id, b.kind, b.ref_id, b.tenant_id, false from below b on conflict do nothing;
end $fn$;
revoke execute on function identity_spread_grants(bigint[]) from public;

-- Copies the places of the user's record.
create function identity_place_user() returns trigger
  language plpgsql security definer set search_path = public as $fn$
begin
  update identity_grant g set named = false where g.user_id = new.id and g.named
    and not g.ref_id = any(coalesce(case g.kind when 'area' then new.area_ids else new.project_ids end, '{}'));
  insert into identity_grant (user_id, kind, ref_id, tenant_id)
    select new.id, p.kind, p.id, new.tenant_id
    from (select 'area' as kind, unnest(new.area_ids) as id union select 'project', unnest(new.project_ids)) p
    on conflict (user_id, kind, ref_id) do update set named = true;
  perform identity_spread_grants(array[new.id]);
  return null;
end $fn$;
create trigger identity_user_places after update on identity_user for each row
  when (new.area_ids is distinct from old.area_ids or new.project_ids is distinct from old.project_ids) execute function identity_place_user();
create trigger identity_user_places_new after insert on identity_user for each row
  when (new.area_ids is not null or new.project_ids is not null) execute function identity_place_user();

create view identity_tenants with (security_invoker = true) as
  select id, tenant_id, create_time, update_user, update_time, is_deleted, tenant_name, domain, linkman, contact_number, address, account_number, expire_time,
    zone, sales_id
  from identity_tenant;

create view identity_users with (security_invoker = true) as
  select id, tenant_id, create_time, is_deleted, account, real_name, name, role_id, dept_id, status, project_ids from identity_user;

create view identity_roles with (security_invoker = true) as
  select id, tenant_id, is_deleted, role_name, role_alias from identity_role;

create view identity_role_menus with (security_invoker = true) as
  select role_id, menu_code, tenant_id from identity_role_menu;

create view identity_grants with (security_invoker = true) as
  select user_id, kind, ref_id, tenant_id, named, managed from identity_grant;

grant select, update on identity_tenants, identity_users to lamplight_app, lamplight_worker;
grant select on identity_roles, identity_role_menus, identity_grants to lamplight_app, lamplight_worker;

-- ══ places: areas, projects, regions, who manages them ══

create table places_area (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  area_name text,
  area_code text,
  parent_id bigint,
  area_full_name text,
  region_code text,
  sort integer,
  remark text
);
create index places_area_tenant on places_area (tenant_id, id) where not is_deleted;
create unique index places_area_area_code_unique on places_area (tenant_id, area_code) where not is_deleted;
create index places_area_parent_id on places_area (tenant_id, parent_id) where not is_deleted;
select ll_secure('places_area', 'tenant');
select ll_counted('places_area', false);

create table places_project (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  parent_id bigint,
  type smallint,
  sort integer,
  remark text
);
create index places_project_tenant on places_project (tenant_id, id) where not is_deleted;
create index places_project_parent_id on places_project (tenant_id, parent_id) where not is_deleted;
select ll_secure('places_project', 'tenant');
select ll_counted('places_project', false);

create table places_boundary (
  area_id bigint primary key,
  tenant_id text not null,
  -- GeoJSON polygon, WGS-84
  boundary jsonb not null,
  update_user bigint,
  update_time timestamptz not null default now()
);
create index places_boundary_tenant on places_boundary (tenant_id);
select ll_secure('places_boundary');

create table places_area_manage (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  -- Name of an entry of area managers: that of its area, if none is given.
  name text,
  area_id bigint,
  manager_ids bigint[],
  reviewer_ids bigint[],
  remark text
);
create index places_area_manage_tenant on places_area_manage (tenant_id, id) where not is_deleted;
create index places_area_manage_area_id on places_area_manage (tenant_id, area_id) where not is_deleted;
select ll_secure('places_area_manage', 'tenant');
select ll_counted('places_area_manage', false);

create table places_builder (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  linkman text,
  phone text,
  address text,
  remark text
);
create index places_builder_tenant on places_builder (tenant_id, id) where not is_deleted;
create unique index places_builder_name_unique on places_builder (tenant_id, name) where not is_deleted;
select ll_secure('places_builder', 'tenant');
select ll_counted('places_builder', false);

create table places_map_jump_area (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  area_id bigint,
  area_name text,
  area_code text,
  lng double precision,
  lat double precision,
  zoom integer
);
create index places_map_jump_area_tenant on places_map_jump_area (tenant_id, id) where not is_deleted;
create index places_map_jump_area_area_id on places_map_jump_area (tenant_id, area_id) where not is_deleted;
create index places_map_jump_area_area_name on places_map_jump_area (tenant_id, area_name, id desc) where not is_deleted;
select ll_secure('places_map_jump_area', 'tenant');
select ll_counted('places_map_jump_area', false);

create table places_map_share (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  share_code text,
  area_id bigint,
  project_id bigint,
  expire_time timestamptz,
  enabled boolean
);
create index places_map_share_tenant on places_map_share (tenant_id, id) where not is_deleted;
create unique index places_map_share_code on places_map_share (share_code);
select ll_secure('places_map_share', 'tenant');
select ll_counted('places_map_share', true);

create table places_unit (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  linkman text,
  phone text,
  address text,
  remark text
);
create index places_unit_tenant on places_unit (tenant_id, id) where not is_deleted;
create unique index places_unit_name_unique on places_unit (tenant_id, name) where not is_deleted;
select ll_secure('places_unit', 'tenant');
select ll_counted('places_unit', false);

-- Administrative regions (wire-contract.md 4.10). `ancestors`: the codes above, from the root, comma-joined. Every tenant reads them, administrators of the platform
-- write them.
create table places_region (
  code text primary key,
  tenant_id text not null default '000000',
  parent_code text references places_region (code),
  ancestors text not null default '',
  name text not null,
  en_name text not null default '',
  sort integer not null default 1,
  remark text not null default '',
  update_user bigint,
  update_time timestamptz not null default now()
);
create index places_region_parent on places_region (parent_code, sort, code);
select ll_secure('places_region', 'global');

-- Managers and reviewers see the areas of their entries.
create function places_grant_managers(users bigint[]) returns void
  language plpgsql security definer set search_path = public as $fn$
begin
  update identity_grant g set managed = false where g.user_id = any(users) and g.managed and not exists (
    select from places_area_manage m where m.area_id = g.ref_id and m.tenant_id = g.tenant_id and not m.is_deleted
      and g.user_id = any(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')));
  insert into identity_grant (user_id, kind, ref_id, tenant_id, named, managed)
    select distinct u.id, 'area', m.area_id, m.tenant_id, false, true from places_area_manage m
    join identity_user u on u.id = any(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')) and u.tenant_id = m.tenant_id
    where not m.is_deleted and m.area_id is not null and u.id = any(users)
    on conflict (user_id, kind, ref_id) do update set managed = true;
  perform identity_spread_grants(users);
end $fn$;
revoke execute on function places_grant_managers(bigint[]) from public;

create function places_managers_changed() returns trigger
  language plpgsql security definer set search_path = public as $fn$
declare users bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct u) into users from new_rows, unnest(coalesce(manager_ids, '{}') || coalesce(reviewer_ids, '{}')) u;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct u) into users from old_rows, unnest(coalesce(manager_ids, '{}') || coalesce(reviewer_ids, '{}')) u;
  else
    select array_agg(distinct u) into users from (select * from old_rows union all select * from new_rows) m,
      unnest(coalesce(m.manager_ids, '{}') || coalesce(m.reviewer_ids, '{}')) u;
  end if;
  if users is not null then perform places_grant_managers(users); end if;
  return null;
end $fn$;
create trigger places_area_manage_added after insert on places_area_manage
  referencing new table as new_rows for each statement execute function places_managers_changed();
create trigger places_area_manage_changed after update on places_area_manage
  referencing old table as old_rows new table as new_rows for each statement execute function places_managers_changed();
create trigger places_area_manage_deleted after delete on places_area_manage
  referencing old table as old_rows for each statement execute function places_managers_changed();

-- Added and moved places: updates the granted places of users who have places of that kind in the tenant.
create function places_tree_changed() returns trigger
  language plpgsql security definer set search_path = public as $fn$
begin
  if tg_op = 'UPDATE' then
    perform identity_spread_grants((select array_agg(distinct g.user_id) from identity_grant g where g.kind = tg_argv[0] and g.tenant_id in (
      select n.tenant_id from new_rows n join old_rows o on o.id = n.id
      where n.parent_id is distinct from o.parent_id or n.is_deleted <> o.is_deleted)));
  else
    perform identity_spread_grants((select array_agg(distinct g.user_id) from identity_grant g where g.kind = tg_argv[0] and g.tenant_id in (
      select n.tenant_id from new_rows n where n.parent_id is not null)));
  end if;
  return null;
end $fn$;
create trigger places_area_added after insert on places_area
  referencing new table as new_rows for each statement execute function places_tree_changed('area');
create trigger places_area_moved after update on places_area
  referencing old table as old_rows new table as new_rows for each statement execute function places_tree_changed('area');
create trigger places_project_added after insert on places_project
  referencing new table as new_rows for each statement execute function places_tree_changed('project');
create trigger places_project_moved after update on places_project
  referencing old table as old_rows new table as new_rows for each statement execute function places_tree_changed('project');

create view places_areas with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, update_time, is_deleted, area_name, area_code, parent_id, area_full_name, sort from places_area;

create view places_projects with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, update_user, update_time, is_deleted, name, parent_id, type, sort from places_project;

-- Systems of projects. 2, city lighting, contains all projects but smart poles (3); institutes (4) and solar lighting (200) can also be selected alone.
create view places_project_systems with (security_invoker = true) as
  select p.tenant_id, p.id, s.system from places_project p
  cross join lateral unnest(case when p.type = 3 then array[3] when p.type in (4, 200) then array[2, p.type::int] else array[2] end) as s (system);

grant select, insert, update on places_areas, places_projects to lamplight_app, lamplight_worker;
grant select on places_project_systems to lamplight_app, lamplight_worker;

-- ══ devices: gateways, the registry, states, readings, rollups, faults ══

create sequence devices_state_version;
-- Codes of device types that are made at run time. They are unique among all tenants, because stored values and batches name types by code.
create sequence devices_type_code as smallint start 10000 minvalue 10000;
grant usage on sequence devices_state_version, devices_type_code to lamplight_app, lamplight_worker;

-- A batch of readings as one array of rows: PostgreSQL reads it three times as fast as one array for each column.
create type devices_reading as (
  device_id bigint,
  tenant_id text,
  -- device time
  at timestamptz,
  -- 1: stored in the history; 2: the newest of its device in the batch; 4: contains a value of the light
  flags smallint,
  dim smallint,
  is_on boolean,
  power float8,
  voltage float8,
  current float8,
  pf float8,
  energy float8,
  hours float8,
  temperature float8,
  tilt float8,
  reason text,
  until timestamptz,
  faults text,
  faults_at timestamptz
);

create table devices_gateway (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  status smallint,
  online boolean,
  children integer,
  version text,
  last_seen timestamptz,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  -- True for the row whose gateway may sign in with the serial number. Rows of other tenants with the same number wait until their gateway proves itself.
  holds_sn boolean not null default true,
  -- Seconds between two reports, from the hello of the gateway; null: REPORT_SECONDS.
  report_seconds integer
);
create index devices_gateway_tenant on devices_gateway (tenant_id, id) where not is_deleted;
create unique index devices_gateway_sn_unique on devices_gateway (tenant_id, sn) where not is_deleted;
create index devices_gateway_project_id on devices_gateway (tenant_id, project_id) where not is_deleted;
create index devices_gateway_status_online on devices_gateway (tenant_id, status, online) where not is_deleted;
-- A serial number is the user name at the broker, so it belongs to one gateway of the whole platform.
create unique index devices_gateway_platform_sn on devices_gateway (upper(sn)) where holds_sn and not is_deleted;
create index devices_gateway_sn_upper on devices_gateway (upper(sn)) where not is_deleted;
create index devices_gateway_sn on devices_gateway (sn) where holds_sn and not is_deleted;
select ll_secure('devices_gateway', 'platform');
select ll_counted('devices_gateway', true);

create table devices_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  dev_type smallint,
  lamp_type smallint,
  system_type smallint,
  type integer,
  category text,
  -- The strategy that the members receive.
  work_strategy_id bigint,
  remark text
);
create index devices_group_tenant on devices_group (tenant_id, id) where not is_deleted;
create unique index devices_group_group_name_unique on devices_group (tenant_id, group_name) where not is_deleted;
select ll_secure('devices_group', 'tenant');
select ll_counted('devices_group', false);

-- Secrets of gateways, for the broker. The role of requests has no grant on this table.
create table devices_credential (
  gateway_id bigint primary key,
  -- sha256 of a secret that the server made (256 random bits), argon2id of one that the gateway brought
  -- '': the credential is only a claim code; the secret is stored when the gateway signs in with the one of the code
  hash text not null default '',
  -- the secret belongs to a virtual gateway and may be replaced while the virtual city is set up
  virtual boolean not null default false,
  -- address from which the first use was trusted
  first_ip text not null default '',
  create_time timestamptz not null default now(),
  -- keyed digest of the secret, by which a correct secret is accepted without the slow hash: "key id:digest"
  quick text not null default '',
  -- sha256 of the claim code of the secret
  claim text not null default '',
  -- first sign-in with this credential
  proven_at timestamptz,
  last_ip text not null default '',
  last_at timestamptz,
  -- when users were told that two devices sign in with one serial number; null: they were not
  conflict_told_at timestamptz
);
alter table devices_credential enable row level security;
alter table devices_credential force row level security;
grant select, insert, update, delete on devices_credential to lamplight_worker;
create policy owner on devices_credential to current_user using (true) with check (true);
create policy worker on devices_credential to lamplight_worker using (true) with check (true);

-- Serial numbers that may report, and the gateway through which. The slices of the devices write the rows. A serial number is unique within a tenant: if it were unique
-- among all tenants, one tenant could prevent another from adding its own devices. Reports of a gateway count only for devices of its own tenant (senders.ts).
create table devices_registry (
  sn text not null,
  device_id bigint not null unique,
  tenant_id text not null,
  gateway_id bigint,
  gateway_sn text not null default '',
  type smallint not null default 4,
  name text not null default '',
  activated boolean not null default true,
  primary key (sn, tenant_id)
);
-- The register of all devices is paged by id, newest first, and counted by type.
create index devices_registry_tenant on devices_registry (tenant_id, device_id);
create index devices_registry_type on devices_registry (tenant_id, type, device_id);
-- Queries by gateway read this table and not devices_state: a changed state would write an entry to each index of its row, and this table is seldom written.
create index devices_registry_gateway on devices_registry (tenant_id, gateway_id);
select ll_secure('devices_registry');

-- The latest state of each device, by the devices' times: messages arrive in another order, and some clocks are wrong. `version` has no index, so that reports change
-- no index and leave no dead index entries.
create table devices_state (
  device_id bigint primary key,
  gateway_id bigint,
  version bigint not null default nextval('devices_state_version'),
  reported_at timestamptz,
  received_at timestamptz,
  override_until timestamptz,
  power float8,
  voltage float8,
  current float8,
  pf float8,
  energy float8,
  hours float8,
  temperature float8,
  tilt float8,
  dim smallint,
  state smallint not null default 4,
  is_on boolean,
  online boolean not null default false,
  tenant_id text not null,
  sn text not null,
  reason text,
  faults text[] not null default '{}',
  -- Device time at which the oldest present fault began; null without a fault. Ingest writes it.
  fault_since timestamptz,
  -- The type, so that lists of one type read states by an index that begins with it. It never changes, so a report without a change of state changes no
  -- index.
  type smallint not null default 4,
  -- Not null if the state comes from a report with an impossible time: the last possible time. `reported_at` is then the time of arrival.
  timed_at timestamptz,
  -- Device time of the last report that listed the present faults.
  faults_at timestamptz
) with (fillfactor = 70);
create index devices_state_type on devices_state (tenant_id, type, state);
-- Devices with a fault. A list filtered by a fault reads this index. A report changes the index only if it changes the faults.
create index devices_state_faulty on devices_state (tenant_id, type) where faults <> '{}';
select ll_secure('devices_state');

-- History of lamp controllers: one partition for each day (UTC) of device time.
create table devices_telemetry (
  device_id bigint not null,
  at timestamptz not null,
  energy float8,
  hours float8,
  power real,
  voltage real,
  current real,
  pf real,
  temperature real,
  tilt real,
  dim smallint,
  is_on boolean,
  tenant_id text not null,
  primary key (tenant_id, device_id, at)
) partition by range (at);
-- For the map at a past instant (docs/adr/0026-time-travel.md). Readings are stored in order of arrival, so the blocks of an instant are neighbours: a block range index
-- finds them and costs the ingest almost nothing.
create index devices_telemetry_at on devices_telemetry using brin (at) with (pages_per_range = 32, autosummarize = on);
select ll_secure('devices_telemetry');

-- The latest rejected message of each gateway, and the number of rejected messages.
create table devices_misfit (
  gateway_sn text primary key,
  tenant_id text not null,
  kind text not null,
  reason text not null,
  payload text not null,
  at timestamptz not null,
  count bigint not null default 1
);
select ll_secure('devices_misfit', 'platform');

-- Devices that a gateway names in its hello and that are not registered.
create table devices_stranger (
  gateway_sn text not null,
  sn text not null,
  tenant_id text not null,
  type text not null,
  at timestamptz not null,
  primary key (tenant_id, gateway_sn, sn)
);
select ll_secure('devices_stranger');

create table devices_group_member (
  group_id bigint not null,
  device_id bigint not null,
  tenant_id text not null,
  primary key (tenant_id, group_id, device_id)
);
create index devices_group_member_device on devices_group_member (tenant_id, device_id);
select ll_secure('devices_group_member');

-- Rollups of lamp controllers by hour and by day. All numbers are whole (milliwatts, milliwatt-hours, milliseconds), so that sums are equal in any
-- order of addition.
create table devices_hourly (
  tenant_id text not null,
  device_id bigint not null,
  hour timestamptz not null,
  readings integer not null,
  -- of power, mW: number of readings that contain it, their sum, minimum and maximum
  powers integer not null,
  power_sum bigint not null,
  power_min bigint,
  power_max bigint,
  -- increase of the meter since the reading before, which may lie in an earlier hour, mWh; and its value at the end of the hour
  energy bigint not null,
  energy_last bigint,
  -- time that the lamp was lit, and time for which reports exist, ms
  on_ms integer not null,
  online_ms integer not null,
  primary key (tenant_id, device_id, hour)
) partition by range (hour);
select ll_secure('devices_hourly');

create table devices_daily (
  tenant_id text not null,
  device_id bigint not null,
  -- in the zone of the tenant
  day date not null,
  readings integer not null,
  powers integer not null,
  power_sum bigint not null,
  power_min bigint,
  power_max bigint,
  energy bigint not null,
  energy_last bigint,
  on_ms integer not null,
  online_ms integer not null,
  -- Place and supplier of the lamp controller at the first rollup of the day; 0: none.
  project_id bigint not null default 0,
  area_id bigint not null default 0,
  supplier_id bigint not null default 0,
  -- Time that the lamp controller existed on the day, ms: less than the day if it was added on it.
  due_ms integer not null default 86400000,
  primary key (tenant_id, device_id, day)
) partition by range (day);
-- Reports of single lamps read the rows in the order of day and lamp.
create index devices_daily_day on devices_daily (tenant_id, day, device_id);
select ll_secure('devices_daily');

-- Hours before `closed_until` have been rolled up. A later reading of such an hour adds a row to devices_rollup_due. One row.
create table devices_rollup_frontier (
  one boolean primary key default true check (one),
  closed_until timestamptz not null,
  -- an hour that was closed and whose devices are not yet in the queue
  marking timestamptz
);
select ll_secure('devices_rollup_frontier', 'global');

-- Queue: hours of devices to roll up (again). It has no key, so that a transaction which stores a reading adds its row without waiting for another. A rollup takes the
-- rows that it sees; it sees the readings of these rows too.
create table devices_rollup_due (
  tenant_id text not null,
  device_id bigint not null,
  hour timestamptz not null,
  -- Each rollup statement handles one type. 4: lamp controllers.
  type smallint not null default 4
);
select ll_secure('devices_rollup_due');

-- Refused sign-ins by serial number, address and reason. The server limits the number of rows of unknown serial numbers.
create table devices_refusal (
  gateway_sn text not null,
  ip text not null,
  reason text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null,
  primary key (gateway_sn, ip, reason)
);
create index devices_refusal_last_at on devices_refusal (last_at);
-- Conflicts and refusals are found regardless of upper and lower case of the serial number.
create index devices_refusal_sn_upper on devices_refusal (upper(gateway_sn));
alter table devices_refusal enable row level security;
alter table devices_refusal force row level security;
grant select, insert, update, delete on devices_refusal to lamplight_worker;
create policy owner on devices_refusal to current_user using (true) with check (true);
create policy worker on devices_refusal to lamplight_worker using (true) with check (true);

-- Changes of device states that are not yet in the totals. A device without a state counts as not activated (5). Ingest only adds rows here: if it updated the totals
-- itself, ingest and writers of lamps would wait for each other.
create table devices_flip (
  device_id bigint not null,
  tenant_id text not null,
  was smallint not null,
  state smallint not null
);
create index devices_flip_device on devices_flip (device_id);
select ll_secure('devices_flip');

-- Latest values of each device that is no lamp controller. `v`: numbers by the slot of their property; `texts`: other values by name. Values have no index, so that
-- updates are HOT (no index entry is written).
create table devices_latest (
  device_id bigint primary key,
  type smallint not null,
  v float8[] not null default '{}',
  texts jsonb not null default '{}',
  tenant_id text not null,
  -- Device time of each text, epoch ms by name: a text that arrives late replaces only older ones.
  text_times jsonb not null default '{}'
) with (fillfactor = 70);
create index devices_latest_type on devices_latest (tenant_id, type);
select ll_secure('devices_latest');

-- History of these devices: one row for each report, one partition for each day (UTC) of device time.
create table devices_series (
  device_id bigint not null,
  at timestamptz not null,
  type smallint not null,
  v float8[] not null,
  tenant_id text not null,
  primary key (device_id, at)
) partition by range (at);
select ll_secure('devices_series');

-- Rollups of devices that are no lamp controllers. Arrays hold one element for each slot of the device's type (docs/adr/0010), null where the type
-- keeps no history of the slot. One row for each device and hour (UTC) with at least 12 readings: the row takes as much disk as six readings, so for
-- fewer it would save nothing.
create table devices_series_hourly (
  tenant_id text not null,
  device_id bigint not null,
  type smallint not null,
  hour timestamptz not null,
  readings integer not null,
  -- Only readings that contain the value count here: their number, sum, minimum, maximum, and the last value.
  counts integer[] not null,
  sums float8[] not null,
  lows float8[] not null,
  highs float8[] not null,
  lasts float8[] not null,
  -- Counters only: the increase since the last reading before the hour, and the number of resets.
  increases float8[] not null,
  resets integer[] not null,
  primary key (tenant_id, device_id, type, hour)
) partition by range (hour);
select ll_secure('devices_series_hourly');

create table devices_series_daily (
  tenant_id text not null,
  device_id bigint not null,
  type smallint not null,
  -- Day in the tenant's time zone.
  day date not null,
  -- Project and area of the device at the first rollup of the day; 0: none.
  project_id bigint not null,
  area_id bigint not null,
  readings integer not null,
  counts integer[] not null,
  sums float8[] not null,
  lows float8[] not null,
  highs float8[] not null,
  lasts float8[] not null,
  increases float8[] not null,
  resets integer[] not null,
  primary key (tenant_id, device_id, type, day)
) partition by range (day);
-- The index returns the devices of an area and day in a fixed order, so that a repeated sum of floats gives the same digits.
create index devices_series_daily_area on devices_series_daily (tenant_id, type, day, project_id, area_id, device_id);
select ll_secure('devices_series_daily');

-- Queue: days of areas whose sums are out of date. Only the process that holds the rollup lock writes and deletes rows.
create table devices_series_area_due (
  tenant_id text not null,
  project_id bigint not null,
  area_id bigint not null,
  type smallint not null,
  day date not null,
  primary key (tenant_id, project_id, area_id, type, day)
);
select ll_secure('devices_series_area_due');

-- Suppliers of devices.
create table devices_supplier (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  code text,
  contact text,
  phone text,
  address text,
  contract jsonb,
  remark text
);
create index devices_supplier_tenant on devices_supplier (tenant_id, id) where not is_deleted;
create unique index devices_supplier_name_unique on devices_supplier (tenant_id, name) where not is_deleted;
select ll_secure('devices_supplier', 'tenant');
select ll_counted('devices_supplier', false);

-- Sums of devices_daily by day, project, area and supplier, for reports.
create table devices_area_daily (
  tenant_id text not null,
  -- In the tenant's time zone.
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  -- Controllers with a rollup of the day.
  devices integer not null,
  -- Controllers that were activated at the first rollup of the day, or reported on it.
  due integer not null,
  -- mWh
  energy bigint not null,
  -- Time that the lights were on, and that the controllers were online, ms.
  on_ms bigint not null,
  online_ms bigint not null,
  -- `due` times the length of the day, ms: the longest possible online time.
  due_ms bigint not null,
  -- Pages by day and area are read in the order of the key. The indexes hold all columns, so that a report reads no table.
  primary key (tenant_id, day, area_id, project_id, supplier_id) include (devices, due, energy, on_ms, online_ms, due_ms)
);
-- Users who are limited to areas read the days of these areas only.
create index devices_area_daily_area on devices_area_daily (tenant_id, area_id, day)
  include (project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms);
select ll_secure('devices_area_daily');
create policy scope on devices_area_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp')));

-- The same sums by month, stored under its first day, and by day without the area.
create table devices_area_monthly (
  tenant_id text not null,
  -- In the tenant's time zone.
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  -- Controllers with a rollup of the day.
  devices integer not null,
  -- Controllers that were activated at the first rollup of the day, or reported on it.
  due integer not null,
  -- mWh
  energy bigint not null,
  -- Time that the lights were on, and that the controllers were online, ms.
  on_ms bigint not null,
  online_ms bigint not null,
  -- `due` times the length of the day, ms: the longest possible online time.
  due_ms bigint not null,
  primary key (tenant_id, day, area_id, project_id, supplier_id) include (devices, due, energy, on_ms, online_ms, due_ms)
);
create index devices_area_monthly_tenant_id_area_id_day_project_id_suppl_idx on devices_area_monthly (tenant_id, area_id, day) include (project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms);
select ll_secure('devices_area_monthly');
create policy scope on devices_area_monthly as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp')));

create table devices_project_daily (
  tenant_id text not null,
  -- In the tenant's time zone.
  day date not null,
  project_id bigint not null,
  supplier_id bigint not null,
  -- Controllers with a rollup of the day.
  devices integer not null,
  -- Controllers that were activated at the first rollup of the day, or reported on it.
  due integer not null,
  -- mWh
  energy bigint not null,
  -- Time that the lights were on, and that the controllers were online, ms.
  on_ms bigint not null,
  online_ms bigint not null,
  -- `due` times the length of the day, ms: the longest possible online time.
  due_ms bigint not null,
  primary key (tenant_id, day, project_id, supplier_id) include (devices, due, energy, on_ms, online_ms, due_ms)
);
select ll_secure('devices_project_daily');
create policy scope on devices_project_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp')));

-- Queue: days whose sums are out of date.
create table devices_day_due (
  tenant_id text not null,
  day date not null,
  primary key (tenant_id, day)
);
select ll_secure('devices_day_due');

-- Sums of lamp controllers by day and area over all projects and suppliers, for pages by day and area.
create table devices_place_daily (
  tenant_id text not null,
  day date not null,
  area_id bigint not null,
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  primary key (tenant_id, day, area_id) include (devices, due, energy, on_ms, online_ms, due_ms)
);
create index devices_place_daily_area on devices_place_daily (tenant_id, area_id, day) include (devices, due, energy, on_ms, online_ms, due_ms);
select ll_secure('devices_place_daily');
create policy scope on devices_place_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp')));

create table devices_type (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  unit_product_code text,
  name text,
  name_en text,
  category text,
  code integer,
  descriptor text
);
create index devices_type_tenant on devices_type (tenant_id, id) where not is_deleted;
create unique index devices_type_unit_product_code_unique on devices_type (tenant_id, unit_product_code) where not is_deleted;
select ll_secure('devices_type', 'tenant');
select ll_counted('devices_type', false);

create table devices_device (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  type_id bigint,
  -- Access address of a device of a type made at run time that a driver reaches; such a device has no gateway.
  address text,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index devices_device_tenant on devices_device (tenant_id, id) where not is_deleted;
create unique index devices_device_sn_unique on devices_device (tenant_id, sn) where not is_deleted;
create index devices_device_project_id_id on devices_device (tenant_id, project_id, id) where not is_deleted;
create index devices_device_area_id_id on devices_device (tenant_id, area_id, id) where not is_deleted;
create index devices_device_gateway_id on devices_device (tenant_id, gateway_id) where not is_deleted;
create index devices_device_keyword on devices_device (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('devices_device', 'tenant');
select ll_counted('devices_device', true);

-- Faults and events of devices as intervals of device time: one row for each time that a fault was present. `ended_at` is null while it is present.
create table devices_fault (
  -- A registered device, or a gateway.
  device_id bigint not null,
  type text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  tenant_id text not null,
  -- The transaction that last wrote the row. Slices that follow faults read the rows written since; a row of an open transaction is read again until that transaction
  -- has ended.
  changed xid8 not null default pg_current_xact_id(),
  primary key (device_id, type, began_at)
);
create unique index devices_fault_present on devices_fault (device_id, type) where ended_at is null;
create index devices_fault_began on devices_fault (tenant_id, began_at desc);
create index devices_fault_ended on devices_fault (ended_at) where ended_at is not null;
create index devices_fault_changed on devices_fault (changed);
select ll_secure('devices_fault');
revoke insert, delete on devices_fault from lamplight_app;

create table devices_series_area_daily (
  tenant_id text not null,
  type smallint not null,
  -- 256 * code of the device type + slot of the property.
  property integer not null,
  -- In the tenant's time zone.
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  -- Devices that reported the property on the day.
  devices integer not null,
  -- Number, sum, minimum and maximum of the reported values.
  readings bigint not null,
  sum float8 not null,
  low double precision,
  high double precision,
  -- Sum of the last values of the devices.
  last float8 not null,
  -- Counters: increase of all devices, and how often they were reset; other properties: 0.
  increase float8 not null,
  resets bigint not null,
  primary key (tenant_id, property, day, area_id, project_id)
);
-- Users who are limited to areas read the days of these areas only.
create index devices_series_area_daily_area on devices_series_area_daily (tenant_id, area_id, property, day);
select ll_secure('devices_series_area_daily');

-- Values and events that the type of the device does not allow: one row for each device and property, with the latest value and the number of such values.
create table devices_misfit_value (
  device_id bigint not null,
  -- `value`: of a property; `event`: of the event vocabulary.
  kind text not null,
  name text not null,
  tenant_id text not null,
  -- Serial number of the gateway, or the route. The number of rows of each is limited.
  gateway_sn text not null,
  value text not null,
  reason text not null,
  -- Times of the server.
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null default 1,
  primary key (device_id, kind, name)
);
create index devices_misfit_value_sender on devices_misfit_value (gateway_sn, last_at);
create index devices_misfit_value_last on devices_misfit_value (last_at);
select ll_secure('devices_misfit_value');
revoke insert, update on devices_misfit_value from lamplight_app;

create table devices_model (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  dev_type integer,
  supplier_id bigint,
  remark text
);
create index devices_model_tenant on devices_model (tenant_id, id) where not is_deleted;
create unique index devices_model_name_unique on devices_model (tenant_id, name) where not is_deleted;
select ll_secure('devices_model', 'tenant');
select ll_counted('devices_model', false);

-- Minutes after its last report until a lamp controller or a gateway counts as offline. Tenants without a row have the default.
create table devices_delay_offline (
  tenant_id text primary key,
  minutes integer not null check (minutes between 5 and 1440),
  update_user bigint,
  update_time timestamptz not null default now()
);
select ll_secure('devices_delay_offline');

create table devices_esim_card (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  iccid text,
  msisdn text,
  imei text,
  operator smallint,
  plan_mb integer,
  used_mb integer,
  sn text,
  activated_at timestamptz,
  expire_at timestamptz,
  suspended boolean,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(iccid, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index devices_esim_card_tenant on devices_esim_card (tenant_id, id) where not is_deleted;
create unique index devices_esim_card_iccid_unique on devices_esim_card (tenant_id, iccid) where not is_deleted;
create index devices_esim_card_expire_at_id on devices_esim_card (tenant_id, expire_at, id) where not is_deleted;
create index devices_esim_card_keyword on devices_esim_card (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('devices_esim_card', 'platform');
select ll_counted('devices_esim_card', false);

-- Log of devices, for users. Unlike the audit log its entries may be deleted. Kinds: 1 came, 2 went, 3 moved, 4 commanded, 5 changed.
create table devices_log (
  id bigint primary key default nextval('kit_id'),
  tenant_id text not null,
  -- A registered device, or a gateway; null: a command to more devices than the log names.
  device_id bigint,
  kind smallint not null check (kind between 1 and 5),
  at timestamptz not null,
  -- Command: its texts and the number of devices. Change: values by field, before and after.
  detail jsonb not null default '{}',
  account text not null default ''
);
create index devices_log_tenant on devices_log (tenant_id, at desc, id desc);
create index devices_log_device on devices_log (device_id, at desc) where device_id is not null;
create index devices_log_at on devices_log using brin (at);
select ll_secure('devices_log');

-- Positions of a device over time. Source: 1 GPS, 2 moved by hand.
create table devices_locus (
  device_id bigint not null,
  at timestamptz not null,
  tenant_id text not null,
  lng double precision not null,
  lat double precision not null,
  source smallint not null check (source in (1, 2)),
  primary key (device_id, at)
);
select ll_secure('devices_locus');

-- Replacements: old and new device, what was changed with them, and what could not be changed.
create table devices_replacement (
  id bigint primary key,
  tenant_id text not null,
  old_id bigint not null,
  new_id bigint not null,
  old_sn text not null,
  new_sn text not null,
  -- The replacement that this one undoes.
  undoes bigint,
  account text not null,
  at timestamptz not null,
  followed jsonb not null,
  left_over jsonb not null
);
create index devices_replacement_old on devices_replacement (tenant_id, old_id);
create index devices_replacement_new on devices_replacement (tenant_id, new_id);
select ll_secure('devices_replacement');

create table devices_error_packet (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  at timestamptz,
  gateway_sn text,
  kind text,
  reason text,
  count integer,
  first_at timestamptz,
  payload text,
  project_id bigint,
  area_id bigint,
  -- One row for each gateway (or route), hour and reason; the number of rows of a gateway is bounded (server/error-packets.ts).
  hour timestamptz not null default now(),
  digest text not null default ''
);
create index devices_error_packet_tenant on devices_error_packet (tenant_id, id) where not is_deleted;
create index devices_error_packet_at_id on devices_error_packet (tenant_id, at, id) where not is_deleted;
create index devices_error_packet_gateway_sn_at on devices_error_packet (tenant_id, gateway_sn, at) where not is_deleted;
create unique index devices_error_packet_once on devices_error_packet (gateway_sn, hour, digest);
create index devices_error_packet_age on devices_error_packet (at);
select ll_secure('devices_error_packet', 'tenant');
select ll_counted('devices_error_packet', true);

-- Times at which a counter restarted, as the device or a user said. cause: 1 the device set its counters to 0; 2 another meter was installed.
create table devices_counter_told (
  tenant_id text not null,
  device_id bigint not null,
  at timestamptz not null,
  cause smallint not null,
  primary key (tenant_id, device_id, at)
);
select ll_secure('devices_counter_told');

-- Decisions by device, counter (slot of its property; 0: energy of a lamp controller) and hour. Hours without decisions have no row.
create table devices_counter_hour (
  tenant_id text not null,
  device_id bigint not null,
  slot smallint not null,
  hour timestamptz not null,
  -- Lasting falls to near zero, and resets that were told.
  resets integer not null,
  -- Roll-overs from the highest value to 0.
  rollovers integer not null,
  -- Other lasting jumps: counting continues from the new value, and the difference is not counted.
  breaks integer not null,
  -- Readings that were left out, because the counter returned to its former line.
  glitches integer not null,
  primary key (tenant_id, device_id, slot, hour)
);
select ll_secure('devices_counter_hour');

-- First and last hour in which a counter did anything but rise. For counters without a row, readings around an hour need no check.
create table devices_counter_uneven (
  tenant_id text not null,
  device_id bigint not null,
  slot smallint not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (tenant_id, device_id, slot)
);
select ll_secure('devices_counter_uneven');

-- Statements of events and lists about a fault at a time, stored only if devices_fault does not contain them: an end whose begin is not known yet, a begin while the fault
-- is present. With them a late event gives the same intervals as in the order of times.
create table devices_fault_said (
  device_id bigint not null,
  type text not null,
  at timestamptz not null,
  is_on boolean not null,
  tenant_id text not null,
  primary key (device_id, type, at, is_on)
);
create index devices_fault_said_at on devices_fault_said (at);
select ll_secure('devices_fault_said');
revoke insert, update on devices_fault_said from lamplight_app;

insert into devices_rollup_frontier (closed_until) values (date_trunc('hour', now(), 'UTC'));

-- currentControllerStatus of decisions.md B2: 1 on, 2 off, 3 fault, 4 offline, 5 not activated.
create function devices_status(activated boolean, online boolean, faulty boolean, lit boolean) returns smallint
language sql immutable parallel safe
return (case when not activated then 5 when not online then 4 when faulty then 3 when lit then 1 else 2 end)::smallint;

-- A device that is registered for the first time has no state, so the row is inserted without a search.
create function devices_registry_changed() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_state s using old_rows o where s.device_id = o.device_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into devices_state (device_id, tenant_id, gateway_id, sn, type, state)
    select n.device_id, n.tenant_id, n.gateway_id, n.sn, n.type, devices_status(n.activated, false, false, false) from new_rows n;
    return null;
  end if;
  insert into devices_state as s (device_id, tenant_id, gateway_id, sn, type, state)
  select n.device_id, n.tenant_id, n.gateway_id, n.sn, n.type, devices_status(n.activated, false, false, false) from new_rows n
  on conflict (device_id) do update set
    tenant_id = excluded.tenant_id,
    gateway_id = excluded.gateway_id,
    sn = excluded.sn,
    type = excluded.type,
    state = devices_status(excluded.state <> 5, s.online, cardinality(s.faults) > 0, s.is_on),
    version = nextval('devices_state_version')
  where (s.tenant_id, s.gateway_id, s.sn, s.type, s.state = 5)
    is distinct from (excluded.tenant_id, excluded.gateway_id, excluded.sn, excluded.type, excluded.state = 5);
  return null;
end $fn$;
create trigger state_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function devices_registry_changed();
create trigger state_insert after insert on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_changed();
create trigger state_update after update on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_changed();

-- Creates the partitions of both histories.
create function devices_telemetry_partition(day date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  parent text;
  name text;
begin
  foreach parent in array array['devices_telemetry', 'devices_series'] loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is not null then continue; end if;
    perform pg_advisory_xact_lock(hashtext('devices_telemetry'));
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L)',
      name, parent, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
    execute format('alter table %I enable row level security', name);
  end loop;
end $fn$;
revoke execute on function devices_telemetry_partition(date) from public;
grant execute on function devices_telemetry_partition(date) to lamplight_worker;

-- Drops the partitions of days before `day`, and returns their number.
create function devices_telemetry_drop(day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  parent text;
  old text;
  dropped integer := 0;
begin
  foreach parent in array array['devices_telemetry', 'devices_series'] loop
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass and c.relname < parent || '_' || to_char(day, 'YYYYMMDD')
    loop
      execute format('drop table %I', old);
      dropped := dropped + (parent = 'devices_telemetry')::int;
    end loop;
  end loop;
  return dropped;
end $fn$;
revoke execute on function devices_telemetry_drop(date) from public;
grant execute on function devices_telemetry_drop(date) to lamplight_worker;

-- Creates the monthly partitions of all rollups; sums by area have none.
create function devices_rollup_partition(month date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  first date := date_trunc('month', month)::date;
  after date := (date_trunc('month', month) + interval '1 month')::date;
  rollup text;
  name text;
  edge text;
begin
  perform pg_advisory_xact_lock(hashtext('devices_rollup'));
  foreach rollup in array array['devices_hourly', 'devices_daily', 'devices_series_hourly', 'devices_series_daily'] loop
    name := rollup || '_' || to_char(first, 'YYYYMM');
    continue when to_regclass(name) is not null;
    edge := case when rollup like '%hourly' then ' 00:00:00+00' else '' end;
    execute format('create table %I partition of %I for values from (%L) to (%L)', name, rollup, first::text || edge, after::text || edge);
    execute format('alter table %I enable row level security', name);
  end loop;
end $fn$;
revoke execute on function devices_rollup_partition(date) from public;
grant execute on function devices_rollup_partition(date) to lamplight_worker;

-- Drops the monthly partitions of `rollup` that ended before `day`, and returns their number.
create function devices_rollup_drop(rollup text, day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  if rollup not in ('devices_hourly', 'devices_daily', 'devices_series_hourly', 'devices_series_daily') then
    raise exception 'no rollup';
  end if;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = rollup::regclass and c.relname < rollup || '_' || to_char(day, 'YYYYMM')
  loop
    execute format('drop table %I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $fn$;
revoke execute on function devices_rollup_drop(text, date) from public;
grant execute on function devices_rollup_drop(text, date) to lamplight_worker;

-- Runs as the table's owner, because a user does not see that another tenant has the serial number.
create function devices_gateway_entered() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  if new.is_deleted then return new; end if;
  new.holds_sn := not exists (
    select from devices_gateway g where upper(g.sn) = upper(new.sn) and g.holds_sn and not g.is_deleted and g.id <> new.id);
  return new;
end $fn$;
create trigger entered before insert on devices_gateway for each row execute function devices_gateway_entered();
create trigger restored before update of is_deleted on devices_gateway for each row
  when (old.is_deleted and not new.is_deleted) execute function devices_gateway_entered();

-- When a serial number becomes free, it goes to the waiting tenant that entered it first.
create function devices_gateway_removed() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  update devices_gateway g set holds_sn = true
  where g.id = (select w.id from devices_gateway w where upper(w.sn) = upper(old.sn) and not w.is_deleted order by w.id limit 1)
    and not exists (select from devices_gateway h where upper(h.sn) = upper(old.sn) and h.holds_sn and not h.is_deleted);
  return null;
end $fn$;
create trigger removed after update of is_deleted on devices_gateway for each row
  when (new.is_deleted and not old.is_deleted and old.holds_sn) execute function devices_gateway_removed();

-- A row trigger with a condition: a report without a change of state then costs almost nothing. The function names its schemas instead of setting `search_path`, which
-- PostgreSQL would set and reset for each changed row (a third of the time).
create function devices_state_flipped() returns trigger language plpgsql security definer as $fn$
begin
  if old.tenant_id operator(pg_catalog.=) new.tenant_id then
    insert into public.devices_flip (device_id, tenant_id, was, state) values (new.device_id, new.tenant_id, old.state, new.state);
  else
    insert into public.devices_flip (device_id, tenant_id, was, state)
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

-- Lamp controllers answer simple commands (clock, version, self test; decisions.md A39) with values that have no column in devices_state. These are stored in
-- devices_latest: the first such answer adds the row, and the end of the registration deletes it.
create function devices_registry_values() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_latest l using old_rows o where l.device_id = o.device_id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from devices_latest l using new_rows n
      where l.device_id = n.device_id and (n.type, n.tenant_id) is distinct from (l.type, l.tenant_id);
  end if;
  insert into devices_latest (device_id, type, tenant_id)
  select n.device_id, n.type, n.tenant_id from new_rows n where n.type <> 4
  on conflict (device_id) do nothing;
  return null;
end $fn$;
create trigger values_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function devices_registry_values();
create trigger values_insert after insert on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_values();
create trigger values_update after update on devices_registry referencing new table as new_rows
  for each statement execute function devices_registry_values();

-- Gateways of a generated town. The virtual city plays them; no secret is valid until it requests one.
create function devices_make_virtual(gateways bigint[]) returns void language sql as $$
  insert into devices_credential (gateway_id, hash, virtual) select id, '', true from unnest(gateways) as g (id)
$$;
revoke execute on function devices_make_virtual(bigint[]) from public;
grant execute on function devices_make_virtual(bigint[]) to lamplight_worker;

-- Fault intervals from lists of present faults begin and end at the time of the list. A report that shows that the device can be reached ends its fault of lost
-- communication.
create function devices_fault_reported() returns trigger language plpgsql as $fn$
begin
  if new.online and not old.online then
    update devices_fault f set ended_at = greatest(f.began_at, new.reported_at)
    where f.device_id = new.device_id and f.ended_at is null and f.type = 'communicationFailure';
  end if;
  if old.faults_at is distinct from new.faults_at and old.faults is distinct from new.faults then
    update devices_fault f set ended_at = greatest(f.began_at, new.faults_at)
    where f.device_id = new.device_id and f.ended_at is null and f.type = any(old.faults) and f.type <> all(new.faults);
    insert into devices_fault (device_id, type, began_at, tenant_id)
    select new.device_id, n.type, new.faults_at, new.tenant_id from unnest(new.faults) as n(type) where n.type <> all(old.faults)
    on conflict do nothing;
  end if;
  return null;
end $fn$;
create trigger faults_reported after update on devices_state for each row
  when ((old.reported_at is distinct from new.reported_at and not old.online)
    or (old.faults_at is distinct from new.faults_at and old.faults is distinct from new.faults))
  execute function devices_fault_reported();

-- Deletes what is stored about devices whose registration is deleted.
create function devices_fault_over() returns trigger language plpgsql as $fn$
begin
  update devices_fault f set ended_at = greatest(f.began_at, now()) from old_rows o where f.device_id = o.device_id and f.ended_at is null;
  delete from devices_fault_said a using old_rows o where a.device_id = o.device_id;
  return null;
end $fn$;
create trigger faults_over after delete on devices_state referencing old table as old_rows for each statement execute function devices_fault_over();

-- Deletes the rows of devices that are no longer registered, or have another type.
create function devices_misfit_value_over() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'DELETE' then
    delete from devices_misfit_value m using old_rows o where m.device_id = o.device_id;
    return null;
  end if;
  delete from devices_misfit_value m using old_rows o, new_rows n
    where o.device_id = n.device_id and (o.type, o.tenant_id) is distinct from (n.type, n.tenant_id) and m.device_id = n.device_id;
  return null;
end $fn$;
create trigger misfits_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function devices_misfit_value_over();
create trigger misfits_update after update on devices_registry referencing old table as old_rows new table as new_rows
  for each statement execute function devices_misfit_value_over();

-- Begin and end of a lost connection become entries of the device log.
create function devices_log_went() returns trigger language plpgsql as $fn$
begin
  insert into devices_log (tenant_id, device_id, kind, at)
  select n.tenant_id, n.device_id, 2, n.began_at from new_rows n where n.type = 'communicationFailure';
  return null;
end $fn$;
create trigger went after insert on devices_fault referencing new table as new_rows for each statement execute function devices_log_went();

create function devices_log_came() returns trigger language plpgsql as $fn$
begin
  insert into devices_log (tenant_id, device_id, kind, at)
  select n.tenant_id, n.device_id, 1, n.ended_at from new_rows n
  join old_rows o on o.device_id = n.device_id and o.type = n.type and o.began_at = n.began_at
  where n.type = 'communicationFailure' and o.ended_at is null and n.ended_at is not null;
  return null;
end $fn$;
create trigger came after update on devices_fault referencing old table as old_rows new table as new_rows for each statement execute function devices_log_came();

create function devices_fault_stamp() returns trigger language plpgsql as $fn$
begin
  new.changed := pg_current_xact_id();
  return new;
end $fn$;
create trigger stamped before update on devices_fault for each row execute function devices_fault_stamp();

/*
 * Counts the increase of a counter over its readings (`ats`, `vals`, in order of time). Sums readings after `begins`, up to and with `ends`: an increase
 * happened before the reading that shows it. Those before give the line, those after show whether a value stays.
 *
 * The line is the highest value that counted. Of a reading:
 *   - up to `eps` below the line (noise: `noise`, or a thousandth of the use) changes nothing;
 *   - lower, and one of the next 4 readings reaches the line again: a glitch, left out;
 *   - lower by at least half of `wraps`: a roll-over;
 *   - lower, near zero (1 % of the line): a reset, its value counts;
 *   - lower: a break, the line goes on from it and nothing counts;
 *   - higher, and none of the next 4 readings reaches it, but one is on the line: a glitch;
 *   - higher than `most` an hour allows: a glitch until the next reading shows that it stays, then a break;
 *   - higher by one step of more than half of the last fall, to the line before the fall: a long glitch ended, the step from the old line counts.
 * The first reading after a time in `told` begins a new line: cause 1 counts its value, cause 2 nothing. So does a reading after 31 days without one.
 */
create function devices_counter(ats timestamptz[], vals float8[], told timestamptz[], causes smallint[], begins timestamptz, ends timestamptz,
  noise float8, wraps float8, most float8,
  out increase float8, out resets integer, out rollovers integer, out breaks integer, out glitches integer, out uneven boolean, out steps float8[])
language plpgsql immutable set search_path = public as $fn$
declare
  ahead constant integer := 4;
  calm constant integer := 8;
  n constant integer := coalesce(cardinality(ats), 0);
  line float8;
  line_at timestamptz;
  -- Line before the last fall, the value after it, and how many readings counted since.
  old float8;
  base float8;
  since integer := 0;
  used float8 := 0;
  eps float8;
  x float8;
  step float8;
  -- 0 none, 1 reset, 2 roll-over, 3 break, 4 glitch, 5 noise
  kind integer;
  cause smallint;
  -- Highest of the next readings, if the very next one is lower.
  top float8;
  impossible boolean;
  k integer;
begin
  increase := 0; resets := 0; rollovers := 0; breaks := 0; glitches := 0; uneven := false; steps := '{}';
  for i in 1 .. n loop
    x := vals[i];
    step := 0;
    kind := 0;
    cause := null;
    if line is not null and told is not null then
      for j in 1 .. cardinality(told) loop
        if told[j] > line_at and told[j] <= ats[i] then cause := greatest(cause, causes[j]); end if;
      end loop;
    end if;
    eps := greatest(noise, used * 0.001);
    if line is null or ats[i] - line_at > interval '31 days' then
      line := x; line_at := ats[i]; old := null;
    elsif cause is not null then
      step := case when cause = 1 then greatest(x, 0) else 0 end;
      kind := 1; line := x; line_at := ats[i]; old := null;
    elsif x >= line then
      if x > line then
        k := least(ahead, n - i);
        top := null;
        if k > 0 and vals[i + 1] < x - eps then
          select max(f) into top from unnest(vals[i + 1 : i + ahead]) f;
        end if;
        impossible := x - line > most * greatest(1, extract(epoch from ats[i] - line_at) / 3600);
        if top < x - eps and (top >= line - eps or impossible) then
          kind := 4;
        elsif old is not null and x >= old - eps and x - line > (old - line) / 2 and old > line then
          kind := 4; step := greatest(x - old, 0); line := greatest(x, old); line_at := ats[i]; old := null;
        elsif impossible then
          if k = 0 then kind := 4;
          else kind := 3; line := x; line_at := ats[i]; old := null;
          end if;
        else
          step := x - line; line := x; line_at := ats[i];
        end if;
      else
        line_at := ats[i];
      end if;
      if kind = 0 and old is not null then
        since := since + 1;
        if since >= calm and line - base > eps then old := null; end if;
      end if;
    elsif x >= line - eps then
      kind := 5; line_at := ats[i];
    elsif (select max(f) from unnest(vals[i + 1 : i + ahead]) f) >= line - eps then
      kind := 4;
    elsif line - x >= wraps / 2 then
      kind := 2; step := x + wraps - line; line := x; line_at := ats[i]; old := null;
    else
      if x <= greatest(line * 0.01, eps) then kind := 1; step := greatest(x, 0); else kind := 3; end if;
      old := greatest(line, coalesce(old, line)); base := x; since := 0; line := x; line_at := ats[i];
    end if;
    used := used + step;
    steps := steps || step;
    if ats[i] > begins and ats[i] <= ends then
      increase := increase + step;
      if kind = 1 then resets := resets + 1; elsif kind = 2 then rollovers := rollovers + 1; elsif kind = 3 then breaks := breaks + 1;
      elsif kind = 4 then glitches := glitches + 1; end if;
      uneven := uneven or kind > 0;
    end if;
  end loop;
end $fn$;

-- Returns the present faults of a device after a report of the time `since` that lists `listed`. Events after that time keep their effect.
create function devices_faults_after(device bigint, since timestamptz, listed text[]) returns text[] language sql stable as $fn$
  select array(
    select t.type collate "C" from (
      select l.type from unnest(listed) as l(type)
      union select f.type from devices_fault f where f.device_id = device and f.ended_at is null and f.type <> 'communicationFailure'
    ) t left join devices_fault o on o.device_id = device and o.type = t.type and o.ended_at is null
    where case when t.type = any(listed)
      then o.type is not null
        or not exists (select from devices_fault f where f.device_id = device and f.type = t.type and f.ended_at > since)
        and not exists (select from devices_fault_said a where a.device_id = device and a.type = t.type and a.at > since and not a.is_on)
      else o.began_at > since
        or exists (select from devices_fault_said a where a.device_id = device and a.type = t.type and a.at > since and a.is_on) end
    order by 1)
$fn$;

-- For other slices (docs/adr/0015).
create view devices_suppliers with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, code from devices_supplier;

create view devices_gateways with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, update_time, is_deleted, sn, name, status, online, children, version, last_seen, project_id, area_id,
    lng, lat, holds_sn
  from devices_gateway;

-- Gateways that the virtual city plays. Only the worker role reads the view, because requests may not read credentials.
create view devices_virtual_gateways with (security_invoker = true) as
  select g.id, g.tenant_id, g.sn from devices_gateway g join devices_credential k on k.gateway_id = g.id where k.virtual and not g.is_deleted;

-- With the category, for slices that add groups of their own system (institutes).
create view devices_groups with (security_invoker = true) as
  select id, tenant_id, is_deleted, group_name, dev_type, lamp_type, system_type, type, category from devices_group;

create view devices_group_members with (security_invoker = true) as
  select group_id, device_id, tenant_id from devices_group_member;

create view devices_registered with (security_invoker = true) as
  select sn, device_id, tenant_id, gateway_id, gateway_sn, type, name, activated from devices_registry;

-- With xmin, the transaction that wrote the row: the map reads what was written since its last request.
create view devices_states with (security_invoker = true) as
  select device_id, tenant_id, gateway_id, sn, version, reported_at, received_at, override_until, power, voltage, current, pf, energy, hours, temperature,
    tilt, dim, state, is_on, online, reason, faults, fault_since, xmin
  from devices_state;

-- Changes of `state` that are not yet in the totals of lists.
create view devices_state_changes with (security_invoker = true) as
  select device_id, tenant_id, was, state from devices_flip;

create view devices_values with (security_invoker = true) as
  select device_id, tenant_id, type, v, texts from devices_latest;

-- All measured values of lamp controllers, for dry runs.
create view devices_readings with (security_invoker = true) as
  select device_id, tenant_id, at, power, dim, is_on, voltage, current, pf, energy, hours, temperature, tilt from devices_telemetry;

-- Rollups for other slices: sums of lamp controllers by day and place, and the energy of each device by day (mWh).
create view devices_area_days with (security_invoker = true) as
  select tenant_id, day, project_id, area_id, due, online_ms, supplier_id, devices, energy, on_ms, due_ms from devices_area_daily;

create view devices_days with (security_invoker = true) as
  select tenant_id, device_id, day, energy, project_id, area_id, supplier_id, readings, powers, power_sum, power_max, on_ms, online_ms, due_ms from devices_daily;

-- Reports of devices other than lamp controllers, for the slices of these devices: values by slot.
create view devices_series_rows with (security_invoker = true) as select device_id, tenant_id, type, at, v from devices_series;

-- Models of devices and products of the tenant, for higher slices.
create view devices_models with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, dev_type, supplier_id from devices_model;

create view devices_products with (security_invoker = true) as
  select id, tenant_id, is_deleted, code, unit_product_code, name, name_en, category from devices_type;

create view devices_faults with (security_invoker = true) as select device_id, type, began_at, ended_at, tenant_id, changed from devices_fault;

create view devices_hours with (security_invoker = true) as
  select tenant_id, device_id, hour, energy, on_ms, online_ms, powers, power_sum from devices_hourly;

create view devices_series_days with (security_invoker = true) as
  select tenant_id, device_id, type, day, project_id, area_id, readings, counts, sums, lows, highs, lasts, increases, resets from devices_series_daily;

create view devices_rolled with (security_invoker = true) as
  select closed_until from devices_rollup_frontier;

-- Replacements, for other slices.
create view devices_replacements with (security_invoker = true) as
  select id, tenant_id, new_id, old_sn, new_sn, undoes, account, at from devices_replacement;

-- SIM cards of gateways. `blocked`: it carries no data now.
create view devices_gateway_sims with (security_invoker = true) as
  select g.id as gateway_id, g.tenant_id, c.operator,
    coalesce(c.suspended, false) or coalesce(c.expire_at < now(), false) or coalesce(c.used_mb >= nullif(c.plan_mb, 0), false) as blocked
  from devices_gateway g join devices_esim_card c on c.sn = g.sn and not c.is_deleted where not g.is_deleted;

create view devices_counter_hours with (security_invoker = true) as
  select tenant_id, device_id, slot, hour, resets, rollovers, breaks, glitches from devices_counter_hour;

grant select, insert on devices_suppliers to lamplight_app, lamplight_worker;
grant select, insert, update on devices_gateways, devices_groups to lamplight_app, lamplight_worker;
grant select on devices_virtual_gateways to lamplight_worker;
grant select, insert, update, delete on devices_group_members, devices_registered to lamplight_app, lamplight_worker;
grant select on devices_states, devices_state_changes, devices_values, devices_readings, devices_area_days, devices_days,
  devices_series_rows, devices_models, devices_products, devices_faults, devices_hours, devices_series_days, devices_rolled,
  devices_replacements, devices_gateway_sims, devices_counter_hours to lamplight_app, lamplight_worker;

-- ══ control: commands with their ledger, parameters of devices ══

-- The command ledger (docs/adr/0004-command-ledger.md): a row for each command, with the number of devices that reached each rung, also of those that
-- failed later.
create table control_batch (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  command smallint,
  -- A batch with a command of a device type stores the name and arguments of the command, and its text in both languages. Null for commands to lamps.
  command_text text,
  command_text_en text,
  device_type integer,
  cmd text,
  args text,
  level integer,
  status smallint,
  state smallint,
  target_kind smallint,
  target_text text,
  -- Names of the target in both languages; each user reads his own.
  target_text_en text,
  total integer,
  queued integer,
  sent integer,
  received integer,
  applied integer,
  verified integer,
  failed integer,
  timed_out integer,
  superseded integer,
  reached_sent integer,
  reached_received integer,
  reached_applied integer,
  returned integer,
  ended integer,
  lamp_select smallint,
  duration integer,
  until timestamptz,
  reason text,
  expire_at timestamptz,
  again_command_record_id bigint,
  idempotency_key text,
  account text,
  ip text,
  cancelled boolean,
  automatic boolean,
  attempts integer,
  folded boolean,
  started_at timestamptz,
  ended_at timestamptz,
  -- Systems of the devices of each command record, by the type of their project: 2 city lighting, 3 smart poles, 4 institutes, 200 solar lighting.
  systems integer[] not null default '{2}'
) with (fillfactor = 50);
create index control_batch_tenant on control_batch (tenant_id, id) where not is_deleted;
create index control_batch_status_id on control_batch (tenant_id, status, id) where not is_deleted;
-- Lists filter by state, older consoles by status.
create index control_batch_state_id on control_batch (tenant_id, state, id) where not is_deleted;
create index control_batch_automatic_id on control_batch (tenant_id, automatic, id) where not is_deleted;
create index control_batch_author on control_batch (tenant_id, create_user, id desc) where not is_deleted;
create index control_batch_time on control_batch (tenant_id, create_time);
create index control_batch_systems on control_batch using gin (systems);
select ll_secure('control_batch', 'tenant');
select ll_counted('control_batch', false);

-- Requests with an Idempotency-Key: the same request gets the same answer, another request with the same key is refused.
create table control_request (
  tenant_id text not null,
  key text not null,
  hash text not null,
  answer json not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, key)
);
select ll_secure('control_request');

-- Work list: what is left to do for one gateway in one batch. The row is deleted when nothing is left. 100,000 lamps have a few thousand rows.
create table control_work (
  batch_id bigint not null,
  -- Time of the next publication; null: nothing waits to be sent.
  send_at timestamptz,
  -- Time of the next check of devices that have received a command and have not proved it.
  check_at timestamptz,
  expire_at timestamptz not null,
  -- Last time that the gateway received a request to read the meters.
  probed_at timestamptz,
  -- Until then the process `owner` publishes to the gateway. Other processes hold back later batches until then, so that the order is kept.
  busy_until timestamptz,
  owner text,
  gateway_sn text collate "C" not null,
  tenant_id text not null,
  -- True until a dispatcher has read the row: until then older batches still apply to its devices.
  fresh boolean not null default false,
  -- Lane 1 (reads of parameters) is sent after lane 0 (commands of operators), and at a limited rate.
  lane smallint not null default 0,
  primary key (batch_id, gateway_sn)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);
create index control_work_gateway on control_work (gateway_sn);
create index control_work_fresh on control_work (lane, batch_id) where fresh;
select ll_secure('control_work');

-- Acknowledgements without a matching row: a count for each gateway, with the latest.
create table control_stray (
  gateway_sn text collate "C" primary key,
  tenant_id text not null,
  n bigint not null default 0,
  last_id text not null default '',
  last_sn text not null default '',
  last_at timestamptz not null default now()
);
select ll_secure('control_stray');

-- Packs: one row for each gateway of a batch. A column that changes holds one value for all devices of the pack (if they are equal) or one for each, in the order of
-- device_ids. Times are epoch milliseconds. gateway_sn '' holds devices without a gateway.
create table control_pack (
  batch_id bigint not null,
  gateway_sn text collate "C" not null,
  tenant_id text not null,
  -- True while a device of the pack is open, or its temporary level has not returned yet.
  watching boolean not null default true,
  device_ids bigint[] not null,
  -- serial numbers, comma-joined: one text is written faster than an array
  sns text collate "C" not null,
  heads smallint[] not null,
  expects double precision[] not null,
  tolerances double precision[] not null,
  rungs smallint[] not null default '{0}',
  statuses smallint[] not null default '{0}',
  attempts smallint[] not null default '{0}',
  codes text[] not null default '{NULL}',
  lates boolean[] not null default '{f}',
  watches boolean[] not null default '{t}',
  measured double precision[] not null default '{NULL}',
  -- Clock of the device at its first matching report: only later measurements count as proof.
  device_at bigint[] not null default '{NULL}',
  verify_by bigint[] not null default '{NULL}',
  sent_at bigint[] not null default '{NULL}',
  received_at bigint[] not null default '{NULL}',
  applied_at bigint[] not null default '{NULL}',
  verified_at bigint[] not null default '{NULL}',
  ended_at bigint[] not null default '{NULL}',
  returned_at bigint[] not null default '{NULL}',
  primary key (batch_id, gateway_sn)
)
-- Pages are filled by half: a pack is rewritten a few times and stays on its page. It is not compressed up to the size of a page, so that a change does not compress it
-- again.
with (fillfactor = 50, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
-- Packs are found by their keys only, so their arrays need no statistics, which made each analysis of the table slow.
alter table control_pack
  alter column device_ids set statistics 0,
  alter column sns set statistics 0,
  alter column heads set statistics 0,
  alter column expects set statistics 0,
  alter column tolerances set statistics 0,
  alter column rungs set statistics 0,
  alter column statuses set statistics 0,
  alter column attempts set statistics 0,
  alter column codes set statistics 0,
  alter column lates set statistics 0,
  alter column watches set statistics 0,
  alter column measured set statistics 0,
  alter column device_at set statistics 0,
  alter column verify_by set statistics 0,
  alter column sent_at set statistics 0,
  alter column received_at set statistics 0,
  alter column applied_at set statistics 0,
  alter column verified_at set statistics 0,
  alter column ended_at set statistics 0,
  alter column returned_at set statistics 0;
create index control_pack_watching on control_pack (gateway_sn) where watching;
select ll_secure('control_pack');

-- Devices that moved to another gateway while a command to the old one was open: their packs are found by the old gateway too.
create table control_moved (
  device_id bigint not null,
  gateway_sn text collate "C" not null,
  tenant_id text not null,
  at timestamptz not null default now(),
  primary key (device_id, gateway_sn)
);
select ll_secure('control_moved');

-- Values of parameter families. Equal values share a row: 100,000 devices with the same preset refer to one row.
create table control_value (
  id bigint primary key,
  tenant_id text not null,
  family text not null,
  hash text not null,
  value jsonb not null,
  unique (tenant_id, family, hash)
);
select ll_secure('control_value');

-- One row for each device and parameter family: the wanted value and the reported value. `status` is PARAM_STATUS of the slice `control`.
create table control_param (
  device_id bigint not null,
  family text not null,
  tenant_id text not null,
  wanted_id bigint references control_value (id),
  wanted_gen integer not null default 0,
  wanted_at timestamptz,
  wanted_by bigint,
  batch_id bigint,
  observed_gen integer not null default 0,
  reported_id bigint references control_value (id),
  reported_at timestamptz,
  status smallint not null,
  code text,
  attempts smallint not null default 0,
  next_at timestamptz,
  drift boolean not null default false,
  primary key (device_id, family)
) with (fillfactor = 70);
-- Partial indexes: they contain only rows with drift, rows that wait for a retry, and rows whose batch is running.
create index control_param_drift on control_param (tenant_id, family, device_id) where drift;
create index control_param_waiting on control_param (next_at) where status = 1;
create index control_param_pending on control_param (batch_id) where status = 0;
-- Finds the rows that use a value: for the removal of values, and for the foreign keys.
create index control_param_wanted on control_param (wanted_id) where wanted_id is not null;
create index control_param_reported on control_param (reported_id) where reported_id is not null;
-- The page of reported values reads one family in the order of the devices.
create index control_param_data on control_param (tenant_id, family, device_id) where reported_id is not null;
select ll_secure('control_param');

-- Results of commands by day, operator and command, for reports. The counts of control_batch are summed.
create table control_result_daily (
  tenant_id text not null,
  -- Day of the command in the tenant's time zone.
  day date not null,
  -- 0: the platform itself.
  user_id bigint not null,
  account text not null,
  command smallint not null,
  batches integer not null,
  devices bigint not null,
  succeeded bigint not null,
  failed bigint not null,
  timed_out bigint not null,
  superseded bigint not null,
  -- Commands that have ended, by the seconds that they took: one element for each bound of RESULT_SECONDS and one for what took longer.
  took integer[] not null,
  primary key (tenant_id, day, user_id, account, command)
);
select ll_secure('control_result_daily');
-- As in the list of commands.
create policy scope on control_result_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('control_batch')) or user_id in (select ll_scope_makers('control_batch'))) with check (true);

-- Queue: new commands, and ended commands whose counts changed, by their time. It has no key, so that no writer waits for another.
create table control_result_due (
  tenant_id text not null,
  at timestamptz not null
);
select ll_secure('control_result_due');

-- Secrets of parameter families, encrypted. Values of parameters, presets and commands contain the keyed digest of a secret in its place.
create table control_secret (
  tenant_id text not null,
  family text not null,
  digest text not null,
  sealed text not null,
  primary key (tenant_id, family, digest)
);
select ll_secure('control_secret');

-- Waves of dangerous commands and families: the first gateways, and the rest, which waits until the first ones came back. `state`: WAVE_STATE of the slice
-- `control`.
create table control_wave (
  batch_id bigint primary key,
  tenant_id text not null,
  -- Null: a dangerous command (factory reset) sets no value.
  family text,
  value_id bigint references control_value (id),
  wanted_by bigint,
  -- Gateways of the first wave.
  gateways text[] not null,
  first integer not null,
  rest integer not null,
  state smallint not null default 0,
  -- Next step; null after the last one.
  next_at timestamptz,
  -- The read that shows whether the first devices came back.
  read_id bigint,
  ended_at timestamptz
);
create index control_wave_open on control_wave (next_at) where next_at is not null;
select ll_secure('control_wave');

create table control_approval (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  content text,
  content_en text,
  state smallint,
  target_text text,
  target_text_en text,
  devices integer,
  reason text,
  requester_id bigint,
  reviewer_id bigint,
  note text,
  batch_id text,
  request_key text,
  work text,
  device_ids bigint[]
);
create index control_approval_tenant on control_approval (tenant_id, id) where not is_deleted;
create index control_approval_request_key on control_approval (tenant_id, request_key) where not is_deleted;
select ll_secure('control_approval', 'tenant');
select ll_counted('control_approval', false);

-- Power of a healthy lamp at a level, W: the same definition as expectedPower of the device protocol (tested against it).
create function control_expected(power double precision, min_level integer, min_power double precision, level integer)
returns double precision language sql immutable parallel safe as $fn$
  select case
    when power is null then null
    when level <= 0 then 0.5
    when level >= 100 or coalesce(min_level, 10) >= 100 then power
    when level <= coalesce(min_level, 10) then coalesce(min_power, power * 0.15)
    else coalesce(min_power, power * 0.15) + (power - coalesce(min_power, power * 0.15)) * (level - coalesce(min_level, 10)) / (100 - coalesce(min_level, 10))
  end
$fn$;

-- Status of a batch from its counts (decisions.md B3).
create function control_batch_status(total integer, ended integer, failed integer, timed_out integer, queued integer)
returns smallint language sql immutable parallel safe as $fn$
  select (case
    when ended < total then case when queued < total then 1 else 0 end
    when failed + timed_out = 0 then 2
    when failed + timed_out < total then 3
    when failed = 0 then 5
    else 4
  end)::smallint
$fn$;

create function control_device_moved() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  insert into control_moved (device_id, gateway_sn, tenant_id)
  select o.device_id, o.gateway_sn, o.tenant_id from old_rows o left join new_rows n on n.device_id = o.device_id
  where o.gateway_sn is distinct from n.gateway_sn
    and exists (select from control_pack p where p.gateway_sn = o.gateway_sn and p.watching)
  on conflict (device_id, gateway_sn) do update set at = excluded.at;
  return null;
end $fn$;
create trigger control_moved after update on devices_registry referencing old table as old_rows new table as new_rows
  for each statement execute function control_device_moved();

-- Joins arrays in their order.
create aggregate control_joined(anycompatiblearray) (sfunc = array_cat, stype = anycompatiblearray, initcond = '{}');

-- State of a batch from its counts: like control_batch_status, but devices that a newer command took over are no failures.
create function control_batch_state(total integer, ended integer, failed integer, timed_out integer, superseded integer, queued integer)
returns smallint language sql immutable parallel safe as $fn$
  select (case
    when ended < total then case when queued < total then 1 else 0 end
    when superseded = total then 6
    when failed + timed_out = 0 then 2
    when failed + timed_out < total - superseded then 3
    when failed = 0 then 5
    else 4
  end)::smallint
$fn$;

-- Deletes the rows of a device when its registration is deleted, or when it moves to another tenant or type.
create function control_param_registry() returns trigger language plpgsql as $fn$
begin
  delete from control_param p using old_rows o
  where p.device_id = o.device_id
    and not exists (select from devices_registry r where r.device_id = o.device_id and r.tenant_id = p.tenant_id and r.type = o.type);
  return null;
end $fn$;
create trigger param_delete after delete on devices_registry referencing old table as old_rows
  for each statement execute function control_param_registry();
create trigger param_update after update on devices_registry referencing old table as old_rows
  for each statement execute function control_param_registry();

-- Progress of the wanted values of a family: 0 none is wanted, 1 being applied, 2 applied, 3 a device refused, changed or lost it.
create function control_params_applied(family_name text, devices bigint[]) returns smallint language sql stable as $fn$
  select case
    when count(*) = 0 then 0
    when bool_or(p.status in (4, 5, 6)) then 3
    when bool_or(p.status in (0, 1)) then 1
    else 2
  end::smallint
  from control_param p where p.device_id = any(devices) and p.family = family_name and p.wanted_id is not null
$fn$;

create function control_batch_written() returns trigger language plpgsql security definer set search_path = public as $fn$
begin
  if tg_op = 'INSERT' then
    insert into control_result_due (tenant_id, at) select tenant_id, create_time from new_rows;
  else
    insert into control_result_due (tenant_id, at)
    select n.tenant_id, n.create_time from new_rows n join old_rows o on o.id = n.id
    where (n.ended = n.total or n.ended < o.ended)
      and (n.ended, n.failed, n.timed_out, n.superseded, n.ended_at) is distinct from (o.ended, o.failed, o.timed_out, o.superseded, o.ended_at);
  end if;
  return null;
end $fn$;
create trigger result_insert after insert on control_batch referencing new table as new_rows
  for each statement execute function control_batch_written();
create trigger result_update after update on control_batch referencing new table as new_rows old table as old_rows
  for each statement execute function control_batch_written();

-- All devices of all batches.
create view control_ledger with (security_invoker = true) as
select p.batch_id, p.gateway_sn, u.sn, u.device_id, p.tenant_id,
  p.heads[least(u.n, cardinality(p.heads))] as head,
  p.expects[least(u.n, cardinality(p.expects))] as expect_w,
  p.tolerances[least(u.n, cardinality(p.tolerances))] as tolerance_w,
  p.rungs[least(u.n, cardinality(p.rungs))] as rung,
  p.statuses[least(u.n, cardinality(p.statuses))] as status,
  p.attempts[least(u.n, cardinality(p.attempts))] as attempts,
  p.codes[least(u.n, cardinality(p.codes))] as code,
  p.lates[least(u.n, cardinality(p.lates))] as late,
  p.watches[least(u.n, cardinality(p.watches))] as watch,
  p.measured[least(u.n, cardinality(p.measured))] as measured_w,
  to_timestamp(p.device_at[least(u.n, cardinality(p.device_at))] / 1000::double precision) as device_at,
  to_timestamp(p.verify_by[least(u.n, cardinality(p.verify_by))] / 1000::double precision) as verify_by,
  to_timestamp(p.sent_at[least(u.n, cardinality(p.sent_at))] / 1000::double precision) as sent_at,
  to_timestamp(p.received_at[least(u.n, cardinality(p.received_at))] / 1000::double precision) as received_at,
  to_timestamp(p.applied_at[least(u.n, cardinality(p.applied_at))] / 1000::double precision) as applied_at,
  to_timestamp(p.verified_at[least(u.n, cardinality(p.verified_at))] / 1000::double precision) as verified_at,
  to_timestamp(p.ended_at[least(u.n, cardinality(p.ended_at))] / 1000::double precision) as ended_at,
  to_timestamp(p.returned_at[least(u.n, cardinality(p.returned_at))] / 1000::double precision) as returned_at
from control_pack p
cross join lateral (
  select x.device_id, x.sn, x.n::integer as n
  from unnest(p.device_ids, string_to_array(p.sns, ',')) with ordinality as x (device_id, sn, n)
) u;

create view control_batches with (security_invoker = true) as
  select id, tenant_id, create_user, create_time, is_deleted, command, level, status, state, device_type, command_text, command_text_en, target_kind,
    target_text, target_text_en, total, queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent,
    reached_received, reached_applied, cmd, args, automatic, reason
  from control_batch;

create view control_packs with (security_invoker = true) as
  select batch_id, gateway_sn, tenant_id, device_ids from control_pack;

-- The reported value of a parameter. The slice of the family compares what the device stores with what it was sent.
create view control_param_states with (security_invoker = true) as
  select device_id, family, tenant_id, status, drift, code, reported_at,
    (select v.value from control_value v where v.id = p.reported_id) as reported
  from control_param p;

grant select on control_ledger, control_batches, control_packs, control_param_states to lamplight_app, lamplight_worker;

-- ══ lighting: lamps, controllers, posts, streets, imports of inventory ══

create table lighting_controller (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  imei text,
  dev_type integer,
  activated boolean,
  two_way boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  supplier_id bigint,
  model_id bigint,
  lng double precision,
  lat double precision,
  load_power double precision,
  load_min_power double precision,
  load_min_level integer,
  load_tolerance double precision,
  remark text,
  -- As for lamps.
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lighting_controller_tenant on lighting_controller (tenant_id, id) where not is_deleted;
create unique index lighting_controller_sn_unique on lighting_controller (tenant_id, sn) where not is_deleted;
create index lighting_controller_project_id_id on lighting_controller (tenant_id, project_id, id) where not is_deleted;
create index lighting_controller_area_id_id on lighting_controller (tenant_id, area_id, id) where not is_deleted;
create index lighting_controller_gateway_id on lighting_controller (tenant_id, gateway_id) where not is_deleted;
create index lighting_controller_model_id on lighting_controller (tenant_id, model_id) where not is_deleted;
-- Searches by supplier. Controllers are written when they are installed or replaced, and seldom otherwise.
create index lighting_controller_supplier_id on lighting_controller (tenant_id, supplier_id) where not is_deleted;
create index lighting_controller_keyword on lighting_controller (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lighting_controller', 'tenant');
select ll_counted('lighting_controller', true);

create table lighting_lamp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  sn text,
  kind smallint,
  lamp_type text,
  power double precision,
  min_level integer,
  min_power double precision,
  power_tolerance double precision,
  cap_config_id bigint,
  constant_current_source_id bigint,
  power_device_id bigint,
  controller_id bigint,
  post_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  import_key text,
  remark text,
  -- Text that `keyword` searches, in lower case; the index contains it, so that a search does not read the rows. Name and number are one line each, so that filters by one
  -- of them use the index too; line breaks within them become spaces.
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lighting_lamp_tenant on lighting_lamp (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_sn_unique on lighting_lamp (tenant_id, sn) where not is_deleted;
create index lighting_lamp_project_id_id on lighting_lamp (tenant_id, project_id, id) where not is_deleted;
create index lighting_lamp_area_id_id on lighting_lamp (tenant_id, area_id, id) where not is_deleted;
create index lighting_lamp_controller_id on lighting_lamp (tenant_id, controller_id) where not is_deleted;
create index lighting_lamp_post_id on lighting_lamp (tenant_id, post_id) where not is_deleted;
create index lighting_lamp_cap_config_id on lighting_lamp (tenant_id, cap_config_id) where not is_deleted;
create index lighting_lamp_constant_current_source_id on lighting_lamp (tenant_id, constant_current_source_id) where not is_deleted;
create index lighting_lamp_power_device_id on lighting_lamp (tenant_id, power_device_id) where not is_deleted;
-- The search of the map finds lamps by the beginning of their name.
create index lighting_lamp_name_id on lighting_lamp (tenant_id, name, id) where not is_deleted;
-- Orders that the list offers, and filters whose rows are counted.
create index lighting_lamp_power_id on lighting_lamp (tenant_id, power, id) where not is_deleted;
create index lighting_lamp_kind_id on lighting_lamp (tenant_id, kind, id) where not is_deleted;
create index lighting_lamp_lamp_type_id on lighting_lamp (tenant_id, lamp_type, id) where not is_deleted;
create index lighting_lamp_import_key on lighting_lamp (tenant_id, import_key) where not is_deleted;
create index lighting_lamp_keyword on lighting_lamp (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lighting_lamp', 'tenant');
select ll_counted('lighting_lamp', true);

create table lighting_post (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  sn text,
  height double precision,
  project_id bigint,
  area_id bigint,
  street_id bigint,
  lng double precision,
  lat double precision,
  -- [{id, name, type, size, width, height}] as the field holds them.
  pictures jsonb,
  import_key text,
  remark text,
  -- As for lamps.
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lighting_post_tenant on lighting_post (tenant_id, id) where not is_deleted;
create unique index lighting_post_sn_unique on lighting_post (tenant_id, sn) where not is_deleted;
create index lighting_post_project_id_id on lighting_post (tenant_id, project_id, id) where not is_deleted;
create index lighting_post_area_id_id on lighting_post (tenant_id, area_id, id) where not is_deleted;
create index lighting_post_street_id on lighting_post (tenant_id, street_id) where not is_deleted;
-- The search of the map finds posts by the beginning of their name.
create index lighting_post_name_id on lighting_post (tenant_id, name, id) where not is_deleted;
create index lighting_post_import_key on lighting_post (tenant_id, import_key) where not is_deleted;
create index lighting_post_keyword on lighting_post (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lighting_post', 'tenant');
select ll_counted('lighting_post', true);

-- Imports of inventories: the file, its mapping, its results, and what is needed to undo it.
create table lighting_import (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint,
  account text not null default '',
  create_time timestamptz not null default now(),
  end_time timestamptz,
  -- lamp, controller, install
  kind text not null,
  file_name text not null,
  size bigint not null,
  project_id bigint,
  area_id bigint,
  group_id bigint,
  -- areas to which the user who started it may write; null: all of the tenant
  area_ids bigint[],
  inspection jsonb,
  mapping jsonb,
  -- the mapping was stored for an earlier file with the same columns
  remembered boolean not null default false,
  -- m between the lamps proposed along lit ways, after a user has confirmed it
  spacing double precision,
  -- draft, running, ended, undoing, undone
  phase text not null default 'draft',
  -- decisions.md C12
  status smallint not null default 0,
  job_id bigint,
  undo_job_id bigint,
  done bigint not null default 0,
  total bigint not null default 0,
  failed bigint not null default 0,
  reason jsonb,
  notes jsonb not null default '[]',
  undo jsonb,
  -- The user who stopped the import; the import reads it before each batch.
  stopped_by text
);
create index lighting_import_tenant on lighting_import (tenant_id, kind, id desc);
create index lighting_import_draft on lighting_import (create_time) where phase = 'draft';
select ll_secure('lighting_import');
-- Users with a data scope on lamps or controllers neither see nor undo imports of others, which would change rows of others.
create policy scope on lighting_import as restrictive to lamplight_scoped using (
  (not (select ll_is_scoped('lighting_lamp')) or user_id in (select ll_scope_makers('lighting_lamp')))
  and (not (select ll_is_scoped('lighting_controller')) or user_id in (select ll_scope_makers('lighting_controller')))
) with check (true);

-- The file, stored until the import ends, so that any process can continue it.
create table lighting_import_part (
  import_id bigint not null,
  at integer not null,
  tenant_id text not null,
  bytes bytea not null,
  primary key (import_id, at)
);
alter table lighting_import_part alter column bytes set storage external;
select ll_secure('lighting_import_part');

-- Stored batches of rows: each is written in the transaction that stored its rows, and a restarted import continues after the last one. It holds the ids of added rows
-- and the former values of changed rows, so that the import can be undone.
create table lighting_import_batch (
  import_id bigint not null,
  at integer not null,
  tenant_id text not null,
  added integer not null,
  changed integer not null,
  unchanged integer not null,
  -- rows that were read correctly and that the database refused
  refused integer not null default 0,
  lamps bigint[] not null default '{}',
  controllers bigint[] not null default '{}',
  posts bigint[] not null default '{}',
  cabinets bigint[] not null default '{}',
  areas bigint[] not null default '{}',
  changes jsonb not null default '[]',
  undone jsonb,
  primary key (import_id, at)
);
select ll_secure('lighting_import_batch');

create table lighting_import_failure (
  import_id bigint not null,
  row integer not null,
  tenant_id text not null,
  reason jsonb not null,
  cells jsonb not null,
  primary key (import_id, row)
);
select ll_secure('lighting_import_failure');

-- Preview of an import: figures, first rows, and all places packed for the map.
create table lighting_import_preview (
  import_id bigint primary key,
  tenant_id text not null,
  preview jsonb not null,
  places bytea not null
);
select ll_secure('lighting_import_preview');

-- Stored mapping for files with these columns, as a user last corrected it.
create table lighting_import_mapping (
  tenant_id text not null,
  kind text not null,
  signature text not null,
  mapping jsonb not null,
  user_id bigint,
  update_time timestamptz not null default now(),
  primary key (tenant_id, kind, signature)
);
select ll_secure('lighting_import_mapping');

-- Generated towns of tenants: seed and size, from which the streets of the map are computed.
create table lighting_town (
  tenant_id text primary key,
  seed integer not null,
  lamps integer not null
);
select ll_secure('lighting_town');

-- Streets. Posts refer to them; a lamp belongs to the street of its post.
create table lighting_street (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  name_en text,
  pinyin text,
  project_id bigint,
  remark text
);
create index lighting_street_tenant on lighting_street (tenant_id, id) where not is_deleted;
create index lighting_street_project_id_id on lighting_street (tenant_id, project_id, id) where not is_deleted;
create index lighting_street_name_id on lighting_street (tenant_id, name, id) where not is_deleted;
create unique index lighting_street_in_project on lighting_street (tenant_id, coalesce(project_id, 0), name) where not is_deleted;
select ll_secure('lighting_street', 'tenant');
select ll_counted('lighting_street', true);

-- Tenants whose posts have no streets yet: a task names their streets from the posts' names and removes the row.
create table lighting_street_fill (
  tenant_id text primary key,
  after_id bigint not null default 0
);
select ll_secure('lighting_street_fill');

-- Presets of the time offset.
create table lighting_time_migration (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  on_offset integer,
  off_offset integer,
  state smallint,
  remark text
);
create index lighting_time_migration_tenant on lighting_time_migration (tenant_id, id) where not is_deleted;
create unique index lighting_time_migration_name_unique on lighting_time_migration (tenant_id, name) where not is_deleted;
select ll_secure('lighting_time_migration', 'tenant');
select ll_counted('lighting_time_migration', false);

-- Presets of battery parameters and of the server link.
create table lighting_battery_param (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  type smallint,
  capacity_ah double precision,
  rated_v double precision,
  charge_limit_v double precision,
  discharge_limit_v double precision,
  recover_v double precision,
  state smallint,
  remark text
);
create index lighting_battery_param_tenant on lighting_battery_param (tenant_id, id) where not is_deleted;
create unique index lighting_battery_param_name_unique on lighting_battery_param (tenant_id, name) where not is_deleted;
select ll_secure('lighting_battery_param', 'tenant');
select ll_counted('lighting_battery_param', false);

create table lighting_server_link_info (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  host text,
  port integer,
  protocol smallint,
  apn text,
  backup_host text,
  backup_port integer,
  heartbeat integer,
  state smallint,
  remark text
);
create index lighting_server_link_info_tenant on lighting_server_link_info (tenant_id, id) where not is_deleted;
create unique index lighting_server_link_info_name_unique on lighting_server_link_info (tenant_id, name) where not is_deleted;
select ll_secure('lighting_server_link_info', 'tenant');
select ll_counted('lighting_server_link_info', false);

-- Presets of the lamp-bar angle.
create table lighting_lamp_bar_angle (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  alarm_angle integer,
  filter integer,
  state smallint,
  remark text
);
create index lighting_lamp_bar_angle_tenant on lighting_lamp_bar_angle (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_bar_angle_name_unique on lighting_lamp_bar_angle (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_bar_angle', 'tenant');
select ll_counted('lighting_lamp_bar_angle', false);

create table lighting_base_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  report_interval integer,
  heartbeat integer,
  timezone integer,
  under_voltage double precision,
  over_voltage double precision,
  over_current double precision,
  power_on_level integer,
  state smallint,
  remark text
);
create index lighting_base_config_tenant on lighting_base_config (tenant_id, id) where not is_deleted;
create unique index lighting_base_config_name_unique on lighting_base_config (tenant_id, name) where not is_deleted;
select ll_secure('lighting_base_config', 'tenant');
select ll_counted('lighting_base_config', false);

create table lighting_battery_tempe_param (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  charge_low integer,
  charge_high integer,
  discharge_low integer,
  discharge_high integer,
  recover integer,
  state smallint,
  remark text
);
create index lighting_battery_tempe_param_tenant on lighting_battery_tempe_param (tenant_id, id) where not is_deleted;
create unique index lighting_battery_tempe_param_name_unique on lighting_battery_tempe_param (tenant_id, name) where not is_deleted;
select ll_secure('lighting_battery_tempe_param', 'tenant');
select ll_counted('lighting_battery_tempe_param', false);

create table lighting_gps_info (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable boolean,
  report_interval integer,
  state smallint,
  remark text
);
create index lighting_gps_info_tenant on lighting_gps_info (tenant_id, id) where not is_deleted;
create unique index lighting_gps_info_name_unique on lighting_gps_info (tenant_id, name) where not is_deleted;
select ll_secure('lighting_gps_info', 'tenant');
select ll_counted('lighting_gps_info', false);

create table lighting_lamp_sway (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  sensitivity integer,
  threshold integer,
  duration integer,
  state smallint,
  remark text
);
create index lighting_lamp_sway_tenant on lighting_lamp_sway (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_sway_name_unique on lighting_lamp_sway (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_sway', 'tenant');
select ll_counted('lighting_lamp_sway', false);

create table lighting_light_ctr_params (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  on_lux integer,
  off_lux integer,
  delay integer,
  state smallint,
  remark text
);
create index lighting_light_ctr_params_tenant on lighting_light_ctr_params (tenant_id, id) where not is_deleted;
create unique index lighting_light_ctr_params_name_unique on lighting_light_ctr_params (tenant_id, name) where not is_deleted;
select ll_secure('lighting_light_ctr_params', 'tenant');
select ll_counted('lighting_light_ctr_params', false);

create table lighting_lon_lat_ctr (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  longitude double precision,
  latitude double precision,
  sunset_offset integer,
  sunrise_offset integer,
  state smallint,
  remark text
);
create index lighting_lon_lat_ctr_tenant on lighting_lon_lat_ctr (tenant_id, id) where not is_deleted;
create unique index lighting_lon_lat_ctr_name_unique on lighting_lon_lat_ctr (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lon_lat_ctr', 'tenant');
select ll_counted('lighting_lon_lat_ctr', false);

create table lighting_night_comp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  start_time text,
  end_time text,
  compensate_value integer,
  state smallint,
  remark text
);
create index lighting_night_comp_tenant on lighting_night_comp (tenant_id, id) where not is_deleted;
create unique index lighting_night_comp_name_unique on lighting_night_comp (tenant_id, name) where not is_deleted;
select ll_secure('lighting_night_comp', 'tenant');
select ll_counted('lighting_night_comp', false);

create table lighting_outline (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  fade_in integer,
  fade_out integer,
  min_level integer,
  max_level integer,
  power_on_level integer,
  fail_level integer,
  state smallint,
  remark text
);
create index lighting_outline_tenant on lighting_outline (tenant_id, id) where not is_deleted;
create unique index lighting_outline_name_unique on lighting_outline (tenant_id, name) where not is_deleted;
select ll_secure('lighting_outline', 'tenant');
select ll_counted('lighting_outline', false);

create table lighting_water_level (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  recover integer,
  alarm integer,
  report_interval integer,
  state smallint,
  remark text
);
create index lighting_water_level_tenant on lighting_water_level (tenant_id, id) where not is_deleted;
create unique index lighting_water_level_name_unique on lighting_water_level (tenant_id, name) where not is_deleted;
select ll_secure('lighting_water_level', 'tenant');
select ll_counted('lighting_water_level', false);

-- Presets of the RF password. The password is a digest of control_secret.
create table lighting_rf_password (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  password text,
  state smallint,
  remark text
);
create index lighting_rf_password_tenant on lighting_rf_password (tenant_id, id) where not is_deleted;
create unique index lighting_rf_password_name_unique on lighting_rf_password (tenant_id, name) where not is_deleted;
select ll_secure('lighting_rf_password', 'tenant');
select ll_counted('lighting_rf_password', false);

-- Bundles of parameters that are sent together.
create table lighting_work_param (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  params text,
  contents text,
  contents_en text,
  state smallint,
  remark text
);
create index lighting_work_param_tenant on lighting_work_param (tenant_id, id) where not is_deleted;
create unique index lighting_work_param_name_unique on lighting_work_param (tenant_id, name) where not is_deleted;
select ll_secure('lighting_work_param', 'tenant');
select ll_counted('lighting_work_param', false);

create table lighting_constant_current_source (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  output_current integer,
  output_voltage text,
  power double precision,
  min_level integer,
  min_power double precision,
  power_tolerance double precision,
  lamp_source_id bigint,
  supplier_id bigint,
  remark text
);
create index lighting_constant_current_source_tenant on lighting_constant_current_source (tenant_id, id) where not is_deleted;
create unique index lighting_constant_current_source_name_unique on lighting_constant_current_source (tenant_id, name) where not is_deleted;
select ll_secure('lighting_constant_current_source', 'tenant');
select ll_counted('lighting_constant_current_source', false);

create table lighting_lamp_cap (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  lamp_type text,
  power double precision,
  min_level integer,
  min_power double precision,
  power_tolerance double precision,
  lamp_source_id bigint,
  constant_current_source_id bigint,
  supplier_id bigint,
  remark text
);
create index lighting_lamp_cap_tenant on lighting_lamp_cap (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_cap_name_unique on lighting_lamp_cap (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_cap', 'tenant');
select ll_counted('lighting_lamp_cap', false);

create table lighting_lamp_source (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  lamp_type text,
  power double precision,
  flux integer,
  colour_temperature integer,
  colour_rendering integer,
  supplier_id bigint,
  remark text
);
create index lighting_lamp_source_tenant on lighting_lamp_source (tenant_id, id) where not is_deleted;
create unique index lighting_lamp_source_name_unique on lighting_lamp_source (tenant_id, name) where not is_deleted;
select ll_secure('lighting_lamp_source', 'tenant');
select ll_counted('lighting_lamp_source', false);

create table lighting_post_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  lamp_post_ids bigint[],
  remark text
);
create index lighting_post_group_tenant on lighting_post_group (tenant_id, id) where not is_deleted;
create unique index lighting_post_group_group_name_unique on lighting_post_group (tenant_id, group_name) where not is_deleted;
select ll_secure('lighting_post_group', 'tenant');
select ll_counted('lighting_post_group', false);

create table lighting_power (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  rated_power double precision,
  input_voltage double precision,
  output_voltage double precision,
  output_current double precision,
  efficiency double precision,
  supplier_id bigint,
  remark text
);
create index lighting_power_tenant on lighting_power (tenant_id, id) where not is_deleted;
create unique index lighting_power_name_unique on lighting_power (tenant_id, name) where not is_deleted;
select ll_secure('lighting_power', 'tenant');
select ll_counted('lighting_power', false);

create table lighting_statistics_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  member_ids bigint[],
  remark text
);
create index lighting_statistics_group_tenant on lighting_statistics_group (tenant_id, id) where not is_deleted;
create unique index lighting_statistics_group_group_name_unique on lighting_statistics_group (tenant_id, group_name) where not is_deleted;
select ll_secure('lighting_statistics_group', 'tenant');
select ll_counted('lighting_statistics_group', false);

-- A user who does not see a controller learns nothing about its device. The policy of `lighting_controller` applies here.
create policy scope on devices_registry as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller')) or device_id in (select id from lighting_controller)) with check (true);

-- Power model of the lamps of a controller: the sum of their models, kept when lamps are written.
create function lighting_load(controllers bigint[]) returns void language sql as $fn$
  update lighting_controller c
  set load_power = s.power, load_min_power = s.min_power, load_min_level = s.min_level, load_tolerance = s.tolerance
  from (
    select k.id, sum(l.power) as power, sum(coalesce(l.min_power, l.power * 0.15)) as min_power, max(l.min_level) as min_level,
      sum(coalesce(l.power_tolerance, greatest(3, l.power * 0.08))) as tolerance
    from unnest(controllers) as k (id) left join lighting_lamp l on l.controller_id = k.id and not l.is_deleted
    group by k.id
  ) s
  where c.id = s.id and (c.load_power, c.load_min_power, c.load_min_level, c.load_tolerance) is distinct from (s.power, s.min_power, s.min_level, s.tolerance)
$fn$;

create function lighting_lamp_changed() returns trigger language plpgsql as $fn$
begin
  if tg_op = 'INSERT' then
    perform lighting_load(array(select distinct controller_id from new_rows where controller_id is not null));
  elsif tg_op = 'DELETE' then
    perform lighting_load(array(select distinct controller_id from old_rows where controller_id is not null));
  else
    perform lighting_load(array(
      select distinct u.controller_id from (
        select n.controller_id from new_rows n join old_rows o using (id)
        where (n.controller_id, n.power, n.min_power, n.min_level, n.power_tolerance, n.is_deleted)
          is distinct from (o.controller_id, o.power, o.min_power, o.min_level, o.power_tolerance, o.is_deleted)
        union all
        select o.controller_id from old_rows o join new_rows n using (id) where n.controller_id is distinct from o.controller_id
      ) u where u.controller_id is not null));
  end if;
  return null;
end $fn$;
create trigger load_delete after delete on lighting_lamp referencing old table as old_rows for each statement execute function lighting_lamp_changed();
create trigger load_insert after insert on lighting_lamp referencing new table as new_rows for each statement
  when (current_setting('lighting.loads_written', true) is distinct from 'on') execute function lighting_lamp_changed();
create trigger load_update after update on lighting_lamp referencing new table as new_rows old table as old_rows for each statement execute function lighting_lamp_changed();

-- Groups the changes of states by place before it splits each change into the old and the new state. With this much memory PostgreSQL groups 100,000 changes without
-- temporary files.
create function lighting_fold_states() returns void language plpgsql security definer set search_path = public set work_mem = '64MB' as $fn$
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
revoke execute on function lighting_fold_states() from public;
grant execute on function lighting_fold_states() to lamplight_worker;

-- Adds or subtracts (`one` > 0 or < 0) rows of a table, place and state on the three levels of kit_counter.
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
revoke execute on function lighting_add_states(text[], text[], bigint[], bigint[], smallint[], bigint[]) from public;

-- For added and removed rows, and for rows with another place or device; the argument is the column of the device. A row counts with the state that its device had before
-- the changes that are not yet in the totals; these are added later with the others. The advisory lock (7263, 5) keeps the two apart.
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
create trigger states_delete after delete on lighting_controller referencing old table as old_rows for each statement execute function lighting_state_totals('id');
create trigger states_insert after insert on lighting_controller referencing new table as new_rows for each statement execute function lighting_state_totals('id');
create trigger states_update after update on lighting_controller referencing new table as new_rows old table as old_rows for each statement execute function lighting_state_totals('id');
create trigger states_delete after delete on lighting_lamp referencing old table as old_rows for each statement execute function lighting_state_totals('controller_id');
create trigger states_insert after insert on lighting_lamp referencing new table as new_rows for each statement execute function lighting_state_totals('controller_id');
create trigger states_update after update on lighting_lamp referencing new table as new_rows old table as old_rows for each statement execute function lighting_state_totals('controller_id');

-- For searches by name, whose index is smaller than the table, and for dashboards with a map of lamps.
create view lighting_lamps with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, sn, kind, power, controller_id, project_id, area_id, keyword_text, lng, lat from lighting_lamp;

create view lighting_controllers with (security_invoker = true) as
  select id, tenant_id, is_deleted, sn, name, gateway_id, project_id, area_id, lng, lat, supplier_id from lighting_controller;

-- With the names of the streets. If a query does not select them, the planner removes the join.
create view lighting_controller_streets with (security_invoker = true) as
  select l.tenant_id, l.controller_id, p.street_id, s.name as street_name, s.name_en as street_name_en
  from lighting_lamp l join lighting_post p on p.id = l.post_id left join lighting_street s on s.id = p.street_id
  where not l.is_deleted and l.controller_id is not null and p.street_id is not null;

-- Lamp controllers of the lamps of statistics groups.
create view lighting_statistics_members with (security_invoker = true) as
  select g.tenant_id, g.id as group_id, l.controller_id from lighting_statistics_group g cross join unnest(g.member_ids) as m (id)
  join lighting_lamp l on l.id = m.id where not g.is_deleted and not l.is_deleted and l.controller_id is not null;

-- Nominal power of the lamps of lamp controllers and its curve (model/lamp.resource.ts).
create view lighting_lamp_powers with (security_invoker = true) as
  select id, tenant_id, is_deleted, controller_id, power, min_level, min_power from lighting_lamp;

-- Power curves of lamp controllers (the sum of the lamps of each), with their first lamp.
create view lighting_loads with (security_invoker = true) as
  select c.id as device_id, c.tenant_id, c.project_id, c.area_id, c.lng, c.lat, c.load_power as power, c.load_min_power as min_power,
    c.load_min_level as min_level,
    (select min(l.id) from lighting_lamp l where l.controller_id = c.id and l.tenant_id = c.tenant_id and not l.is_deleted) as lamp_id
  from lighting_controller c where not c.is_deleted;

grant select on lighting_lamps, lighting_controllers, lighting_controller_streets, lighting_statistics_members, lighting_lamp_powers,
  lighting_loads to lamplight_app, lamplight_worker;

-- ══ strategies: programs of lamps for each night ══

create table strategies_light_mode (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  status smallint,
  apply smallint,
  lamp_run_mode smallint,
  project_id bigint,
  area_id bigint,
  lamp_mode_rule_lis jsonb,
  dev_list bigint[]
);
create index strategies_light_mode_tenant on strategies_light_mode (tenant_id, id) where not is_deleted;
create unique index strategies_light_mode_name_unique on strategies_light_mode (tenant_id, name) where not is_deleted;
create index strategies_light_mode_project_id on strategies_light_mode (tenant_id, project_id) where not is_deleted;
select ll_secure('strategies_light_mode', 'tenant');
select ll_counted('strategies_light_mode', true);

create table strategies_publication (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  strategy_id bigint,
  strategy_name text,
  version integer,
  kind smallint,
  state smallint,
  target_text text,
  target_text_en text,
  devices integer,
  reason text,
  requester_id bigint,
  reviewer_id bigint,
  note text,
  batch_ids text,
  device_ids bigint[],
  facts text
);
create index strategies_publication_tenant on strategies_publication (tenant_id, id) where not is_deleted;
create index strategies_publication_strategy_id_id on strategies_publication (tenant_id, strategy_id, id) where not is_deleted;
select ll_secure('strategies_publication', 'tenant');
select ll_counted('strategies_publication', false);

create table strategies_road_class (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  standard smallint,
  floor integer,
  late_from text,
  late_to text,
  late_floor integer,
  area_ids bigint[],
  street_ids bigint[],
  controller_ids bigint[],
  remark text
);
create index strategies_road_class_tenant on strategies_road_class (tenant_id, id) where not is_deleted;
create unique index strategies_road_class_name_unique on strategies_road_class (tenant_id, name) where not is_deleted;
select ll_secure('strategies_road_class', 'tenant');
select ll_counted('strategies_road_class', false);

create table strategies_special_day (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  name text,
  kind smallint
);
create index strategies_special_day_tenant on strategies_special_day (tenant_id, id) where not is_deleted;
create unique index strategies_special_day_day_unique on strategies_special_day (tenant_id, day) where not is_deleted;
select ll_secure('strategies_special_day', 'tenant');
select ll_counted('strategies_special_day', false);

create table strategies_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  system_type smallint,
  project_id bigint,
  area_id bigint,
  version integer,
  published_at timestamptz,
  entries jsonb,
  range text,
  day_kind smallint,
  priority integer,
  polar smallint,
  min_burn integer,
  remark text,
  reason text
);
create index strategies_strategy_tenant on strategies_strategy (tenant_id, id) where not is_deleted;
create unique index strategies_strategy_name_unique on strategies_strategy (tenant_id, name) where not is_deleted;
create index strategies_strategy_project_id on strategies_strategy (tenant_id, project_id) where not is_deleted;
create index strategies_strategy_kind_id on strategies_strategy (tenant_id, kind, id) where not is_deleted;
select ll_secure('strategies_strategy', 'tenant');
select ll_counted('strategies_strategy', true);

create table strategies_version (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  strategy_id bigint,
  version integer,
  account text,
  reason text,
  content text
);
create index strategies_version_tenant on strategies_version (tenant_id, id) where not is_deleted;
create index strategies_version_strategy_id_version on strategies_version (tenant_id, strategy_id, version) where not is_deleted;
select ll_secure('strategies_version', 'tenant');
select ll_counted('strategies_version', false);

-- Programs of devices, each stored once under its hash.
create table strategies_calendar (
  id bigint primary key,
  tenant_id text not null,
  hash text not null,
  program jsonb not null,
  create_time timestamptz not null default now(),
  unique (tenant_id, hash)
);
select ll_secure('strategies_calendar');

-- Strategies of each device with their version at publication, and the calendar that was sent. control_param_states says which calendar the device
-- holds.
create table strategies_device (
  device_id bigint primary key,
  tenant_id text not null,
  normal_id bigint,
  normal_version integer,
  special_ids bigint[] not null default '{}',
  special_version integer,
  calendar_id bigint references strategies_calendar (id),
  former_calendar_id bigint references strategies_calendar (id),
  project_id bigint,
  area_id bigint,
  street_id bigint,
  -- Position of the lamp when it was published.
  lat double precision,
  lng double precision,
  published_at timestamptz not null default now()
);
create index strategies_device_normal on strategies_device (tenant_id, normal_id);
create index strategies_device_specials on strategies_device using gin (special_ids) where special_ids <> '{}';
create index strategies_device_calendar on strategies_device (calendar_id);
select ll_secure('strategies_device');

create table strategies_instance (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  strategy_id bigint,
  group_id bigint,
  device_ids bigint[],
  solar_ids bigint[],
  sent_at timestamptz,
  publication_id bigint,
  reason text,
  remark text
);
create index strategies_instance_tenant on strategies_instance (tenant_id, id) where not is_deleted;
create unique index strategies_instance_name_unique on strategies_instance (tenant_id, name) where not is_deleted;
select ll_secure('strategies_instance', 'tenant');
select ll_counted('strategies_instance', false);

-- Each change of the level of a lamp that has a strategy, with its time by the clock of the device and the time at which the report arrived.
create table strategies_switch (
  device_id bigint not null,
  at timestamptz not null,
  seen_at timestamptz not null,
  tenant_id text not null,
  level smallint not null,
  overridden boolean not null,
  primary key (device_id, at)
);
create index strategies_switch_at on strategies_switch (at);
select ll_secure('strategies_switch');

create table strategies_deviation (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  controller_id bigint,
  cause smallint,
  missing integer,
  late integer,
  expected integer,
  amount integer,
  cabinet_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint
);
create index strategies_deviation_tenant on strategies_deviation (tenant_id, id) where not is_deleted;
create index strategies_deviation_controller_id_day on strategies_deviation (tenant_id, controller_id, day) where not is_deleted;
create index strategies_deviation_day_id on strategies_deviation (tenant_id, day, id) where not is_deleted;
select ll_secure('strategies_deviation', 'tenant');
select ll_counted('strategies_deviation', true);

create table strategies_night (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  lamps integer,
  kept integer,
  deviating integer,
  silent integer,
  overridden integer,
  below_minutes integer
);
create index strategies_night_tenant on strategies_night (tenant_id, id) where not is_deleted;
create unique index strategies_night_day_unique on strategies_night (tenant_id, day) where not is_deleted;
select ll_secure('strategies_night', 'tenant');
select ll_counted('strategies_night', false);

create table strategies_calendar_limit (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  model_id bigint,
  entries integer,
  specials integer,
  heads integer,
  sun boolean,
  civil boolean,
  sensor boolean,
  remark text
);
create index strategies_calendar_limit_tenant on strategies_calendar_limit (tenant_id, id) where not is_deleted;
create unique index strategies_calendar_limit_model_id_unique on strategies_calendar_limit (tenant_id, model_id) where not is_deleted;
select ll_secure('strategies_calendar_limit', 'tenant');
select ll_counted('strategies_calendar_limit', false);

create table strategies_power_supply (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  mode smallint,
  to_mains_soc integer,
  to_battery_soc integer,
  windows text,
  state smallint,
  remark text
);
create index strategies_power_supply_tenant on strategies_power_supply (tenant_id, id) where not is_deleted;
create unique index strategies_power_supply_name_unique on strategies_power_supply (tenant_id, name) where not is_deleted;
select ll_secure('strategies_power_supply', 'tenant');
select ll_counted('strategies_power_supply', false);

create table strategies_sun_mode (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  segments jsonb,
  dusk_lux integer,
  dawn_lux integer,
  remark text
);
create index strategies_sun_mode_tenant on strategies_sun_mode (tenant_id, id) where not is_deleted;
create unique index strategies_sun_mode_name_unique on strategies_sun_mode (tenant_id, name) where not is_deleted;
select ll_secure('strategies_sun_mode', 'tenant');
select ll_counted('strategies_sun_mode', false);

create table strategies_timed_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  switch_id bigint,
  due_at timestamptz,
  ran_at timestamptz,
  state smallint,
  command smallint,
  level integer,
  total integer,
  batch_id bigint,
  reason text,
  reason_en text,
  project_id bigint,
  area_id bigint
);
create index strategies_timed_record_tenant on strategies_timed_record (tenant_id, id) where not is_deleted;
create index strategies_timed_record_switch_id_id on strategies_timed_record (tenant_id, switch_id, id) where not is_deleted;
create index strategies_timed_record_state on strategies_timed_record (tenant_id, state) where not is_deleted;
create index strategies_timed_record_project_id_id on strategies_timed_record (tenant_id, project_id, id) where not is_deleted;
select ll_secure('strategies_timed_record', 'tenant');
select ll_counted('strategies_timed_record', true);

create table strategies_timed_switch (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  repeat smallint,
  run_at timestamptz,
  time text,
  weekdays text,
  command smallint,
  level integer,
  group_id bigint,
  controller_ids bigint[],
  next_at timestamptz,
  project_id bigint,
  area_id bigint,
  acting_user bigint,
  remark text
);
create index strategies_timed_switch_tenant on strategies_timed_switch (tenant_id, id) where not is_deleted;
create unique index strategies_timed_switch_name_unique on strategies_timed_switch (tenant_id, name) where not is_deleted;
create index strategies_timed_switch_project_id on strategies_timed_switch (tenant_id, project_id) where not is_deleted;
create index strategies_timed_switch_next_at on strategies_timed_switch (tenant_id, next_at) where not is_deleted;
select ll_secure('strategies_timed_switch', 'tenant');
select ll_counted('strategies_timed_switch', true);

create table strategies_trash_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  group_id bigint,
  report_interval integer,
  full_threshold integer,
  windows text,
  sent_at timestamptz,
  remark text
);
create index strategies_trash_strategy_tenant on strategies_trash_strategy (tenant_id, id) where not is_deleted;
create unique index strategies_trash_strategy_name_unique on strategies_trash_strategy (tenant_id, name) where not is_deleted;
create unique index strategies_trash_strategy_group_id_unique on strategies_trash_strategy (tenant_id, group_id) where not is_deleted;
select ll_secure('strategies_trash_strategy', 'tenant');
select ll_counted('strategies_trash_strategy', false);

create table strategies_cabinet_night (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  cabinet_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lamps integer,
  deviating integer,
  late integer,
  cause smallint,
  amount integer
);
create index strategies_cabinet_night_tenant on strategies_cabinet_night (tenant_id, id) where not is_deleted;
create index strategies_cabinet_night_day_id on strategies_cabinet_night (tenant_id, day, id) where not is_deleted;
create index strategies_cabinet_night_cabinet_id_day on strategies_cabinet_night (tenant_id, cabinet_id, day) where not is_deleted;
select ll_secure('strategies_cabinet_night', 'tenant');
select ll_counted('strategies_cabinet_night', true);

create table strategies_shortfall (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  street_id bigint,
  project_id bigint,
  area_id bigint,
  class_id bigint,
  lamps integer,
  minutes integer,
  lowest integer,
  floor integer,
  begins text,
  ends text
);
create index strategies_shortfall_tenant on strategies_shortfall (tenant_id, id) where not is_deleted;
create index strategies_shortfall_day_id on strategies_shortfall (tenant_id, day, id) where not is_deleted;
create index strategies_shortfall_street_id_day on strategies_shortfall (tenant_id, street_id, day) where not is_deleted;
select ll_secure('strategies_shortfall', 'tenant');
select ll_counted('strategies_shortfall', true);

-- The calendar of each device over time, from `at` until the next row. strategies_device holds only the latest one.
create table strategies_held (
  device_id bigint not null,
  at timestamptz not null,
  tenant_id text not null,
  -- Null: the calendar was removed.
  calendar_id bigint references strategies_calendar (id),
  normal_id bigint,
  special_ids bigint[] not null default '{}',
  -- Position of the lamp when it was published.
  lat double precision,
  lng double precision,
  primary key (device_id, at)
);
create index strategies_held_calendar on strategies_held (calendar_id);
-- The latest publication before an instant.
create index strategies_held_at on strategies_held (tenant_id, at);
select ll_secure('strategies_held');

-- Figures of each checked night by project and area: users limited to places see the sum of their places.
create table strategies_night_place (
  tenant_id text not null,
  day text not null,
  -- 0: none
  project_id bigint not null,
  area_id bigint not null,
  lamps integer not null,
  kept integer not null,
  deviating integer not null,
  silent integer not null,
  overridden integer not null,
  below_minutes integer not null,
  primary key (tenant_id, day, project_id, area_id)
);
select ll_secure('strategies_night_place');

create function strategies_held_changed() returns trigger language plpgsql as $fn$
begin
  insert into strategies_held (device_id, at, tenant_id, calendar_id, normal_id, special_ids, lat, lng)
  select n.device_id, n.published_at, n.tenant_id, n.calendar_id, n.normal_id, n.special_ids, n.lat, n.lng from new_rows n
  on conflict (device_id, at) do update set calendar_id = excluded.calendar_id, normal_id = excluded.normal_id, special_ids = excluded.special_ids,
    lat = excluded.lat, lng = excluded.lng;
  return null;
end $fn$;
create trigger held_insert after insert on strategies_device referencing new table as new_rows
  for each statement execute function strategies_held_changed();
create trigger held_update after update on strategies_device referencing new table as new_rows
  for each statement execute function strategies_held_changed();

create view strategies_devices with (security_invoker = true) as
  select device_id, tenant_id, normal_id, calendar_id, published_at from strategies_device;

grant select on strategies_devices to lamplight_app, lamplight_worker;

-- ══ linkage: commands caused by values ══

create table linkage_alarm_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  dev_type integer,
  alarm_type smallint,
  sub_alarm_type text,
  box_template_id bigint,
  actions jsonb,
  cabinet_ids bigint[],
  enable smallint,
  acting_user bigint,
  remark text
);
create index linkage_alarm_config_tenant on linkage_alarm_config (tenant_id, id) where not is_deleted;
create unique index linkage_alarm_config_name_unique on linkage_alarm_config (tenant_id, name) where not is_deleted;
create index linkage_alarm_config_dev_type on linkage_alarm_config (tenant_id, dev_type) where not is_deleted;
select ll_secure('linkage_alarm_config', 'tenant');
select ll_counted('linkage_alarm_config', false);

create table linkage_box_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  box_template_id bigint,
  enable smallint,
  entries jsonb,
  cabinet_ids bigint[],
  next_at timestamptz,
  acting_user bigint,
  remark text
);
create index linkage_box_strategy_tenant on linkage_box_strategy (tenant_id, id) where not is_deleted;
create unique index linkage_box_strategy_name_unique on linkage_box_strategy (tenant_id, name) where not is_deleted;
create index linkage_box_strategy_box_template_id on linkage_box_strategy (tenant_id, box_template_id) where not is_deleted;
select ll_secure('linkage_box_strategy', 'tenant');
select ll_counted('linkage_box_strategy', false);

create table linkage_instance (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  instance_name text,
  template_id bigint,
  toggle_dev_type integer,
  dev_type integer,
  toggle_dev_ids text,
  dev_ids text,
  enable smallint,
  cooldown integer,
  project_id bigint,
  area_id bigint,
  acting_user bigint,
  remark text
);
create index linkage_instance_tenant on linkage_instance (tenant_id, id) where not is_deleted;
create unique index linkage_instance_instance_name_unique on linkage_instance (tenant_id, instance_name) where not is_deleted;
create index linkage_instance_project_id on linkage_instance (tenant_id, project_id) where not is_deleted;
create index linkage_instance_template_id on linkage_instance (tenant_id, template_id) where not is_deleted;
select ll_secure('linkage_instance', 'tenant');
select ll_counted('linkage_instance', true);

create table linkage_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  fired_at timestamptz,
  kind smallint,
  source text,
  state smallint,
  cause text,
  cause_en text,
  sn text,
  device_id bigint,
  property text,
  value text,
  seen_at timestamptz,
  depth integer,
  caused_by bigint,
  actions jsonb,
  instance_id bigint,
  alarm_config_id bigint,
  box_strategy_id bigint,
  project_id bigint,
  area_id bigint
);
create index linkage_record_tenant on linkage_record (tenant_id, id) where not is_deleted;
create index linkage_record_instance_id_id on linkage_record (tenant_id, instance_id, id) where not is_deleted;
create index linkage_record_alarm_config_id_id on linkage_record (tenant_id, alarm_config_id, id) where not is_deleted;
create index linkage_record_box_strategy_id_id on linkage_record (tenant_id, box_strategy_id, id) where not is_deleted;
create index linkage_record_project_id_id on linkage_record (tenant_id, project_id, id) where not is_deleted;
select ll_secure('linkage_record', 'tenant');
select ll_counted('linkage_record', true);

create table linkage_template (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  toggle_dev_type integer,
  property text,
  operator smallint,
  value text,
  again_value text,
  hold_seconds integer,
  dev_type integer,
  actions jsonb,
  remark text
);
create index linkage_template_tenant on linkage_template (tenant_id, id) where not is_deleted;
create unique index linkage_template_name_unique on linkage_template (tenant_id, name) where not is_deleted;
select ll_secure('linkage_template', 'tenant');
select ll_counted('linkage_template', false);

-- Queue: reports of trigger devices that the runner has not read yet.
create table linkage_report (
  id bigint primary key default nextval('kit_id'),
  tenant_id text not null,
  instance_id bigint not null,
  device_id bigint not null,
  at timestamptz not null,
  value jsonb not null
);
create index linkage_report_instance on linkage_report (instance_id);
select ll_secure('linkage_report');

-- State of each trigger device of each linkage.
create table linkage_watch (
  instance_id bigint not null,
  device_id bigint not null,
  tenant_id text not null,
  armed boolean not null,
  since timestamptz,
  at timestamptz not null,
  value jsonb,
  primary key (instance_id, device_id)
);
create index linkage_watch_open on linkage_watch (instance_id) where armed and since is not null;
select ll_secure('linkage_watch');

-- Firings whose commands are not sent or have not ended; kept for an hour to find chains.
create table linkage_work (
  record_id bigint primary key,
  tenant_id text not null,
  user_id bigint,
  fired_at timestamptz not null,
  next_at timestamptz,
  done boolean not null default false,
  depth smallint not null,
  device_ids bigint[] not null
);
create index linkage_work_next on linkage_work (next_at) where next_at is not null;
create index linkage_work_tenant on linkage_work (tenant_id, fired_at);
select ll_secure('linkage_work');

-- Present faults, so that each counts once. `told`: begun by an event; only another event ends it.
create table linkage_alarm (
  device_id bigint not null,
  event text not null,
  tenant_id text not null,
  at timestamptz not null,
  told boolean not null,
  primary key (device_id, event)
);
select ll_secure('linkage_alarm');

create view linkage_templates with (security_invoker = true) as select id, tenant_id, is_deleted, name from linkage_template;

grant select on linkage_templates to lamplight_app, lamplight_worker;

-- ══ lora: LoRa gateways and modules ══

create table lora_gateway (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lora_gateway_tenant on lora_gateway (tenant_id, id) where not is_deleted;
create unique index lora_gateway_sn_unique on lora_gateway (tenant_id, sn) where not is_deleted;
create index lora_gateway_project_id_id on lora_gateway (tenant_id, project_id, id) where not is_deleted;
create index lora_gateway_area_id_id on lora_gateway (tenant_id, area_id, id) where not is_deleted;
create index lora_gateway_gateway_id on lora_gateway (tenant_id, gateway_id) where not is_deleted;
create index lora_gateway_keyword on lora_gateway (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lora_gateway', 'tenant');
select ll_counted('lora_gateway', true);

create table lora_module (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  lora_id bigint,
  root_id bigint,
  dev_eui text,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lora_module_tenant on lora_module (tenant_id, id) where not is_deleted;
create unique index lora_module_sn_unique on lora_module (tenant_id, sn) where not is_deleted;
create unique index lora_module_dev_eui_unique on lora_module (tenant_id, dev_eui) where not is_deleted;
create index lora_module_project_id_id on lora_module (tenant_id, project_id, id) where not is_deleted;
create index lora_module_area_id_id on lora_module (tenant_id, area_id, id) where not is_deleted;
create index lora_module_gateway_id on lora_module (tenant_id, gateway_id) where not is_deleted;
create index lora_module_keyword on lora_module (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lora_module', 'tenant');
select ll_counted('lora_module', true);

create table lora_root (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  network_id integer,
  channel integer,
  lora_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index lora_root_tenant on lora_root (tenant_id, id) where not is_deleted;
create unique index lora_root_sn_unique on lora_root (tenant_id, sn) where not is_deleted;
create index lora_root_project_id_id on lora_root (tenant_id, project_id, id) where not is_deleted;
create index lora_root_area_id_id on lora_root (tenant_id, area_id, id) where not is_deleted;
create index lora_root_gateway_id on lora_root (tenant_id, gateway_id) where not is_deleted;
create index lora_root_keyword on lora_root (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('lora_root', 'tenant');
select ll_counted('lora_root', true);

create table lora_white_list (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  module_sn text,
  lora_id bigint,
  remark text
);
create index lora_white_list_tenant on lora_white_list (tenant_id, id) where not is_deleted;
create unique index lora_white_list_module_sn_unique on lora_white_list (tenant_id, module_sn) where not is_deleted;
select ll_secure('lora_white_list', 'tenant');
select ll_counted('lora_white_list', false);

-- ══ charging: charging piles, orders, bills ══

create table charging_check_order (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  check_order_seq text,
  operator_id bigint,
  start_time timestamptz,
  end_time timestamptz,
  orders integer,
  settled integer,
  disputed integer,
  unknown integer,
  energy_wh integer,
  total_fen integer,
  disputes text,
  push_hash text,
  push_answer text
);
create index charging_check_order_tenant on charging_check_order (tenant_id, id) where not is_deleted;
create unique index charging_check_order_check_order_seq_unique on charging_check_order (tenant_id, check_order_seq) where not is_deleted;
select ll_secure('charging_check_order', 'tenant');
select ll_counted('charging_check_order', false);

create table charging_operator (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  operator_id text,
  secret text,
  base_url text,
  enabled boolean,
  virtual boolean,
  remark text
);
create index charging_operator_tenant on charging_operator (tenant_id, id) where not is_deleted;
create unique index charging_operator_operator_id_unique on charging_operator (tenant_id, operator_id) where not is_deleted;
select ll_secure('charging_operator', 'tenant');
select ll_counted('charging_operator', false);

create table charging_order (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  start_charge_seq text,
  state smallint,
  station_code text,
  station_id bigint,
  operator_id bigint,
  connector_id text,
  pile_id bigint,
  start_time timestamptz,
  end_time timestamptz,
  stop_reason smallint,
  check_order_seq text,
  pushed_at timestamptz,
  former_end_time timestamptz,
  modified_by text,
  modified_at timestamptz,
  reason text,
  project_id bigint,
  area_id bigint,
  energy_wh integer,
  electricity_fen integer,
  service_fen integer,
  former_electricity_fen integer,
  former_service_fen integer,
  -- The first message that ends an order or settles a day, as SHA-256 of its Data, with its answer: a repeated message gets the same answer.
  end_push_hash text,
  end_push_answer text
);
create index charging_order_tenant on charging_order (tenant_id, id) where not is_deleted;
create unique index charging_order_start_charge_seq_unique on charging_order (tenant_id, start_charge_seq) where not is_deleted;
create index charging_order_start_time on charging_order (tenant_id, start_time) where not is_deleted;
create index charging_order_station_id_end_time on charging_order (tenant_id, station_id, end_time) where not is_deleted;
create index charging_order_check_order_seq on charging_order (tenant_id, check_order_seq) where not is_deleted;
create index charging_order_project_id_id on charging_order (tenant_id, project_id, id) where not is_deleted;
create index charging_order_area_id_id on charging_order (tenant_id, area_id, id) where not is_deleted;
select ll_secure('charging_order', 'tenant');
select ll_counted('charging_order', true);

create table charging_pile (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  station_id bigint,
  connector_type smallint,
  rated_power double precision,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  address text,
  gateway_id bigint,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index charging_pile_tenant on charging_pile (tenant_id, id) where not is_deleted;
create unique index charging_pile_sn_unique on charging_pile (tenant_id, sn) where not is_deleted;
create index charging_pile_project_id_id on charging_pile (tenant_id, project_id, id) where not is_deleted;
create index charging_pile_area_id_id on charging_pile (tenant_id, area_id, id) where not is_deleted;
create index charging_pile_gateway_id on charging_pile (tenant_id, gateway_id) where not is_deleted;
create index charging_pile_keyword on charging_pile (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('charging_pile', 'tenant');
select ll_counted('charging_pile', true);

create table charging_station (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  station_id text,
  operator_id bigint,
  address text,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text
);
create index charging_station_tenant on charging_station (tenant_id, id) where not is_deleted;
create unique index charging_station_station_id_unique on charging_station (tenant_id, station_id) where not is_deleted;
create index charging_station_project_id_id on charging_station (tenant_id, project_id, id) where not is_deleted;
create index charging_station_area_id_id on charging_station (tenant_id, area_id, id) where not is_deleted;
create index charging_station_operator_id on charging_station (tenant_id, operator_id) where not is_deleted;
select ll_secure('charging_station', 'tenant');
select ll_counted('charging_station', true);

-- Sums of finished and settled orders by station and by the day on which they ended, in the tenant's time zone. The server sums a day again whenever one of its orders
-- changes (domains/charging/server/bill.ts); requests only read the sums.
create table charging_bill_day (
  tenant_id text not null,
  day date not null,
  station_id bigint not null default 0,
  station_code text not null default '',
  operator_id bigint not null default 0,
  project_id bigint not null default 0,
  area_id bigint not null default 0,
  orders bigint not null default 0,
  energy_wh bigint not null default 0,
  electricity_fen bigint not null default 0,
  service_fen bigint not null default 0,
  total_fen bigint not null default 0,
  primary key (tenant_id, day, station_id, station_code, operator_id, project_id, area_id)
);
select ll_secure('charging_bill_day');
-- Sums do not contain the user of an order: users whose data scope hides orders see no sums.
create policy scope on charging_bill_day as restrictive to lamplight_scoped using (not (select ll_is_scoped('charging_order')));
revoke insert, update, delete on charging_bill_day from lamplight_app;

-- ══ iot: devices of IoT platforms ══

create table iot_oc (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  base_url text,
  app_id text,
  secret text,
  token text,
  pushed_at timestamptz,
  virtual boolean,
  remark text
);
create index iot_oc_tenant on iot_oc (tenant_id, id) where not is_deleted;
create unique index iot_oc_name_unique on iot_oc (tenant_id, name) where not is_deleted;
select ll_secure('iot_oc', 'tenant');
select ll_counted('iot_oc', false);

create table iot_registration (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  imei text,
  name text,
  type_id bigint,
  oc_id bigint,
  register_status smallint,
  register_reason text,
  register_tries integer,
  registered_at timestamptz,
  next_try timestamptz,
  device_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(imei, E'\n', ' '), '') || E'\n' || coalesce(translate(name, E'\n', ' '), ''))) stored
);
create index iot_registration_tenant on iot_registration (tenant_id, id) where not is_deleted;
create unique index iot_registration_imei_unique on iot_registration (tenant_id, imei) where not is_deleted;
create index iot_registration_project_id_id on iot_registration (tenant_id, project_id, id) where not is_deleted;
create index iot_registration_area_id_id on iot_registration (tenant_id, area_id, id) where not is_deleted;
create index iot_registration_device_id on iot_registration (tenant_id, device_id) where not is_deleted;
create index iot_registration_keyword on iot_registration (tenant_id, id) include (keyword_text) where not is_deleted;
-- The task of registrations finds the devices of each platform that wait for an attempt.
create index iot_registration_due on iot_registration (tenant_id, oc_id, next_try) where next_try is not null and not is_deleted;
create index iot_registration_oc on iot_registration (oc_id) where not is_deleted;
select ll_secure('iot_registration', 'tenant');
select ll_counted('iot_registration', true);

-- ══ products: unit products ══

create table products_interface (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  type_id bigint,
  port text,
  category smallint,
  address text,
  enable boolean
);
create index products_interface_tenant on products_interface (tenant_id, id) where not is_deleted;
create index products_interface_type_id on products_interface (tenant_id, type_id) where not is_deleted;
create unique index products_interface_port on products_interface (tenant_id, type_id, port) where not is_deleted;
select ll_secure('products_interface', 'tenant');
select ll_counted('products_interface', false);

create table products_terminal_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  type_code text,
  supplier_code text,
  model text,
  protocol text,
  sensors text,
  status smallint,
  remark text
);
create index products_terminal_config_tenant on products_terminal_config (tenant_id, id) where not is_deleted;
-- One configuration for each type, supplier and model.
create unique index products_terminal_config_kind on products_terminal_config (tenant_id, type_code, supplier_code, model) where not is_deleted;
select ll_secure('products_terminal_config', 'tenant');
select ll_counted('products_terminal_config', false);

-- Terminal configurations name unit products by code, which no foreign key can express. A product that a configuration names is neither removed nor renamed. The hint of
-- the error is the model of the configuration.
create function products_keep_used() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  used text;
begin
  if new.is_deleted is not distinct from old.is_deleted and new.unit_product_code is not distinct from old.unit_product_code then return new; end if;
  select c.model into used from products_terminal_config c
    where c.tenant_id = old.tenant_id and c.type_code = old.unit_product_code and not c.is_deleted limit 1;
  if found and not old.is_deleted then
    raise foreign_key_violation using message = 'a terminal configuration names the product', hint = used, table = 'products_terminal_config';
  end if;
  return new;
end $fn$;
create trigger products_keep_used before update of is_deleted, unit_product_code on devices_type for each row execute function products_keep_used();

create view products_interfaces with (security_invoker = true) as
  select id, tenant_id, is_deleted, type_id, port, address, enable from products_interface;

create view products_terminal_configs with (security_invoker = true) as
  select id, tenant_id, is_deleted, type_code, supplier_code, model, protocol, status from products_terminal_config;

grant select on products_interfaces, products_terminal_configs to lamplight_app, lamplight_worker;

-- ══ cabinets: switch boxes, loops, meters ══

-- Power supply of the lamps: switch boxes, loops and air switches.
create table cabinets_air_switch (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  switchbox_id bigint,
  loop_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_air_switch_tenant on cabinets_air_switch (tenant_id, id) where not is_deleted;
create unique index cabinets_air_switch_sn_unique on cabinets_air_switch (tenant_id, sn) where not is_deleted;
create index cabinets_air_switch_project_id_id on cabinets_air_switch (tenant_id, project_id, id) where not is_deleted;
create index cabinets_air_switch_area_id_id on cabinets_air_switch (tenant_id, area_id, id) where not is_deleted;
create index cabinets_air_switch_gateway_id on cabinets_air_switch (tenant_id, gateway_id) where not is_deleted;
create index cabinets_air_switch_switchbox_id on cabinets_air_switch (tenant_id, switchbox_id) where not is_deleted;
create index cabinets_air_switch_loop_id on cabinets_air_switch (tenant_id, loop_id) where not is_deleted;
create index cabinets_air_switch_keyword on cabinets_air_switch (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_air_switch', 'tenant');
select ll_counted('cabinets_air_switch', true);

create table cabinets_loop (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  no integer,
  type smallint,
  dev_type smallint,
  phase smallint,
  switchbox_id bigint,
  gateway_id bigint,
  concentrator_id bigint,
  do_no integer,
  di_no integer,
  strategy_id integer,
  lamp_group_ids bigint[],
  project_id bigint,
  area_id bigint,
  remark text
);
create index cabinets_loop_tenant on cabinets_loop (tenant_id, id) where not is_deleted;
create index cabinets_loop_project_id_id on cabinets_loop (tenant_id, project_id, id) where not is_deleted;
create index cabinets_loop_area_id_id on cabinets_loop (tenant_id, area_id, id) where not is_deleted;
create index cabinets_loop_switchbox_id on cabinets_loop (tenant_id, switchbox_id) where not is_deleted;
create index cabinets_loop_gateway_id on cabinets_loop (tenant_id, gateway_id) where not is_deleted;
create index cabinets_loop_concentrator_id on cabinets_loop (tenant_id, concentrator_id) where not is_deleted;
create index cabinets_loop_name_id on cabinets_loop (tenant_id, name, id) where not is_deleted;
select ll_secure('cabinets_loop', 'tenant');
select ll_counted('cabinets_loop', true);

create table cabinets_switchbox (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  sn text,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  capacity double precision,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_switchbox_tenant on cabinets_switchbox (tenant_id, id) where not is_deleted;
create unique index cabinets_switchbox_name_unique on cabinets_switchbox (tenant_id, name) where not is_deleted;
create unique index cabinets_switchbox_sn_unique on cabinets_switchbox (tenant_id, sn) where not is_deleted;
create index cabinets_switchbox_project_id_id on cabinets_switchbox (tenant_id, project_id, id) where not is_deleted;
create index cabinets_switchbox_area_id_id on cabinets_switchbox (tenant_id, area_id, id) where not is_deleted;
create index cabinets_switchbox_gateway_id on cabinets_switchbox (tenant_id, gateway_id) where not is_deleted;
create index cabinets_switchbox_keyword on cabinets_switchbox (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_switchbox', 'tenant');
select ll_counted('cabinets_switchbox', true);

-- Lamp controllers that are bound to a loop: one loop for each controller.
create table cabinets_feed (
  device_id bigint primary key,
  loop_id bigint not null,
  tenant_id text not null,
  -- Time and user of the binding, for the list of bindings.
  update_time timestamptz not null default now(),
  update_user bigint
);
create index cabinets_feed_loop on cabinets_feed (tenant_id, loop_id);
select ll_secure('cabinets_feed');

-- Meters of switch boxes.
create table cabinets_meter (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  switchbox_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_meter_tenant on cabinets_meter (tenant_id, id) where not is_deleted;
create unique index cabinets_meter_sn_unique on cabinets_meter (tenant_id, sn) where not is_deleted;
create index cabinets_meter_project_id_id on cabinets_meter (tenant_id, project_id, id) where not is_deleted;
create index cabinets_meter_area_id_id on cabinets_meter (tenant_id, area_id, id) where not is_deleted;
create index cabinets_meter_gateway_id on cabinets_meter (tenant_id, gateway_id) where not is_deleted;
create index cabinets_meter_switchbox_id on cabinets_meter (tenant_id, switchbox_id) where not is_deleted;
create index cabinets_meter_keyword on cabinets_meter (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_meter', 'tenant');
select ll_counted('cabinets_meter', true);

-- Concentrators with their base configuration and bound lamps, and the outputs by which they switch loops.
create table cabinets_concentrator (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  illuminance_members jsonb,
  luminance_members jsonb,
  meter_members jsonb,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index cabinets_concentrator_tenant on cabinets_concentrator (tenant_id, id) where not is_deleted;
create unique index cabinets_concentrator_sn_unique on cabinets_concentrator (tenant_id, sn) where not is_deleted;
create index cabinets_concentrator_project_id_id on cabinets_concentrator (tenant_id, project_id, id) where not is_deleted;
create index cabinets_concentrator_area_id_id on cabinets_concentrator (tenant_id, area_id, id) where not is_deleted;
create index cabinets_concentrator_gateway_id on cabinets_concentrator (tenant_id, gateway_id) where not is_deleted;
create index cabinets_concentrator_keyword on cabinets_concentrator (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('cabinets_concentrator', 'tenant');
select ll_counted('cabinets_concentrator', true);

create table cabinets_concentrator_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  report_interval integer,
  heartbeat integer,
  ct_ratio integer,
  max_voltage integer,
  min_voltage integer,
  max_current integer,
  max_leakage integer,
  remark text
);
create index cabinets_concentrator_config_tenant on cabinets_concentrator_config (tenant_id, id) where not is_deleted;
create unique index cabinets_concentrator_config_sn_unique on cabinets_concentrator_config (tenant_id, sn) where not is_deleted;
select ll_secure('cabinets_concentrator_config', 'tenant');
select ll_counted('cabinets_concentrator_config', false);

create table cabinets_concentrator_lamp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  concentrator_id bigint,
  lamp_id bigint,
  project_id bigint,
  area_id bigint
);
create index cabinets_concentrator_lamp_tenant on cabinets_concentrator_lamp (tenant_id, id) where not is_deleted;
create unique index cabinets_concentrator_lamp_lamp_id_unique on cabinets_concentrator_lamp (tenant_id, lamp_id) where not is_deleted;
create index cabinets_concentrator_lamp_concentrator_id_id on cabinets_concentrator_lamp (tenant_id, concentrator_id, id) where not is_deleted;
-- Concentrators are found by the names of their lamps: both indexes are read in the order of the lamps. A binding is written once and seldom changed.
create index cabinets_concentrator_lamp_lamp_id_concentrator_id on cabinets_concentrator_lamp (tenant_id, lamp_id, concentrator_id) where not is_deleted;
select ll_secure('cabinets_concentrator_lamp', 'tenant');
select ll_counted('cabinets_concentrator_lamp', true);

-- Lamp controllers that a loop feeds: those bound to it, and the members of its lamp groups. The condition on the group is an equality, so that
-- PostgreSQL joins loops and members by hash.
create view cabinets_fed with (security_invoker = true) as
  select loop_id, device_id, tenant_id from cabinets_feed
  union
  select l.id, m.device_id, l.tenant_id from cabinets_loop l cross join unnest(l.lamp_group_ids) as g (id)
    join devices_group_members m on m.tenant_id = l.tenant_id and m.group_id = g.id
  where not l.is_deleted;

-- For the check of meters of switch boxes against the inventory.
create view cabinets_boxes with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, sn, project_id, area_id from cabinets_switchbox;

create view cabinets_box_meters with (security_invoker = true) as
  select id, tenant_id, is_deleted, switchbox_id as box_id, sn, name, project_id, area_id from cabinets_meter;

-- Lamp controllers behind each box; a lamp that two loops of a box feed is contained once.
create view cabinets_box_lamps with (security_invoker = true) as
  select distinct l.tenant_id, l.switchbox_id as box_id, f.device_id from cabinets_loop l join cabinets_fed f on f.tenant_id = l.tenant_id and f.loop_id = l.id
  where not l.is_deleted and l.switchbox_id is not null;

-- Loop, phase and box that feed a lamp, for higher slices.
create view cabinets_supplied with (security_invoker = true) as
  select f.device_id, f.tenant_id, l.id as loop_id, l.phase, l.switchbox_id from cabinets_fed f
  join cabinets_loop l on l.tenant_id = f.tenant_id and l.id = f.loop_id and not l.is_deleted;

-- Loops with the contact that switches them: 0 open, 1 closed, null unknown. Output n of a concentrator reports its contact in slot 30 + n.
create view cabinets_loops with (security_invoker = true) as
  select l.id, l.tenant_id, l.name, l.no, l.phase, l.switchbox_id, l.project_id, l.area_id,
    least(
      (select min(v.v[1])::int from cabinets_air_switch a join devices_values v on v.device_id = a.id and v.tenant_id = a.tenant_id
       where a.tenant_id = l.tenant_id and a.loop_id = l.id and not a.is_deleted),
      (select v.v[30 + l.do_no]::int from devices_values v where v.device_id = l.concentrator_id and v.tenant_id = l.tenant_id)
    ) as contact
  from cabinets_loop l where not l.is_deleted;

-- Boxes with the sum of the power at their meters, W, and the earliest of the times at which these reported last.
create view cabinets_box_supplies with (security_invoker = true) as
  select b.id, b.tenant_id, b.name, b.gateway_id, b.project_id, b.area_id, m.power, m.power_at
  from cabinets_switchbox b left join lateral (
    select sum(v.v[2]) as power, min(s.received_at) as power_at from cabinets_meter m join devices_values v on v.device_id = m.id and v.tenant_id = m.tenant_id
    join devices_states s on s.device_id = m.id and s.tenant_id = m.tenant_id
    where m.tenant_id = b.tenant_id and m.switchbox_id = b.id and not m.is_deleted) m on true
  where not b.is_deleted;

-- Which air switch, and which output of which concentrator, switches a loop.
create view cabinets_switched_loops with (security_invoker = true) as
  select tenant_id, is_deleted, loop_id, id as device_id from cabinets_air_switch;

create view cabinets_output_loops with (security_invoker = true) as
  select tenant_id, is_deleted, id as loop_id, concentrator_id as device_id, do_no from cabinets_loop;

grant select on cabinets_fed, cabinets_boxes, cabinets_box_meters, cabinets_box_lamps, cabinets_supplied, cabinets_loops,
  cabinets_box_supplies, cabinets_switched_loops, cabinets_output_loops to lamplight_app, lamplight_worker;

-- ══ environment: bins, covers, sensors, sprays ══

-- Trash bins.
create table environment_trash (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_trash_tenant on environment_trash (tenant_id, id) where not is_deleted;
create unique index environment_trash_sn_unique on environment_trash (tenant_id, sn) where not is_deleted;
create index environment_trash_project_id_id on environment_trash (tenant_id, project_id, id) where not is_deleted;
create index environment_trash_area_id_id on environment_trash (tenant_id, area_id, id) where not is_deleted;
create index environment_trash_gateway_id on environment_trash (tenant_id, gateway_id) where not is_deleted;
create index environment_trash_keyword on environment_trash (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_trash', 'tenant');
select ll_counted('environment_trash', true);

create table environment_env_sensor (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_env_sensor_tenant on environment_env_sensor (tenant_id, id) where not is_deleted;
create unique index environment_env_sensor_sn_unique on environment_env_sensor (tenant_id, sn) where not is_deleted;
create index environment_env_sensor_project_id_id on environment_env_sensor (tenant_id, project_id, id) where not is_deleted;
create index environment_env_sensor_area_id_id on environment_env_sensor (tenant_id, area_id, id) where not is_deleted;
create index environment_env_sensor_gateway_id on environment_env_sensor (tenant_id, gateway_id) where not is_deleted;
create index environment_env_sensor_keyword on environment_env_sensor (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_env_sensor', 'tenant');
select ll_counted('environment_env_sensor', true);

create table environment_fault (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  kind smallint,
  status smallint,
  sn text,
  name text,
  device_type smallint,
  value double precision,
  began_at timestamptz,
  ended_at timestamptz,
  result smallint,
  remark text,
  checked_at timestamptz,
  device_id bigint,
  project_id bigint,
  area_id bigint
);
create index environment_fault_tenant on environment_fault (tenant_id, id) where not is_deleted;
create index environment_fault_device_id_kind on environment_fault (tenant_id, device_id, kind) where not is_deleted;
create index environment_fault_project_id_id on environment_fault (tenant_id, project_id, id) where not is_deleted;
create index environment_fault_area_id_id on environment_fault (tenant_id, area_id, id) where not is_deleted;
create index environment_fault_status_id on environment_fault (tenant_id, status, id) where not is_deleted;
select ll_secure('environment_fault', 'tenant');
select ll_counted('environment_fault', true);

create table environment_spray (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_spray_tenant on environment_spray (tenant_id, id) where not is_deleted;
create unique index environment_spray_sn_unique on environment_spray (tenant_id, sn) where not is_deleted;
create index environment_spray_project_id_id on environment_spray (tenant_id, project_id, id) where not is_deleted;
create index environment_spray_area_id_id on environment_spray (tenant_id, area_id, id) where not is_deleted;
create index environment_spray_gateway_id on environment_spray (tenant_id, gateway_id) where not is_deleted;
create index environment_spray_keyword on environment_spray (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_spray', 'tenant');
select ll_counted('environment_spray', true);

create table environment_well (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index environment_well_tenant on environment_well (tenant_id, id) where not is_deleted;
create unique index environment_well_sn_unique on environment_well (tenant_id, sn) where not is_deleted;
create index environment_well_project_id_id on environment_well (tenant_id, project_id, id) where not is_deleted;
create index environment_well_area_id_id on environment_well (tenant_id, area_id, id) where not is_deleted;
create index environment_well_gateway_id on environment_well (tenant_id, gateway_id) where not is_deleted;
create index environment_well_keyword on environment_well (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('environment_well', 'tenant');
select ll_counted('environment_well', true);

-- Wind (m/s) and rain of the last hour (mm) of environmental sensors that reported in the last hour.
create view environment_weather with (security_invoker = true) as
  select e.tenant_id, e.area_id, v.v[3] as wind, v.v[5] as rain from environment_env_sensor e
  join devices_states s on s.device_id = e.id and s.tenant_id = e.tenant_id and s.received_at > now() - interval '1 hour'
  join devices_values v on v.device_id = e.id and v.tenant_id = e.tenant_id where not e.is_deleted;

grant select on environment_weather to lamplight_app, lamplight_worker;

-- ══ solar: solar lamps ══

create table solar_lamp (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  imei text,
  post_id bigint,
  supplier_id bigint,
  battery_type smallint,
  battery_capacity double precision,
  battery_rated double precision,
  panel_rated double precision,
  load_rated double precision,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index solar_lamp_tenant on solar_lamp (tenant_id, id) where not is_deleted;
create unique index solar_lamp_sn_unique on solar_lamp (tenant_id, sn) where not is_deleted;
create index solar_lamp_project_id_id on solar_lamp (tenant_id, project_id, id) where not is_deleted;
create index solar_lamp_area_id_id on solar_lamp (tenant_id, area_id, id) where not is_deleted;
create index solar_lamp_gateway_id on solar_lamp (tenant_id, gateway_id) where not is_deleted;
create index solar_lamp_keyword on solar_lamp (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('solar_lamp', 'tenant');
select ll_counted('solar_lamp', true);

create table solar_custom_battery (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  capacity_ah double precision,
  rated_v double precision,
  charge_limit_v double precision,
  discharge_limit_v double precision,
  curve text,
  remark text
);
create index solar_custom_battery_tenant on solar_custom_battery (tenant_id, id) where not is_deleted;
create unique index solar_custom_battery_name_unique on solar_custom_battery (tenant_id, name) where not is_deleted;
select ll_secure('solar_custom_battery', 'tenant');
select ll_counted('solar_custom_battery', false);

create table solar_function (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  project_id bigint,
  custom_battery boolean,
  water_level boolean,
  lamp_sway boolean,
  gps boolean,
  lora boolean,
  remark text
);
create index solar_function_tenant on solar_function (tenant_id, id) where not is_deleted;
create unique index solar_function_name_unique on solar_function (tenant_id, name) where not is_deleted;
create unique index solar_function_project_id_unique on solar_function (tenant_id, project_id) where not is_deleted;
select ll_secure('solar_function', 'tenant');
select ll_counted('solar_function', true);

-- ══ media: screens and broadcast units ══

-- Info screens, broadcast units, and on/off strategies with the log of what was sent to devices.
create table media_info_screen (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_info_screen_tenant on media_info_screen (tenant_id, id) where not is_deleted;
create unique index media_info_screen_sn_unique on media_info_screen (tenant_id, sn) where not is_deleted;
create index media_info_screen_project_id_id on media_info_screen (tenant_id, project_id, id) where not is_deleted;
create index media_info_screen_area_id_id on media_info_screen (tenant_id, area_id, id) where not is_deleted;
create index media_info_screen_gateway_id on media_info_screen (tenant_id, gateway_id) where not is_deleted;
create index media_info_screen_post_id on media_info_screen (tenant_id, post_id) where not is_deleted;
create index media_info_screen_keyword on media_info_screen (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_info_screen', 'tenant');
select ll_counted('media_info_screen', true);

create table media_broadcast (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_broadcast_tenant on media_broadcast (tenant_id, id) where not is_deleted;
create unique index media_broadcast_sn_unique on media_broadcast (tenant_id, sn) where not is_deleted;
create index media_broadcast_project_id_id on media_broadcast (tenant_id, project_id, id) where not is_deleted;
create index media_broadcast_area_id_id on media_broadcast (tenant_id, area_id, id) where not is_deleted;
create index media_broadcast_gateway_id on media_broadcast (tenant_id, gateway_id) where not is_deleted;
create index media_broadcast_post_id on media_broadcast (tenant_id, post_id) where not is_deleted;
create index media_broadcast_keyword on media_broadcast (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_broadcast', 'tenant');
select ll_counted('media_broadcast', true);

create table media_on_off_strategy (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  status smallint,
  type smallint,
  dev_model text,
  periods jsonb,
  remark text
);
create index media_on_off_strategy_tenant on media_on_off_strategy (tenant_id, id) where not is_deleted;
create unique index media_on_off_strategy_name_unique on media_on_off_strategy (tenant_id, name) where not is_deleted;
select ll_secure('media_on_off_strategy', 'tenant');
select ll_counted('media_on_off_strategy', false);

create table media_on_off_log (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  row_id bigint,
  type smallint,
  account text
);
create index media_on_off_log_tenant on media_on_off_log (tenant_id, id) where not is_deleted;
create index media_on_off_log_row_id on media_on_off_log (tenant_id, row_id) where not is_deleted;
select ll_secure('media_on_off_log', 'tenant');
select ll_counted('media_on_off_log', false);

create table media_on_off_detail (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  log_id bigint,
  sn text,
  batch_id bigint
);
create index media_on_off_detail_tenant on media_on_off_detail (tenant_id, id) where not is_deleted;
create index media_on_off_detail_log_id on media_on_off_detail (tenant_id, log_id) where not is_deleted;
create index media_on_off_detail_batch_id on media_on_off_detail (tenant_id, batch_id) where not is_deleted;
select ll_secure('media_on_off_detail', 'tenant');
select ll_counted('media_on_off_detail', false);

create table media_alarm_machine (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_alarm_machine_tenant on media_alarm_machine (tenant_id, id) where not is_deleted;
create unique index media_alarm_machine_sn_unique on media_alarm_machine (tenant_id, sn) where not is_deleted;
create index media_alarm_machine_project_id_id on media_alarm_machine (tenant_id, project_id, id) where not is_deleted;
create index media_alarm_machine_area_id_id on media_alarm_machine (tenant_id, area_id, id) where not is_deleted;
create index media_alarm_machine_gateway_id on media_alarm_machine (tenant_id, gateway_id) where not is_deleted;
create index media_alarm_machine_post_id on media_alarm_machine (tenant_id, post_id) where not is_deleted;
create index media_alarm_machine_keyword on media_alarm_machine (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_alarm_machine', 'tenant');
select ll_counted('media_alarm_machine', true);

create table media_camera (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_camera_tenant on media_camera (tenant_id, id) where not is_deleted;
create unique index media_camera_sn_unique on media_camera (tenant_id, sn) where not is_deleted;
create index media_camera_project_id_id on media_camera (tenant_id, project_id, id) where not is_deleted;
create index media_camera_area_id_id on media_camera (tenant_id, area_id, id) where not is_deleted;
create index media_camera_gateway_id on media_camera (tenant_id, gateway_id) where not is_deleted;
create index media_camera_post_id on media_camera (tenant_id, post_id) where not is_deleted;
create index media_camera_keyword on media_camera (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_camera', 'tenant');
select ll_counted('media_camera', true);

create table media_smart_lock (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index media_smart_lock_tenant on media_smart_lock (tenant_id, id) where not is_deleted;
create unique index media_smart_lock_sn_unique on media_smart_lock (tenant_id, sn) where not is_deleted;
create index media_smart_lock_project_id_id on media_smart_lock (tenant_id, project_id, id) where not is_deleted;
create index media_smart_lock_area_id_id on media_smart_lock (tenant_id, area_id, id) where not is_deleted;
create index media_smart_lock_gateway_id on media_smart_lock (tenant_id, gateway_id) where not is_deleted;
create index media_smart_lock_post_id on media_smart_lock (tenant_id, post_id) where not is_deleted;
create index media_smart_lock_keyword on media_smart_lock (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('media_smart_lock', 'tenant');
select ll_counted('media_smart_lock', true);

-- ══ roadcabinets: road cabinets and their boards ══

create table roadcabinets_board (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  kind smallint,
  product_id bigint,
  version integer,
  content text,
  remark text
);
create index roadcabinets_board_tenant on roadcabinets_board (tenant_id, id) where not is_deleted;
create unique index roadcabinets_board_name_unique on roadcabinets_board (tenant_id, name) where not is_deleted;
select ll_secure('roadcabinets_board', 'tenant');
select ll_counted('roadcabinets_board', false);

create table roadcabinets_board_version (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  board_id bigint,
  version integer,
  account text,
  content text
);
create index roadcabinets_board_version_tenant on roadcabinets_board_version (tenant_id, id) where not is_deleted;
create index roadcabinets_board_version_board_id_version on roadcabinets_board_version (tenant_id, board_id, version) where not is_deleted;
select ll_secure('roadcabinets_board_version', 'tenant');
select ll_counted('roadcabinets_board_version', false);

create table roadcabinets_cabinet (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  product_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  units jsonb,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index roadcabinets_cabinet_tenant on roadcabinets_cabinet (tenant_id, id) where not is_deleted;
create unique index roadcabinets_cabinet_sn_unique on roadcabinets_cabinet (tenant_id, sn) where not is_deleted;
create index roadcabinets_cabinet_project_id_id on roadcabinets_cabinet (tenant_id, project_id, id) where not is_deleted;
create index roadcabinets_cabinet_area_id_id on roadcabinets_cabinet (tenant_id, area_id, id) where not is_deleted;
create index roadcabinets_cabinet_gateway_id on roadcabinets_cabinet (tenant_id, gateway_id) where not is_deleted;
create index roadcabinets_cabinet_product_id on roadcabinets_cabinet (tenant_id, product_id) where not is_deleted;
create index roadcabinets_cabinet_keyword on roadcabinets_cabinet (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('roadcabinets_cabinet', 'tenant');
select ll_counted('roadcabinets_cabinet', true);

create table roadcabinets_group (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  group_name text,
  cabinet_ids bigint[],
  remark text
);
create index roadcabinets_group_tenant on roadcabinets_group (tenant_id, id) where not is_deleted;
create unique index roadcabinets_group_group_name_unique on roadcabinets_group (tenant_id, group_name) where not is_deleted;
select ll_secure('roadcabinets_group', 'tenant');
select ll_counted('roadcabinets_group', false);

create table roadcabinets_product (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  model text,
  gateway_type text,
  cabins jsonb,
  units jsonb,
  layout jsonb,
  install jsonb,
  remark text
);
create index roadcabinets_product_tenant on roadcabinets_product (tenant_id, id) where not is_deleted;
create unique index roadcabinets_product_name_unique on roadcabinets_product (tenant_id, name) where not is_deleted;
select ll_secure('roadcabinets_product', 'tenant');
select ll_counted('roadcabinets_product', false);

-- ══ chirpstack: LoRaWAN nodes behind ChirpStack ══

create table chirpstack_codec (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  uplinks jsonb,
  commands jsonb,
  remark text
);
create index chirpstack_codec_tenant on chirpstack_codec (tenant_id, id) where not is_deleted;
create unique index chirpstack_codec_name_unique on chirpstack_codec (tenant_id, name) where not is_deleted;
select ll_secure('chirpstack_codec', 'tenant');
select ll_counted('chirpstack_codec', false);

create table chirpstack_multicast (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  server_id bigint,
  group_id text,
  node_ids bigint[],
  remark text
);
create index chirpstack_multicast_tenant on chirpstack_multicast (tenant_id, id) where not is_deleted;
create unique index chirpstack_multicast_name_unique on chirpstack_multicast (tenant_id, name) where not is_deleted;
create unique index chirpstack_multicast_group_id_unique on chirpstack_multicast (tenant_id, group_id) where not is_deleted;
select ll_secure('chirpstack_multicast', 'tenant');
select ll_counted('chirpstack_multicast', false);

create table chirpstack_node (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  server_id bigint,
  dev_eui text,
  codec_id bigint,
  application_id text,
  confirmed boolean,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  address text,
  gateway_id bigint,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index chirpstack_node_tenant on chirpstack_node (tenant_id, id) where not is_deleted;
create unique index chirpstack_node_sn_unique on chirpstack_node (tenant_id, sn) where not is_deleted;
create unique index chirpstack_node_dev_eui_unique on chirpstack_node (tenant_id, dev_eui) where not is_deleted;
create index chirpstack_node_project_id_id on chirpstack_node (tenant_id, project_id, id) where not is_deleted;
create index chirpstack_node_area_id_id on chirpstack_node (tenant_id, area_id, id) where not is_deleted;
create index chirpstack_node_server_id_dev_eui on chirpstack_node (tenant_id, server_id, dev_eui) where not is_deleted;
create index chirpstack_node_codec_id on chirpstack_node (tenant_id, codec_id) where not is_deleted;
create index chirpstack_node_keyword on chirpstack_node (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('chirpstack_node', 'tenant');
select ll_counted('chirpstack_node', true);

create table chirpstack_server (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  code text,
  state smallint,
  fault smallint,
  connected_at timestamptz,
  message_at timestamptz,
  url text,
  username text,
  password text,
  ca text,
  applications jsonb,
  api_url text,
  api_token text,
  region smallint,
  enabled boolean,
  remark text
);
create index chirpstack_server_tenant on chirpstack_server (tenant_id, id) where not is_deleted;
create unique index chirpstack_server_name_unique on chirpstack_server (tenant_id, name) where not is_deleted;
create unique index chirpstack_server_code_unique on chirpstack_server (tenant_id, code) where not is_deleted;
select ll_secure('chirpstack_server', 'tenant');
select ll_counted('chirpstack_server', false);

-- Downlinks to nodes. Events of ChirpStack find their command by the queue item, also after a restart. A multicast downlink has a row for each
-- node.
create table chirpstack_downlink (
  queue_item_id uuid not null,
  device_id bigint not null,
  tenant_id text not null,
  server_id bigint not null,
  sn text not null,
  batch_id bigint not null,
  multicast_id bigint,
  confirmed boolean not null,
  wanted jsonb not null,
  sent_at timestamptz not null,
  expire_at timestamptz not null,
  transmitted_at timestamptz,
  ended_at timestamptz,
  primary key (queue_item_id, device_id)
);
create index chirpstack_downlink_open on chirpstack_downlink (tenant_id, server_id, device_id, sent_at) where ended_at is null;
create index chirpstack_downlink_sent on chirpstack_downlink (sent_at);
select ll_secure('chirpstack_downlink');

-- ══ equipment: equipment of smart poles ══

create table equipment_ap (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  sn text,
  name text,
  activated boolean,
  post_id bigint,
  gateway_id bigint,
  project_id bigint,
  area_id bigint,
  lng double precision,
  lat double precision,
  remark text,
  keyword_text text generated always as (lower(coalesce(translate(name, E'\n', ' '), '') || E'\n' || coalesce(translate(sn, E'\n', ' '), ''))) stored
);
create index equipment_ap_tenant on equipment_ap (tenant_id, id) where not is_deleted;
create unique index equipment_ap_sn_unique on equipment_ap (tenant_id, sn) where not is_deleted;
create index equipment_ap_project_id_id on equipment_ap (tenant_id, project_id, id) where not is_deleted;
create index equipment_ap_area_id_id on equipment_ap (tenant_id, area_id, id) where not is_deleted;
create index equipment_ap_gateway_id on equipment_ap (tenant_id, gateway_id) where not is_deleted;
create index equipment_ap_post_id on equipment_ap (tenant_id, post_id) where not is_deleted;
create index equipment_ap_keyword on equipment_ap (tenant_id, id) include (keyword_text) where not is_deleted;
select ll_secure('equipment_ap', 'tenant');
select ll_counted('equipment_ap', true);

-- ══ alarms: alarms and incidents ══

create table alarms_alarm (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  severity smallint,
  began_at timestamptz,
  sub_alarm_type smallint,
  sn text,
  name text,
  value text,
  value_en text,
  ended_at timestamptz,
  last_began timestamptz,
  dispose smallint,
  alarm_type smallint,
  city_exception_type smallint,
  count integer,
  latched boolean,
  present boolean,
  acknowledged_at timestamptz,
  acknowledged_by bigint,
  shelved_until timestamptz,
  assignee_id bigint,
  result smallint,
  remark text,
  disposed_at timestamptz,
  device_id bigint,
  incident_id bigint,
  config_id bigint,
  device_type integer,
  gateway_id bigint,
  project_id bigint,
  area_id bigint
);
create index alarms_alarm_tenant on alarms_alarm (tenant_id, id) where not is_deleted;
create index alarms_alarm_device_id_sub_alarm_type on alarms_alarm (tenant_id, device_id, sub_alarm_type) where not is_deleted;
create index alarms_alarm_project_id_id on alarms_alarm (tenant_id, project_id, id) where not is_deleted;
create index alarms_alarm_area_id_id on alarms_alarm (tenant_id, area_id, id) where not is_deleted;
create index alarms_alarm_dispose_began_at on alarms_alarm (tenant_id, dispose, began_at) where not is_deleted;
create index alarms_alarm_began_at_id on alarms_alarm (tenant_id, began_at, id) where not is_deleted;
create unique index alarms_alarm_present on alarms_alarm (tenant_id, device_id, sub_alarm_type, coalesce(config_id, 0)) where present and not is_deleted;
create index alarms_alarm_incident on alarms_alarm (tenant_id, incident_id) where incident_id is not null and not is_deleted;
-- The bell and the findings read only alarms without an incident.
create index alarms_alarm_severest on alarms_alarm (tenant_id, severity, began_at desc) where dispose = 0 and incident_id is null and not is_deleted;
-- Alarms that changed since the last push are in few blocks, which this block range index names. It saves 0.1 s in a flood of 100,000 alarms.
create index alarms_alarm_changed on alarms_alarm using brin (update_time) with (autosummarize = on);
-- The list of alarms: open ones first, by severity, the newest first.
create index alarms_alarm_worst on alarms_alarm (tenant_id, dispose, severity, began_at desc nulls last, id desc) where not is_deleted;
select ll_secure('alarms_alarm', 'tenant');
select ll_counted('alarms_alarm', true);

-- The last transaction whose device faults were read: one row.
create table alarms_cursor (
  one boolean primary key check (one),
  seen xid8 not null
);
alter table alarms_cursor enable row level security;
alter table alarms_cursor force row level security;
grant select, insert, update on alarms_cursor to lamplight_worker;
create policy owner on alarms_cursor to current_user using (true) with check (true);
create policy worker on alarms_cursor to lamplight_worker using (true) with check (true);

create table alarms_fault_info (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  title text,
  alarm_id bigint,
  sn text,
  sub_alarm_type smallint,
  city_exception_type smallint,
  severity smallint,
  status smallint,
  found_at timestamptz,
  solved_at timestamptz,
  cause text,
  handling text,
  project_id bigint,
  area_id bigint
);
create index alarms_fault_info_tenant on alarms_fault_info (tenant_id, id) where not is_deleted;
create index alarms_fault_info_sn_found_at on alarms_fault_info (tenant_id, sn, found_at) where not is_deleted;
create index alarms_fault_info_status_found_at on alarms_fault_info (tenant_id, status, found_at) where not is_deleted;
select ll_secure('alarms_fault_info', 'tenant');
select ll_counted('alarms_fault_info', true);

create table alarms_service_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  content text,
  fault_info_id bigint,
  sn text,
  served_at timestamptz,
  served_by bigint,
  result smallint,
  parts text,
  minutes integer,
  project_id bigint,
  area_id bigint
);
create index alarms_service_record_tenant on alarms_service_record (tenant_id, id) where not is_deleted;
create index alarms_service_record_fault_info_id_served_at on alarms_service_record (tenant_id, fault_info_id, served_at) where not is_deleted;
select ll_secure('alarms_service_record', 'tenant');
select ll_counted('alarms_service_record', true);

create table alarms_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  dev_type integer,
  property text,
  operator smallint,
  value double precision,
  clear_value double precision,
  hold_seconds integer,
  -- Kind of alarm that the limit opens.
  alarm_type smallint,
  sub_alarm_type smallint,
  severity smallint,
  remark text,
  group_id bigint,
  area_id bigint,
  device_ids text
);
create index alarms_config_tenant on alarms_config (tenant_id, id) where not is_deleted;
create unique index alarms_config_name_unique on alarms_config (tenant_id, name) where not is_deleted;
create index alarms_config_dev_type on alarms_config (tenant_id, dev_type) where not is_deleted;
select ll_secure('alarms_config', 'tenant');
select ll_counted('alarms_config', false);

create table alarms_template (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  dev_type integer,
  property text,
  operator smallint,
  value double precision,
  clear_value double precision,
  hold_seconds integer,
  alarm_type smallint,
  sub_alarm_type smallint,
  severity smallint,
  remark text
);
create index alarms_template_tenant on alarms_template (tenant_id, id) where not is_deleted;
create unique index alarms_template_name_unique on alarms_template (tenant_id, name) where not is_deleted;
select ll_secure('alarms_template', 'tenant');
select ll_counted('alarms_template', false);

-- Time since which a device exceeds the limit of a configuration; an alarm opens after the hold time.
create table alarms_pending (
  config_id bigint not null,
  device_id bigint not null,
  tenant_id text not null,
  since timestamptz not null,
  primary key (config_id, device_id)
);
select ll_secure('alarms_pending');

create table alarms_incident (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  severity smallint,
  began_at timestamptz,
  cause smallint,
  name text,
  state smallint,
  lost integer,
  total integer,
  most_lost integer,
  confidence integer,
  evidence text,
  rival_cause smallint,
  rival_name text,
  rival_confidence integer,
  ended_at timestamptz,
  restoring_since timestamptz,
  node_key text,
  rival_key text,
  rival_since timestamptz,
  rejected text,
  merged_id bigint,
  acknowledged_at timestamptz,
  acknowledged_by bigint,
  assignee_id bigint,
  remark text,
  gateway_id bigint,
  switchbox_id bigint,
  loop_id bigint,
  project_id bigint,
  area_id bigint
);
create index alarms_incident_tenant on alarms_incident (tenant_id, id) where not is_deleted;
create index alarms_incident_state_began_at on alarms_incident (tenant_id, state, began_at) where not is_deleted;
create index alarms_incident_began_at_id on alarms_incident (tenant_id, began_at, id) where not is_deleted;
create index alarms_incident_project_id_id on alarms_incident (tenant_id, project_id, id) where not is_deleted;
create index alarms_incident_area_id_id on alarms_incident (tenant_id, area_id, id) where not is_deleted;
-- A node has one open incident: a restarted process finds it.
create unique index alarms_incident_node on alarms_incident (tenant_id, node_key) where state in (0, 1) and not is_deleted;
select ll_secure('alarms_incident', 'tenant');
select ll_counted('alarms_incident', true);

create table alarms_sos_call (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  began_at timestamptz,
  sn text,
  name text,
  result smallint,
  answered_by bigint,
  answered_at timestamptz,
  ended_at timestamptz,
  presses integer,
  alarm_id bigint,
  pressed_at timestamptz,
  device_id bigint,
  project_id bigint,
  area_id bigint
);
create index alarms_sos_call_tenant on alarms_sos_call (tenant_id, id) where not is_deleted;
create index alarms_sos_call_began_at_id on alarms_sos_call (tenant_id, began_at, id) where not is_deleted;
create index alarms_sos_call_result_began_at on alarms_sos_call (tenant_id, result, began_at) where not is_deleted;
create index alarms_sos_call_project_id_id on alarms_sos_call (tenant_id, project_id, id) where not is_deleted;
create index alarms_sos_call_area_id_id on alarms_sos_call (tenant_id, area_id, id) where not is_deleted;
-- A machine has one open call.
create unique index alarms_sos_call_ringing on alarms_sos_call (tenant_id, device_id) where ended_at is null and not is_deleted;
create index alarms_sos_call_device on alarms_sos_call (tenant_id, device_id, pressed_at) where not is_deleted;
select ll_secure('alarms_sos_call', 'tenant');
select ll_counted('alarms_sos_call', true);

-- Faults and other alarms for the statistics of higher slices: one row for each interval in which a fault of a device was present.
create view alarms_faults with (security_invoker = true) as
  select id, tenant_id, is_deleted, device_id, sn, name, device_type, alarm_type, sub_alarm_type, city_exception_type, severity, value, began_at, last_began, ended_at,
    case when dispose = 1 then disposed_at end as closed_at, dispose, result, present, count, shelved_until, project_id, area_id
  from alarms_alarm;

-- Alarms for slices that notify others. `quiet`: no notification now. Instead of the alarms that an incident explains they read the incident (alarms_incidents,
-- sub_alarm_type 300). An alarm of a lost device appears after 20 s, in which an incident may explain it. These are two views with the same columns, because PostgreSQL reads a
-- union as a whole for each condition.
create view alarms_raised with (security_invoker = true) as
  select id, tenant_id, alarm_type, sub_alarm_type, city_exception_type, severity, device_id, sn, name, value, began_at, ended_at, present, dispose,
    project_id, area_id, create_time, update_time,
    incident_id is not null or coalesce(shelved_until > now(), false) or (alarm_type = 1 and create_time > now() - interval '20 seconds') as quiet, is_deleted
  from alarms_alarm;

create view alarms_incidents with (security_invoker = true) as
  select id, tenant_id, 1::smallint as alarm_type, 300::smallint as sub_alarm_type, 4003::smallint as city_exception_type, severity, null::bigint as device_id,
    ''::text as sn, name, (array['网络中断 / Network down', '区域停电 / Area without supply', '网关离线 / Gateway lost', '配电箱断电 / Switch box without supply', '缺相 / Phase lost',
      '回路断电 / Loop without supply', '断路器跳闸 / Breaker tripped', 'SIM卡停用 / SIM card blocked', '恶劣天气停电 / Supply lost in bad weather'])[cause]::text as value,
    began_at, ended_at, state = 1 as present, 0::smallint as dispose, project_id, area_id, create_time, update_time, false as quiet, is_deleted or state not in (1, 2) as is_deleted
  from alarms_incident;

-- Incidents for reports: cause, place, time, and the largest number of lost devices.
create view alarms_incident_spans with (security_invoker = true) as
  select id, tenant_id, cause, name, coalesce(most_lost, 0) as devices, began_at, ended_at, project_id, area_id, is_deleted or state not in (1, 2) as is_deleted
  from alarms_incident;

grant select on alarms_faults, alarms_raised, alarms_incidents, alarms_incident_spans to lamplight_app, lamplight_worker;

-- ══ reports: rollups of reports ══

-- Saved reports: the query of an export, run again each time. The pages come from the definitions.
create table reports_report (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  source text,
  filter text,
  columns text,
  period smallint,
  format smallint
);
create index reports_report_tenant on reports_report (tenant_id, id) where not is_deleted;
select ll_secure('reports_report', 'tenant');
select ll_counted('reports_report', false);

-- Light of each activated lamp controller in each night (noon to noon), ms: the time for which its calendar lights it, the part of it for which reports exist, and the
-- part of that in which it was lit. Project, area and supplier are those at the first calculation.
create table reports_lamp_night (
  tenant_id text not null,
  -- Day on which the night begins.
  day date not null,
  device_id bigint not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  due_ms integer not null,
  known_ms integer not null,
  lit_ms integer not null,
  -- `silent`: the lamp had no readings on the day when its night was computed. Readings may arrive later, so reports check that there are none.
  silent boolean not null default true,
  there_ms integer not null default 86400000,
  primary key (tenant_id, device_id, day)
) partition by range (day);
create index reports_lamp_night_day on reports_lamp_night (tenant_id, day, area_id, device_id);
create index reports_lamp_night_silent on reports_lamp_night (tenant_id, day, device_id) where silent;
select ll_secure('reports_lamp_night');
create policy scope on reports_lamp_night as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

-- Sums of reports_lamp_night by night and place. possible_ms: lit or unknown.
create table reports_light_daily (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  lamps integer not null,
  whole integer not null,
  due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
create index reports_light_daily_area on reports_light_daily (tenant_id, area_id, day) include (project_id, supplier_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms);
select ll_secure('reports_light_daily');
create policy scope on reports_light_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

-- Calculated nights. `readings`: number of readings of lamp controllers on both days; a different number shows that reports arrived late.
create table reports_night (
  tenant_id text not null,
  day date not null,
  readings bigint not null,
  calculated_at timestamptz not null,
  primary key (tenant_id, day)
);
select ll_secure('reports_night');

-- Energy of lamp controllers by hour of the day (local, 24 elements, mWh), and its price by the tariff of the month.
create table reports_charge_daily (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  lamps integer not null,
  energy bigint not null,
  hours bigint[] not null default array_fill(0::bigint, array[24]),
  -- In the currency of the tariff. The bands are the lowest, highest and middle prices of the tariff.
  money float8 not null,
  peak bigint not null,
  flat bigint not null,
  valley bigint not null,
  -- Energy of days whose hours are not known. With peak, flat and valley it adds up to the energy.
  unbanded bigint not null generated always as (greatest(energy - peak - flat - valley, 0)) stored,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
create index reports_charge_daily_area on reports_charge_daily (tenant_id, area_id, day);
select ll_secure('reports_charge_daily');
create policy scope on reports_charge_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_month (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  month text,
  tariff text,
  co2 double precision,
  state smallint,
  closed_at timestamptz
);
create index reports_month_tenant on reports_month (tenant_id, id) where not is_deleted;
select ll_secure('reports_month', 'tenant');
select ll_counted('reports_month', false);

create table reports_adjustment (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  day text,
  kwh double precision,
  reason text,
  document text
);
create index reports_adjustment_tenant on reports_adjustment (tenant_id, id) where not is_deleted;
select ll_secure('reports_adjustment', 'tenant');
select ll_counted('reports_adjustment', false);

create table reports_carbon_factor (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  region text,
  year integer,
  kind smallint,
  value double precision,
  hours text,
  source text
);
create index reports_carbon_factor_tenant on reports_carbon_factor (tenant_id, id) where not is_deleted;
select ll_secure('reports_carbon_factor', 'tenant');
select ll_counted('reports_carbon_factor', false);

create table reports_bill (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  bill_no text,
  supply text,
  supply_name text,
  start_day text,
  end_day text,
  kwh double precision,
  money double precision,
  reading smallint,
  remark text
);
create index reports_bill_tenant on reports_bill (tenant_id, id) where not is_deleted;
create unique index reports_bill_bill_no_unique on reports_bill (tenant_id, bill_no) where not is_deleted;
create index reports_bill_supply_start_day on reports_bill (tenant_id, supply, start_day) where not is_deleted;
create index reports_bill_end_day_id on reports_bill (tenant_id, end_day, id) where not is_deleted;
select ll_secure('reports_bill', 'tenant');
select ll_counted('reports_bill', false);

-- Mean power of a box, W: over the hours of a night (noon to noon) in which the calendars light all of its lamps, and over those in which they light none.
create table reports_box_night (
  tenant_id text not null,
  day date not null,
  box_id bigint not null,
  -- Hours with readings of the meter.
  night_hours smallint not null,
  day_hours smallint not null,
  meter_night double precision,
  meter_day double precision,
  lamps_night double precision,
  lamps_day double precision,
  -- Mean time in which the calendars light the lamps.
  lit_hours double precision not null,
  -- Number of lamps by nominal power, W, and number of lamps without one.
  lamps jsonb not null,
  unrated integer not null,
  primary key (tenant_id, day, box_id)
);
select ll_secure('reports_box_night');
revoke insert, update, delete on reports_box_night from lamplight_app;

create table reports_monthly (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  month text,
  area_id bigint,
  state smallint,
  files integer,
  made_at timestamptz,
  made_by text,
  seconds double precision,
  reason text
);
create index reports_monthly_tenant on reports_monthly (tenant_id, id) where not is_deleted;
select ll_secure('reports_monthly', 'tenant');
select ll_counted('reports_monthly', false);

-- Files of monthly reports, about 100 kB each: PDF and workbook in both languages.
create table reports_monthly_file (
  tenant_id text not null,
  report_id bigint not null,
  lang text not null,
  format text not null,
  bytes bytea not null,
  primary key (report_id, lang, format)
);
select ll_secure('reports_monthly_file');

-- Sums of days and nights of lamp controllers for reports over long ranges by lamp or street: by lamp and month, by lamp and year, by street and day, by street and
-- month. They contain the days up to that of reports_level_through. `several` marks rows that share period and lamp (or street) with another row, because they are one
-- group.

-- The street to which the sums of a lamp belong.
create table reports_lamp_street (
  tenant_id text not null,
  device_id bigint not null,
  street_id bigint not null,
  primary key (tenant_id, device_id)
);
select ll_secure('reports_lamp_street');

create table reports_street_daily (
  tenant_id text not null,
  day date not null,
  street_id bigint not null,
  area_id bigint not null,
  project_id bigint not null,
  -- Days of lamps: those with readings, all, mWh and ms as in reports_device_days.
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  -- Nights of lamps, as in reports_light_lamps.
  lamps integer not null,
  whole integer not null,
  light_due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  several boolean not null default false,
  primary key (tenant_id, day, street_id, area_id, project_id)
);
create index reports_street_daily_street on reports_street_daily (tenant_id, street_id, day);
create index reports_street_daily_area on reports_street_daily (tenant_id, area_id, day);
-- Pages by street and day read only these indexes, in their order.
create index reports_street_daily_days on reports_street_daily (tenant_id, day, street_id) include (devices, due, energy, on_ms, online_ms, due_ms) where due > 0;
create index reports_street_daily_nights on reports_street_daily (tenant_id, day, street_id) include (lamps, whole, light_due_ms, known_ms, lit_ms, possible_ms) where lamps > 0;
create index reports_street_daily_several on reports_street_daily (tenant_id, day) where several;
select ll_secure('reports_street_daily');
create policy scope on reports_street_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_street_monthly (
  tenant_id text not null,
  day date not null,
  street_id bigint not null,
  area_id bigint not null,
  project_id bigint not null,
  -- Days of lamps: those with readings, all, mWh and ms as in reports_device_days.
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  -- Nights of lamps, as in reports_light_lamps.
  lamps integer not null,
  whole integer not null,
  light_due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  several boolean not null default false,
  primary key (tenant_id, day, street_id, area_id, project_id)
);
create index reports_street_monthly_tenant_id_street_id_day_idx on reports_street_monthly (tenant_id, street_id, day);
create index reports_street_monthly_tenant_id_area_id_day_idx on reports_street_monthly (tenant_id, area_id, day);
create index reports_street_monthly_tenant_id_day_street_id_devices_due__idx on reports_street_monthly (tenant_id, day, street_id) include (devices, due, energy, on_ms, online_ms, due_ms) where due > 0;
create index reports_street_monthly_tenant_id_day_street_id_lamps_whole__idx on reports_street_monthly (tenant_id, day, street_id) include (lamps, whole, light_due_ms, known_ms, lit_ms, possible_ms) where lamps > 0;
create index reports_street_monthly_several on reports_street_monthly (tenant_id, day) where several;
select ll_secure('reports_street_monthly');
create policy scope on reports_street_monthly as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_lamp_monthly (
  tenant_id text not null,
  day date not null,
  street_id bigint not null,
  area_id bigint not null,
  project_id bigint not null,
  -- Days of lamps: those with readings, all, mWh and ms as in reports_device_days.
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  -- Nights of lamps, as in reports_light_lamps.
  lamps integer not null,
  whole integer not null,
  light_due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  device_id bigint not null,
  supplier_id bigint not null,
  several boolean not null default false,
  primary key (tenant_id, day, device_id, area_id, project_id, supplier_id)
);
create index reports_lamp_monthly_device on reports_lamp_monthly (tenant_id, device_id, day);
create index reports_lamp_monthly_street on reports_lamp_monthly (tenant_id, street_id, day);
create index reports_lamp_monthly_area on reports_lamp_monthly (tenant_id, area_id, day);
-- Pages by lamp read only these indexes, in their order.
create index reports_lamp_monthly_days on reports_lamp_monthly (tenant_id, day, device_id) include (devices, due, energy, on_ms, online_ms, due_ms) where due > 0;
create index reports_lamp_monthly_nights on reports_lamp_monthly (tenant_id, day, device_id) include (lamps, whole, light_due_ms, known_ms, lit_ms, possible_ms) where lamps > 0;
create index reports_lamp_monthly_several on reports_lamp_monthly (tenant_id, day) where several;
select ll_secure('reports_lamp_monthly');
create policy scope on reports_lamp_monthly as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_lamp_yearly (
  tenant_id text not null,
  day date not null,
  street_id bigint not null,
  area_id bigint not null,
  project_id bigint not null,
  -- Days of lamps: those with readings, all, mWh and ms as in reports_device_days.
  devices integer not null,
  due integer not null,
  energy bigint not null,
  on_ms bigint not null,
  online_ms bigint not null,
  due_ms bigint not null,
  -- Nights of lamps, as in reports_light_lamps.
  lamps integer not null,
  whole integer not null,
  light_due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  device_id bigint not null,
  supplier_id bigint not null,
  several boolean not null default false,
  primary key (tenant_id, day, device_id, area_id, project_id, supplier_id)
);
create index reports_lamp_yearly_tenant_id_device_id_day_idx on reports_lamp_yearly (tenant_id, device_id, day);
create index reports_lamp_yearly_tenant_id_street_id_day_idx on reports_lamp_yearly (tenant_id, street_id, day);
create index reports_lamp_yearly_tenant_id_area_id_day_idx on reports_lamp_yearly (tenant_id, area_id, day);
create index reports_lamp_yearly_tenant_id_day_device_id_devices_due_ene_idx on reports_lamp_yearly (tenant_id, day, device_id) include (devices, due, energy, on_ms, online_ms, due_ms) where due > 0;
create index reports_lamp_yearly_tenant_id_day_device_id_lamps_whole_lig_idx on reports_lamp_yearly (tenant_id, day, device_id) include (lamps, whole, light_due_ms, known_ms, lit_ms, possible_ms) where lamps > 0;
create index reports_lamp_yearly_several on reports_lamp_yearly (tenant_id, day) where several;
select ll_secure('reports_lamp_yearly');
create policy scope on reports_lamp_yearly as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_light_project_daily (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  lamps integer not null,
  whole integer not null,
  due_ms bigint not null,
  known_ms bigint not null,
  lit_ms bigint not null,
  possible_ms bigint not null,
  primary key (tenant_id, day, project_id)
);
select ll_secure('reports_light_project_daily');
create policy scope on reports_light_project_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_charge_monthly (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  area_id bigint not null,
  supplier_id bigint not null,
  lamps integer not null,
  energy bigint not null,
  -- In the currency of the tariff. The bands are the lowest, highest and middle prices of the tariff.
  money float8 not null,
  peak bigint not null,
  flat bigint not null,
  valley bigint not null,
  unbanded bigint not null generated always as (greatest(energy - peak - flat - valley, 0)) stored,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
create index reports_charge_monthly_tenant_id_area_id_day_idx on reports_charge_monthly (tenant_id, area_id, day);
select ll_secure('reports_charge_monthly');
create policy scope on reports_charge_monthly as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_charge_project_daily (
  tenant_id text not null,
  day date not null,
  project_id bigint not null,
  lamps integer not null,
  energy bigint not null,
  -- In the currency of the tariff. The bands are the lowest, highest and middle prices of the tariff.
  money float8 not null,
  peak bigint not null,
  flat bigint not null,
  valley bigint not null,
  unbanded bigint not null generated always as (greatest(energy - peak - flat - valley, 0)) stored,
  primary key (tenant_id, day, project_id)
);
select ll_secure('reports_charge_project_daily');
create policy scope on reports_charge_project_daily as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

-- Days that the sums contain. `seen`: the sums of the day by place at that time; different sums now mean that the day has changed.
create table reports_level_day (
  tenant_id text not null,
  day date not null,
  seen text not null,
  primary key (tenant_id, day)
);
select ll_secure('reports_level_day');

-- Last day that all sums of the tenant contain.
create table reports_level_through (
  tenant_id text primary key,
  day date not null
);
select ll_secure('reports_level_through');

-- Numbers of the rows of these sums by place: a report by lamp and month need not count 1,200,000 groups.
create table reports_lamp_monthly_rows (
  tenant_id text not null,
  day date not null,
  area_id bigint not null,
  project_id bigint not null,
  supplier_id bigint not null,
  days integer not null,
  nights integer not null,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
select ll_secure('reports_lamp_monthly_rows');
create policy scope on reports_lamp_monthly_rows as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_lamp_yearly_rows (
  tenant_id text not null,
  day date not null,
  area_id bigint not null,
  project_id bigint not null,
  supplier_id bigint not null,
  days integer not null,
  nights integer not null,
  primary key (tenant_id, day, area_id, project_id, supplier_id)
);
select ll_secure('reports_lamp_yearly_rows');
create policy scope on reports_lamp_yearly_rows as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_street_daily_rows (
  tenant_id text not null,
  day date not null,
  area_id bigint not null,
  project_id bigint not null,
  days integer not null,
  nights integer not null,
  primary key (tenant_id, day, area_id, project_id)
);
select ll_secure('reports_street_daily_rows');
create policy scope on reports_street_daily_rows as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

create table reports_street_monthly_rows (
  tenant_id text not null,
  day date not null,
  area_id bigint not null,
  project_id bigint not null,
  days integer not null,
  nights integer not null,
  primary key (tenant_id, day, area_id, project_id)
);
select ll_secure('reports_street_monthly_rows');
create policy scope on reports_street_monthly_rows as restrictive to lamplight_scoped
  using (not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'))) with check (true);

-- Creates the partition of a month.
create function reports_partition(month date) returns void language plpgsql security definer set search_path = public as $fn$
declare
  first date := date_trunc('month', month)::date;
  name text := 'reports_lamp_night_' || to_char(first, 'YYYYMM');
begin
  perform pg_advisory_xact_lock(hashtext('reports_partition'));
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I partition of reports_lamp_night for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
  execute format('alter table %I enable row level security', name);
end $fn$;
revoke execute on function reports_partition(date) from public;
grant execute on function reports_partition(date) to lamplight_worker;

-- Drops the months that ended before `day`.
create function reports_drop(day date) returns integer language plpgsql security definer set search_path = public as $fn$
declare
  old text;
  dropped integer := 0;
begin
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'reports_lamp_night'::regclass and c.relname < 'reports_lamp_night_' || to_char(day, 'YYYYMM')
  loop
    execute format('drop table %I', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $fn$;
revoke execute on function reports_drop(date) from public;
grant execute on function reports_drop(date) to lamplight_worker;

-- Days of lamp controllers with readings, and silent days. A user whose data scope hides controllers of others sees no rows, as with the sums.
-- Both parts of the union have the same column types, and the condition stands outside the union: only then the planner reads the rows in index order.
create view reports_device_days with (security_invoker = true) as
  select d.* from (
    select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, y.supplier_id, 1 as devices, 1 as due, y.energy, y.on_ms, y.online_ms, y.due_ms::bigint as due_ms
    from devices_days y
    union all
    select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id, 0, 1, 0::bigint, 0, 0, n.there_ms::bigint
    from reports_lamp_night n
    where n.silent and n.there_ms > 0 and not exists (select from devices_days y where y.tenant_id = n.tenant_id and y.device_id = n.device_id and y.day = n.day)
  ) d where not (select ll_is_scoped('lighting_controller') or ll_is_scoped('lighting_lamp'));

-- The same days with the street. Reports without streets read the view above, because PostgreSQL computes all columns of a union, also unused ones.
create view reports_lamp_days with (security_invoker = true) as
  select d.tenant_id, d.day, d.device_id, d.project_id, d.area_id, d.supplier_id, coalesce(m.street_id, 0) as street_id, d.devices, d.due, d.energy, d.on_ms, d.online_ms, d.due_ms
  from reports_device_days d left join reports_lamp_street m on m.tenant_id = d.tenant_id and m.device_id = d.device_id;

-- A lamp controller that was removed before dusk and was silent on that day has a row of its last day without due time of light: it counts no lamp night.
create view reports_light_lamps with (security_invoker = true) as
  select n.tenant_id, n.day, n.device_id, n.project_id, n.area_id, n.supplier_id, coalesce(m.street_id, 0) as street_id,
    1 as lamps, (n.due_ms - n.lit_ms <= 1800000)::int as whole, n.due_ms, n.known_ms, n.lit_ms, n.lit_ms + n.due_ms - n.known_ms as possible_ms
  from reports_lamp_night n left join reports_lamp_street m on m.tenant_id = n.tenant_id and m.device_id = n.device_id where n.due_ms > 0;

-- A day also has a row if its only report is the one at its end. A solar lamp counts only on days with other reports.
create view reports_solar_days with (security_invoker = true) as
  select y.tenant_id, y.day, y.device_id, y.project_id, y.area_id, (y.readings > 0)::int as devices,
    y.lows[5] as voltage_low, y.highs[5] as voltage_high, y.lows[6] as current_low, y.highs[6] as current_high, y.lows[3] as soc_low, y.highs[3] as soc_high,
    y.highs[8] as panel_voltage, y.highs[9] as panel_current, coalesce(y.increases[12], 0) as charged, coalesce(y.increases[13], 0) as discharged,
    coalesce(y.lasts[3], 0) as soc_last, (y.lasts[3] is not null)::int as socs
  from devices_series_days y where y.type = 7 and not (select ll_is_scoped('solar_lamp'));

create view reports_replacements with (security_invoker = true) as
  select r.id, r.tenant_id, r.at, coalesce(c.project_id, 0) as project_id, coalesce(c.area_id, 0) as area_id, r.account,
    case when r.undoes is null then 1 else 2 end as kind
  from devices_replacements r left join lighting_controllers c on c.id = r.new_id;

create view reports_light_streets with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_street_daily where lamps > 0;

create view reports_light_streets_monthly with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_street_monthly where lamps > 0;

create view reports_light_lamps_monthly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_lamp_monthly where lamps > 0;

create view reports_light_lamps_yearly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, lamps, whole, light_due_ms as due_ms, known_ms, lit_ms, possible_ms, several
  from reports_lamp_yearly where lamps > 0;

create view reports_days_streets with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, devices, due, energy, on_ms, online_ms, due_ms, several from reports_street_daily where due > 0;

create view reports_days_streets_monthly with (security_invoker = true) as
  select tenant_id, day, street_id, area_id, project_id, devices, due, energy, on_ms, online_ms, due_ms, several from reports_street_monthly where due > 0;

create view reports_days_lamps_monthly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms, several
  from reports_lamp_monthly where due > 0;

create view reports_days_lamps_yearly with (security_invoker = true) as
  select tenant_id, day, device_id, street_id, area_id, project_id, supplier_id, devices, due, energy, on_ms, online_ms, due_ms, several
  from reports_lamp_yearly where due > 0;

grant select on reports_device_days, reports_lamp_days, reports_light_lamps, reports_solar_days, reports_replacements,
  reports_light_streets, reports_light_streets_monthly, reports_light_lamps_monthly, reports_light_lamps_yearly, reports_days_streets,
  reports_days_streets_monthly, reports_days_lamps_monthly, reports_days_lamps_yearly to lamplight_app, lamplight_worker;

-- ══ diagnosis: faults found in readings ══

create table diagnosis_check_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  project_id bigint,
  nights integer,
  mute_days integer,
  dark_on boolean,
  dark_percent integer,
  lit_samples integer,
  day_burner_on boolean,
  day_percent integer,
  day_samples integer,
  dim_failure_on boolean,
  dim_high_percent integer,
  dim_low_percent integer,
  phase_samples integer,
  cycling_on boolean,
  transitions integer,
  sure_transitions integer,
  counter_percent integer,
  drift_on boolean,
  drift_sigmas double precision,
  drift_percent integer,
  leakage_on boolean,
  leak_percent double precision,
  leak_watts integer,
  group_size integer,
  group_break integer,
  remark text
);
create index diagnosis_check_config_tenant on diagnosis_check_config (tenant_id, id) where not is_deleted;
create unique index diagnosis_check_config_name_unique on diagnosis_check_config (tenant_id, name) where not is_deleted;
create index diagnosis_check_config_project_id_id on diagnosis_check_config (tenant_id, project_id, id) where not is_deleted;
select ll_secure('diagnosis_check_config', 'tenant');
select ll_counted('diagnosis_check_config', true);

create table diagnosis_record (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  kind smallint,
  status smallint,
  sn text,
  name text,
  evidence text,
  evidence_en text,
  nights integer,
  proof smallint,
  first_day text,
  last_day text,
  value double precision,
  threshold double precision,
  clean integer,
  since_day text,
  found_at timestamptz,
  test_state smallint,
  tested_at timestamptz,
  test_result text,
  test_result_en text,
  reason smallint,
  correction smallint,
  remark text,
  dismissed_at timestamptz,
  device_id bigint,
  device_type integer,
  lamp_id bigint,
  neighbour_id bigint,
  alarm_open boolean,
  alarm_id bigint,
  project_id bigint,
  area_id bigint
);
create index diagnosis_record_tenant on diagnosis_record (tenant_id, id) where not is_deleted;
create index diagnosis_record_device_id_kind on diagnosis_record (tenant_id, device_id, kind) where not is_deleted;
create index diagnosis_record_project_id_id on diagnosis_record (tenant_id, project_id, id) where not is_deleted;
create index diagnosis_record_area_id_id on diagnosis_record (tenant_id, area_id, id) where not is_deleted;
create index diagnosis_record_status_last_day on diagnosis_record (tenant_id, status, last_day) where not is_deleted;
create index diagnosis_record_last_day_id on diagnosis_record (tenant_id, last_day, id) where not is_deleted;
-- A device has at most one open record of each kind.
create unique index diagnosis_record_open on diagnosis_record (tenant_id, device_id, kind) where status in (0, 1, 2) and not is_deleted;
select ll_secure('diagnosis_record', 'tenant');
select ll_counted('diagnosis_record', true);

-- Judged nights.
create table diagnosis_night (
  tenant_id text not null,
  -- Days since 1970-01-01, on which the night begins at noon.
  day integer not null,
  lamps integer not null,
  judged integer not null,
  candidates integer not null default 0,
  findings integer not null default 0,
  made_at timestamptz not null,
  primary key (tenant_id, day)
);
select ll_secure('diagnosis_night');

-- Learned values of a lamp (`Baseline` of the model), with the power curve and the calendar for which they were learned.
create table diagnosis_lamp (
  tenant_id text not null,
  device_id bigint not null,
  baseline jsonb,
  curve text not null,
  calendar_id bigint,
  primary key (tenant_id, device_id)
) with (fillfactor = 80);
select ll_secure('diagnosis_lamp');

-- Days of meters of switch boxes: mean power of the meter and of its lamps in dark and in light hours, W.
create table diagnosis_cabinet_day (
  tenant_id text not null,
  device_id bigint not null,
  day integer not null,
  lit_hours integer not null,
  day_hours integer not null,
  lit_meter double precision not null,
  lit_lamps double precision not null,
  day_meter double precision not null,
  day_lamps double precision not null,
  primary key (tenant_id, device_id, day)
);
select ll_secure('diagnosis_cabinet_day');

-- Active tests that run. `step`: number of the level; `watts`: answers to the levels before it, W.
create table diagnosis_test (
  record_id bigint primary key,
  tenant_id text not null,
  device_id bigint not null,
  user_id bigint not null,
  step smallint not null,
  batch_id bigint,
  watts double precision[] not null,
  step_at timestamptz not null,
  unique (tenant_id, device_id)
);
select ll_secure('diagnosis_test');

-- ══ forwarding: alarms to other systems ══

create table forwarding_target (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  enable smallint,
  kind smallint,
  url text,
  secret text,
  phones text,
  hourly integer,
  severity smallint,
  alarm_type smallint,
  area_id bigint,
  ended boolean,
  sent_at timestamptz,
  failures integer,
  since timestamptz,
  remark text
);
create index forwarding_target_tenant on forwarding_target (tenant_id, id) where not is_deleted;
create unique index forwarding_target_name_unique on forwarding_target (tenant_id, name) where not is_deleted;
select ll_secure('forwarding_target', 'tenant');
select ll_counted('forwarding_target', false);

create table forwarding_transit (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  state smallint,
  target_name text,
  event smallint,
  content text,
  severity smallint,
  sn text,
  attempts integer,
  code integer,
  reason text,
  queued_at timestamptz,
  sent_at timestamptz,
  next_at timestamptz,
  target_id bigint,
  alarm_id bigint,
  project_id bigint,
  area_id bigint
);
create index forwarding_transit_tenant on forwarding_transit (tenant_id, id) where not is_deleted;
create index forwarding_transit_state_next_at on forwarding_transit (tenant_id, state, next_at) where not is_deleted;
create index forwarding_transit_target_id_queued_at on forwarding_transit (tenant_id, target_id, queued_at) where not is_deleted;
create index forwarding_transit_project_id_id on forwarding_transit (tenant_id, project_id, id) where not is_deleted;
create index forwarding_transit_area_id_id on forwarding_transit (tenant_id, area_id, id) where not is_deleted;
-- An alarm is queued once for each target at its begin, and once at its end.
create unique index forwarding_transit_once on forwarding_transit (target_id, alarm_id, event) where alarm_id is not null and not is_deleted;
create index forwarding_transit_alarm on forwarding_transit (alarm_id, event) where not is_deleted;
select ll_secure('forwarding_transit', 'tenant');
select ll_counted('forwarding_transit', true);

-- ══ dashboards: visual dashboards ══

create table dashboards_visual (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  title text,
  version integer,
  category text,
  status smallint,
  width integer,
  height integer,
  locked boolean,
  password text,
  on_screen boolean,
  published_version integer,
  content text,
  files jsonb,
  remark text
);
create index dashboards_visual_tenant on dashboards_visual (tenant_id, id) where not is_deleted;
create unique index dashboards_visual_title_unique on dashboards_visual (tenant_id, title) where not is_deleted;
select ll_secure('dashboards_visual', 'tenant');
select ll_counted('dashboards_visual', false);

create table dashboards_visual_share (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  visual_id bigint,
  share_code text,
  expire_time timestamptz,
  enabled boolean,
  seen_time timestamptz
);
create index dashboards_visual_share_tenant on dashboards_visual_share (tenant_id, id) where not is_deleted;
create index dashboards_visual_share_visual_id on dashboards_visual_share (tenant_id, visual_id) where not is_deleted;
-- Viewers of a shared dashboard have only its code, and no tenant.
create unique index dashboards_visual_share_code on dashboards_visual_share (share_code) where not is_deleted;
select ll_secure('dashboards_visual_share', 'tenant');
select ll_counted('dashboards_visual_share', false);

create table dashboards_visual_version (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  visual_id bigint,
  version integer,
  account text,
  content text
);
create index dashboards_visual_version_tenant on dashboards_visual_version (tenant_id, id) where not is_deleted;
create index dashboards_visual_version_visual_id_version on dashboards_visual_version (tenant_id, visual_id, version) where not is_deleted;
select ll_secure('dashboards_visual_version', 'tenant');
select ll_counted('dashboards_visual_version', false);
