-- Minutes after its last report until a lamp controller or a gateway counts as offline. Tenants without a row have the default.
create table devices_delay_offline (
  tenant_id text primary key,
  minutes integer not null check (minutes between 5 and 1440),
  update_user bigint,
  update_time timestamptz not null default now()
);
select ll_secure('devices_delay_offline');
