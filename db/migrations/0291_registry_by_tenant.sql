-- A serial number is one device within a tenant. Unique over all tenants, one tenant could keep another from entering its own devices, and the refusal told
-- that the number exists. A gateway is believed for the devices of its own tenant (senders.ts).
alter table devices_registry drop constraint devices_registry_pkey;
alter table devices_registry add primary key (sn, tenant_id);
