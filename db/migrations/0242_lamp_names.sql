-- The search of the map finds lamps by how their name begins.
create index if not exists lighting_lamp_name_id on lighting_lamp (tenant_id, name, id) where not is_deleted;
