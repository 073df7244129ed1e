alter table lighting_lamp add column power_device_id bigint;
create index lighting_lamp_power_device_id on lighting_lamp (tenant_id, power_device_id) where not is_deleted;
