-- Departments, positions, clients, data and API scopes.
create table identity_dept (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  post_name text,
  post_code text,
  category text,
  sort integer,
  remark text
);
create index identity_post_tenant on identity_post (tenant_id, id) where not is_deleted;
create unique index identity_post_post_code_unique on identity_post (tenant_id, post_code) where not is_deleted;
select ll_secure('identity_post', 'platform');
select ll_counted('identity_post', false);

create table identity_client (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  client text,
  client_secret text,
  grants text,
  enabled boolean,
  additional_information text
);
create index identity_client_tenant on identity_client (tenant_id, id) where not is_deleted;
create unique index identity_client_client_unique on identity_client (tenant_id, client) where not is_deleted;
select ll_secure('identity_client', 'global');
select ll_counted('identity_client', false);

create table identity_data_scope (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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

-- What a role was granted beside menus: 1 data scopes, 2 API scopes, 3 menus of the small program.
create table identity_role_scope (
  role_id bigint not null,
  category smallint not null check (category between 1 and 3),
  scope_id bigint not null,
  tenant_id text not null,
  primary key (role_id, category, scope_id)
);
create index identity_role_scope_scope on identity_role_scope (scope_id);
select ll_secure('identity_role_scope', 'platform');

alter table identity_user
  alter column dept_id type bigint[] using string_to_array(nullif(dept_id, ''), ',')::bigint[],
  alter column post_id type bigint[] using string_to_array(nullif(post_id, ''), ',')::bigint[],
  add column expire_time timestamptz,
  add column user_ext text;
create index identity_user_dept on identity_user using gin (dept_id) where not is_deleted;
create index identity_user_post on identity_user using gin (post_id) where not is_deleted;
