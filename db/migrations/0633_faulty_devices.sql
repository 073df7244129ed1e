-- The few devices that have a fault. A list filtered by a fault reads them from this index. A report changes the index only if it changes the faults.
create index devices_state_faulty on devices_state (tenant_id, type) where faults <> '{}';
