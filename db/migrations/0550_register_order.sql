-- The register of all devices is read by pages, newest first, and counted by type.
create index devices_registry_tenant on devices_registry (tenant_id, device_id);
create index devices_registry_type on devices_registry (tenant_id, type, device_id);
