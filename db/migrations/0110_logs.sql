-- What the server did and what went wrong: its own lines, calls that change or fail, failures nobody declared, errors of consoles.
create table system_log_usual (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  service_id text,
  server_host text,
  server_ip text,
  env text,
  log_level text,
  log_id text,
  log_data text,
  remote_ip text,
  user_agent text,
  request_uri text,
  method text,
  method_class text,
  method_name text,
  params text,
  time text,
  create_by text
);

create table system_log_api (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  service_id text,
  server_host text,
  server_ip text,
  env text,
  type text,
  title text,
  status integer,
  remote_ip text,
  user_agent text,
  request_uri text,
  method text,
  method_class text,
  method_name text,
  params text,
  time text,
  create_by text
);

create table system_log_error (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  service_id text,
  server_host text,
  server_ip text,
  env text,
  exception_name text,
  message text,
  stack_trace text,
  file_name text,
  line_number integer,
  remote_ip text,
  user_agent text,
  request_uri text,
  method text,
  method_class text,
  method_name text,
  params text,
  time text,
  create_by text
);

create table system_log_client (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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

do $$ declare target text; begin
  foreach target in array array['system_log_usual', 'system_log_api', 'system_log_error', 'system_log_client'] loop
    execute format('create index %I on %I (tenant_id, id) where not is_deleted', target || '_tenant', target);
    execute format('create index %I on %I (create_time)', target || '_time', target);
    perform ll_secure(target, 'platform');
    perform ll_counted(target, false);
    -- People read them; nobody changes them.
    execute format('revoke insert, update, delete on %I from lamplight_app', target);
  end loop;
end $$;

-- What consoles handed over at sign-out so far.
insert into system_log_client (id, tenant_id, create_user, create_time, type, message, url, time, info, stack, create_by)
  select l.id, l.tenant_id, l.user_id, l.at, l.entry ->> 'type', l.entry ->> 'message', l.entry ->> 'url', l.entry ->> 'time',
    l.entry ->> 'info', l.entry ->> 'stack', u.account
  from identity_client_log l left join identity_user u on u.id = l.user_id;
drop table identity_client_log;
