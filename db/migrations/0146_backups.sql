-- Archives of the whole installation: when, how large, how long, whether it went well.
create table system_backup (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  status smallint,
  progress integer,
  kind smallint,
  size double precision,
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
