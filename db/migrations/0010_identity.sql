-- Sessions, locks, rights of roles and grants of users. What a person's request may never read belongs to the worker alone.
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
  ended_why text
);
create index identity_session_user on identity_session (user_id) where ended_at is null;
create index identity_session_expiry on identity_session (expires_at);

-- Failed sign-ins of an account (`account:tenant:name`) or an address (`address:ip`).
create table identity_lock (
  key text primary key,
  tenant_id text not null default '000000',
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index identity_lock_age on identity_lock (last_at);

create table identity_captcha (
  key text primary key,
  tenant_id text not null default '000000',
  code text not null,
  expires_at timestamptz not null
);

-- Secrets the installation made for itself, such as the key that signs tokens.
create table system_secret (
  name text primary key,
  tenant_id text not null default '000000',
  value text not null
);

-- Rights whose default grants were handed out to the known roles once.
create table identity_known_right (
  code text primary key,
  tenant_id text not null default '000000'
);

-- Errors of consoles, handed over at sign-out.
create table identity_client_log (
  id bigint primary key,
  tenant_id text not null,
  user_id bigint not null,
  at timestamptz not null,
  entry jsonb not null
);
create index identity_client_log_tenant on identity_client_log (tenant_id, at desc);

do $$ declare target text; begin
  foreach target in array array['identity_session', 'identity_lock', 'identity_captcha', 'system_secret', 'identity_known_right', 'identity_client_log'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('grant select, insert, update, delete on %I to lamplight_worker', target);
    execute format('create policy worker on %I to lamplight_worker using (true) with check (true)', target);
    execute format('create policy owner on %I to %I using (true) with check (true)', target, current_user);
  end loop;
end $$;

-- What a role may do: codes of menus and buttons (system_menu.code).
create table identity_role_menu (
  role_id bigint not null,
  menu_code text not null,
  tenant_id text not null,
  primary key (role_id, menu_code)
);
select ll_secure('identity_role_menu', 'platform');

-- Projects and areas to which a user is cut; without a row of a kind the user sees all of the tenant's.
create table identity_grant (
  user_id bigint not null,
  kind text not null check (kind in ('project', 'area')),
  ref_id bigint not null,
  tenant_id text not null,
  primary key (user_id, kind, ref_id)
);
select ll_secure('identity_grant', 'platform');

create unique index system_dict_key on system_dict (code, dict_key) where not is_deleted;
