-- Data sources, and what the code generator writes from their tables.
create table system_datasource (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  driver_class text,
  url text,
  username text,
  -- sealed
  password text,
  remark text
);
create index system_datasource_tenant on system_datasource (tenant_id, id) where not is_deleted;
select ll_secure('system_datasource', 'platform');
select ll_counted('system_datasource', false);

create table system_code (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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

-- The number of the next migration is made from the names of those that were applied.
grant select on kit_migration to lamplight_worker;
