-- Devices with faults: lists filtered by a fault begin here. The predicate has the faults, so only a report that changes them changes the index.
create index devices_state_faulty on devices_state (tenant_id, type) where faults <> '{}';
