-- Terminal configurations name unit products by their code: no foreign key can say this. A product that a configuration names is neither removed nor renamed.
-- The hint is the model of the configuration, for the refusal.
create function products_keep_used() returns trigger language plpgsql security definer set search_path = public as $fn$
declare
  used text;
begin
  if new.is_deleted is not distinct from old.is_deleted and new.unit_product_code is not distinct from old.unit_product_code then return new; end if;
  select c.model into used from products_terminal_config c
    where c.tenant_id = old.tenant_id and c.type_code = old.unit_product_code and not c.is_deleted limit 1;
  if found and not old.is_deleted then
    raise foreign_key_violation using message = 'a terminal configuration names the product', hint = used, table = 'products_terminal_config';
  end if;
  return new;
end $fn$;
create trigger products_keep_used before update of is_deleted, unit_product_code on devices_type for each row execute function products_keep_used();
