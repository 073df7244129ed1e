-- Suppliers of devices.
create table devices_supplier (
  id bigint primary key,
  tenant_id text not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  is_deleted boolean not null default false,
  name text,
  code text,
  contact text,
  phone text,
  address text,
  remark text
);
create index devices_supplier_tenant on devices_supplier (tenant_id, id) where not is_deleted;
create unique index devices_supplier_name_unique on devices_supplier (tenant_id, name) where not is_deleted;
select ll_secure('devices_supplier', 'tenant');
select ll_counted('devices_supplier', false);
-- For other slices (docs/adr/0015).
create view devices_suppliers with (security_invoker = true) as
  select id, tenant_id, is_deleted, name, code from devices_supplier;
grant select, insert on devices_suppliers to lamplight_app, lamplight_worker;

alter table lighting_controller add supplier_id bigint;
