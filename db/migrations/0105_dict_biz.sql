-- Business dictionaries: those of a tenant, with the same rules as the platform's.
create table system_dict_biz (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  parent_id bigint,
  code text,
  dict_value text,
  dict_en_value text,
  dict_key text,
  sort integer,
  is_sealed boolean,
  remark text
);
create index system_dict_biz_tenant on system_dict_biz (tenant_id, id) where not is_deleted;
create index system_dict_biz_code_sort on system_dict_biz (tenant_id, code, sort) where not is_deleted;
create index system_dict_biz_parent_id on system_dict_biz (tenant_id, parent_id) where not is_deleted;
create unique index system_dict_biz_key on system_dict_biz (tenant_id, code, dict_key) where not is_deleted;
select ll_secure('system_dict_biz', 'tenant');
select ll_counted('system_dict_biz', false);
