-- Ways to sign in besides the password, people who ask to be let in, and the second factor.
alter table identity_tenant add column mfa smallint;

-- How a session began; `actor_id` is who signed in as this user, and `actor` what is told of them.
alter table identity_session
  add column method text not null default 'password',
  add column actor_id bigint,
  add column actor jsonb;

create index identity_user_phone on identity_user (tenant_id, phone) where not is_deleted and phone is not null;

-- One-time keys (hashed) of things begun and not yet ended: a second factor, a passkey, a sign-in elsewhere, a registration.
create table identity_challenge (
  key text primary key,
  tenant_id text not null default '000000',
  kind text not null,
  value jsonb not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index identity_challenge_age on identity_challenge (expires_at);

-- The code that was sent to a phone last.
create table identity_phone_code (
  tenant_id text not null,
  phone text not null,
  code text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, phone)
);

-- Authenticator apps: the secret is sealed; it counts once a code has confirmed it. `last_step` is the last code that was taken.
create table identity_authenticator (
  user_id bigint primary key,
  tenant_id text not null,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create table identity_recovery_code (
  user_id bigint not null,
  tenant_id text not null,
  code text not null,
  used_at timestamptz,
  primary key (user_id, code)
);
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

-- Pictures of people, under a key that cannot be guessed.
create table identity_avatar (
  key text primary key,
  tenant_id text not null,
  user_id bigint not null,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index identity_avatar_user on identity_avatar (user_id);

do $$ declare target text; begin
  foreach target in array array['identity_challenge', 'identity_phone_code', 'identity_authenticator', 'identity_recovery_code', 'identity_passkey', 'identity_avatar'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('grant select, insert, update, delete on %I to lamplight_worker', target);
    execute format('create policy worker on %I to lamplight_worker using (true) with check (true)', target);
    execute format('create policy owner on %I to %I using (true) with check (true)', target, current_user);
  end loop;
end $$;

-- Sign-in providers, accounts at them, people who ask to be let in, invitations.
create table identity_social_source (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  source text,
  issuer text,
  client_id text,
  client_secret text,
  scopes text,
  enabled boolean,
  sort integer
);
create index identity_social_source_tenant on identity_social_source (tenant_id, id) where not is_deleted;
create unique index identity_social_source_source_unique on identity_social_source (tenant_id, source) where not is_deleted;
select ll_secure('identity_social_source', 'platform');
select ll_counted('identity_social_source', false);

create table identity_oauth (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  source_id bigint,
  nickname text,
  email text,
  subject text,
  user_id bigint,
  last_time timestamptz
);
create index identity_oauth_tenant on identity_oauth (tenant_id, id) where not is_deleted;
create index identity_oauth_user_id on identity_oauth (tenant_id, user_id) where not is_deleted;
select ll_secure('identity_oauth', 'platform');
select ll_counted('identity_oauth', false);

create table identity_guest (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  account text,
  name text,
  status smallint,
  reason text,
  audit_user bigint,
  audit_time timestamptz,
  user_id bigint,
  oauth_id bigint
);
create index identity_guest_tenant on identity_guest (tenant_id, id) where not is_deleted;
create index identity_guest_status_id on identity_guest (tenant_id, status, id) where not is_deleted;
select ll_secure('identity_guest', 'platform');
select ll_counted('identity_guest', false);

create table identity_register_info (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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
  dept_ids text,
  area_ids bigint[],
  invite_user_id bigint,
  identification text
);
create index identity_register_info_tenant on identity_register_info (tenant_id, id) where not is_deleted;
create index identity_register_info_status_id on identity_register_info (tenant_id, status, id) where not is_deleted;
select ll_secure('identity_register_info', 'platform');
select ll_counted('identity_register_info', false);

create table identity_invite (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  identification text,
  short_code text,
  invite_type smallint,
  invite_module text,
  invite_roles bigint[],
  invite_depts text,
  invite_region bigint[],
  multiple boolean,
  used integer,
  status smallint,
  expire_time timestamptz,
  invite_user_id bigint
);
create index identity_invite_tenant on identity_invite (tenant_id, id) where not is_deleted;
create unique index identity_invite_identification_unique on identity_invite (tenant_id, identification) where not is_deleted;
select ll_secure('identity_invite', 'platform');
select ll_counted('identity_invite', false);

-- What is the server's alone: the password people chose when they asked, and how often an invitation may be used is counted at once.
alter table identity_guest add column verifier text not null;
alter table identity_register_info add column verifier text not null;
create unique index identity_oauth_subject on identity_oauth (tenant_id, source_id, subject) where not is_deleted;
create unique index identity_invite_identification on identity_invite (identification);
create unique index identity_invite_short on identity_invite (short_code);
create unique index identity_guest_pending on identity_guest (tenant_id, account) where status = 0 and not is_deleted;
create unique index identity_register_info_pending on identity_register_info (tenant_id, phone) where status = 0 and not is_deleted;
