-- The page with what devices reported reads one family in the order of the devices.
create index control_param_data on control_param (tenant_id, family, device_id) where reported_id is not null;
