-- What gives out the secrets of devices became a right of administrators; operators were handed it by their role's defaults before.
delete from identity_role_menu m using identity_role r
 where r.id = m.role_id and r.role_alias = 'operator' and m.menu_code in ('gateway_secret', 'gateway_virtual');
