-- Interfaces of the category 2 (alarm forwarding): one for each webhook, with its host.
insert into products_interface (id, tenant_id, name, address, enable, category)
select id, tenant_id, name, substring(url from '^[a-zA-Z]+://[^/?#]+'), enable = 1, 2 from forwarding_target where kind = 1 and not is_deleted
on conflict (id) do nothing;
