-- Object stores, of which a tenant uses one, and the files that were brought in.
create table system_oss (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  category text,
  oss_code text,
  endpoint text,
  bucket_name text,
  access_key text,
  -- sealed
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
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  original_name text,
  extension text,
  attach_size integer,
  purpose text,
  content_type text,
  name text,
  domain text,
  link text,
  -- the object store that has the bytes; null: this server's disk
  store_id bigint,
  sha256 text
);
create index system_attach_tenant on system_attach (tenant_id, id) where not is_deleted;
create index system_attach_store on system_attach (store_id) where not is_deleted;
select ll_secure('system_attach', 'tenant');
select ll_counted('system_attach', false);
