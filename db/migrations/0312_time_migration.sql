-- Presets of the time offset.
create table lighting_time_migration (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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
