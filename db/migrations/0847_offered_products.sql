create view products_interfaces with (security_invoker = true) as
  select id, tenant_id, is_deleted, type_id, port, address, enable from products_interface;
create view products_terminal_configs with (security_invoker = true) as
  select id, tenant_id, is_deleted, type_code, supplier_code, model, protocol, status from products_terminal_config;
grant select on products_interfaces, products_terminal_configs to lamplight_app, lamplight_worker;
