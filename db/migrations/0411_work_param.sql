-- Bundles of parameters that are sent together.
create table lighting_work_param (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
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
