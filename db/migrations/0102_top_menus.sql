-- The bar at the top and the circle of the landing page.
create table system_top_menu (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  en_name text,
  code text,
  source text,
  path text,
  sort integer
);
create index system_top_menu_tenant on system_top_menu (tenant_id, id) where not is_deleted;
create unique index system_top_menu_code_unique on system_top_menu (tenant_id, code) where not is_deleted;
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
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  en_name text,
  path text,
  source text,
  sort integer,
  enabled boolean
);
create index system_system_menu_tenant on system_system_menu (tenant_id, id) where not is_deleted;
create unique index system_system_menu_path_unique on system_system_menu (tenant_id, path) where not is_deleted;
select ll_secure('system_system_menu', 'global');
select ll_counted('system_system_menu', false);
