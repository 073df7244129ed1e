alter table devices_type add column category text;

create table products_interface (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  name text,
  type_id bigint,
  port text,
  category smallint,
  address text,
  enable boolean
);
create index products_interface_tenant on products_interface (tenant_id, id) where not is_deleted;
create index products_interface_type_id on products_interface (tenant_id, type_id) where not is_deleted;
select ll_secure('products_interface', 'tenant');
select ll_counted('products_interface', false);

create table products_terminal_config (
  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false,
  type_code text,
  supplier_code text,
  model text,
  protocol text,
  sensors text,
  status smallint,
  remark text
);
create index products_terminal_config_tenant on products_terminal_config (tenant_id, id) where not is_deleted;
select ll_secure('products_terminal_config', 'tenant');
select ll_counted('products_terminal_config', false);

-- One configuration for each type, supplier and model.
create unique index products_terminal_config_kind on products_terminal_config (tenant_id, type_code, supplier_code, model) where not is_deleted;
create unique index products_interface_port on products_interface (tenant_id, type_id, port) where not is_deleted;

-- Models of devices and products of the tenant, for slices above.
create view devices_models with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, dev_type, supplier_id from devices_model;
grant select on devices_models to lamplight_app, lamplight_worker;
create view devices_products with (security_invoker = true) as
  select id, tenant_id, is_deleted, code, unit_product_code, name, name_en, category from devices_type;
grant select on devices_products to lamplight_app, lamplight_worker;
