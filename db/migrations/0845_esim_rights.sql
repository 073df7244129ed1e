-- SIM cards belong to the administration of the platform; other roles had these rights from the rows of devices.
delete from identity_role_menu m using identity_role r
  where r.id = m.role_id and m.menu_code ~ '^esimcard(_|$)' and r.role_alias <> 'administrator';
