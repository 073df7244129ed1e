-- Device time at which the oldest of the present faults began; null while there is none. Ingest keeps it. Of faults that were there before this column nobody knows the begin: the last report is the nearest known time.
alter table devices_state add column fault_since timestamptz;
update devices_state set fault_since = reported_at where cardinality(faults) > 0;
